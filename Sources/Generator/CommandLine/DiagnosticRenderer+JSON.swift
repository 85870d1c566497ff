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
      if let place = sources.location(of: diagnostic.position) { writer.members(place) }
      if let help = diagnostic.help { writer.member("help", help) }
      if !diagnostic.notes.isEmpty {
        writer.name("notes")
        writer.array { writer in
          for note in diagnostic.notes {
            writer.object { writer in
              writer.member("message", note.message)
              if let place = sources.location(of: note.position) { writer.members(place) }
            }
          }
        }
      }
    }
  }

  mutating func members(_ place: SourceLocation) {
    member("file", place.path)
    member("line", place.line)
    member("column", place.column)
  }
}
