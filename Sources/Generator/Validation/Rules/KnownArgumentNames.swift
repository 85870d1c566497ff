// Reports arguments that their field or directive does not have.
// https://spec.graphql.org/September2025/#sec-Argument-Names

import AuthGenLanguage
import AuthGenTypeSystem

extension Validator {
  mutating func reportUnknownArgument(
    _ argument: Argument, _ definitions: [InputValueDefinition], of owner: ArgumentOwner
  ) {
    let (schema, symbols) = (schema, symbols)
    let name = argument.name.symbol
    let known = definitions.lazy.map(\.name.symbol)
    let help =
      known.isEmpty
      ? "it takes no arguments"
      : report.didYouMean(name, among: known, symbols) ?? symbols.listed("it takes", known)
    report.error(
      Self.argumentRules.unknown,
      "\(owner.text(schema, symbols)) has no argument \"\(symbols[name])\"",
      at: argument.name.position, help: help)
  }
}
