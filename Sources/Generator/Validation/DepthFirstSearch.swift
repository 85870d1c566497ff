// Searches a graph for cycles, without recursion: a path can be as long as a schema or a document.

/// A depth-first search that visits each node once. `CyclicComponents` finds the parts of cycles
/// instead of paths.
struct DepthFirstSearch: Sendable {
  /// A node of a path, and the edge to the next node.
  struct Step: Sendable {
    let node: Int
    var edge = 0
  }

  struct Cycle: Sendable {
    /// The first steps of the cycle, at most `maximumLength`.
    let steps: [Step]
    /// The number of nodes in the cycle.
    let count: Int
    /// The edge from the last node to the first one.
    let closingEdge: Int
  }

  private static let maximumLength = 9

  /// The cycles, in the order in which the search finds them.
  private(set) var cycles: [Cycle] = []
  /// All visited nodes, each after those that it leads to, ignoring cycles.
  private(set) var finished: [Int] = []

  /// - Parameters:
  ///   - count: the number of nodes; the nodes are 0 ..< count.
  ///   - edges: returns the edges of a node.
  ///   - target: returns the node that an edge leads to; nil if the edge does not count.
  init(
    count: Int, roots: some Sequence<Int>, edges: (_ node: Int) -> Range<Int>,
    target: (_ node: Int, _ edge: Int) -> Int?
  ) {
    var isVisited = [Bool](repeating: false, count: count)
    // The index of each node in the path; -1 if it is not in the path.
    var places = [Int](repeating: -1, count: count)
    var path: [(step: Step, rest: Range<Int>)] = []
    for root in roots where !isVisited[root] {
      var next: Int? = root
      repeat {
        if let node = next {
          isVisited[node] = true
          places[node] = path.count
          path.append((Step(node: node), edges(node)))
          next = nil
        }
        let last = path.count - 1
        let node = path[last].step.node
        guard let edge = path[last].rest.popFirst() else {
          path.removeLast()
          places[node] = -1
          finished.append(node)
          continue
        }
        path[last].step.edge = edge
        guard let other = target(node, edge) else { continue }
        if places[other] >= 0 {
          let cycle = path[places[other]...]
          cycles.append(
            Cycle(
              steps: cycle.prefix(Self.maximumLength).map(\.step), count: cycle.count,
              closingEdge: edge))
        } else if !isVisited[other] {
          next = other
        }
      } while !path.isEmpty
    }
  }
}
