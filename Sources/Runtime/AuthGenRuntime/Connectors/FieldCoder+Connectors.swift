// Values that connectors read in their own way.

nonisolated extension FieldCoder {
  /// An identifier: a string, or a whole number converted to text.
  ///
  /// https://spec.graphql.org/September2025/#sec-ID
  public mutating func identifier(_ name: StaticString, _ value: inout String) {
    required(name, &value, as: IdentifierCoding.self)
  }

  public mutating func optionalIdentifier(_ name: StaticString, _ value: inout String?) {
    optional(name, &value, as: IdentifierCoding.self)
  }

  public mutating func identifiers(_ name: StaticString, _ value: inout [String]) {
    required(name, &value, as: IdentifiersCoding.self)
  }

  public mutating func optionalIdentifiers(_ name: StaticString, _ value: inout [String]?) {
    optional(name, &value, as: IdentifiersCoding.self)
  }

  /// The name of the object's type, which the response encodes in another value.
  ///
  /// - Parameters:
  ///   - value: the stored property.
  ///   - path: the keys that lead to the value.
  ///   - cases: the type for each value.
  ///   - otherwise: the type for all other values. Nil uses the value itself as the type's name.
  @inline(never)
  public mutating func typename(
    _ value: inout String, matching path: [String], _ cases: [(MatchedValue, String)],
    otherwise: String? = nil
  ) {
    switch mode {
    case .json, .container:
      guard !hasFailed else { return }
      do throws(Failed) {
        let new = try typename(matching: path, cases, otherwise: otherwise)
        initialize(&value, to: new)
      } catch {}
    case .encoder: write(value, matching: path, cases)
    case .reflection: reflect(value, as: "__typename")
    case .comparison: compare(&value) { $0 == $1 }
    case .removal: remove(&value)
    }
  }

  mutating func typename(
    matching path: [String], _ cases: [(MatchedValue, String)], otherwise: String?
  ) throws(Failed) -> String {
    if let decoded,
      let name = chosenName(
        among: cases.map(\.1) + (otherwise.map { [$0] } ?? []), "__typename", in: decoded)
    {
      return name
    }
    at(path)
    let matched: MatchedValue
    do {
      matched = try whole(of: MatchedValue?.self) { $1.optionalValue("", &$0) } ?? .null
    } catch {
      throw Failed()
    }
    return cases.first { $0.0 == matched }?.1 ?? otherwise ?? matched.text
  }

  /// Writes the value that determines the object's type.
  mutating func write(
    _ typename: String, matching path: [String], _ cases: [(MatchedValue, String)]
  ) {
    at(path)
    let value = cases.first { $0.1 == typename }?.0 ?? .string(typename)
    write("") { name, fields, _ in try fields.value(name, value) }
  }
}

/// A value that determines an object's type.
nonisolated public enum MatchedValue: Hashable, Sendable {
  case string(String)
  case int(Int)
  case boolean(Bool)
  case null

  var text: String {
    switch self {
    case .string(let value): value
    case .int(let value): String(value)
    case .boolean(let value): String(value)
    case .null: "null"
    }
  }
}

nonisolated extension MatchedValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(nilLiteral: ()) { self = .null }
}

nonisolated extension MatchedValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }
}

nonisolated private enum IdentifierCoding: FieldCoding {
  static var expected: String? { String.expected }

  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> String {
    try coder.json.scanner.identifier()
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> String {
    try (fields.value(name) as Identifier).text
  }

  static func encode(
    _ value: String, as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws {
    try fields.string(name, value)
  }
}

nonisolated private enum IdentifiersCoding: FieldCoding {
  static var expected: String? { "a list" }

  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> [String] {
    try coder.json.scanner.list { scanner throws(JSONFailure) in try scanner.identifier() }
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> [String] {
    try (fields.value(name) as [Identifier]).map(\.text)
  }

  static func encode(
    _ value: [String], as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws {
    try fields.value(name, value)
  }
}

nonisolated extension JSONScanner {
  fileprivate mutating func identifier() throws(JSONFailure) -> String {
    skipSpace()
    return next == UInt8(ascii: "\"") ? try string() : String(try integer())
  }
}

nonisolated private struct Identifier: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      text = String(number)
    } else {
      text = try container.decode(String.self)
    }
  }
}
