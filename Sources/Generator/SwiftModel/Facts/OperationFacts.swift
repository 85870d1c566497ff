// The facts of operations: the sums over their fragments.

import AuthGenLanguage

/// The facts of an operation with all its fragments. Its lists of fields have each field once.
struct OperationFacts {
  /// The sum over the operation and its fragments. A field that is selected twice counts twice, so the weight
  /// is an upper bound.
  var sum = DefinitionFacts()
  /// The required fragments, in order of first use.
  var fragments: [Symbol] = []
  /// The fields with the largest weights, in descending order.
  var heaviest: [(coordinate: String, weight: Int)] = []
}

extension [MemberKey] {
  /// Keeps the first of equal elements.
  fileprivate mutating func removeRepetitions() {
    guard count > 1 else { return }
    var known: Set<MemberKey> = []
    removeAll { !known.insert($0).inserted }
  }
}

/// The facts of all fragments, and their sums for the operations that spread them.
struct FragmentFacts {
  private let names: [Symbol]
  private let facts: [DefinitionFacts]
  private let indexes: [Symbol: Int]
  /// The fragments that each fragment spreads.
  private let spreads: [[Int]]
  /// The fragments, each after those that it spreads.
  private let order: [Int]
  /// The weight of each fragment with all that it spreads, once per spread.
  private var weights: [Int]
  /// The fragments that an operation requires. The array is reused for the next operation: there can be as
  /// many operations as fragments, and each operation can spread all of them.
  private var isNeeded: [Bool]

  /// - Parameter fragments: each fragment with its facts. The spreads must not form a cycle.
  init(_ fragments: [(name: Symbol, facts: DefinitionFacts)]) {
    let indexes = Dictionary(
      zip(fragments.map(\.name), 0...), uniquingKeysWith: { first, _ in first })
    names = fragments.map(\.name)
    facts = fragments.map(\.facts)
    spreads = facts.map { $0.spreads.compactMap { indexes[$0] } }
    self.indexes = indexes
    isNeeded = Array(repeating: false, count: names.count)
    order = Self.order(spreads)
    weights = facts.map(\.weight)
    for fragment in order {
      for spread in spreads[fragment] { weights[fragment].add(weights[spread]) }
    }
  }

  /// Returns the fragments that a fragment spreads itself.
  func spreads(of fragment: Symbol) -> [Symbol] {
    indexes[fragment].map { facts[$0].spreads } ?? []
  }

  /// The fragments, each after those that it spreads.
  var inOrder: [Symbol] { order.map { names[$0] } }

  /// Not recursive, because chains of fragments can be long.
  private static func order(_ spreads: [[Int]]) -> [Int] {
    var order: [Int] = []
    var isEntered = Array(repeating: false, count: spreads.count)
    var isLeft = isEntered
    for root in spreads.indices {
      var stack = [root]
      while let fragment = stack.last {
        if isEntered[fragment] {
          stack.removeLast()
          if !isLeft[fragment] { order.append(fragment) }
          isLeft[fragment] = true
        } else {
          isEntered[fragment] = true
          stack += spreads[fragment].filter { !isEntered[$0] }
        }
      }
    }
    return order
  }

  /// Returns the sum of the facts of a definition and of all fragments that it reaches.
  mutating func total(_ own: DefinitionFacts) -> OperationFacts {
    var total = OperationFacts(sum: own)
    // The fragments that the operation requires, in order of first use.
    var needed: [Int] = []
    func need(_ fragments: [Int]) {
      for fragment in fragments where !isNeeded[fragment] {
        isNeeded[fragment] = true
        needed.append(fragment)
      }
    }
    let ownSpreads = own.spreads.compactMap { indexes[$0] }
    for spread in ownSpreads { total.sum.weight.add(weights[spread]) }
    need(ownSpreads)
    var next = 0
    while next < needed.count {
      total.sum.add(facts[needed[next]])
      need(spreads[needed[next]])
      next += 1
    }
    for fragment in needed { isNeeded[fragment] = false }
    total.fragments = needed.map { names[$0] }
    total.heaviest = Array(
      total.sum.weighing.enumerated()
        .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        .prefix(3).map(\.element))
    total.sum.authenticatedFields.removeRepetitions()
    total.sum.secretFields.removeRepetitions()
    total.sum.deprecatedFields.removeRepetitions()
    return total
  }
}
