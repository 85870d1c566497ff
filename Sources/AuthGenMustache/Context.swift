// The data a template is rendered against, laid out flat: a template names most values several times,
// and to look at one is to read a number.

/// The data of a rendering. A host makes it from the leaves up: what a list or an object is made of is
/// there already.
package struct Context: ~Copyable {
  private var text = Output(capacity: 1 << 14)
  private var leaves: [(text: Range<Int>, escaped: Range<Int>)] = []
  private var items: [(value: Value, next: Position)] = []
  private var fields: [(key: Key, value: Value, next: Position)] = []

  /// Makes a context without data.
  package init() {}
}

// MARK: - Making values

extension Context {
  /// A leaf that prints as it is.
  package mutating func leaf(_ text: String) -> Value {
    let start = self.text.count
    self.text.append(text)
    return leaf(start..<self.text.count, escaped: start..<self.text.count)
  }

  /// A leaf that prints as the output language asks for.
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
    return leaf(start..<end, escaped: end..<self.text.count)
  }

  private mutating func leaf(_ text: Range<Int>, escaped: Range<Int>) -> Value {
    leaves.append((text, escaped))
    return .leaf(Leaf(position: Position(after: leaves.count - 1)))
  }

  /// Adds an item to a list in the making.
  package mutating func append(_ item: Value, to draft: inout ListDraft) {
    let position = Position(after: items.count)
    items.append((item, .none))
    if let last = draft.last.index {
      items[last].next = position
    } else {
      draft.list = List(first: position)
    }
    draft.last = position
  }

  /// Adds a field, which hides one of the same name that was added before. Fields that templates use
  /// most belong last.
  package mutating func add(_ key: Key, _ value: Value, to object: inout Object) {
    let field = Position(after: fields.count)
    fields.append((key, value, object.last))
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
    case .leaf(let leaf): !text(of: leaf).isEmpty
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

  /// A leaf's text as a string.
  func string(_ leaf: Leaf) -> String {
    text.string(in: text(of: leaf))
  }

  /// Writes a leaf as it is, or as the output language asks for.
  func write(_ leaf: Leaf, isEscaped: Bool, to output: inout Output) {
    guard let index = leaf.position.index else { return }
    output.append(text, in: isEscaped ? leaves[index].escaped : leaves[index].text)
  }

  private func text(of leaf: Leaf) -> Range<Int> {
    leaf.position.index.map { leaves[$0].text } ?? 0..<0
  }
}
