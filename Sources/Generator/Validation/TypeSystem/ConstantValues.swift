// Visits the constant values of a schema, for ValuesOfCorrectType: default values and directive
// arguments. https://spec.graphql.org/September2025/#sec-Input-Values

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkConstantValues() {
    for schema in schemas { check(schema.directives, .schema) }
    for index in definedDirectives {
      let directive = schema.directives[index].name.symbol
      check(schema.directives[index].directives, .directive(directive))
      check(schema.directives[index].arguments) { .directiveArgument($0, of: directive) }
    }
    for index in definedTypes { check(schema.types[index]) }
  }

  private mutating func check(_ type: TypeDefinition) {
    let owner = type.name.symbol
    check(type.directives, .type(owner))
    for index in type.fields.indices {
      let field = type.fields[index].name.symbol
      check(type.fields[index].directives, .field(field, of: owner))
      check(type.fields[index].arguments) { .argument($0, field: field, of: owner) }
    }
    check(type.inputFields) { .inputField($0, of: owner) }
    for index in type.values.indices {
      check(
        type.values[index].directives, .enumValue(type.values[index].name.symbol, of: owner))
    }
  }

  private mutating func check(
    _ inputs: [InputValueDefinition], element: (Symbol) -> SchemaElement
  ) {
    for index in inputs.indices {
      let name = inputs[index].name.symbol
      if let value = inputs[index].defaultValue {
        about(element(name)) { $0.checkValuesOfCorrectType(value, type: inputs[index].type) }
      }
      check(inputs[index].directives, element(name))
    }
  }

  private mutating func check(
    _ directives: [Directive], _ element: @autoclosure () -> SchemaElement
  ) {
    guard !directives.isEmpty else { return }
    about(element()) { validator in
      for directive in directives { validator.check(directive) }
    }
  }

  private mutating func check(_ directive: Directive) {
    guard let index = directiveTable.index(directive.name.symbol) else { return }
    for argument in directive.arguments {
      guard let place = directiveTable.argument(argument.name.symbol, of: index, in: schema)
      else { continue }
      checkValuesOfCorrectType(
        argument.value, type: schema.directives[index].arguments[place].type)
    }
  }
}
