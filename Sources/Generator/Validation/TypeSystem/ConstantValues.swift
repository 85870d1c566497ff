// Visits the constant values of a schema, for ValuesOfCorrectType: default values and directive
// arguments. https://spec.graphql.org/September2025/#sec-Input-Values

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkConstantValues() {
    for schema in schemas { check(schema.directives, .schema) }
    for directive in schema.directives[definedDirectives] {
      check(directive.directives, .directive(directive.name.symbol))
      directive.forEachMember { check($0) }
    }
    for type in schema.types[definedTypes] {
      check(type.directives, .type(type.name.symbol))
      type.forEachMember(onlyWithConstants: true) { check($0) }
    }
    reportUnreadableDefaults()
  }

  private mutating func check(_ member: Member) {
    if let value = member.defaultValue, let type = member.type {
      about(member.element) { $0.checkDefault(value, type) }
    }
    check(member.directives, member.element)
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

  private mutating func check(_ directives: [Directive], _ element: SchemaElement) {
    guard !directives.isEmpty else { return }
    about(element) { validator in
      for directive in directives { validator.check(directive) }
    }
  }

  private mutating func check(_ directive: Directive) {
    guard let definition = schema.directive(directive.name.symbol) else { return }
    for argument in directive.arguments {
      let type = definition.arguments.named(argument.name.symbol)?.type
      if let type { checkValuesOfCorrectType(argument.value, type: type) }
    }
  }
}
