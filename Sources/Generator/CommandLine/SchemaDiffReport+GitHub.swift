// Changes as annotations of GitHub: at the operations that they touch, and in the new schema.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTypeSystem

extension SchemaDiffReport {
  /// Workflow commands, those that the run fails on first, since GitHub shows only the first ten of a
  /// level; then a line that sums them up. Of safe changes, only deprecations are annotations, where
  /// operations use what is deprecated.
  func workflowCommands() -> [UInt8] {
    var text: [UInt8] = []
    let ordered = entries.filter(\.fails) + entries.filter { !$0.fails }
    for entry in ordered {
      let title = entry.change.kind.rawValue
      let message =
        "\(entry.change.coordinate): \(entry.change.message); \(entry.change.consequence)"
      for use in entry.uses where entry.level != nil {
        append(entry, at: use.place, title, "\(use.title) uses \(message)", to: &text)
      }
      if entry.change.criticality != .safe {
        append(entry, at: entry.new, title, message + remark(on: entry), to: &text)
      }
    }
    text.append(summary + "\n")
    return text
  }

  private func append(
    _ entry: Entry, at place: SourcePlace?, _ title: String, _ message: String,
    to text: inout [UInt8]
  ) {
    guard let level = entry.level else { return }
    text.append(
      WorkflowCommand(level: level, place: place, title: title, message: message).text)
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

extension SchemaDiffReport.Entry {
  /// Nil for what is no annotation.
  fileprivate var level: WorkflowCommand.Level? {
    if fails { return .error }
    switch change.criticality {
    case .breaking, .dangerous: return .warning
    case .safe: return change.kind == .deprecationAdded ? .notice : nil
    }
  }
}
