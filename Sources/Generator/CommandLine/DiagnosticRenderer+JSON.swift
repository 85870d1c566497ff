// Renders diagnostics as JSON.

import AuthGenLanguage

extension DiagnosticRenderer {
  /// Returns one line: an object with `valid` and `diagnostics`.
  ///
  /// - Parameter findings: each diagnostic with the sources that its position refers to.
  static func json(_ findings: [(diagnostic: Diagnostic, sources: SourceMap)]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in writer.verdict(findings) }
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the members `valid` (whether there are no errors) and `diagnostics`.
  mutating func verdict(_ findings: [(diagnostic: Diagnostic, sources: SourceMap)]) {
    member("valid", !findings.map(\.diagnostic).hasErrors)
    name("diagnostics")
    array { writer in
      for (diagnostic, sources) in findings { writer.diagnostic(diagnostic, sources) }
    }
  }

  private mutating func diagnostic(_ diagnostic: Diagnostic, _ sources: SourceMap) {
    object { writer in
      writer.member("severity", diagnostic.severity.rawValue)
      writer.member("rule", diagnostic.rule.rawValue)
      writer.member("message", diagnostic.message)
      writer.place(diagnostic.position, sources)
      if let help = diagnostic.help { writer.member("help", help) }
      if !diagnostic.notes.isEmpty {
        writer.name("notes")
        writer.array { writer in
          for note in diagnostic.notes {
            writer.object { writer in
              writer.member("message", note.message)
              writer.place(note.position, sources)
            }
          }
        }
      }
    }
  }

  /// Writes nothing if there is no position.
  private mutating func place(_ position: Position, _ sources: SourceMap) {
    guard let location = sources.location(of: position) else { return }
    member("file", location.path)
    member("line", location.line)
    member("column", location.column)
  }
}
