// Checks that fragments do not contain themselves.
// https://spec.graphql.org/September2025/#sec-Fragment-Spreads-Must-Not-Form-Cycles

import AuthGenLanguage

extension DocumentValidator {
  private static let maximumPathLength = 6

  mutating func checkNoFragmentCycles(_ graph: FragmentGraph) {
    for cycle in graph.cycles {
      let spread = summary.spreads[cycle.closingEdge]
      let names = cycle.steps.prefix(Self.maximumPathLength)
        .map { symbols[document.fragments[$0.node].definition.name.symbol] }
      let through = names.dropFirst().map { "\"\($0)\"" }.joined(separator: ", ")
      let more = cycle.count > names.count ? " and \(cycle.count - names.count) more" : ""
      let via = through.isEmpty ? "" : " through \(through)\(more)"
      report.error(
        .noFragmentCycles, "fragment \"\(names[0])\" contains itself\(via)",
        at: spread.position,
        help: "a query has a fixed depth: select the inner levels without this spread")
    }
  }
}
