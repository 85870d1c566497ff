// Checks that fields and input fields have unique names within their type.
// https://spec.graphql.org/September2025/#sec-Objects.Type-Validation
// https://spec.graphql.org/September2025/#sec-Input-Objects.Type-Validation

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// Checks a definition or an extension. The members of the type's earlier ones must be marked.
  mutating func checkUniqueFieldDefinitionNames(_ type: TypeDefinition) {
    for index in type.fields.indices {
      let name = type.fields[index].name
      guard let first = names.mark(name) else { continue }
      reportRepetition(
        .uniqueFieldDefinitionNames, "field", .field(name.symbol, of: type.name.symbol),
        at: name.position, first: first)
    }
    for index in type.inputFields.indices {
      let name = type.inputFields[index].name
      guard let first = names.mark(name) else { continue }
      reportRepetition(
        .uniqueFieldDefinitionNames, "input field",
        .inputField(name.symbol, of: type.name.symbol), at: name.position, first: first)
    }
  }
}
