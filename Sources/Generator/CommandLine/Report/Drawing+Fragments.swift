// Draws which fragments spread which. For the fragments
//
//     fragment Page on Query { me { ...User } ...Menu }
//
// Page is to the left of User and Menu, and an arrow leads to each.

extension Drawing {
  /// The maximum number of fragments in a drawing.
  private static let maximumCount = 60
  private static let rowGap = 10
  private static let columnGap = 56

  /// Draws the fragments of a client that spread others or are spread.
  ///
  /// If there are too many, it omits those that the fewest operations use.
  init(fragmentsOf client: Report.Client) {
    self.init(title: "Which fragments of \(client.name) spread which")
    let spread = Set(client.fragments.flatMap(\.spreads))
    let connected = client.fragments.filter { !$0.spreads.isEmpty || spread.contains($0.name) }
    let shown = connected.enumerated().sorted {
      ($1.element.operations.count, $0.offset) < ($0.element.operations.count, $1.offset)
    }.prefix(Self.maximumCount).map(\.offset).sorted().map { connected[$0] }
    omittedCount = connected.count - shown.count
    var graph = LayeredGraph(shown)
    graph.order()
    draw(graph, shown)
  }

  private mutating func draw(_ graph: LayeredGraph, _ fragments: [Report.Fragment]) {
    let columns = graph.layers.map { layer in
      layer.map { node -> Box in
        guard let index = graph.nodes[node].fragment else {
          return Box(width: 0, height: 0, text: "")
        }
        return Self.box(fragments[index].name)
      }
    }
    let heights = columns.map { column in
      column.reduce(-Self.rowGap) { $0 + $1.height + Self.rowGap }
    }
    height = (heights.max() ?? 0) + 2
    var placed: [Int: Box] = [:]
    var x = 1
    for (layer, column) in columns.enumerated() {
      let columnWidth = column.map(\.width).max() ?? 0
      var y = (height - heights[layer]) / 2
      for (node, box) in zip(graph.layers[layer], column) {
        var box = box
        (box.x, box.y) = (x, y)
        // A line passes a column at its left edge and leaves it at its right one.
        if box.height == 0 { box.width = columnWidth }
        placed[node] = box
        y += box.height + Self.rowGap
      }
      x += columnWidth + Self.columnGap
    }
    width = max(x - Self.columnGap + 1, 0)
    arrows = graph.edges.map { path in
      let boxes = path.compactMap { placed[$0] }
      var line = boxes.first.map { "M\($0.right) \($0.center)" } ?? ""
      for (from, to) in zip(boxes, boxes.dropFirst()) {
        let middle = (from.right + to.x) / 2
        line += "C\(middle) \(from.center) \(middle) \(to.center) \(to.x) \(to.center)"
        if to.height == 0 { line += "H\(to.right)" }
      }
      return Arrow(line, to: .right)
    }
    boxes = graph.layers.joined().compactMap { placed[$0] }.filter { $0.height > 0 }
  }
}

/// A graph without cycles in layers, such that each edge leads to a later layer.
private struct LayeredGraph {
  struct Node {
    /// Nil for a point where an edge passes a layer.
    var fragment: Int?
    var before: [Int] = []
    var after: [Int] = []
  }

  private(set) var nodes: [Node]
  private(set) var layers: [[Int]] = []
  /// For each edge, the nodes that it passes, with both ends.
  private(set) var edges: [[Int]] = []

  init(_ fragments: [Report.Fragment]) {
    nodes = fragments.indices.map { Node(fragment: $0) }
    let indices = Dictionary(
      zip(fragments.map(\.name), fragments.indices), uniquingKeysWith: { first, _ in first })
    let targets = fragments.map { $0.spreads.compactMap { indices[$0] } }
    let layerOf = Self.layers(targets)
    layers = Array(repeating: [], count: (layerOf.max() ?? -1) + 1)
    for (node, layer) in layerOf.enumerated() { layers[layer].append(node) }
    for (source, targets) in targets.enumerated() {
      for target in targets where layerOf[source] < layerOf[target] {
        var path = [source]
        for layer in layerOf[source] + 1..<layerOf[target] {
          path.append(nodes.count)
          layers[layer].append(nodes.count)
          nodes.append(Node())
        }
        path.append(target)
        for (from, to) in zip(path, path.dropFirst()) {
          nodes[from].after.append(to)
          nodes[to].before.append(from)
        }
        edges.append(path)
      }
    }
  }

  /// The length of the longest path to each node.
  private static func layers(_ targets: [[Int]]) -> [Int] {
    var layers = targets.map { _ in 0 }
    var incoming = layers
    for target in targets.joined() { incoming[target] += 1 }
    var ready = incoming.indices.filter { incoming[$0] == 0 }
    while let node = ready.popLast() {
      for target in targets[node] {
        layers[target] = max(layers[target], layers[node] + 1)
        incoming[target] -= 1
        if incoming[target] == 0 { ready.append(target) }
      }
    }
    return layers
  }

  /// Orders the nodes of each layer by the mean position of their neighbours: first of those before them,
  /// then of those after them.
  mutating func order() {
    for layer in layers.indices.dropFirst() {
      order(layer, by: layers[layer - 1]) { $0.before }
    }
    for layer in layers.indices.dropLast().reversed() {
      order(layer, by: layers[layer + 1]) { $0.after }
    }
  }

  private mutating func order(_ layer: Int, by other: [Int], _ neighbours: (Node) -> [Int]) {
    let places = Dictionary(uniqueKeysWithValues: zip(other, other.indices))
    let count = layers[layer].count
    let keys = layers[layer].enumerated().map { index, node -> (key: Double, index: Int) in
      let found = neighbours(nodes[node]).compactMap { places[$0] }
      // A node without neighbours keeps its place.
      let share = Double(index) / Double(count) * Double(other.count)
      return (found.isEmpty ? share : Double(found.reduce(0, +)) / Double(found.count), index)
    }
    let former = layers[layer]
    layers[layer] = keys.sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map {
      former[$0.index]
    }
  }
}
