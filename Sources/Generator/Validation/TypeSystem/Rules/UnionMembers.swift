// Checks that the members of a union are different object types.
// https://spec.graphql.org/September2025/#sec-Unions.Type-Validation

import AuthGenLanguage
import AuthGenTypeSystem

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
            + " which is \(kind.termWithArticle) type",
          about: .type(union.name.symbol), at: member.position,
          help: "only object types can be members of unions")
      }
    }
  }
}
