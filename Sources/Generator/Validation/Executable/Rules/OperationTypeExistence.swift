// Checks that the schema supports the types of the operations.
// https://spec.graphql.org/September2025/#sec-Operation-Type-Existence

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkOperationTypeExistence() {
    for operation in document.operations.lazy.map(\.definition)
    where schema.root(operation.operationType) == nil {
      let keyword = operation.operationType.keyword
      report.error(
        .operationTypeExistence, "the schema has no \(keyword) type", at: operation.position,
        help: "it supports no \(keyword) operations; check that this is the right schema")
    }
  }
}
