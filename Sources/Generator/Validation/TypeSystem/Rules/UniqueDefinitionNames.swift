// Checks that directives, the members of a type, and the arguments of a field or directive have unique names.
// https://spec.graphql.org/September2025/#sec-Schema
// https://spec.graphql.org/September2025/#sec-Objects.Type-Validation
// https://spec.graphql.org/September2025/#sec-Enums.Type-Validation
// https://spec.graphql.org/September2025/#sec-Input-Objects.Type-Validation

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkUniqueDirectiveNames() {
    names.removeAll()
    checkUniqueNames(directives, .uniqueDirectiveNames) { .directive($0) }
  }

  /// Checks UniqueFieldDefinitionNames and UniqueEnumValueNames, for each type together with its extensions.
  mutating func checkUniqueMemberNames() {
    for group in groups {
      names.removeAll()
      for type in group where options.reportsConsequences || !isRepetition(type) {
        let owner = type.name.symbol
        checkUniqueNames(type.fields, .uniqueFieldDefinitionNames) { .field($0, of: owner) }
        checkUniqueNames(type.inputFields, .uniqueFieldDefinitionNames) {
          .inputField($0, of: owner)
        }
        checkUniqueNames(type.values, .uniqueEnumValueNames) { .enumValue($0, of: owner) }
      }
    }
  }

  mutating func checkUniqueArgumentDefinitionNames() {
    for type in types {
      for field in type.fields where field.arguments.count > 1 {
        names.removeAll()
        checkUniqueNames(field.arguments, .uniqueArgumentDefinitionNames) {
          .argument($0, field: field.name.symbol, of: type.name.symbol)
        }
      }
    }
    for directive in directives {
      names.removeAll()
      checkUniqueNames(directive.arguments, .uniqueArgumentDefinitionNames) {
        .directiveArgument($0, of: directive.name.symbol)
      }
    }
  }

  /// Reports the definitions whose names are marked already, and marks the others.
  private mutating func checkUniqueNames(
    _ definitions: [some NamedDefinition], _ rule: Diagnostic.Rule,
    element: (Symbol) -> SchemaElement
  ) {
    for definition in definitions {
      guard let first = names.mark(definition.name) else { continue }
      let element = element(definition.name.symbol)
      report.error(
        rule, "\(element.term) \(element.coordinate(symbols)) is defined more than once",
        about: element, at: definition.name.position, outcome: "the first definition is used",
        notes: [.init(first, "defined here first")], help: "rename or remove one of the two")
    }
  }
}
