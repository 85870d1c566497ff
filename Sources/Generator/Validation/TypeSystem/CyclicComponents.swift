// Finds cycles in a graph, without recursion: paths can be as long as a schema.

/// The strongly connected components that contain a cycle (Tarjan's algorithm).
package struct CyclicComponents {
  private struct Step {
    let node: Int
    /// The index in the shared list where the remaining successors begin.
    var next: Int
    let start: Int
  }

  /// The components in the order in which the search completes them. The nodes of each are in
  /// ascending order.
  package private(set) var components: [[Int]] = []
  private var order: [Int32]
  private var lowest: [Int32]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var path: [Step] = []
  private var successors: [Int] = []
  private var counter: Int32 = 0

  /// Searches the nodes that are reachable from `roots`.
  ///
  /// - Parameters:
  ///   - count: the number of nodes; the nodes are 0 ..< count.
  ///   - addSuccessors: appends the successors of a node. It is called once for each node.
  package init(
    count: Int, roots: Range<Int>, addSuccessors: (_ node: Int, _ list: inout [Int]) -> Void
  ) {
    order = [Int32](repeating: -1, count: count)
    lowest = order
    isOpen = [Bool](repeating: false, count: count)
    for root in roots where order[root] < 0 {
      enter(root, addSuccessors)
      while let last = path.indices.last { advance(last, addSuccessors) }
    }
  }

  private mutating func enter(_ node: Int, _ addSuccessors: (Int, inout [Int]) -> Void) {
    order[node] = counter
    lowest[node] = counter
    counter += 1
    isOpen[node] = true
    open.append(node)
    path.append(Step(node: node, next: successors.count, start: successors.count))
    addSuccessors(node, &successors)
  }

  private mutating func advance(_ last: Int, _ addSuccessors: (Int, inout [Int]) -> Void) {
    let step = path[last]
    guard step.next < successors.count else { return leave(step) }
    let next = successors[step.next]
    path[last].next += 1
    if order[next] < 0 {
      enter(next, addSuccessors)
    } else if isOpen[next] {
      lowest[step.node] = min(lowest[step.node], order[next])
    }
  }

  private mutating func leave(_ step: Step) {
    let node = step.node
    if open.last == node, lowest[node] == order[node] {
      // Most nodes are in no cycle.
      isOpen[node] = false
      open.removeLast()
      if successors[step.start...].contains(node) { components.append([node]) }
    } else if lowest[node] == order[node], let first = open.lastIndex(of: node) {
      let component = open[first...]
      for member in component { isOpen[member] = false }
      components.append(component.sorted())
      open.removeSubrange(first...)
    }
    successors.removeSubrange(step.start...)
    path.removeLast()
    if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
  }
}
