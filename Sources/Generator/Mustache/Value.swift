// The values of a context: indexes into its arrays.

/// A value that a template is rendered with. Leaves, lists and objects are valid only with the
/// context that created them.
package enum Value: BitwiseCopyable, Sendable {
  /// No value: falsy, prints nothing.
  case null
  /// A Boolean: prints `true` or `false`, without escaping.
  case bool(Bool)
  /// A printable value: falsy if its text is empty.
  case leaf(Leaf)
  /// A list: falsy if it is empty, prints nothing.
  case list(List)
  /// Named fields: truthy, prints nothing.
  case object(Object)
}

/// A text that an interpolation tag prints.
package struct Leaf: BitwiseCopyable, Sendable {
  let position: Position
}

/// An ordered list of values, stored as a link to the first one.
package struct List: BitwiseCopyable, Sendable {
  var first = Position.none
}

/// A list that is being built.
package struct ListDraft {
  /// The list so far.
  package internal(set) var list = List()
  var last = Position.none

  /// Creates an empty draft.
  package init() {}
}

/// Named values, stored as a link to the last one added.
package struct Object: BitwiseCopyable, Sendable {
  var last = Position.none

  /// Creates an object without fields.
  package init() {}
}

/// A position in one of a context's arrays, or the end of a linked list.
struct Position: Sendable {
  static let none = Position(-1)

  private let number: Int32

  private init(_ number: Int32) {
    self.number = number
  }

  /// The position after `count` elements of an array. Memory is exhausted before the numbers are.
  init(after count: Int) {
    self.init(Int32(clamping: count))
  }

  /// The index into the array; nil at the end.
  var index: Int? {
    number < 0 ? nil : Int(number)
  }
}
