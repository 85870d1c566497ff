// The graph of fragment spreads: cycles, an order in which spread fragments come first, and the
// fragments that operations reach. Not recursive, because a chain of fragments can be as long as
// the document.

import AuthGenLanguage

struct FragmentGraph: Sendable {
  /// A spread through which a fragment contains itself.
  struct Cycle: Sendable {
    let spread: SpreadUse
    /// The fragments of the cycle, starting with the spread one; at most `maximumPathLength`.
    let path: [Int]
    /// The number of fragments in the cycle.
    let count: Int
  }

  static let maximumPathLength = 6

  private(set) var cycles: [Cycle] = []
  /// All fragments, each after those that it spreads, ignoring cycles.
  private(set) var spreadFirst: [Int] = []
  /// For each fragment, whether an operation spreads it, directly or indirectly.
  private(set) var isUsed: [Bool]

  init(_ summary: DocumentSummary) {
    isUsed = [Bool](repeating: false, count: summary.fragments.count)
    walk(summary)
    markUsed(summary)
  }

  private mutating func walk(_ summary: DocumentSummary) {
    spreadFirst.reserveCapacity(summary.fragments.count)
    var isVisited = [Bool](repeating: false, count: summary.fragments.count)
    /// For each fragment, its index in the path, or -1.
    var depths = [Int](repeating: -1, count: summary.fragments.count)
    var path: [(fragment: Int, spreads: Range<Int>)] = []
    for start in summary.fragments.indices where !isVisited[start] {
      isVisited[start] = true
      depths[start] = 0
      path.append((start, summary.fragments[start].spreads))
      while let top = path.last {
        guard let index = path[path.count - 1].spreads.popFirst() else {
          path.removeLast()
          depths[top.fragment] = -1
          spreadFirst.append(top.fragment)
          continue
        }
        let spread = summary.spreads[index]
        if depths[spread.fragment] >= 0 {
          let cycle = path[depths[spread.fragment]...]
          let names = cycle.prefix(Self.maximumPathLength).map(\.fragment)
          cycles.append(Cycle(spread: spread, path: names, count: cycle.count))
        } else if !isVisited[spread.fragment] {
          isVisited[spread.fragment] = true
          depths[spread.fragment] = path.count
          path.append((spread.fragment, summary.fragments[spread.fragment].spreads))
        }
      }
    }
  }

  private mutating func markUsed(_ summary: DocumentSummary) {
    var pending: [Int] = []
    for operation in summary.operations {
      mark(from: operation, summary, &isUsed, &pending)
    }
  }

  /// Marks the unmarked fragments that `definition` reaches.
  private func mark(
    from definition: DefinitionSummary, _ summary: DocumentSummary, _ marks: inout [Bool],
    _ pending: inout [Int]
  ) {
    var spreads = definition.spreads
    while true {
      for spread in summary.spreads[spreads] where !marks[spread.fragment] {
        marks[spread.fragment] = true
        pending.append(spread.fragment)
      }
      guard let next = pending.popLast() else { return }
      spreads = summary.fragments[next].spreads
    }
  }

  /// Returns the selection sets that contain all others after expanding fragments: the sets of the
  /// operations, and of the fragments that neither operations nor another of these fragments reach.
  func rootSets(_ summary: DocumentSummary) -> [FieldSets.SetID] {
    var sets = summary.operations.map(\.fieldSet)
    var isCovered = isUsed
    var pending: [Int] = []
    for fragment in spreadFirst.reversed() where !isCovered[fragment] {
      isCovered[fragment] = true
      sets.append(summary.fragments[fragment].fieldSet)
      mark(from: summary.fragments[fragment], summary, &isCovered, &pending)
    }
    return sets
  }
}
