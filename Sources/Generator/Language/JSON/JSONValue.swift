// JSON as a tree of values with positions. https://www.rfc-editor.org/rfc/rfc8259

package struct JSONValue: Sendable {
  package enum Kind: Sendable {
    case null
    case boolean(Bool)
    /// The number as written: JSON does not limit the size or precision of numbers.
    case number(String)
    case string(JSONString)
    case array([JSONValue])
    /// The members in source order; names can repeat.
    case object([Member])
  }

  package struct Member: Sendable {
    /// The name, with U+FFFD in place of lone surrogates.
    package let name: String
    package let value: JSONValue
    /// The position of the name's opening quote.
    package let namePosition: Position
  }

  package let kind: Kind
  /// The position of the first byte.
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

  /// The value of a number without fraction and exponent, if it fits into `Int`.
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

  /// The value of an object's first member with that name; nil for another kind of value.
  package subscript(name: String) -> JSONValue? {
    object?.first { $0.name == name }?.value
  }

  /// The string with its quotes, as a GraphQL string. All JSON escapes are valid in GraphQL, except
  /// a lone surrogate; see `JSONString.loneSurrogate`.
  package var literal: StringLiteral? {
    string.map { StringLiteral(position: position, length: UInt32($0.length + 2)) }
  }

  /// The kind's name in diagnostics, such as "an object".
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
  /// The first member that repeats an earlier member's name, and that earlier member.
  package var firstDuplicate: (first: JSONValue.Member, second: JSONValue.Member)? {
    // Most objects are small. For them, comparing is faster than hashing.
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
