// Renders changes as JSON.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTypeSystem
import AuthGenValidation

extension DiffReport {
  /// Returns one line: an object with `fails`, `failOn`, `operations` (whether operations were
  /// checked), `comparesDirectives`, `invalidDefinitions`, `summary`, `notes`, `counts` and `changes`; with
  /// several clients, also `client`.
  func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.report(self)
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  mutating func report(_ report: DiffReport) {
    object { writer in
      if let client = report.client { writer.member("client", client) }
      writer.member("fails", report.fails)
      writer.member("failOn", report.failure.rawValue)
      writer.member("operations", report.hasOperations)
      writer.member("comparesDirectives", report.comparesMarks)
      if let invalidCount = report.invalidCount {
        writer.member("invalidDefinitions", invalidCount)
      }
      writer.member("summary", report.summary)
      writer.member("notes", report.notes)
      writer.name("counts")
      writer.object { writer in
        for criticality in SchemaChange.Criticality.allCases {
          writer.member(criticality.rawValue, report.count(criticality))
        }
      }
      writer.member("changes", report.shown) { $0.entry($1, report.hasOperations) }
    }
  }

  private mutating func entry(_ entry: DiffReport.Entry, _ hasOperations: Bool) {
    let change = entry.change
    object { writer in
      writer.member("kind", change.code)
      writer.member("criticality", change.criticality.rawValue)
      writer.member("coordinate", change.coordinate)
      writer.member("message", change.message)
      writer.member("consequence", change.consequence)
      writer.member("fails", entry.fails)
      if let remedy = entry.remedy { writer.member("remedy", remedy) }
      writer.place("old", entry.old)
      writer.place("new", change.new == nil ? nil : entry.new)
      guard hasOperations else { return }
      writer.member("used", entry.isUsed)
      writer.member("uses", entry.uses) { $0.use($1) }
      if !entry.listsAllUses { writer.member("more", true) }
      writer.member("swift", entry.code)
    }
  }

  private mutating func use(_ use: DiffReport.Use) {
    object { writer in
      writer.member("definition", use.keyword)
      if let name = use.name { writer.member("name", name) }
      writer.member("part", use.part.rawValue)
      if let place = use.place { writer.members(place) }
      guard use.keyword == "fragment" else { return }
      writer.member("operations", use.operations)
    }
  }

  /// Writes nothing if there is no position.
  private mutating func place(_ name: String, _ place: SourceLocation?) {
    guard let place else { return }
    self.name(name)
    object { writer in writer.members(place) }
  }
}
