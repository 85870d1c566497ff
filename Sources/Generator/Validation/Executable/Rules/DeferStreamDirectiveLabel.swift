// Checks that the labels of `@defer` and `@stream` are strings, each used once.
// https://github.com/graphql/graphql-spec/pull/1110

import AuthGenLanguage

extension DocumentValidator {
  mutating func checkDeferStreamDirectiveLabel() {
    var positions: [String: Position] = [:]
    for directive in summary.labelled.sorted(by: { $0.position < $1.position }) {
      guard let label = directive[argument: .label] else { continue }
      switch label.kind {
      case .null: break
      case .string(let literal):
        let text = sources.text(of: literal)
        if let first = positions[text] {
          reportRepeatedLabel(of: directive, first: first)
        } else {
          positions[text] = directive.position
        }
      default: reportLabel(of: directive)
      }
    }
  }

  private mutating func reportRepeatedLabel(of directive: Directive, first: Position) {
    report.error(
      .deferStreamDirectiveLabel,
      "the label of this @\(symbols[directive.name.symbol]) is used more than once",
      at: directive.position, notes: [.init(first, "it is used here first")],
      help: "change one of them; labels are unique over all files")
  }

  private mutating func reportLabel(of directive: Directive) {
    report.error(
      .deferStreamDirectiveLabel,
      "the label of @\(symbols[directive.name.symbol]) must be a string", at: directive.position,
      help: "write a string in quotes: its text cannot depend on a variable")
  }
}
