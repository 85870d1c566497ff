// Checks that fragments have unique names.
// https://spec.graphql.org/September2025/#sec-Fragment-Name-Uniqueness

import AuthGenLanguage

extension DocumentValidator {
  mutating func checkUniqueFragmentNames() {
    names.removeAll()
    for name in document.fragments.lazy.map(\.definition.name) {
      guard let first = names.mark(name) else { continue }
      report.error(
        .uniqueFragmentNames,
        "there is more than one fragment named \"\(symbols[name.symbol])\"", at: name.position,
        notes: [.init(first, "the first is here")],
        help: "rename one of them; names are shared over all files")
    }
  }
}
