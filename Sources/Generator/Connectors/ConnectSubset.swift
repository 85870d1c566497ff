// The supported part of the connect specification. The specification is written for a server, which
// sees each response; authgen decides everything at generation time.

import AuthGenLanguage

package enum ConnectSubset {
  /// The document that describes the supported part.
  package static let document = "Connectors.md"

  static let help = "see \(document) in the documentation for the supported part of this language"

  /// Returns the error for a feature of the specification that authgen cannot resolve at generation time.
  static func unsupported(
    _ what: String, at position: Position, instead: String? = nil
  ) -> Diagnostic {
    wrong(
      "\(what) is not supported", at: position, help: (instead.map { $0 + "; " } ?? "") + help)
  }

  /// Returns an error by the specification's own rules.
  static func wrong(
    _ message: String, at position: Position, notes: [Diagnostic.Note] = [], help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: .connectors, message: message, at: position, notes: notes, help: help ?? Self.help)
  }
}

extension [Diagnostic] {
  /// Adds an error by the specification's own rules.
  mutating func report(
    _ message: String, at position: Position, notes: [Diagnostic.Note] = [], help: String? = nil
  ) {
    append(ConnectSubset.wrong(message, at: position, notes: notes, help: help))
  }

  /// Adds an error for a feature of the specification that authgen cannot resolve at generation time.
  mutating func reportUnsupported(_ what: String, at position: Position, instead: String? = nil) {
    append(ConnectSubset.unsupported(what, at: position, instead: instead))
  }
}
