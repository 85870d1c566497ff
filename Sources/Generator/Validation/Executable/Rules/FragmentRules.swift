// Rules about cycles of fragments and unused fragments.
// https://spec.graphql.org/September2025/#sec-Validation.Fragments

import AuthGenLanguage

extension DocumentValidator {
  mutating func checkNoFragmentCycles(_ graph: FragmentGraph) {
    for cycle in graph.cycles {
      let name = symbols[document.fragments[cycle.spread.fragment].definition.name.symbol]
      let through = cycle.path.dropFirst()
        .map { "\"\(symbols[document.fragments[$0].definition.name.symbol])\"" }
        .joined(separator: ", ")
      let more = cycle.count > cycle.path.count ? " and \(cycle.count - cycle.path.count) more" : ""
      let via = through.isEmpty ? "" : " through \(through)\(more)"
      report.error(
        .noFragmentCycles, "fragment \"\(name)\" contains itself\(via)",
        at: cycle.spread.position,
        help: "a query has a fixed depth: select the inner levels without this spread")
    }
  }
}

extension DocumentValidator {
  mutating func checkNoUnusedFragments(_ graph: FragmentGraph) {
    for (fragment, isUsed) in zip(document.fragments, graph.isUsed) where !isUsed {
      let name = symbols[fragment.definition.name.symbol]
      // If several fragments have one name, only one can be spread. Another rule reports the
      // repeated name.
      let spread = document.fragmentIndex(fragment.definition.name.symbol)
      if let spread, graph.isUsed[spread] { continue }
      report.add(
        options.unusedFragments, .noUnusedFragments,
        "fragment \"\(name)\" is not used by any operation", at: fragment.definition.position,
        help: "spread it or remove it")
    }
  }
}
