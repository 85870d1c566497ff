// Rules about applied directives.
// https://spec.graphql.org/September2025/#sec-Validation.Directives

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func reportUnknownDirective(_ directive: Directive) {
    let name = directive.name.symbol
    let help =
      report.didYouMean(name, among: schema.directives.lazy.map(\.name.symbol), symbols)
      ?? "remove it, or define it in the schema"
    report.error(
      .knownDirectives, "unknown directive @\(symbols[name])", at: directive.position,
      help: help)
  }

  mutating func checkLocation(
    of directive: Directive, _ definition: DirectiveDefinition, _ location: DirectiveLocation
  ) {
    guard !definition.locations.contains(location) else { return }
    let allowed = definition.locations.map { symbols[$0.symbol] }.joined(separator: ", ")
    report.error(
      .knownDirectives,
      "directive @\(symbols[directive.name.symbol]) is not allowed on"
        + " \(symbols[location.symbol])",
      at: directive.position, help: "it is for \(allowed)")
  }
}

extension DocumentValidator {
  mutating func checkUniqueDirectivesPerLocation(_ directives: [Directive]) {
    names.removeAll()
    for directive in directives {
      let first = names.mark(directive.name.symbol, directive.position.offset)
      guard let first, schema.directive(directive.name.symbol)?.isRepeatable == false else {
        continue
      }
      report.error(
        .uniqueDirectivesPerLocation,
        "directive @\(symbols[directive.name.symbol]) is applied more than once here",
        at: directive.position, notes: [.init(Position(offset: first), "applied here first")],
        help: "keep one of the two: the directive is not repeatable")
    }
  }
}
