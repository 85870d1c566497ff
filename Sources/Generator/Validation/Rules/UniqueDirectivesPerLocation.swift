// Checks that a directive that is not repeatable is applied once at each location.
// https://spec.graphql.org/September2025/#sec-Directives-Are-Unique-per-Location

import AuthGenLanguage
import AuthGenTypeSystem

extension Validator {
  /// - Parameter directives: the directives of one location.
  mutating func checkUniqueDirectivesPerLocation(_ directives: [Directive]) {
    names.removeAll()
    for directive in directives {
      let first = names.mark(directive.name.symbol, directive.position.offset)
      guard let first, schema.directive(directive.name.symbol)?.isRepeatable == false else {
        continue
      }
      let symbols = symbols
      report.error(
        .uniqueDirectivesPerLocation,
        "directive @\(symbols[directive.name.symbol]) is applied more than once here",
        at: directive.position, notes: [.init(Position(offset: first), "applied here first")],
        help: "keep one of the two: the directive is not repeatable")
    }
  }
}
