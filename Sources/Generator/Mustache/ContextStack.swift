// Resolves names: searches the values that the enclosing sections have pushed, from the top.

/// The context stack of the specification. It is never empty.
struct ContextStack: ~Copyable {
  private var frames = Buffer<Value>(capacity: 64)

  init(_ root: Value) {
    frames.append(root)
  }

  /// The number of values on the stack.
  var count: Int { frames.count }

  mutating func push(_ value: Value) {
    frames.append(value)
  }

  mutating func pop() {
    frames.removeLast()
  }

  mutating func replaceTop(_ value: Value) {
    frames[frames.count - 1] = value
  }

  /// Returns the value of `name`, or null. The first part of a dotted name is searched in the whole
  /// stack, the other parts only in the value found.
  func value(of name: Name, in program: Program, _ context: borrowing Context) -> Value {
    switch name {
    case .implicitIterator:
      return frames[frames.count - 1]
    case .key(let key):
      return value(of: key, context)
    case .dotted(let parts):
      var value = value(of: program.keys[parts.lowerBound], context)
      for part in program.keys[parts].dropFirst() {
        guard case .object(let object) = value, let field = context.value(of: part, in: object)
        else { return .null }
        value = field
      }
      return value
    }
  }

  private func value(of key: Key, _ context: borrowing Context) -> Value {
    var index = frames.count - 1
    while index >= 0 {
      if case .object(let object) = frames[index],
        let value = context.value(of: key, in: object)
      {
        return value
      }
      index -= 1
    }
    return .null
  }
}
