// Checks that a document contains only operations and fragments.
// https://spec.graphql.org/September2025/#sec-Executable-Definitions

import AuthGenLanguage

extension DocumentValidator {
  mutating func checkExecutableDefinitions() {
    for definition in document.documents.lazy.flatMap(\.definitions) {
      let what: (text: String, position: Position)
      switch definition {
      case .operation, .fragment: continue
      case .schema(let schema):
        what = ("a schema definition", schema.start)
      case .type(let type):
        what = ("the definition of type \(symbols[type.name.symbol])", type.start)
      case .directive(let directive):
        what = ("the definition of directive \(directive.coordinate(symbols))", directive.start)
      case .directiveExtension(let directive):
        what = (
          "the extension of directive @\(symbols[directive.name.symbol])", directive.position
        )
      }
      report.error(
        .executableDefinitions, "\(what.text) is not an operation or fragment", at: what.position,
        help: "move it to a schema file")
    }
  }
}
