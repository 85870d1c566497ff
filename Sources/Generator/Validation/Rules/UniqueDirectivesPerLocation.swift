// Checks that a directive that is not repeatable is applied once at each location.
// https://spec.graphql.org/September2025/#sec-Directives-Are-Unique-per-Location

import AuthGenLanguage
import AuthGenTypeSystem

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

extension SchemaValidator {
  /// Checks one directive. `applied` contains the earlier ones of the location.
  mutating func checkUniqueDirectivesPerLocation(
    _ directive: Directive, _ definition: DirectiveDefinition
  ) {
    guard !definition.isRepeatable,
      let first = applied.mark(directive.name.symbol, directive.position.offset)
    else { return }
    report.error(
      .uniqueDirectivesPerLocation,
      "directive @\(symbols[directive.name.symbol]) is applied more than once",
      at: directive.position, notes: [.init(Position(offset: first), "applied here first")],
      help: "only repeatable directives may be; keep one of the two")
  }
}
