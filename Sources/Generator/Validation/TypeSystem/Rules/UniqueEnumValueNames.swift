// Checks that the values of an enum have unique names.
// https://spec.graphql.org/September2025/#sec-Enums.Type-Validation

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// Checks a definition or an extension. The members of the type's earlier ones must be marked.
  mutating func checkUniqueEnumValueNames(_ type: TypeDefinition) {
    for index in type.values.indices {
      let name = type.values[index].name
      guard let first = names.mark(name) else { continue }
      reportRepetition(
        .uniqueEnumValueNames, "enum value", .enumValue(name.symbol, of: type.name.symbol),
        at: name.position, first: first)
    }
  }
}
