// Renders changes as Markdown, for a comment on a pull request.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTypeSystem
import AuthGenValidation

extension DiffReport {
  /// The most rows of a table. GitHub's comments have at most 65,536 characters.
  private static let maximumRows = 100

  /// Returns a heading with the summary, and a table with a row for each change.
  func markdown() -> [UInt8] {
    var text = "### Schema\(client.map { " of \($0)" } ?? ""): \(summary)\n"
    if !shown.isEmpty {
      text += "\n| | Change | Touches | To do |\n| --- | --- | --- | --- |\n"
      for entry in shown.prefix(Self.maximumRows) { text += row(entry) }
      if shown.count > Self.maximumRows {
        text += "\nand \(shown.count - Self.maximumRows) more\n"
      }
    }
    for note in notes { text += "\n\(note)\n" }
    return Array(text.utf8)
  }

  private func row(_ entry: Entry) -> String {
    let change = entry.change
    let uses = entry.uses.map { use in
      use.title.code + (use.place.map { " (\("\($0.path):\($0.line)".code))" } ?? "")
    }
    var touched = uses.withoutRepetition.shortened() + entry.code.map(\.code).shortened()
    if touched.isEmpty { touched = hasOperations ? ["no operations"] : [] }
    let cells = [
      change.criticality == .breaking ? "**breaking**" : change.criticality.rawValue,
      "\(change.coordinate.code) \((change.message + "; " + change.consequence).markdownText)",
      touched.joined(separator: "<br>"), entry.remedy?.markdownText ?? "",
    ]
    return "| \(cells.joined(separator: " | ")) |\n"
  }
}

extension String {
  /// The text as a code span in a cell of a table.
  fileprivate var code: String {
    "`" + harmless().replacing("`", with: "'").replacing("|", with: "\\|") + "`"
  }

  /// The text without Markdown's special characters. Text in backticks remains a code span.
  fileprivate var markdownText: String {
    var result = ""
    for character in harmless() {
      if "\\|<>*_[]#".contains(character) { result.append("\\") }
      result.append(character)
      // A name after this character would notify its owner.
      if character == "@" { result += "<!-- -->" }
    }
    return result
  }
}
