// Checks redefinitions of built-in types. Schemas printed by other tools repeat them, which is
// harmless if they have the same kind.
// https://spec.graphql.org/September2025/#sec-Scalars.Built-in-Scalars

import AuthGenLanguage
import AuthGenTypeSystem

enum BuiltInTypes {
  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    for type in context.types {
      guard let id = context.schema.typeID(type.name.symbol), context.schema.isBuiltIn(id) else {
        continue
      }
      let kind = context.schema.types[id.index].kind
      if kind != type.kind {
        report.error(
          .uniqueTypeNames, "\(context.name(type)) is built in as \(kind.withArticle) type",
          about: .type(type.name.symbol), at: type.name.position, help: "choose another name")
      } else if let directive = type.directives[.specifiedBy] {
        report.error(
          .specifiedBy, "the built-in scalar \(context.name(type)) cannot be specified elsewhere",
          about: .type(type.name.symbol), at: directive.position,
          help: "define a scalar of another name")
      }
    }
  }
}
