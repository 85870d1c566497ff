// Checks that every type named in definitions exists.
// https://spec.graphql.org/September2025/#sec-Type-System

import AuthGenLanguage
import AuthGenTypeSystem

enum KnownTypeNames {
  private static let rule = Diagnostic.Rule.knownTypeNames

  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    for type in context.types { check(type, context, &report) }
    for directive in context.directives {
      for argument in directive.arguments where isMissing(argument.type.name, context) {
        let element = SchemaElement.directiveArgument(
          argument.name.symbol, of: directive.name.symbol)
        add(argument.type.name, element, context, &report)
      }
    }
    for root in context.schemas.lazy.flatMap(\.rootOperations)
    where isMissing(root.type, context) {
      add(root.type, .root(root.operationType), context, &report)
    }
  }

  private static func check(
    _ type: TypeDefinition, _ context: TypeSystemContext, _ report: inout Report
  ) {
    let owner = type.name.symbol
    for name in type.interfaces where isMissing(name, context) {
      add(name, .type(owner), context, &report)
    }
    for name in type.members where isMissing(name, context) {
      add(name, .type(owner), context, &report)
    }
    for index in type.fields.indices {
      let field = type.fields[index].name.symbol
      if isMissing(type.fields[index].type.name, context) {
        add(type.fields[index].type.name, .field(field, of: owner), context, &report)
      }
      for argument in type.fields[index].arguments.indices
      where isMissing(type.fields[index].arguments[argument].type.name, context) {
        let argument = type.fields[index].arguments[argument]
        let element = SchemaElement.argument(argument.name.symbol, field: field, of: owner)
        add(argument.type.name, element, context, &report)
      }
    }
    for index in type.inputFields.indices
    where isMissing(type.inputFields[index].type.name, context) {
      let field = type.inputFields[index]
      add(field.type.name, .inputField(field.name.symbol, of: owner), context, &report)
    }
  }

  private static func isMissing(_ name: Name, _ context: TypeSystemContext) -> Bool {
    context.schema.typeID(name.symbol) == nil
  }

  private static func add(
    _ name: Name, _ element: SchemaElement, _ context: TypeSystemContext,
    _ report: inout Report
  ) {
    guard
      context.options.reportsConsequences
        || report.isNews(rule, missing: name.symbol, about: element, at: name.position)
    else { return }
    let help = report.didYouMean(name.symbol, among: context.typeNames, context.symbols)
    report.error(
      rule, missing: name.symbol, "unknown type \"\(context.name(name.symbol))\"",
      about: element, at: name.position,
      help: help ?? "define it, or add the file that does to the schema")
  }
}
