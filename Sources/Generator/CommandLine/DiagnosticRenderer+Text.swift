// Renders diagnostics in the form that compilers use. Xcode and SwiftPM recognise
// `path:line:column: error: message` only at the start of a line.

import AuthGenLanguage

extension DiagnosticRenderer {
  func appendText(_ diagnostic: Diagnostic, to text: inout [UInt8]) {
    appendFinding(
      diagnostic.severity.rawValue, diagnostic.severity == .error ? .error : .warning,
      "\(diagnostic.message) [\(diagnostic.rule.rawValue)]", at: diagnostic.position,
      showsSource: !diagnostic.rule.hidesSource, to: &text)
    for note in diagnostic.notes {
      appendFinding("note", .remark, note.message, at: note.position, to: &text)
    }
    if let help = diagnostic.help {
      text.append("  \(styled("help:", .remark)) \(help.harmless())\n")
    }
  }

  private func appendFinding(
    _ label: String, _ style: ANSIStyle, _ message: String, at position: Position,
    showsSource: Bool = true, to text: inout [UInt8]
  ) {
    let location = sources.location(of: position)
    if let location {
      text.append("\(location.path.harmless()):\(location.line):\(location.column): ")
    }
    text.append("\(styled("\(label):", style)) \(message.harmless())\n")
    if let location, showsSource {
      let excerpt = SourceExcerpt(location)
      text.append("\(excerpt.line)\n\(excerpt.indentation)\(styled("^", style))\n")
    }
  }

  private func styled(_ text: String, _ style: ANSIStyle) -> String {
    colour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// The parameters of the terminal's "select graphic rendition" (ECMA-48, 8.3.117).
private enum ANSIStyle: String {
  /// Bold red.
  case error = "1;31"
  /// Yellow.
  case warning = "33"
  /// Cyan, for notes and help.
  case remark = "36"
}
