// Checks the root operation types: the query type exists, and each root is a different object type.
// https://spec.graphql.org/September2025/#sec-Root-Operation-Types

import AuthGenLanguage
import AuthGenTypeSystem

enum RootOperationTypes {
  static let rule = Diagnostic.Rule.rootOperationTypes

  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    if context.schema.rootName(.query) == nil { missingQuery(context, &report) }
    for (operation, id, position) in roots(context) {
      let type = context.schema.types[id.index]
      guard type.kind != .object else { continue }
      report.error(
        rule,
        "the \(operation.keyword) type must be an object type, and \(context.name(type)) is"
          + " \(type.kind.withArticle) type",
        about: .root(operation), at: position, notes: note(type, unlessAt: position),
        help: "name an object type, or rename \(context.name(type)) if it is not meant to be the"
          + " \(operation.keyword) type")
    }
  }

  /// Checks that no type is the root of two operation types.
  static func checkDistinct(_ context: TypeSystemContext, _ report: inout Report) {
    let roots = roots(context)
    for (index, root) in roots.enumerated() {
      guard let earlier = roots[..<index].first(where: { $0.id == root.id }) else { continue }
      report.error(
        rule,
        "\(context.name(context.schema.types[root.id.index])) is both the"
          + " \(earlier.operation.keyword) and the \(root.operation.keyword) type",
        about: .root(root.operation), at: root.position,
        notes: [.init(earlier.position, "named here first")],
        help: "the root operation types must be different types")
    }
  }

  private typealias Root = (operation: OperationType, id: TypeID, position: Position)

  private static func roots(_ context: TypeSystemContext) -> [Root] {
    OperationType.allCases.compactMap { operation in
      guard let name = context.schema.rootName(operation), let id = context.schema.root(operation)
      else { return nil }
      let type = context.schema.types[id.index]
      // Without a schema definition, the type's name makes it the root.
      return (operation, id, name.position == type.name.position ? type.start : name.position)
    }
  }

  private static func missingQuery(_ context: TypeSystemContext, _ report: inout Report) {
    let definition = context.schemas.first { !$0.isExtension }
    report.error(
      rule, "the schema has no query type", about: .root(.query),
      at: definition?.start ?? context.start,
      help: definition == nil
        ? "define \"type Query\", or name the query type: \"schema { query: TypeName }\""
        : "add \"query: TypeName\" to the schema definition")
  }

  private static func note(
    _ type: TypeDefinition, unlessAt position: Position
  ) -> [Diagnostic.Note] {
    type.start == position ? [] : [.init(type.name.position, "defined here")]
  }
}
