// Renders changes as text.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTypeSystem
import AuthGenValidation

extension SchemaDiffReport {
  /// Returns the changes in groups, the most severe first, and a summary line.
  func text() -> [UInt8] {
    var text: [UInt8] = []
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
    return text
  }

  private func append(_ entry: Entry, to text: inout [UInt8]) {
    let change = entry.change
    text.append("  \(change.coordinate.harmless())  \(change.code)\n")
    text.append("    \(change.message.harmless()); \(change.consequence)\n")
    let places = [("was at", entry.old), ("now at", change.new == nil ? nil : entry.new)]
      .compactMap { word, place in place.map { "\(word) \($0.text)" } }
    if !places.isEmpty { text.append("    \(places.joined(separator: ", "))\n") }
    for use in entry.uses {
      var line = "    \(change.criticality.verb) \(use.title): \(use.place?.text ?? "")"
      let term = use.part.rawValue.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
      line += " (\(term))"
      if use.keyword == "fragment" { line += ", \(use.spreads)" }
      text.append(line + "\n")
    }
    if !entry.listsAllUses { text.append("    and more\n") }
    if hasOperations, !entry.isUsed, change.criticality != .safe {
      text.append("    \(change.criticality.verb) no operations here\n")
    }
  }
}

extension SchemaDiffReport.Use {
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
