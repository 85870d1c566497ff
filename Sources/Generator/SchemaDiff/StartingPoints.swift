// The starting points that lead to each node of a graph.

/// Returns, for each node, the first few of the starting points that lead to it.
///
/// - Parameter maximumCount: the maximum number of starting points per node.
func startingPoints<Start: Equatable, Node: Hashable>(
  _ starts: [(Start, [Node])], maximumCount: Int,
  successors: (Node) -> [Node]
) -> [Node: [Start]] {
  var result: [Node: [Start]] = [:]
  for (start, nodes) in starts {
    var pending = nodes
    while let node = pending.popLast() {
      // If a list is full, the lists of all nodes behind it are full too.
      let known = result[node, default: []]
      guard known.count < maximumCount, known.last != start else { continue }
      result[node, default: []].append(start)
      pending += successors(node)
    }
  }
  return result
}
