// Warns about operations in a schema's documents, which have no effect. The specification lets
// tools decide whether that is an error.
// https://spec.graphql.org/September2025/#sec-Type-System

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
