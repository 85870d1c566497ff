// Reports spreads of fragments that do not exist.
// https://spec.graphql.org/September2025/#sec-Fragment-Spread-Target-Defined

import AuthGenLanguage

extension DocumentValidator {
  mutating func reportUnknownFragment(_ spread: FragmentSpread) {
    let name = spread.name.symbol
    let fragments = document.fragments.lazy.map(\.definition.name.symbol)
    let help =
      report.didYouMean(name, among: fragments, symbols)
      ?? "define it: fragment \(symbols[name]) on SomeType { ... }"
    report.error(
      .knownFragmentNames, "unknown fragment \"\(symbols[name])\"",
      at: spread.name.position, help: help)
  }
}
