// Checks that operations have unique names.
// https://spec.graphql.org/September2025/#sec-Operation-Name-Uniqueness

import AuthGenLanguage

extension DocumentValidator {
  mutating func checkUniqueOperationNames() {
    names.removeAll()
    for name in document.operations.lazy.compactMap(\.definition.name) {
      guard let first = names.mark(name) else { continue }
      report.error(
        .uniqueOperationNames,
        "there is more than one operation named \"\(symbols[name.symbol])\"", at: name.position,
        notes: [.init(first, "the first is here")],
        help: "rename one of them; names are shared over all files")
    }
  }
}
