// Checks that types have members (fields, input fields, values or union members), and that union
// members are valid.
// https://spec.graphql.org/September2025/#sec-Types

import AuthGenLanguage
import AuthGenTypeSystem

enum NonEmptyTypes {
  static func check(
    _ type: TypeDefinition, _ context: TypeSystemContext, _ report: inout Report
  ) {
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
      .nonEmptyTypes, "\(type.kind.term) type \(context.name(type)) has no \(member)s",
      about: .type(type.name.symbol), at: type.start,
      help: "add at least one \(member), or remove the type")
  }
}

/// https://spec.graphql.org/September2025/#sec-Unions.Type-Validation
struct UnionMembers {
  private static let rule = Diagnostic.Rule.unionMembers

  private let context: TypeSystemContext
  private var marks: SymbolMarks

  init(_ context: TypeSystemContext) {
    self.context = context
    marks = SymbolMarks(context.symbols)
  }

  mutating func check(_ union: TypeDefinition, _ report: inout Report) {
    marks.removeAll()
    for member in union.members {
      if let first = marks.mark(member) {
        report.error(
          Self.rule,
          "\(context.name(member.symbol)) is more than once a member of \(context.name(union))",
          about: .type(union.name.symbol), at: member.position,
          notes: [.init(first, "named here first")],
          help: "keep one of the two")
      } else if let kind = context.kind(member.symbol), kind != .object {
        report.error(
          Self.rule,
          "union \(context.name(union)) cannot have the member \(context.name(member.symbol)),"
            + " which is \(kind.withArticle) type",
          about: .type(union.name.symbol), at: member.position,
          help: "only object types can be members of unions")
      }
    }
  }
}
