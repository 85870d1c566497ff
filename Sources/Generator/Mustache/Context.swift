// The data that a template is rendered with, in flat arrays: a value is a range, so that copying one counts
// no references.

/// A value that a template is rendered with. It is valid only with the context that created it.
///
/// This type and its parts are public, although no other package can import this module: the compiler
/// specialises public functions in other modules, but not `package` functions.
public enum Value: Sendable {
  /// No value: falsy, prints nothing.
  case null
  /// A Boolean: prints `true` or `false`, without escaping.
  case bool(Bool)
  /// A printable value: falsy if its raw text is empty.
  case leaf(raw: Part, escaped: Part)
  /// A list: falsy if it is empty, prints nothing.
  case list(Part)
  /// Named fields: truthy, prints nothing.
  case object(Part)

  /// Whether a section of the value is rendered.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let bool): bool
    case .leaf(let part, _), .list(let part): part.start < part.end
    case .object: true
    }
  }
}

/// A part of one of a context's arrays. A context has at most 4 GiB of text.
public struct Part: Sendable {
  @usableFromInline
  let start: UInt32
  @usableFromInline
  let end: UInt32

  @inlinable
  init(_ range: Range<Int>) {
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }

  /// The indices of the array's elements.
  @inlinable
  var range: Range<Int> { Int(start)..<Int(end) }
}

/// The data of a rendering. The host creates it from the leaves up: the items of a list and the
/// fields of an object are created first.
public struct Context: ~Copyable {
  /// The raw and escaped texts of all leaves.
  private(set) var text = Bytes(capacity: 1 << 16)
  /// The items of all lists.
  private(set) var items: [Value] = []
  /// The fields of all objects.
  @usableFromInline
  var fields: [(key: Key, value: Value)] = []

  /// Creates an empty context.
  package init() {
    items.reserveCapacity(1 << 9)
    fields.reserveCapacity(1 << 11)
  }

  /// Creates a leaf that prints its text unchanged.
  package mutating func leaf(_ text: String) -> Value {
    let part = append(text)
    return .leaf(raw: part, escaped: part)
  }

  /// Creates a leaf that `{{name}}` prints with `prefix` before it and `suffix` after it, and
  /// `{{{name}}}` and `{{&name}}` print without them.
  package mutating func leaf(_ text: String, prefix: String, suffix: String) -> Value {
    let start = append(prefix).range.lowerBound
    let raw = append(text)
    return .leaf(raw: raw, escaped: Part(start..<append(suffix).range.upperBound))
  }

  /// Creates a leaf with a custom escaped form.
  ///
  /// - Parameters:
  ///   - text: What `{{{name}}}` and `{{&name}}` print.
  ///   - escaped: What `{{name}}` prints.
  package mutating func leaf(_ text: String, escaped: String) -> Value {
    .leaf(raw: append(text), escaped: append(escaped))
  }

  private mutating func append(_ text: String) -> Part {
    let start = self.text.count
    self.text.append(text)
    return Part(start..<self.text.count)
  }

  /// Creates a list of leaves that print the lines of `text` unchanged.
  package mutating func lines(_ text: String) -> Value {
    var start = self.text.count
    let bytes = append(text).range
    let lines = self.text.withBytes(in: bytes) { bytes in
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
        defer { start += line.count + 1 }
        return Part(start..<start + line.count)
      }
    }
    return list(lines.map { .leaf(raw: $0, escaped: $0) })
  }

  /// Creates a list of `values`.
  package mutating func list(_ values: [Value]) -> Value {
    items += values
    return .list(Part(items.count - values.count..<items.count))
  }

  /// Creates an object with `fields`, the most used ones first. Of two fields of the same name, the first
  /// counts.
  ///
  /// - Parameter base: an object whose fields follow.
  @inlinable
  public mutating func object(
    _ fields: [(key: some RawRepresentable<Int32>, value: Value)], extending base: Value = .null
  ) -> Value {
    let start = self.fields.count
    for field in fields { self.fields.append((Key(rawValue: field.key.rawValue), field.value)) }
    if case .object(let base) = base {
      for index in base.range { self.fields.append(self.fields[index]) }
    }
    return .object(Part(start..<self.fields.count))
  }

  /// Returns the field called `key`; nil if `object` is no object or has no field of that name.
  func value(of key: Key, in object: Value) -> Value? {
    guard case .object(let part) = object else { return nil }
    var index = Int(part.start)
    precondition(index >= 0 && part.end <= fields.count)
    while index < part.end {
      if fields[index].key == key { return fields[index].value }
      index += 1
    }
    return nil
  }
}
