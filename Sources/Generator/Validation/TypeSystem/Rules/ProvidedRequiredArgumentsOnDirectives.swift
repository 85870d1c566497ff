// Checks that applied directives are given all their required arguments.
// https://spec.graphql.org/September2025/#sec-Required-Arguments

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// The names of the given arguments must be marked.
  ///
  /// - Parameter index: the directive's definition, as an index in the schema's directives.
  mutating func checkProvidedRequiredArgumentsOnDirectives(_ directive: Directive, _ index: Int) {
    for name in directiveTable.required[index] where names[name] == nil {
      guard !report.isFull else { return }
      let definition = schema.directives[index]
      let notes = definitionNote(definition)
      report.error(
        .providedRequiredArgumentsOnDirectives,
        "directive \(definition.coordinate(symbols)) requires the argument"
          + " \"\(symbols[name])\"",
        at: directive.position, notes: notes,
        help: "give it: \(definition.coordinate(symbols))(\(symbols[name]): ...)")
    }
  }
}
