// Checks that extensions extend a directive that the schema defines.
// https://spec.graphql.org/draft/#sec-Directive-Extensions

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkPossibleDirectiveExtensions() {
    for directive in directiveExtensions where !isDefined(directive.name.symbol) {
      reportUndefined(directive)
    }
  }

  private mutating func reportUndefined(_ directive: DirectiveExtension) {
    let name = directive.name.symbol
    let isBuiltIn = schema.directiveIndex(name) != nil
    let names = schema.directives[definedDirectives].lazy.map(\.name.symbol)
    let suggestion = report.didYouMean(name, among: names, symbols)
    report.error(
      .possibleDirectiveExtensions,
      isBuiltIn
        ? "the built-in directive @\(symbols[name]) cannot be extended"
        : "directive @\(symbols[name]) is extended but not defined",
      about: .directive(name), at: directive.name.position, outcome: "it is ignored",
      help: isBuiltIn
        ? "write its definition in the schema, with the directives"
        : suggestion ?? "define it, or remove the extension")
  }
}
