// Checks that types have members: fields, input fields, values or union members.
// https://spec.graphql.org/September2025/#sec-Types

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkNonEmptyTypes(_ type: TypeDefinition) {
    let (isEmpty, member) =
      switch type.kind {
      case .scalar: (false, "")
      case .object, .interface: (type.fields.isEmpty, "field")
      case .union: (type.members.isEmpty, "member type")
      case .enum: (type.values.isEmpty, "value")
      case .inputObject: (type.inputFields.isEmpty, "input field")
      }
    guard isEmpty else { return }
    report.error(
      .nonEmptyTypes, "\(type.kind.term) type \(symbols[type.name.symbol]) has no \(member)s",
      about: .type(type.name.symbol), at: type.start,
      help: "add at least one \(member), or remove the type")
  }
}
