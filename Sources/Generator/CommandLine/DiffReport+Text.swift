// Renders changes as text.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTypeSystem
import AuthGenValidation

extension DiffReport {
  func render(_ format: Format) -> [UInt8] {
    switch format {
    case .text: text()
    case .json: json()
    case .github: workflowCommands()
    case .markdown: markdown()
    }
  }

  /// Returns the changes in groups, the most severe first, and a summary line.
  private func text() -> [UInt8] {
    var text: [UInt8] = []
    if let client { text.append("\(client)\n\n") }
    for criticality in SchemaChange.Criticality.allCases {
      let group = shown.filter { $0.change.criticality == criticality }
      if group.isEmpty { continue }
      text.append(
        criticality.rawValue.prefix(1).uppercased() + criticality.rawValue.dropFirst() + "\n")
      for entry in group { append(entry, to: &text) }
      text.append("\n")
    }
    text.append(summary + "\n")
    if !hasOperations, !shown.isEmpty {
      text.append(
        "No operations were checked: name them with --operations or in authgen.json to see which"
          + " changes affect you.\n")
    }
    for note in notes { text.append(note + "\n") }
    return text
  }

  private func append(_ entry: Entry, to text: inout [UInt8]) {
    let change = entry.change
    text.append("  \(change.coordinate.harmless())  \(change.code)\n")
    text.append("    \(change.message.harmless()); \(change.consequence)\n")
    for use in entry.uses {
      // A variable may have no value of the kind that is refused.
      let verb =
        change.criticality == .breaking && use.part == .variable
          && change.kind != .requiredInputAdded
        ? "may break" : change.criticality.verb
      var line = "    \(verb) \(use.title): \(use.place?.text ?? "")"
      let term = use.part.rawValue.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
      line += " (\(term))"
      if use.keyword == "fragment" { line += ", \(use.spreads)" }
      text.append(line + "\n")
    }
    if !entry.listsAllUses { text.append("    and more\n") }
    if !entry.code.isEmpty {
      text.append("    Swift: \(entry.code.shortened().joined(separator: ", ").harmless())\n")
    }
    if let remedy = entry.remedy { text.append("    to do: \(remedy)\n") }
    if hasOperations, !entry.isUsed, change.criticality != .safe {
      text.append("    \(change.criticality.verb) no operations here\n")
    }
    let places = [("was at", entry.old), ("now at", change.new == nil ? nil : entry.new)]
      .compactMap { word, place in place.map { "\(word) \($0.text)" } }
    if !places.isEmpty { text.append("    \(places.joined(separator: ", "))\n") }
  }
}

extension DiffReport {
  /// What is left to do in operations, and what the report does not compare.
  var notes: [String] {
    var notes: [String] = []
    if let invalidCount {
      notes.append(
        invalidCount == 0
          ? "All operations are valid for the new schema."
          : "\(invalidCount) of the operations and fragments \(invalidCount == 1 ? "is" : "are") invalid"
            + " for the new schema: with it in place, `authgen validate` lists the errors.")
    }
    if !comparesMarks {
      notes.append(
        "Authentication, features, weights and rate limits were not compared: the result of an"
          + " introspection has no applied directives.")
    }
    return notes
  }
}

extension [String] {
  /// The first texts of a long list, and the number of the others.
  func shortened() -> [String] {
    let maximum = 4
    return count <= maximum ? self : prefix(maximum) + ["and \(count - maximum) more"]
  }
}

extension DiffReport.Use {
  /// The operations that spread the fragment.
  fileprivate var spreads: String {
    guard !operations.isEmpty else { return "which no named operation spreads" }
    let names = operations.prefix(3).joined(separator: ", ")
    return operations.count > 3 ? "in \(names) and more" : "in \(names)"
  }
}

extension SourceLocation {
  /// The form that editors recognise.
  fileprivate var text: String { "\(path.harmless()):\(line):\(column)" }
}

extension SchemaChange.Criticality {
  /// The effect of a change on an operation.
  fileprivate var verb: String {
    switch self {
    case .breaking: "breaks"
    case .dangerous: "may affect"
    case .safe: "concerns"
    }
  }
}
