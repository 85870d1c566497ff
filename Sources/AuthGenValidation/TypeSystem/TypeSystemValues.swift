// Default values, and the arguments of directives, fit their types.
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
    for schema in context.schemas { rule.check(schema.directives, &report) }
    for index in context.definedDirectives {
      rule.check(context.schema.directives[index].arguments, &report)
    }
    for index in context.definedTypes { rule.check(context.schema.types[index], &report) }
  }

  private mutating func check(_ type: TypeDefinition, _ report: inout Report) {
    check(type.directives, &report)
    for index in type.fields.indices {
      check(type.fields[index].directives, &report)
      check(type.fields[index].arguments, &report)
    }
    check(type.inputFields, &report)
    for index in type.values.indices { check(type.values[index].directives, &report) }
  }

  private mutating func check(_ inputs: [InputValueDefinition], _ report: inout Report) {
    for index in inputs.indices {
      if let value = inputs[index].defaultValue {
        values.check(value, type: inputs[index].type, &report)
      }
      check(inputs[index].directives, &report)
    }
  }

  private mutating func check(_ directives: [Directive], _ report: inout Report) {
    for directive in directives {
      guard let index = context.directiveTable.index(directive.name.symbol) else { continue }
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
}
