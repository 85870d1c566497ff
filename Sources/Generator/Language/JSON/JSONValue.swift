// JSON as a tree whose values know where they stand. https://www.rfc-editor.org/rfc/rfc8259

package struct JSONValue: Sendable {
  package enum Kind: Sendable {
    case null
    case boolean(Bool)
    /// As it is written: JSON sets no bounds on the size or precision of numbers.
    case number(String)
    case string(JSONString)
    case array([JSONValue])
    /// In the order of the text; names may repeat.
    case object([Member])
  }

  package struct Member: Sendable {
    /// A lone surrogate in it has become U+FFFD.
    package let name: String
    package let value: JSONValue
    /// Of the name's opening quote.
    package let namePosition: Position
  }

  package let kind: Kind
  /// Of the first byte.
  package let position: Position

  init(_ kind: Kind, at position: Position) {
    self.kind = kind
    self.position = position
  }

  package var isNull: Bool {
    if case .null = kind { true } else { false }
  }

  package var boolean: Bool? {
    if case .boolean(let value) = kind { value } else { nil }
  }

  /// A number without fraction and exponent that fits.
  package var integer: Int? {
    if case .number(let text) = kind { Int(text) } else { nil }
  }

  package var string: JSONString? {
    if case .string(let string) = kind { string } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = kind { elements } else { nil }
  }

  package var object: [Member]? {
    if case .object(let members) = kind { members } else { nil }
  }

  /// The value of an object's first member of that name; nil for another kind of value.
  package subscript(name: String) -> JSONValue? {
    object?.first { $0.name == name }?.value
  }

  /// The string with its quotes, to be used as a GraphQL string: JSON's escapes are among
  /// GraphQL's. Only a lone surrogate is not, see `JSONString.loneSurrogate`.
  package var literal: StringLiteral? {
    string.map { StringLiteral(position: position, length: UInt32($0.length + 2)) }
  }

  /// How a message names the kind, such as "an object".
  package var kindDescription: String {
    switch kind {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension [JSONValue.Member] {
  /// The first member whose name another member in front of it has, and that other one.
  package var firstDuplicate: (first: JSONValue.Member, second: JSONValue.Member)? {
    // Most objects are small, where comparing is faster than hashing.
    guard count > 12 else {
      for index in indices.dropFirst() {
        for earlier in 0..<index where self[earlier].name == self[index].name {
          return (self[earlier], self[index])
        }
      }
      return nil
    }
    var seen: [String: Int] = [:]
    for (index, member) in enumerated() {
      if let earlier = seen.updateValue(index, forKey: member.name) {
        return (self[earlier], member)
      }
    }
    return nil
  }
}
