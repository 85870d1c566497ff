// Checks that types have members: fields, input fields, values or union members.
// https://spec.graphql.org/September2025/#sec-Types

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkNonEmptyTypes(_ type: TypeDefinition) {
    let isEmpty: Bool
    let member: String
    switch type.kind {
    case .scalar: return
    case .object, .interface:
      isEmpty = type.fields.isEmpty
      member = "field"
    case .union:
      isEmpty = type.members.isEmpty
      member = "member type"
    case .enum:
      isEmpty = type.values.isEmpty
      member = "value"
    case .inputObject:
      isEmpty = type.inputFields.isEmpty
      member = "input field"
    }
    guard isEmpty else { return }
    report.error(
      .nonEmptyTypes, "\(type.kind.term) type \(symbols[type.name.symbol]) has no \(member)s",
      about: .type(type.name.symbol), at: type.start,
      help: "add at least one \(member), or remove the type")
  }
}
