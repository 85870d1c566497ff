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
    reportUnreadableDefaults()
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
        about(element(name)) { $0.checkDefault(value, inputs[index].type) }
      }
      check(inputs[index].directives, element(name))
    }
  }

  private mutating func checkDefault(_ value: Value, _ type: TypeReference) {
    // The requests of connectors contain default values.
    guard !options.isStrict, schema.connect == nil else {
      checkValuesOfCorrectType(value, type: type)
      return
    }
    let outer = report
    report = Report()
    checkValuesOfCorrectType(value, type: type)
    unreadableDefaults += report.diagnostics.prefix(1)
    report = outer
  }

  /// Adds one warning for all default values that do not match their types.
  private mutating func reportUnreadableDefaults() {
    guard let first = unreadableDefaults.first else { return }
    let count = unreadableDefaults.count
    report.add(
      .warning, .valuesOfCorrectType,
      count == 1
        ? "a default value cannot be read: \(first.message)"
        : "\(count) default values cannot be read; the first one: \(first.message)",
      at: first.position,
      notes: unreadableDefaults.dropFirst().prefix(3).map { .init($0.position, $0.message) },
      help: "the server uses its own default if the client leaves the value out")
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
