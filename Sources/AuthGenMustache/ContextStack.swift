// Name resolution: the values that the sections around a tag have pushed, searched from the top.

/// The context stack of the specification. It is never empty.
struct ContextStack {
  private var frames: [Frame]

  /// A value on the stack, split so that a search passes from object to object.
  private struct Frame {
    let fields: (any Fields)?
    private let other: Value

    init(_ value: Value) {
      if case .object(let fields) = value {
        self.fields = fields
        other = .null
      } else {
        fields = nil
        other = value
      }
    }

    var value: Value { fields.map(Value.object) ?? other }
  }

  init(_ root: Value) {
    frames = [Frame(root)]
  }

  /// How many values a name may have to be looked for in.
  var count: Int { frames.count }

  mutating func push(_ value: Value) {
    frames.append(Frame(value))
  }

  mutating func pop() {
    frames.removeLast()
  }

  mutating func replaceTop(_ value: Value) {
    frames[frames.count - 1] = Frame(value)
  }

  /// What `name` refers to, or null. The first part of a dotted name is looked for in the whole
  /// stack, the others only in what that gave.
  func value(of name: Name, in program: Program) -> Value {
    switch name {
    case .implicitIterator:
      return frames[frames.count - 1].value
    case .key(let key):
      return value(of: key)
    case .dotted(let parts):
      var value = value(of: program.keys[parts.lowerBound])
      for part in program.keys[parts].dropFirst() {
        guard case .object(let object) = value, let field = object.value(of: part) else {
          return .null
        }
        value = field
      }
      return value
    }
  }

  private func value(of key: Key) -> Value {
    var frame = frames.count - 1
    while frame >= 0 {
      if let value = frames[frame].fields?.value(of: key) { return value }
      frame -= 1
    }
    return .null
  }
}

extension Value {
  /// Whether a section of the value is rendered.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let bool): bool
    case .leaf(let leaf): !leaf.text.isEmpty
    case .list(let items): items.count > 0
    case .object: true
    }
  }
}
