// JSON of any form.

public import Foundation

/// A value of a scalar that can be any JSON, such as a user's traits.
///
/// Strings and the names of members are equal only with the same bytes in UTF-8 (RFC 8259, section 8.3).
nonisolated public enum JSON: Sendable {
  /// The members of an object. Of members with the same name, the first counts.
  public typealias Object = [ExactString: JSON]

  case null
  case boolean(Bool)
  /// A number without fraction and exponent in the range of `Int`.
  case integer(Int)
  /// Any other number.
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(Object)

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

  /// The value of a number, rounded to the nearest `Double`; nil for all others.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let number): number.double
    default: nil
    }
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

nonisolated extension JSON: Hashable {
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(ExactString(text))
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }
}

/// A number with all its digits, such as `12345678901234567890` or `1.10`.
nonisolated public struct JSONNumber: Hashable, Sendable {
  /// The number as JSON text (RFC 8259, section 6).
  public let text: String

  /// - Parameter text: a number as JSON text.
  /// - Returns: nil if the text is not a number in JSON.
  public init?(_ text: String) {
    var copy = text
    let isNumber = copy.withUTF8 { bytes in
      var scanner = JSONScanner(UnsafeRawBufferPointer(bytes))
      scanner.offset = 0
      return (try? scanner.numberBounds()) != nil && scanner.offset == bytes.count
    }
    guard isNumber else { return nil }
    self.text = text
  }

  /// - Parameter text: JSON text that is known to be a number.
  fileprivate init(checked text: String) {
    self.text = text
  }

  /// The value, rounded to the nearest `Double`. Infinite if it is out of range.
  public var double: Double { Double(text) ?? .nan }

  /// The value as a `Decimal`, which has up to 38 digits; nil if it is out of range.
  public var decimal: Decimal? { Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) }
}

nonisolated extension JSONNumber: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) {
    text = value.description
  }
}

nonisolated extension JSON {
  /// Reads a whole JSON text.
  ///
  /// - Returns: nil if it is not JSON.
  package init?(_ text: Data) { self.init(text, hasUniqueNames: false) }

  /// Reads a whole JSON text.
  ///
  /// - Parameter hasUniqueNames: whether an object with two members of one name is refused.
  /// - Returns: nil if it is not JSON.
  package init?(_ text: Data, hasUniqueNames: Bool) {
    guard
      let value = JSONText.parts(
        of: text,
        { scanner throws(JSONFailure) in try scanner.json(hasUniqueNames: hasUniqueNames) })
    else { return nil }
    self = value
  }

  /// The JSON text. Equal values give equal text.
  package var data: Data {
    let json = JSONWriter()
    json.write(self)
    return json.data
  }

  /// - Parameter number: JSON text that is known to be a number.
  init(number text: String) {
    // A negative zero is no integer.
    if let value = Int(text), value != 0 || text == "0" {
      self = .integer(value)
    } else {
      self = .number(JSONNumber(checked: text))
    }
  }
}

nonisolated extension JSON: Codable {
  /// The maximum depth of arrays and objects with other decoders than the runtime's, from the root of
  /// the document. They recurse, and the stack of a thread can be small.
  private static let maximumDepth = 64

  /// Decodes a value. Other decoders than the runtime's pass a number with the digits of a `Decimal`, and a
  /// whole one as an integer, such as `1.0`.
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
    } else if let value = try? container.decode(Double.self) {
      self = try Self.number(value, in: container)
    } else if let value = try? container.decode(Decimal.self) {
      self = JSON(number: value.description)
    } else {
      do {
        self = .array(try container.decode([JSON].self))
      } catch DecodingError.typeMismatch {
        self = .object(try container.decode(Object.self))
      }
    }
  }

  private static func number(
    _ value: Double, in container: any SingleValueDecodingContainer
  ) throws -> JSON {
    guard value.isFinite else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a finite number, found another")
    }
    // Foundation reads the negative zero as an integer, too.
    if value.sign == .minus, value == 0 { return .number(-0.0) }
    if let value = try? container.decode(Int.self) { return .integer(value) }
    if let value = try? container.decode(Decimal.self), !value.isNaN {
      return JSON(number: value.description)
    }
    return .number(JSONNumber(floatLiteral: value))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let number): try number.encode(to: &container)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

nonisolated extension JSONNumber {
  /// Encodes the number as a `Decimal` if it has all the digits, otherwise as a `Double`.
  fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
    if let double = Double(text), double.description == text || double == 0 {
      try container.encode(double)
    } else if let decimal {
      try container.encode(decimal)
    } else {
      try container.encode(double)
    }
  }
}
