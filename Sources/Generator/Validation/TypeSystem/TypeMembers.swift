// Checks that types have members (fields, input fields, values or union members), and that union
// members are valid.
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

extension SchemaValidator {
  mutating func checkUnionMembers(_ union: TypeDefinition) {
    names.removeAll()
    for member in union.members {
      if let first = names.mark(member) {
        report.error(
          .unionMembers,
          "\(symbols[member.symbol]) is more than once a member of \(symbols[union.name.symbol])",
          about: .type(union.name.symbol), at: member.position,
          notes: [.init(first, "named here first")],
          help: "keep one of the two")
      } else if let kind = kind(member.symbol), kind != .object {
        report.error(
          .unionMembers,
          "union \(symbols[union.name.symbol]) cannot have the member \(symbols[member.symbol]),"
            + " which is \(kind.withArticle) type",
          about: .type(union.name.symbol), at: member.position,
          help: "only object types can be members of unions")
      }
    }
  }
}
