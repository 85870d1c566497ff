// Checks that operations use each fragment. Options decide whether that is an error.
// https://spec.graphql.org/September2025/#sec-Fragments-Must-Be-Used

import AuthGenLanguage

extension DocumentValidator {
  mutating func checkNoUnusedFragments(_ graph: FragmentGraph) {
    for (fragment, isUsed) in zip(document.fragments, graph.isUsed) where !isUsed {
      let name = symbols[fragment.definition.name.symbol]
      // If several fragments have one name, only one can be spread. Another rule reports the repeated name.
      let spread = document.fragmentIndex(fragment.definition.name.symbol)
      if let spread, graph.isUsed[spread] { continue }
      report.add(
        options.unusedFragments, .noUnusedFragments,
        "fragment \"\(name)\" is not used by any operation", at: fragment.definition.position,
        help: "spread it or remove it")
    }
  }
}
