// A struct while it is built: the model so far, and what its other parts depend on.

import AuthGenConnectors
import AuthGenLanguage

struct StructDraft: Sendable {
  var model: StructModel
  let mapping: ObjectMapping?
  var members: MemberScope
  var shape = SelectionShape()
  var merge = MergeCheck(own: [])

  /// - Parameter reserved: the names that nested types must not have.
  init(name: String, documentation: [String], mapping: ObjectMapping?, reserved: Set<String>) {
    model = StructModel(
      name: name, documentation: documentation, properties: [], parts: [], concrete: nil,
      nested: [], usesConnector: mapping != nil, match: mapping?.match.map(TypeMatchModel.init),
      mergesWhenEncoding: false)
    self.mapping = mapping
    members = MemberScope(reserved: reserved)
  }

  /// The value while no struct is built.
  static let none = StructDraft(name: "", documentation: [], mapping: nil, reserved: [])
}

/// The properties of a nested struct that the containing struct depends on.
struct SelectionShape: Sendable {
  /// The response names of fields with selections, including those of parts.
  var composites: [Symbol] = []
  /// The response names that are always present, including those of parts; non-null ones first.
  var certain: [Symbol] = []
}

/// Whether two sources of a struct have the same response name with selections.
struct MergeCheck: Sendable {
  private(set) var all: [Symbol]
  private(set) var isNeeded = false
  /// The names in `all`, once there is another source to compare with.
  private var seen: Set<Symbol> = []

  init(own: [Symbol]) {
    all = own
  }

  /// Adds the names that another source selects.
  mutating func add(_ names: [Symbol]) {
    if names.isEmpty { return }
    if seen.isEmpty { seen = Set(all) }
    let distinct = Set(names)
    if !distinct.isDisjoint(with: seen) { isNeeded = true }
    all += names.filter { seen.insert($0).inserted }
  }
}

/// The members and nested types of one struct.
struct MemberScope: Sendable {
  private var scope = NameScope()
  private let reserved: Set<String>

  /// - Parameter reserved: the names that nested types must not have.
  init(reserved: Set<String>) {
    self.reserved = reserved
  }

  mutating func claim(_ name: String) -> String {
    scope.claim(name)
  }

  /// Returns names for pairs of a GraphQL spelling and a preferred Swift name.
  mutating func claim(_ names: [(spelling: String, preferred: String)]) -> [String] {
    scope.claim(names)
  }

  mutating func claimType(_ name: String) -> String {
    var candidate = name
    while reserved.contains(candidate) { candidate += "_" }
    candidate = scope.claim(candidate)
    while reserved.contains(candidate) { candidate = scope.claim(candidate) }
    return candidate
  }
}
