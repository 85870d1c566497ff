// The requirements of fragments on an operation's variables. They are collected once for each fragment and
// all that it spreads, so that an operation is not checked against every use in every fragment.

import AuthGenLanguage

/// The requirements on a variable's definition, without positions.
struct VariableRequirement: Hashable, Sendable {
  let variable: Symbol
  let type: TypeReference?
  let hasDefaultValue: Bool
  let isOneOf: Bool

  init(_ use: VariableUse) {
    variable = use.variable
    type = use.type?.withoutPosition
    hasDefaultValue = use.hasDefaultValue
    isOneOf = use.oneOf != nil
  }
}

struct VariableRequirements: Sendable {
  /// The maximum size of sets that are always collected. For a larger set, an operation that defines as many
  /// variables is so long that following its spreads costs little more than reading it.
  static let smallSetSize = 64
  /// The maximum total size of all larger sets. Without it, a chain of fragments with a new
  /// variable in each would take quadratic space.
  static let maximumLargeSetsSize = 1_000_000

  /// The distinct requirements.
  private(set) var requirements: [VariableRequirement] = []
  /// The index of each use's requirement, parallel to `DocumentSummary.uses`.
  private(set) var ofUse: [Int32] = []
  /// The distinct sets of requirements, each in ascending order.
  private(set) var sets: [[Int32]] = []
  /// For each fragment, the set of all requirements of it and the fragments it spreads; nil if the
  /// set is not collected because it is large or because of a cycle.
  private(set) var ofFragment: [Int?] = []
  private var numbers: [VariableRequirement: Int32] = [:]
  private var setNumbers: [[Int32]: Int] = [:]

  init(_ summary: DocumentSummary, _ graph: FragmentGraph) {
    ofUse.reserveCapacity(summary.uses.count)
    for use in summary.uses { ofUse.append(number(VariableRequirement(use))) }
    gather(summary, graph)
  }

  private mutating func number(_ requirement: VariableRequirement) -> Int32 {
    let number = numbers[requirement, default: Int32(requirements.count)]
    if Int(number) == requirements.count {
      numbers[requirement] = number
      requirements.append(requirement)
    }
    return number
  }

  private mutating func gather(_ summary: DocumentSummary, _ graph: FragmentGraph) {
    ofFragment = [Int?](repeating: nil, count: summary.fragments.count)
    var isGathered = [Int](repeating: -1, count: requirements.count)
    var isMerged = [Int](repeating: -1, count: summary.fragments.count + 1)
    var largeSetsSize = 0
    fragments: for fragment in graph.spreadFirst {
      var inner: [Int] = []
      for spread in summary.spreads[summary.fragments[fragment].spreads] {
        guard let set = ofFragment[spread.fragment] else { continue fragments }
        if isMerged[set] == fragment { continue }
        isMerged[set] = fragment
        inner.append(set)
      }
      let uses = ofUse[summary.fragments[fragment].uses]
      if uses.isEmpty, inner.count == 1 {
        ofFragment[fragment] = inner[0]
        continue
      }
      var set: [Int32] = []
      let maximum = max(Self.smallSetSize, Self.maximumLargeSetsSize - largeSetsSize)
      for numbers in CollectionOfOne(uses) + inner.map({ sets[$0][...] }) {
        for number in numbers where isGathered[Int(number)] != fragment {
          isGathered[Int(number)] = fragment
          set.append(number)
        }
        if set.count > maximum { continue fragments }
      }
      if set.count > Self.smallSetSize { largeSetsSize += set.count }
      ofFragment[fragment] = number(ofSet: set.sorted())
    }
  }

  private mutating func number(ofSet set: [Int32]) -> Int {
    let number = setNumbers[set, default: sets.count]
    if number == sets.count {
      setNumbers[set] = number
      sets.append(set)
    }
    return number
  }
}
