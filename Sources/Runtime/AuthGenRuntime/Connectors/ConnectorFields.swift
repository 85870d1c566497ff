// Values that connectors read in their own way.

nonisolated extension FieldReader {
  /// An identifier: a string, or a whole number converted to text.
  ///
  /// https://spec.graphql.org/September2025/#sec-ID
  public mutating func identifier(_ name: StaticString) -> String {
    required(name, IdentifierCoding.self) { _ in "" }
  }

  public mutating func optionalIdentifier(_ name: StaticString) -> String? {
    optional(name, IdentifierCoding.self)
  }

  public mutating func identifiers(_ name: StaticString) -> [String] {
    required(name, IdentifiersCoding.self) { _ in [] }
  }

  public mutating func optionalIdentifiers(_ name: StaticString) -> [String]? {
    optional(name, IdentifiersCoding.self)
  }

  /// The name of the object's type, which the response encodes in another value.
  ///
  /// - Parameters:
  ///   - path: the keys that lead to the value.
  ///   - cases: the type for each value.
  ///   - otherwise: the type for all other values. Nil uses the value itself as the type's name.
  @inline(never)
  public mutating func typename(
    matching path: [String], _ cases: [(MatchedValue, String)], otherwise: String? = nil
  ) -> String {
    if let name = chosenName(
      among: cases.map(\.1) + (otherwise.map { [$0] } ?? []), "__typename")
    {
      return name
    }
    json.beginView()
    next = NextField(paths: [path])
    let matched: MatchedValue = optionalValue("") ?? .null
    return cases.first { $0.0 == matched }?.1 ?? otherwise ?? matched.text
  }
}

nonisolated extension FieldWriter {
  /// Writes the value that determines the object's type.
  @inline(never)
  public final func typename(
    _ typename: String, matching path: [String], _ cases: [(MatchedValue, String)]
  ) {
    if collect("__typename", typename) { return }
    at(path).value("", cases.first { $0.1 == typename }?.0 ?? .string(typename))
  }

  /// Writes the value that determines the object's type, and the part for the type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func concrete<Concrete: ConcreteObject>(
    _ value: Concrete, matching path: [String], _ cases: [(MatchedValue, String)]
  ) {
    if collect(part: value, Concrete.self) { return }
    typename(value.typename, matching: path, cases)
    _ = value.write(fields: self)
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

  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> String {
    try reader.json.scanner.identifier()
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> String {
    try (fields.value(name) as Identifier).text
  }
}

nonisolated private enum IdentifiersCoding: FieldCoding {
  static var expected: String? { "a list" }

  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> [String] {
    try reader.json.scanner.list { scanner throws(JSONFailure) in try scanner.identifier() }
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> [String] {
    try (fields.value(name) as [Identifier]).map(\.text)
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
