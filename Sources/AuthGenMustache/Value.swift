// The data a template is rendered against: leaves, truth values, lists and objects. Lists and objects
// are asked for what a template names, one value at a time, so that a host need not lay out a copy of
// its model.

/// A value that an interpolation tag prints.
package struct Leaf: Hashable, Sendable {
  /// The text as the host knows it, before any escaping.
  package var text: String
  /// What the text is, in the host's own numbering (say an identifier or a string literal). The
  /// engine only hands it to the `Escaper`.
  package var kind: UInt8

  /// Makes a leaf of `text`; kind 0 if the host tells no kinds apart.
  package init(_ text: String, kind: UInt8 = 0) {
    self.text = text
    self.kind = kind
  }
}

/// A node of the data a template is rendered against.
package enum Value: Sendable {
  /// Nothing: falsy, prints as nothing.
  case null
  /// A truth value: prints as `true` or `false`, past the escaper.
  case bool(Bool)
  /// A printable value: falsy if its text is empty.
  case leaf(Leaf)
  /// A list: falsy if it is empty, prints as nothing.
  case list(any Items)
  /// Named fields: truthy, prints as nothing.
  case object(any Fields)

  /// A leaf of `text`.
  package static func text(_ text: String, kind: UInt8 = 0) -> Value {
    .leaf(Leaf(text, kind: kind))
  }

  /// A list of `values`.
  package static func list(_ values: [Value]) -> Value {
    .list(List(values) { value, _ in value })
  }

  /// An object of the fields in a dictionary literal.
  package static func fields(_ object: Object) -> Value {
    .object(object)
  }
}

/// The items of a list.
package protocol Items: AnyObject, Sendable {
  var count: Int { get }

  /// The item at `index`, which is in `0..<count`.
  func item(at index: Int) -> Value
}

/// An object's fields by name.
package protocol Fields: AnyObject, Sendable {
  /// The field called `key`; nil if the object has none of that name, so that the objects around it
  /// are asked.
  func value(of key: Key) -> Value?
}

/// A list whose items are made when rendering comes to them.
package final class List<Element: Sendable>: Items {
  private let elements: [Element]
  private let make: @Sendable (_ element: Element, _ index: Int) -> Value

  /// Makes a list with an item for each of `elements`.
  package init(
    _ elements: [Element], _ make: @escaping @Sendable (_ element: Element, _ index: Int) -> Value
  ) {
    self.elements = elements
    self.make = make
  }

  package var count: Int { elements.count }

  package func item(at index: Int) -> Value { make(elements[index], index) }
}

/// An object of fields that are there from the start, in a flat array: searched from the front, which
/// for the few fields that an object has is faster than hashing.
///
/// If two fields have one key, the first one counts.
package final class Object: Fields, ExpressibleByDictionaryLiteral {
  private let fields: [(key: Key, value: Value)]

  /// Makes an object of `fields`. Fields that templates use most belong first.
  package init(_ fields: [(key: Key, value: Value)] = []) {
    self.fields = fields
  }

  /// Makes an object of the fields in a dictionary literal.
  package init(dictionaryLiteral elements: (Key, Value)...) {
    fields = elements
  }

  package func value(of key: Key) -> Value? {
    fields.first { $0.key == key }?.value
  }
}
