// Checks a schema's documents for operations, and checks its `schema` definitions.
// https://spec.graphql.org/September2025/#sec-Root-Operation-Types

import AuthGenLanguage
import AuthGenTypeSystem

/// Warns about operations in a schema's documents, which have no effect. The specification lets
/// tools decide whether that is an error.
enum TypeSystemDefinitions {
  static let rule = Diagnostic.Rule.typeSystemDefinitions

  static func check(_ documents: [Document], _ report: inout Report) {
    for document in documents {
      for definition in document.definitions {
        let position: Position
        switch definition {
        case .operation(let operation): position = operation.position
        case .fragment(let fragment): position = fragment.position
        default: continue
        }
        report.add(
          .warning, rule, "an operation or fragment in a schema's document is not used",
          at: position, help: "move it to a document of operations")
      }
    }
  }
}

enum SchemaDefinitions {
  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    checkLoneSchemaDefinition(context, &report)
    checkUniqueOperationTypes(context, &report)
  }

  private static func checkLoneSchemaDefinition(
    _ context: TypeSystemContext, _ report: inout Report
  ) {
    var first: SchemaDefinition?
    for schema in context.schemas where !schema.isExtension {
      guard let first else {
        first = schema
        continue
      }
      report.error(
        .loneSchemaDefinition, "a schema has only one schema definition", about: .schema,
        at: schema.start,
        notes: [.init(first.position, "it is defined here first")],
        help: "make this one an \"extend schema\", or remove it")
    }
  }

  private static func checkUniqueOperationTypes(
    _ context: TypeSystemContext, _ report: inout Report
  ) {
    var first: [Position?] = [nil, nil, nil]
    for root in context.schemas.lazy.flatMap(\.rootOperations) {
      let operation = Int(root.operationType.rawValue)
      guard let earlier = first[operation] else {
        first[operation] = root.position
        continue
      }
      report.error(
        .uniqueOperationTypes,
        "the \(root.operationType.keyword) type is given more than once",
        about: .root(root.operationType), at: root.position, outcome: "the first one is used",
        notes: [.init(earlier, "given here first")], help: "keep one of the two")
    }
  }
}
