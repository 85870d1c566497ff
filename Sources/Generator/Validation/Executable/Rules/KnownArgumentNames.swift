// Reports arguments that their field or directive does not have.
// https://spec.graphql.org/September2025/#sec-Argument-Names

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func reportUnknownArgument(
    _ argument: Argument, _ definitions: [InputValueDefinition], of owner: ArgumentOwner
  ) {
    let name = argument.name.symbol
    let help =
      definitions.isEmpty
      ? "it takes no arguments"
      : report.didYouMean(name, among: definitions.lazy.map(\.name.symbol), symbols)
        ?? "it takes \(definitions.prefix(5).map { symbols[$0.name.symbol] }.joined(separator: ", "))"
    report.error(
      .knownArgumentNames, "\(owner.text(schema, symbols)) has no argument \"\(symbols[name])\"",
      at: argument.name.position, help: help)
  }
}
