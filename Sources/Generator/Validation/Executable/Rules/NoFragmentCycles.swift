// Checks that fragments do not contain themselves.
// https://spec.graphql.org/September2025/#sec-Fragment-Spreads-Must-Not-Form-Cycles

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
