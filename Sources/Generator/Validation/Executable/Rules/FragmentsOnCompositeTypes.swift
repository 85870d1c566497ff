// Checks that fragments are on object, interface and union types.
// https://spec.graphql.org/September2025/#sec-Fragments-on-Object-Interface-or-Union-Types

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  /// Checks KnownTypeNames, too.
  ///
  /// - Returns: the type; nil if it has no fields to select.
  mutating func checkFragmentsOnCompositeTypes(_ condition: Name) -> TypeID? {
    guard let type = schema.typeID(condition.symbol) else {
      reportUnknownType(condition) { $0.isComposite }
      return nil
    }
    if kinds[type.index].isComposite { return type }
    let kind = kinds[type.index].term
    report.error(
      .fragmentsOnCompositeTypes,
      "a fragment cannot be on \(symbols[condition.symbol]), which is of kind \(kind)",
      at: condition.position, notes: schema.definitionNote(type, symbols),
      help: "fragments are on object, interface and union types")
    return nil
  }
}
