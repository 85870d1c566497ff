// What the generator's recorded cases need.

import AuthGenLanguage
import AuthGenTestSupport

extension RecordedCase {
  /// The cases of a file in `Recorded`.
  static func all(_ name: String) -> [RecordedCase] { all(at: "Tests/Generator/Recorded/\(name)") }
}

extension SourceMap {
  /// Problems with their positions, notes and help. Empty paths are left out.
  func text(of diagnostics: [Diagnostic]) -> String {
    diagnostics.flatMap { diagnostic in
      let severity = diagnostic.severity == .warning ? "warning " : ""
      let rule = "\(severity)\(diagnostic.rule.rawValue)"
      return ["\(place(diagnostic.position)) \(rule): \(diagnostic.message)"]
        + diagnostic.notes.map { "note \(place($0.position)): \($0.message)" }
        + (diagnostic.help.map { ["help: \($0)"] } ?? [])
    }.joined(separator: "\n")
  }

  func place(_ position: Position) -> String {
    location(of: position).map {
      ($0.path.isEmpty ? "" : "\($0.path):") + "\($0.line):\($0.column)"
    }
      ?? "nowhere"
  }
}
