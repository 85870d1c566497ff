// Changes for people.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTypeSystem

extension SchemaDiffReport {
  /// The changes in groups, the worst first, and a line that sums them up.
  func text() -> [UInt8] {
    var text: [UInt8] = []
    for criticality in SchemaChange.Criticality.allCases {
      let group = entries.filter { $0.change.criticality == criticality }
      if group.isEmpty { continue }
      text.append("\(criticality.heading)\n")
      for entry in group { append(entry, to: &text) }
      text.append("\n")
    }
    text.append(summary + "\n")
    if !hasOperations, !entries.isEmpty {
      text.append(
        "No operations were looked at: name them with --operations or in authgen.json to see what"
          + " changes for you.\n")
    }
    return text
  }

  private func append(_ entry: Entry, to text: inout [UInt8]) {
    let change = entry.change
    text.append("  \(change.coordinate.harmless())  \(change.kind.rawValue)\n")
    text.append("    \(change.message.harmless()); \(change.consequence)\n")
    let places = [("was at", entry.old), ("now at", change.new == nil ? nil : entry.new)]
      .compactMap { word, place in place.map { "\(word) \($0.text)" } }
    if !places.isEmpty { text.append("    \(places.joined(separator: ", "))\n") }
    for use in entry.uses {
      var line = "    \(change.criticality.verb) \(use.title): \(use.place?.text ?? "")"
      line += " (\(use.part.term))"
      if use.keyword == "fragment" { line += ", \(use.spreads)" }
      text.append(line + "\n")
    }
    if !entry.listsAllUses { text.append("    and more\n") }
    if hasOperations, !entry.isUsed, change.criticality != .safe {
      text.append("    \(change.criticality.verb) nobody here\n")
    }
  }
}

extension SchemaDiffReport.Use {
  /// Where a fragment is spread.
  fileprivate var spreads: String {
    guard !operations.isEmpty else { return "which no named operation spreads" }
    let names = operations.prefix(3).joined(separator: ", ")
    return operations.count > 3 ? "in \(names) and more" : "in \(names)"
  }
}

extension SourcePlace {
  /// As editors find it.
  fileprivate var text: String { "\(path.harmless()):\(line):\(column)" }
}

extension SchemaChange.Criticality {
  fileprivate var heading: String {
    switch self {
    case .breaking: "Breaking"
    case .dangerous: "Dangerous"
    case .safe: "Safe"
    }
  }

  /// What a change does to an operation.
  fileprivate var verb: String {
    switch self {
    case .breaking: "breaks"
    case .dangerous: "may affect"
    case .safe: "concerns"
    }
  }
}
