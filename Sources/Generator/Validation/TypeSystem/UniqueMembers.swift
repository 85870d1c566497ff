// Visits the members of types, for the rules about their names.
// https://spec.graphql.org/September2025/#sec-Objects.Type-Validation

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// Checks UniqueFieldDefinitionNames and UniqueEnumValueNames, for each type together with its
  /// extensions.
  mutating func checkUniqueMemberNames() {
    for start in groups.first {
      names.removeAll()
      var current: Int? = start
      while let index = current {
        if options.reportsConsequences || !isRepetition(index) {
          checkUniqueFieldDefinitionNames(types[index])
          checkUniqueEnumValueNames(types[index])
        }
        current = groups.next(after: index)
      }
    }
  }

  /// Reports an element that is defined again.
  ///
  /// - Parameters:
  ///   - term: the kind of the element, such as "field".
  ///   - first: the position of the first definition.
  mutating func reportRepetition(
    _ rule: Diagnostic.Rule, _ term: String, _ element: SchemaElement, at position: Position,
    first: Position
  ) {
    report.error(
      rule, "\(term) \(element.coordinate(symbols)) is defined more than once",
      about: element, at: position, outcome: "the first definition is used",
      notes: [.init(first, "defined here first")], help: "rename or remove one of the two")
  }
}
