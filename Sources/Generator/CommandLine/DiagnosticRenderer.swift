// Diagnostics as what reads them wants them: people and Xcode, programs, or GitHub.

import AuthGenLanguage

/// How diagnostics are written.
package enum DiagnosticFormat: String, CaseIterable, Sendable {
  /// `path:line:column: error: message`, as compilers write it, with the line of the source.
  case text
  /// One JSON object for all diagnostics.
  case json
  /// Workflow commands of GitHub Actions, which become annotations.
  case github
}

/// Writes diagnostics in one format.
package struct DiagnosticRenderer: Sendable {
  let format: DiagnosticFormat
  let sources: SourceMap
  let colour: Bool

  /// - Parameters:
  ///   - sources: the texts that the diagnostics' positions lie in.
  ///   - colour: whether text has ANSI escape sequences; the other formats never have. With them,
  ///     Xcode does not recognise the lines, so they are for terminals only. Default: false.
  package init(format: DiagnosticFormat, sources: SourceMap, colour: Bool = false) {
    self.format = format
    self.sources = sources
    self.colour = colour
  }

  /// The diagnostics in the order given, as UTF-8. Each line ends in a line feed. Without
  /// diagnostics, JSON still says that all is valid; the other formats are empty then.
  package func render(_ diagnostics: [Diagnostic]) -> [UInt8] {
    switch format {
    case .text:
      var text: [UInt8] = []
      for diagnostic in diagnostics { appendText(diagnostic, to: &text) }
      return text
    case .json:
      return json(diagnostics)
    case .github:
      var text: [UInt8] = []
      for diagnostic in diagnostics { appendWorkflowCommand(diagnostic, to: &text) }
      return text
    }
  }
}

extension [Diagnostic] {
  /// How many there are, such as "2 errors, 1 warning"; "no errors" where there are none.
  package var summary: String {
    let errors = count { $0.severity == .error }
    let counts = [(errors, "error"), (count - errors, "warning")]
      .filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return counts.isEmpty ? "no errors" : counts.joined(separator: ", ")
  }
}
