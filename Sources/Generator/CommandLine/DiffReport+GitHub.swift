// Renders changes as GitHub annotations, at the affected operations and in the new schema.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTypeSystem

extension DiffReport {
  /// Returns workflow commands, then a summary line. Changes that the run fails on come first,
  /// because GitHub shows only the first ten annotations of a level. A safe change becomes an
  /// annotation only if it is a deprecation and operations use the deprecated element.
  func workflowCommands() -> [UInt8] {
    var text: [UInt8] = []
    let ordered = shown.filter(\.fails) + shown.filter { !$0.fails }
    for entry in ordered {
      let title = entry.change.code
      let message =
        "\(entry.change.coordinate): \(entry.change.message); \(entry.change.consequence)"
      for use in entry.uses where entry.level != nil {
        let remedy = entry.remedy.map { "; to do: \($0)" } ?? ""
        append(entry, at: use.place, title, "\(use.title) uses \(message)\(remedy)", to: &text)
      }
      if entry.change.criticality != .safe {
        append(entry, at: entry.new, title, message + remark(on: entry), to: &text)
      }
    }
    text.append((client.map { "\($0): " } ?? "") + summary + "\n")
    for note in notes { text.append(note + "\n") }
    return text
  }

  private func append(
    _ entry: Entry, at place: SourceLocation?, _ title: String, _ message: String,
    to text: inout [UInt8]
  ) {
    guard let level = entry.level else { return }
    text.append(WorkflowCommand(level: level, place: place, title: title, message: message).text)
  }

  private func remark(on entry: Entry) -> String {
    guard hasOperations else { return "" }
    var titles: [String] = []
    for use in entry.uses where !titles.contains(use.title) && titles.count < 4 {
      titles.append(use.title)
    }
    if titles.isEmpty { return " (no operation here uses it)" }
    let names = titles.prefix(3).joined(separator: ", ")
    return " (used by \(names)\(titles.count > 3 ? " and more" : ""))"
  }
}

extension DiffReport.Entry {
  /// The annotation's level, or nil if the change is not shown as an annotation.
  fileprivate var level: WorkflowCommand.Level? {
    if fails { return .error }
    switch change.criticality {
    case .breaking, .dangerous: return .warning
    case .safe: return change.kind == .deprecationAdded ? .notice : nil
    }
  }
}
