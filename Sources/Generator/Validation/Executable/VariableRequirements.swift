// What fragments demand of the variables of an operation, gathered once for each fragment together
// with all that it spreads, so that an operation is not checked against every use of every fragment.

import AuthGenLanguage

/// What a variable's definition must fit, the place aside.
struct VariableRequirement: Sendable {
  let variable: Symbol
  let type: TypeReference?
  let hasDefaultValue: Bool
  let isOneOf: Bool

  init(_ use: VariableUse) {
    variable = use.variable
    type = use.type
    hasDefaultValue = use.hasDefaultValue
    isOneOf = use.oneOf != nil
  }

  fileprivate struct Key: Hashable {
    let variable: Symbol
    let typeName: Symbol?
    let typeShape: UInt64
    let hasDefaultValue: Bool
    let isOneOf: Bool
  }

  fileprivate var key: Key {
    Key(
      variable: variable, typeName: type?.symbol, typeShape: type?.shape ?? 0,
      hasDefaultValue: hasDefaultValue, isOneOf: isOneOf)
  }
}

struct VariableRequirements: Sendable {
  /// Sets up to this size are always gathered. Of larger ones, an operation that defines as many
  /// variables takes so much text that following its spreads is not much more work than reading it.
  static let smallSetSize = 64
  /// How many requirements all larger sets together may have: a chain of fragments with a new
  /// variable in each would take the square of its length.
  static let maximumLargeSetsSize = 1_000_000

  /// Different requirements, by number.
  private(set) var requirements: [VariableRequirement] = []
  /// The number of each use's requirement, parallel to `DocumentSummary.uses`.
  private(set) var ofUse: [Int32] = []
  /// Different sets of requirements, each in ascending order.
  private(set) var sets: [[Int32]] = []
  /// Per fragment the set of all that it and the fragments it spreads require; nil where that is
  /// not gathered because it is large or there is a cycle.
  private(set) var ofFragment: [Int?] = []
  private var numbers: [VariableRequirement.Key: Int32] = [:]
  private var setNumbers: [[Int32]: Int] = [:]

  init(_ summary: DocumentSummary, _ graph: FragmentGraph) {
    ofUse.reserveCapacity(summary.uses.count)
    for use in summary.uses { ofUse.append(number(VariableRequirement(use))) }
    gather(summary, graph)
  }

  private mutating func number(_ requirement: VariableRequirement) -> Int32 {
    let number = numbers[requirement.key, default: Int32(requirements.count)]
    if Int(number) == requirements.count {
      numbers[requirement.key] = number
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
