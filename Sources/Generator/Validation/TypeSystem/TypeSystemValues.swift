// Checks default values and directive arguments against their types.
// https://spec.graphql.org/September2025/#sec-Input-Values

import AuthGenLanguage
import AuthGenTypeSystem

struct TypeSystemValues {
  private let context: TypeSystemContext
  private var values: ValuesOfCorrectType

  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    var rule = TypeSystemValues(
      context: context,
      values: ValuesOfCorrectType(
        schema: context.schema, symbols: context.symbols, sources: context.sources))
    for schema in context.schemas { rule.check(schema.directives, &report, .schema) }
    for index in context.definedDirectives {
      let directive = context.schema.directives[index].name.symbol
      rule.check(context.schema.directives[index].arguments, &report) {
        .directiveArgument($0, of: directive)
      }
    }
    for index in context.definedTypes { rule.check(context.schema.types[index], &report) }
  }

  private mutating func check(_ type: TypeDefinition, _ report: inout Report) {
    let owner = type.name.symbol
    check(type.directives, &report, .type(owner))
    for index in type.fields.indices {
      let field = type.fields[index].name.symbol
      check(type.fields[index].directives, &report, .field(field, of: owner))
      check(type.fields[index].arguments, &report) { .argument($0, field: field, of: owner) }
    }
    check(type.inputFields, &report) { .inputField($0, of: owner) }
    for index in type.values.indices {
      check(
        type.values[index].directives, &report,
        .enumValue(type.values[index].name.symbol, of: owner))
    }
  }

  private mutating func check(
    _ inputs: [InputValueDefinition], _ report: inout Report,
    element: (Symbol) -> SchemaElement
  ) {
    for index in inputs.indices {
      let name = inputs[index].name.symbol
      if let value = inputs[index].defaultValue {
        report.about(element(name)) { values.check(value, type: inputs[index].type, &$0) }
      }
      check(inputs[index].directives, &report, element(name))
    }
  }

  private mutating func check(
    _ directives: [Directive], _ report: inout Report,
    _ element: @autoclosure () -> SchemaElement
  ) {
    guard !directives.isEmpty else { return }
    report.about(element()) { report in
      for directive in directives { check(directive, &report) }
    }
  }

  private mutating func check(_ directive: Directive, _ report: inout Report) {
    guard let index = context.directiveTable.index(directive.name.symbol) else { return }
    for argument in directive.arguments {
      guard
        let place = context.directiveTable.argument(
          argument.name.symbol, of: index, in: context.schema)
      else { continue }
      values.check(
        argument.value, type: context.schema.directives[index].arguments[place].type, &report)
    }
  }
}
