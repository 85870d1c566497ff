// The names of one Swift scope: the one place that decides whether a name can be used. Members can have
// keywords as names, because `SwiftEscaper` writes them in backticks.

import AuthGenLanguage

struct NameScope: Sendable {
  /// The kind of a name. Swift reserves different words for each.
  enum Role {
    /// A property, a parameter or a method.
    case member
    case enumCase
    case type
  }

  /// The names of other types that types of this scope must not hide, because code in the scope
  /// refers to them.
  let visible: VisibleTypes
  /// Further words that members must not have.
  private let reserved: Set<String>
  private var claimed: Set<String> = []
  /// The last number tried, by name. Malicious input can have thousands of equal names.
  private var numbers: [String: Int] = [:]

  /// - Parameters:
  ///   - reserved: the names of members that generated code itself declares.
  ///   - visible: the types that types of this scope must not hide.
  init(reserved: Set<String> = [], visible: VisibleTypes = VisibleTypes()) {
    self.reserved = reserved
    self.visible = visible
  }

  /// Whether a name is taken.
  func contains(_ name: String) -> Bool { claimed.contains(name) }

  /// Returns the first of `candidates` that is free. If none is, returns the first one, followed by a number.
  mutating func claim(_ candidates: String..., as role: Role) -> String {
    claim(candidates, as: role)
  }

  mutating func claim(_ candidates: [String], as role: Role) -> String {
    for candidate in candidates {
      let name = usable(candidate, as: role)
      if isFree(name, as: role), claimed.insert(name).inserted { return name }
    }
    let first = usable(candidates[0], as: role)
    var number = numbers[first] ?? 2
    while !isFree("\(first)\(number)", as: role)
      || !claimed.insert("\(first)\(number)").inserted
    {
      number += 1
    }
    numbers[first] = number + 1
    return "\(first)\(number)"
  }

  /// A name from the schema or from a document.
  struct Candidate {
    let graphQL: String
    /// The name from "renames" in the configuration, or the name in the letter case of Swift.
    let preferred: String
    /// The name if the preferred one is taken; nil for the GraphQL name.
    var fallback: String?
    var position = Position.unknown
    /// The entry of "renames".
    var rename: ClientSettings.Entry<String>?
  }

  /// Returns the Swift names. Those that equal their GraphQL names come first, as do those from "renames".
  /// Adding a field therefore renames no field that is not converted.
  mutating func claim(_ names: [Candidate], as role: Role) -> [String] {
    claimed.reserveCapacity(claimed.count + names.count)
    var result = names.map(\.preferred)
    var converted: [Int] = []
    for (index, name) in names.enumerated() {
      if name.rename != nil || name.graphQL == name.preferred {
        result[index] = claim(name.preferred, as: role)
      } else {
        converted.append(index)
      }
    }
    for index in converted {
      let name = names[index]
      result[index] = claim(name.preferred, name.fallback ?? name.graphQL, as: role)
    }
    return result
  }

  /// Returns the name, followed by an underscore if it is a reserved word.
  private func usable(_ name: String, as role: Role) -> String {
    let isReserved =
      switch role {
      case .member, .enumCase: reserved.contains(name)
      case .type: visible.words.contains(name)
      }
    return isReserved || Self.isRefused(name, as: role) ? name + "_" : name
  }

  private func isFree(_ name: String, as role: Role) -> Bool {
    role != .type || !visible.contains(name)
  }

  /// Whether Swift does not allow a name, or gives it another meaning.
  static func isRefused(_ name: String, as role: Role) -> Bool {
    switch role {
    case .member: refusedMembers.contains(name)
    case .enumCase: refusedMembers.contains(name) || optionalCases.contains(name)
    case .type: refusedTypes.contains(name) || SwiftName.isKeyword(name)
    }
  }

  /// Names of members that are no identifiers even in backticks, or that mean something else after a
  /// dot. `Hashable` has `hashValue`, and generated members create values of the type `Indirect`.
  private static let refusedMembers: Set<String> = [
    "Indirect", "Protocol", "Self", "Type", "_", "hashValue", "init", "self",
  ]

  /// The cases of `Optional`. Where Swift expects an optional enum, `.none` means no value.
  static let optionalCases: Set<String> = ["none", "some"]

  /// Names of types that Swift does not allow, or that mean something else where a type is expected.
  private static let refusedTypes: Set<String> = [
    "_", "Protocol", "Type", "any", "async", "some",
  ]
}

/// The types outside a scope that code in the scope refers to.
struct VisibleTypes: Sendable {
  /// The types of the standard library and of the runtime.
  var words: Set<String> = []
  /// The enums of the schema, and the client's list of possible types.
  var types: Set<String> = []
  /// The fragments that the definition spreads.
  var fragments: Set<String> = []

  fileprivate func contains(_ name: String) -> Bool {
    types.contains(name) || fragments.contains(name)
  }
}
