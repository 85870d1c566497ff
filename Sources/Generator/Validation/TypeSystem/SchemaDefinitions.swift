// Checks a schema's documents for operations, and checks its `schema` definitions.
// https://spec.graphql.org/September2025/#sec-Root-Operation-Types

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkTypeSystemDefinitions() {
    for document in documents {
      for definition in document.definitions {
        let position: Position
        switch definition {
        case .operation(let operation): position = operation.position
        case .fragment(let fragment): position = fragment.position
        default: continue
        }
        report.add(
          .warning, .typeSystemDefinitions,
          "an operation or fragment in a schema's document is not used", at: position,
          help: "move it to a document of operations")
      }
    }
  }
}

extension SchemaValidator {
  mutating func checkLoneSchemaDefinition() {
    var first: SchemaDefinition?
    for schema in schemas where !schema.isExtension {
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
}

extension SchemaValidator {
  mutating func checkUniqueOperationTypes() {
    var first: [Position?] = [nil, nil, nil]
    for root in schemas.lazy.flatMap(\.rootOperations) {
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
