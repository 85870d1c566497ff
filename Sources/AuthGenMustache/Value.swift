// The data a template is rendered against: leaves, truth values, lists and objects.

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
  case list([Value])
  /// Named fields: truthy, prints as nothing.
  case object(Object)

  /// A leaf of `text`.
  package static func text(_ text: String, kind: UInt8 = 0) -> Value {
    .leaf(Leaf(text, kind: kind))
  }
}

/// A value's fields by name, in a flat array: cheap to build, and searched from the front, which for
/// the few fields that an object has is faster than hashing.
///
/// If two fields have one key, the first one counts.
package struct Object: Sendable, ExpressibleByDictionaryLiteral {
  /// The fields in the order in which they are searched.
  package private(set) var fields: [(Key, Value)]

  /// Makes an object of `fields`. Fields that templates use most belong first.
  package init(_ fields: [(Key, Value)] = []) {
    self.fields = fields
  }

  /// Makes an object of the fields in a dictionary literal, without copying them.
  package init(dictionaryLiteral elements: (Key, Value)...) {
    self.fields = elements
  }

  /// Adds a field at the end, without a look for an earlier one of the same key.
  package mutating func append(_ key: Key, _ value: Value) {
    fields.append((key, value))
  }

  /// Makes room for `count` fields.
  package mutating func reserveCapacity(_ count: Int) {
    fields.reserveCapacity(count)
  }

  /// The value of the first field with `key`, or nil if there is none.
  package subscript(key: Key) -> Value? {
    for index in fields.indices where fields[index].0 == key {
      return fields[index].1
    }
    return nil
  }
}
