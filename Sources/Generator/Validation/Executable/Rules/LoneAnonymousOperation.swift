// Checks that an operation without a name is the only operation.
// https://spec.graphql.org/September2025/#sec-Lone-Anonymous-Operation

import AuthGenLanguage

extension DocumentValidator {
  mutating func checkLoneAnonymousOperation() {
    guard document.operations.count > 1 else { return }
    for operation in document.operations where operation.definition.name == nil {
      let keyword = operation.definition.operationType.keyword
      report.error(
        .loneAnonymousOperation, "this \(keyword) has no name, but it is not the only operation",
        at: operation.definition.position,
        help:
          "name it: \(keyword) SomeName { ... }; only the single operation of a file has the file's name"
      )
    }
  }
}
