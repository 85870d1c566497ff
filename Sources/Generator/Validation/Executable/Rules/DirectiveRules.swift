// Rules about applied directives.
// https://spec.graphql.org/September2025/#sec-Validation.Directives

import AuthGenLanguage
import AuthGenTypeSystem

extension ExecutableTraversal {
  mutating func checkDirectives(_ directives: [Directive], at location: DirectiveLocation) {
    if directives.count > 1 { checkUniqueDirectives(directives) }
    checkEachDirective(directives, at: location)
  }

  /// Checks all rules except UniqueDirectivesPerLocation.
  mutating func checkEachDirective(_ directives: [Directive], at location: DirectiveLocation) {
    for directive in directives {
      let definition = schema.directive(directive.name.symbol)
      if let definition {
        checkLocation(directive, definition, location)
      } else {
        reportUnknownDirective(directive)
      }
      checkArguments(directive.arguments, definition?.arguments, of: .directive(directive))
    }
  }

  /// Reports KnownDirectives. https://spec.graphql.org/September2025/#sec-Directives-Are-Defined
  private mutating func reportUnknownDirective(_ directive: Directive) {
    let name = directive.name.symbol
    let help =
      report.didYouMean(name, among: schema.directives.lazy.map(\.name.symbol), symbols)
      ?? "remove it, or define it in the schema"
    report.error(
      .knownDirectives, "unknown directive @\(symbols[name])", at: directive.position,
      help: help)
  }

  /// KnownDirectives. https://spec.graphql.org/September2025/#sec-Directives-Are-in-Valid-Locations
  private mutating func checkLocation(
    _ directive: Directive, _ definition: DirectiveDefinition, _ location: DirectiveLocation
  ) {
    guard !definition.locations.contains(location) else { return }
    let allowed = definition.locations.map { symbols[$0.symbol] }.joined(separator: ", ")
    report.error(
      .knownDirectives,
      "directive @\(symbols[directive.name.symbol]) is not allowed on"
        + " \(symbols[location.symbol])",
      at: directive.position, help: "it is for \(allowed)")
  }

  /// Checks UniqueDirectivesPerLocation.
  /// https://spec.graphql.org/September2025/#sec-Directives-Are-Unique-per-Location
  mutating func checkUniqueDirectives(_ directives: [Directive]) {
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
