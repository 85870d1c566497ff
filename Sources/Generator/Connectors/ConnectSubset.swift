// What of the connect specification is understood. The whole of it is for a server, which sees each
// response; here all is decided when generating.

import AuthGenLanguage

package enum ConnectSubset {
  /// The document that says what is understood, for people who come upon its limits.
  package static let document = "Connectors.md"

  static let help = "\(document) in the documentation says what is understood of this language"

  /// Something that the specification has, and that cannot be resolved when generating.
  static func unsupported(
    _ what: String, at position: Position, instead: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: "Connectors", message: "\(what) is not understood here", at: position,
      help: (instead.map { $0 + "; " } ?? "") + help)
  }

  /// Something that the specification does not allow either.
  static func wrong(
    _ message: String, at position: Position, notes: [Diagnostic.Note] = [], help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: "Connectors", message: message, at: position, notes: notes, help: help ?? Self.help)
  }
}
