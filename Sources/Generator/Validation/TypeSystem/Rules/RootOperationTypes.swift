// Checks the root operation types: the query type exists, and each root is a different object type.
// https://spec.graphql.org/September2025/#sec-Root-Operation-Types

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkRootOperationTypes() {
    if schema.rootName(.query) == nil { reportMissingQuery() }
    for (operation, id, position) in roots {
      let type = schema.types[id.index]
      guard type.kind != .object else { continue }
      let notes: [Diagnostic.Note] =
        type.start == position ? [] : [.init(type.name.position, "defined here")]
      report.error(
        .rootOperationTypes,
        "the \(operation.keyword) type must be an object type, and \(symbols[type.name.symbol])"
          + " is \(type.kind.termWithArticle) type",
        about: .root(operation), at: position, notes: notes,
        help: "name an object type, or rename \(symbols[type.name.symbol]) if it is not meant to"
          + " be the \(operation.keyword) type")
    }
  }

  /// Checks that no type is the root of two operation types.
  mutating func checkDistinctRootOperationTypes() {
    let roots = roots
    for (index, root) in roots.enumerated() {
      guard let earlier = roots[..<index].first(where: { $0.id == root.id }) else { continue }
      report.error(
        .rootOperationTypes,
        "\(symbols[schema.name(of: root.id).symbol]) is both the"
          + " \(earlier.operation.keyword) and the \(root.operation.keyword) type",
        about: .root(root.operation), at: root.position,
        notes: [.init(earlier.position, "named here first")],
        help: "the root operation types must be different types")
    }
  }

  private var roots: [(operation: OperationType, id: TypeID, position: Position)] {
    OperationType.allCases.compactMap { operation in
      guard let name = schema.rootName(operation), let id = schema.root(operation) else {
        return nil
      }
      let type = schema.types[id.index]
      // Without a schema definition, the type's name makes it the root.
      return (operation, id, name.position == type.name.position ? type.start : name.position)
    }
  }

  /// Reports a schema without a query type: as a warning if it has another root, so that clients can use it.
  private mutating func reportMissingQuery() {
    let isUsable = !options.isStrict && !roots.isEmpty
    let definition = schemas.first { !$0.isExtension }
    let start = documents.first.flatMap { sources.source(at: $0.position) }
    report.add(
      isUsable ? .warning : .error, .rootOperationTypes, "the schema has no query type",
      about: .root(.query),
      at: definition?.start ?? start.map { Position(offset: $0.base) } ?? .unknown,
      help: definition == nil
        ? "define \"type Query\", or name the query type: \"schema { query: TypeName }\""
        : "add \"query: TypeName\" to the schema definition")
  }
}
