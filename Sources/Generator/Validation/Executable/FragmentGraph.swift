// The graph of fragment spreads: cycles, an order in which spread fragments come first, and the
// fragments that operations reach.

import AuthGenLanguage

struct FragmentGraph: Sendable {
  /// The cycles of fragments. The edges are indexes in `DocumentSummary.spreads`.
  let cycles: [DepthFirstSearch.Cycle]
  /// All fragments, each after those that it spreads, ignoring cycles.
  let spreadFirst: [Int]
  /// For each fragment, whether an operation spreads it, directly or indirectly.
  private(set) var isUsed: [Bool]

  init(_ summary: DocumentSummary) {
    isUsed = [Bool](repeating: false, count: summary.fragments.count)
    let search = DepthFirstSearch(
      count: summary.fragments.count, roots: summary.fragments.indices,
      edges: { summary.fragments[$0].spreads }, target: { summary.spreads[$1].fragment })
    cycles = search.cycles
    spreadFirst = search.finished
    for operation in summary.operations { summary.mark(from: operation, &isUsed) }
  }

  /// Returns the selection sets that contain all others after expanding fragments: the sets of the
  /// operations, and of the fragments that neither operations nor another of these fragments reach.
  func rootSets(_ summary: DocumentSummary) -> [FieldSets.SetID] {
    var sets = summary.operations.map(\.fieldSet)
    var isCovered = isUsed
    for fragment in spreadFirst.reversed() where !isCovered[fragment] {
      isCovered[fragment] = true
      sets.append(summary.fragments[fragment].fieldSet)
      summary.mark(from: summary.fragments[fragment], &isCovered)
    }
    return sets
  }
}

extension DocumentSummary {
  /// Marks the unmarked fragments that `definition` reaches.
  fileprivate func mark(from definition: DefinitionSummary, _ marks: inout [Bool]) {
    var pending: [Int] = []
    var next: DefinitionSummary? = definition
    while let definition = next {
      for spread in spreads[definition.spreads] where !marks[spread.fragment] {
        marks[spread.fragment] = true
        pending.append(spread.fragment)
      }
      next = pending.popLast().map { fragments[$0] }
    }
  }
}
