// JSON of any form.

/// A value of a scalar that can be any JSON, such as a user's traits.
nonisolated public enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// A member of an object; nil if there is no such member, or if the value is not an object.
  public subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The value of a Boolean; nil for all others.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The value of an integer; nil for all others.
  public var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The elements of an array; nil for all others.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text of a string; nil for all others.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

nonisolated extension JSON: Codable {
  /// The maximum depth of arrays and objects, from the root of the document. Decoding is recursive,
  /// and the stack of a thread can be small.
  private static let maximumDepth = 64

  /// Decodes a value.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if arrays and objects are nested more than 64 deep.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription: "expected at most \(Self.maximumDepth) levels of JSON, found more"))
    }
    let container = try decoder.singleValueContainer()
    // Strings first: they are the most frequent, and each failed attempt builds an error.
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      do {
        self = .array(try container.decode([JSON].self))
      } catch DecodingError.typeMismatch {
        self = .object(try container.decode([String: JSON].self))
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
