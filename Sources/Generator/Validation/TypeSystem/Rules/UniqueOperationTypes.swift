// Checks that `schema` definitions and extensions give each root operation type once.
// https://spec.graphql.org/September2025/#sec-Root-Operation-Types

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkUniqueOperationTypes() {
    var first: [OperationType: Position] = [:]
    for root in schemas.lazy.flatMap(\.rootOperations) {
      guard let earlier = first[root.operationType] else {
        first[root.operationType] = root.position
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
