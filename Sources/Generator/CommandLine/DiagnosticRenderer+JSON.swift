// Renders diagnostics as JSON.

import AuthGenLanguage

extension DiagnosticRenderer {
  /// Returns one line: an object with `valid` and `diagnostics`.
  ///
  /// - Parameter diagnostics: each diagnostic with the sources that its position refers to.
  static func json(_ diagnostics: [(diagnostic: Diagnostic, sources: SourceMap)]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in writer.verdict(diagnostics) }
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the members `valid` (whether there are no errors) and `diagnostics`.
  mutating func verdict(_ diagnostics: [(diagnostic: Diagnostic, sources: SourceMap)]) {
    member("valid", !diagnostics.map(\.diagnostic).hasErrors)
    name("diagnostics")
    array { writer in
      for (diagnostic, sources) in diagnostics { writer.diagnostic(diagnostic, sources) }
    }
  }

  private mutating func diagnostic(_ diagnostic: Diagnostic, _ sources: SourceMap) {
    object { writer in
      writer.member("severity", diagnostic.severity.rawValue)
      writer.member("rule", diagnostic.rule.rawValue)
      writer.member("message", diagnostic.message)
      if let location = sources.location(of: diagnostic.position) { writer.members(location) }
      if let help = diagnostic.help { writer.member("help", help) }
      if !diagnostic.notes.isEmpty {
        writer.name("notes")
        writer.array { writer in
          for note in diagnostic.notes {
            writer.object { writer in
              writer.member("message", note.message)
              if let location = sources.location(of: note.position) { writer.members(location) }
            }
          }
        }
      }
    }
  }

  mutating func members(_ location: SourceLocation) {
    member("file", location.path)
    member("line", location.line)
    member("column", location.column)
  }
}
