// The data that a template is rendered with, in flat arrays. A template uses most values several
// times, and reading one is reading a number.

/// The data of a rendering. The host creates it from the leaves up: the items of a list and the
/// fields of an object are created first.
package struct Context: ~Copyable {
  private var text = Output(capacity: 1 << 16)
  private var leaves = Buffer<LeafText>(capacity: 1 << 9)
  private var items = Buffer<Item>(capacity: 1 << 9)
  private var fields = Buffer<Field>(capacity: 1 << 11)

  /// The ranges in `text` of a leaf's raw and escaped text.
  struct LeafText: BitwiseCopyable {
    let start: Int
    let end: Int
    let escapedStart: Int
    let escapedEnd: Int
  }

  struct Item: BitwiseCopyable {
    let value: Value
    var next: Position
  }

  struct Field: BitwiseCopyable {
    let key: Key
    let value: Value
    let next: Position
  }

  /// Creates an empty context.
  package init() {}
}

// MARK: - Making values

extension Context {
  /// Creates a leaf that prints its text unchanged.
  package mutating func leaf(_ text: String) -> Value {
    let start = self.text.count
    self.text.append(text)
    let end = self.text.count
    return leaf(LeafText(start: start, end: end, escapedStart: start, escapedEnd: end))
  }

  /// Creates a leaf that `{{name}}` prints with `prefix` before it and `suffix` after it, and
  /// `{{{name}}}` and `{{&name}}` print without them.
  package mutating func leaf(_ text: String, prefix: String, suffix: String) -> Value {
    let escapedStart = self.text.count
    self.text.append(prefix)
    let start = self.text.count
    self.text.append(text)
    let end = self.text.count
    self.text.append(suffix)
    return leaf(
      LeafText(start: start, end: end, escapedStart: escapedStart, escapedEnd: self.text.count))
  }

  /// Creates a leaf with a custom escaped form.
  ///
  /// - Parameters:
  ///   - text: What `{{{name}}}` and `{{&name}}` print.
  ///   - writeEscaped: Writes what `{{name}}` prints.
  package mutating func leaf(
    _ text: String, escaped writeEscaped: (inout Output) -> Void
  ) -> Value {
    let start = self.text.count
    self.text.append(text)
    let end = self.text.count
    writeEscaped(&self.text)
    return leaf(LeafText(start: start, end: end, escapedStart: end, escapedEnd: self.text.count))
  }

  private mutating func leaf(_ text: LeafText) -> Value {
    let position = Position(after: leaves.count)
    leaves.append(text)
    return .leaf(Leaf(position: position))
  }

  /// Adds an item to a list draft.
  package mutating func append(_ item: Value, to draft: inout ListDraft) {
    let position = Position(after: items.count)
    items.append(Item(value: item, next: .none))
    if let last = draft.last.index {
      items[last].next = position
    } else {
      draft.list = List(first: position)
    }
    draft.last = position
  }

  /// Adds a field, which hides an earlier field of the same name. Add the fields that templates use
  /// most last.
  package mutating func add(_ key: Key, _ value: Value, to object: inout Object) {
    let field = Position(after: fields.count)
    fields.append(Field(key: key, value: value, next: object.last))
    object.last = field
  }
}

// MARK: - Looking at values

extension Context {
  /// Whether a section of `value` is rendered.
  func isTruthy(_ value: Value) -> Bool {
    switch value {
    case .null: false
    case .bool(let bool): bool
    case .leaf(let leaf): !range(of: leaf, isEscaped: false).isEmpty
    case .list(let list): list.first.index != nil
    case .object: true
    }
  }

  /// The first item and the others; nil if there is none.
  func firstItem(of list: List) -> (item: Value, others: List)? {
    guard let index = list.first.index else { return nil }
    return (items[index].value, List(first: items[index].next))
  }

  /// The field called `key`; nil if the object has none of that name.
  func value(of key: Key, in object: Object) -> Value? {
    var position = object.last
    while let index = position.index {
      if fields[index].key == key { return fields[index].value }
      position = fields[index].next
    }
    return nil
  }

  /// Returns a leaf's text as a string.
  func string(_ leaf: Leaf) -> String {
    text.string(in: range(of: leaf, isEscaped: false))
  }

  /// Writes a leaf, raw or escaped.
  func write(_ leaf: Leaf, isEscaped: Bool, to output: inout Output) {
    output.append(text, in: range(of: leaf, isEscaped: isEscaped))
  }

  private func range(of leaf: Leaf, isEscaped: Bool) -> Range<Int> {
    guard let index = leaf.position.index else { return 0..<0 }
    let text = leaves[index]
    return isEscaped ? text.escapedStart..<text.escapedEnd : text.start..<text.end
  }
}
