// The content of the `authgen diff` report, for all formats.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

struct DiffReport {
  enum Format: String, CaseIterable {
    case text
    case json
    /// Workflow commands of GitHub Actions.
    case github
    /// A table for a comment on a pull request.
    case markdown
  }

  /// A change and the affected places.
  struct Entry {
    let change: SchemaChange
    let old: SourceLocation?
    /// The position in the new schema. For a removed element, the position of its parent.
    let new: SourceLocation?
    let fails: Bool
    let uses: [Use]
    /// Whether `uses` is complete; see `maximumUses`.
    let listsAllUses: Bool
    /// The declarations that the change concerns, such as "Role.admin is added".
    let code: [String]
    /// What to do, as a clause without a full stop; nil if there is nothing to do.
    let remedy: String?

    var isUsed: Bool { !uses.isEmpty }
  }

  /// A place in an operation or fragment.
  struct Use {
    let part: SchemaUse.Part
    let place: SourceLocation?
    /// "query", "mutation", "subscription" or "fragment".
    let keyword: String
    /// Nil for an operation without a name.
    let name: String?
    /// For a fragment, the operations that spread it, directly or indirectly.
    let operations: [String]

    /// A title such as "query Hello".
    var title: String { name.map { "\(keyword) \($0)" } ?? "a \(keyword) without a name" }
  }

  /// The maximum number of uses in a report. Beyond it, each change lists one use. This bounds the
  /// output for malicious input.
  private static let maximumUses = 100_000

  /// The entries, the most severe first, then by coordinate.
  private var entries: [Entry] = []
  /// The client's name, if the reports of several clients follow one another.
  let client: String?
  /// The number of operations and fragments that are invalid for the new schema; nil if none were checked.
  let invalidCount: Int?
  /// Whether the schemas' directives for authentication and so on are compared.
  let comparesMarks: Bool
  /// Whether operations were checked.
  let hasOperations: Bool
  let failure: FailureThreshold
  private let showsFailuresOnly: Bool

  var fails: Bool { entries.contains(where: \.fails) }
  /// The entries that reports list.
  var shown: [Entry] { showsFailuresOnly ? entries.filter(\.fails) : entries }

  /// - Parameter code: the declarations for the old schema and for the new one; nil if the operations are
  ///   invalid for it.
  init(
    _ changes: [SchemaChange], client: String?, usage: SchemaUsage?,
    code: (old: SwiftSymbols?, new: SwiftSymbols?), comparesMarks: Bool,
    failure: FailureThreshold, showsFailuresOnly: Bool, symbols: SymbolTable, sources: SourceMap
  ) {
    self.client = client
    self.comparesMarks = comparesMarks
    self.invalidCount = usage == nil || changes.isEmpty ? nil : code.new?.invalidCount
    hasOperations = usage != nil
    self.failure = failure
    self.showsFailuresOnly = showsFailuresOnly
    let sources = sources.findingLines(of: sources.sources.map { Position(offset: $0.base) })
    var budget = Self.maximumUses
    for criticality in SchemaChange.Criticality.allCases {
      for change in changes where change.criticality == criticality {
        let limit = max(budget, 1)
        // One use more than the list shows whether the list is complete.
        let found = usage?.uses(of: change, limit: limit + 1) ?? []
        var uses: [Use] = []
        if let usage {
          for use in found.prefix(limit) {
            uses.append(Use(use, in: usage, symbols: symbols, sources: sources))
          }
        }
        budget -= uses.count
        let mayMatter = usage == nil ? criticality != .safe : !uses.isEmpty
        entries.append(
          Entry(
            change: change, old: change.old.flatMap { sources.location(of: $0) },
            new: change.placeInNew.flatMap { sources.location(of: $0) },
            fails: failure.fails(on: criticality, isUsed: !uses.isEmpty), uses: uses,
            listsAllUses: found.count <= limit,
            code: uses.isEmpty ? [] : ChangedCode(code.old, code.new).texts(of: change, uses),
            remedy: mayMatter ? change.remedy(Set(uses.map(\.part))) : nil))
      }
    }
  }

  func count(_ criticality: SchemaChange.Criticality, used: Bool = false) -> Int {
    entries.count { $0.change.criticality == criticality && ($0.isUsed || !used) }
  }

  /// A summary such as "3 changes: 1 breaking (1 touches your operations), 2 safe".
  var summary: String {
    if entries.isEmpty { return "no changes" }
    let parts = SchemaChange.Criticality.allCases.compactMap { criticality -> String? in
      let count = count(criticality)
      if count == 0 { return nil }
      guard hasOperations, criticality != .safe else { return "\(count) \(criticality.rawValue)" }
      let used = self.count(criticality, used: true)
      let verb = used == 1 ? "touches" : "touch"
      return
        "\(count) \(criticality.rawValue) (\(used == 0 ? "none" : "\(used)") \(verb) operations)"
    }
    return "\(counted(entries.count, "change")): \(parts.joined(separator: ", "))"
  }
}

extension DiffReport.Use {
  fileprivate init(
    _ use: SchemaUse, in usage: SchemaUsage, symbols: SymbolTable, sources: SourceMap
  ) {
    part = use.part
    place = sources.location(of: use.position)
    let definition = usage.definition(of: use)
    let symbol = definition.operation?.name?.symbol ?? definition.fragment?.name.symbol
    name = symbol.map { symbols[$0] }
    keyword = definition.operation?.operationType.keyword ?? "fragment"
    operations = usage.operations(of: use).compactMap { $0.name.map { symbols[$0.symbol] } }
  }
}
