// Checks that the arguments of applied directives exist.
// https://spec.graphql.org/September2025/#sec-Argument-Names

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// - Parameter index: the directive's definition, as an index in the schema's directives.
  mutating func checkKnownArgumentNamesOnDirectives(_ directive: Directive, _ index: Int) {
    for argument in directive.arguments
    where directiveTable.argument(argument.name.symbol, of: index, in: schema) == nil {
      reportUnknownArgument(argument, schema.directives[index])
    }
  }

  private mutating func reportUnknownArgument(
    _ argument: Argument, _ definition: DirectiveDefinition
  ) {
    let names = definition.arguments.lazy.map(\.name.symbol)
    let help = report.didYouMean(argument.name.symbol, among: names, symbols)
    let notes = definitionNote(definition)
    report.error(
      .knownArgumentNamesOnDirectives,
      "directive \(definition.coordinate(symbols)) has no argument"
        + " \"\(symbols[argument.name.symbol])\"",
      at: argument.name.position, notes: notes,
      help: help ?? (names.isEmpty ? "it takes no arguments" : symbols.listed("it takes", names)))
  }
}
