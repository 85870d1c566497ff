// Renders diagnostics for terminals and Xcode, as JSON, or for GitHub.

package import AuthGenLanguage

/// The output format of diagnostics.
package enum DiagnosticFormat: String, CaseIterable, Sendable {
  /// `path:line:column: error: message`, as compilers write it, followed by the source line.
  case text
  /// One JSON object for all diagnostics.
  case json
  /// Workflow commands of GitHub Actions, which GitHub shows as annotations.
  case github
}

/// Renders diagnostics in one format.
package struct DiagnosticRenderer: Sendable {
  let format: DiagnosticFormat
  let sources: SourceMap
  let colour: Bool

  /// - Parameters:
  ///   - sources: the sources that the diagnostics' positions refer to.
  ///   - colour: whether text contains ANSI escape sequences; the other formats contain none. Xcode does not
  ///     recognise lines with escape sequences, so use them for terminals only. Default: false.
  package init(format: DiagnosticFormat, sources: SourceMap, colour: Bool = false) {
    self.format = format
    self.sources = sources
    self.colour = colour
  }

  /// Returns the diagnostics in the given order, as UTF-8. Each line ends with a line feed. Without
  /// diagnostics, JSON still contains `valid`, and the other formats are empty.
  package func render(_ diagnostics: [Diagnostic]) -> [UInt8] {
    switch format {
    case .text:
      var text: [UInt8] = []
      for diagnostic in diagnostics { appendText(diagnostic, to: &text) }
      return text
    case .json:
      return Self.json(diagnostics.map { ($0, sources) })
    case .github:
      var text: [UInt8] = []
      for diagnostic in diagnostics { appendWorkflowCommand(diagnostic, to: &text) }
      return text
    }
  }
}

extension [Diagnostic] {
  /// The number of problems, such as "2 errors, 1 warning", or "no errors".
  package var summary: String {
    let errors = count { $0.severity == .error }
    let counts = [(errors, "error"), (count - errors, "warning")]
      .filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
    return counts.isEmpty ? "no errors" : counts.joined(separator: ", ")
  }
}
