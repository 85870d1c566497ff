// Every type that definitions mention exists.
// https://spec.graphql.org/September2025/#sec-Type-System

import AuthGenLanguage
import AuthGenTypeSystem

enum KnownTypeNames {
  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    for type in context.types { check(type, context, &report) }
    for directive in context.directives { check(directive.arguments, context, &report) }
    for root in context.schemas.lazy.flatMap(\.rootOperations) {
      check(root.type, context, &report)
    }
  }

  private static func check(
    _ type: TypeDefinition, _ context: TypeSystemContext, _ report: inout Report
  ) {
    for name in type.interfaces { check(name, context, &report) }
    for name in type.members { check(name, context, &report) }
    for index in type.fields.indices {
      check(type.fields[index].type.name, context, &report)
      check(type.fields[index].arguments, context, &report)
    }
    check(type.inputFields, context, &report)
  }

  private static func check(
    _ values: [InputValueDefinition], _ context: TypeSystemContext, _ report: inout Report
  ) {
    for index in values.indices { check(values[index].type.name, context, &report) }
  }

  private static func check(_ name: Name, _ context: TypeSystemContext, _ report: inout Report) {
    guard context.schema.typeID(name.symbol) == nil else { return }
    let help = report.didYouMean(name.symbol, among: context.typeNames, context.symbols)
    report.error(
      "KnownTypeNames", "there is no type \"\(context.name(name.symbol))\"", at: name.position,
      help: help ?? "define it, or add the file that does to the schema")
  }
}
