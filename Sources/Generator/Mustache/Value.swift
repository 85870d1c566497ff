// What a context is made of: numbers that stand for what is in its arrays.

/// A node of the data that a template is rendered against. Leaves, lists and objects mean something
/// only together with the context that made them.
package enum Value: BitwiseCopyable, Sendable {
  /// Nothing: falsy, prints as nothing.
  case null
  /// A truth value: prints as `true` or `false`, past any escaping.
  case bool(Bool)
  /// A printable value: falsy if its text is empty.
  case leaf(Leaf)
  /// A list: falsy if it is empty, prints as nothing.
  case list(List)
  /// Named fields: truthy, prints as nothing.
  case object(Object)
}

/// A text that an interpolation tag prints.
package struct Leaf: BitwiseCopyable, Sendable {
  let position: Position
}

/// Values in order: the first one, from which the others follow.
package struct List: BitwiseCopyable, Sendable {
  var first = Position.none
}

/// A list in the making.
package struct ListDraft {
  /// The list as far as it is made.
  package internal(set) var list = List()
  var last = Position.none

  /// Makes a draft without items.
  package init() {}
}

/// Values by name: the one that was added last, from which the others follow.
package struct Object: BitwiseCopyable, Sendable {
  var last = Position.none

  /// Makes an object without fields.
  package init() {}
}

/// A place in one of a context's arrays, or the end of what is linked there.
struct Position: Sendable {
  static let none = Position(-1)

  private let number: Int32

  private init(_ number: Int32) {
    self.number = number
  }

  /// The place of what comes next into an array of `count` elements. Memory ends before the numbers
  /// do.
  init(after count: Int) {
    self.init(Int32(clamping: count))
  }

  /// The index into the array; nil at the end.
  var index: Int? {
    number < 0 ? nil : Int(number)
  }
}
