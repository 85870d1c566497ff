// Reading values that are nested deeper in a response than in the generated type.

nonisolated extension ResponseFields {
  /// The fields of a nested object.
  public func inside(_ name: String) throws -> ResponseFields {
    ResponseFields(try container.nestedContainer(keyedBy: FieldName.self, forKey: FieldName(name)))
  }

  /// The fields of a nested object, or no fields if there is no such object.
  public func insideIfAny(_ name: String) throws -> ResponseFields {
    try isPresent(name) ? inside(name) : ResponseFields(KeyedDecodingContainer(NoFields()))
  }

  /// An identifier: a string, or a whole number converted to text.
  ///
  /// https://spec.graphql.org/September2025/#sec-ID
  public func identifier(_ name: String) throws -> String {
    try (value(name) as Identifier).text
  }

  public func optionalIdentifier(_ name: String) throws -> String? {
    try isPresent(name) ? identifier(name) : nil
  }

  public func identifiers(_ name: String) throws -> [String] {
    try (value(name) as [Identifier]).map(\.text)
  }

  public func optionalIdentifiers(_ name: String) throws -> [String]? {
    try isPresent(name) ? identifiers(name) : nil
  }

  /// The name of the object's type, which the response encodes in another value.
  ///
  /// - Parameters:
  ///   - path: the keys that lead to the value.
  ///   - cases: the type for each value.
  ///   - otherwise: the type for all other values. Nil uses the value itself as the type's name.
  @inline(never)
  public func typename(
    matching path: [String], _ cases: [(MatchedValue, String)], otherwise: String? = nil
  ) throws -> String {
    var fields = self
    for key in path.dropLast() { fields = try fields.insideIfAny(key) }
    let value: MatchedValue = try fields.optionalValue(path.last ?? "") ?? .null
    return cases.first { $0.0 == value }?.1 ?? otherwise ?? value.text
  }
}

/// A value that determines an object's type.
nonisolated public enum MatchedValue: Hashable, Sendable {
  case string(String)
  case int(Int)
  case boolean(Bool)
  case null

  fileprivate var text: String {
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

nonisolated extension FieldEncoder {
  /// Writes to a nested object.
  public func inside(_ name: String) throws -> FieldEncoder {
    switch target {
    case .container(let container): FieldEncoder(container.nested(name))
    case .tree(let tree): FieldEncoder(try tree.object(name))
    }
  }

  /// Writes the value that determines the object's type.
  @inline(never)
  public func typename(
    _ typename: String, matching path: [String], _ cases: [(MatchedValue, String)]
  ) throws {
    var fields = self
    for key in path.dropLast() { fields = try fields.inside(key) }
    let value = cases.first { $0.1 == typename }?.0 ?? .string(typename)
    try fields.value(path.last ?? "", value)
  }

  /// Writes an object with the fields that `body` writes, null, or nothing.
  public func object(
    _ name: String, if isThere: Bool = true, orNull isNull: Bool = false,
    _ body: (FieldEncoder) throws -> Void
  ) throws {
    if isThere {
      try body(try inside(name))
    } else if isNull {
      try optionalString(name, nil)
    }
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

/// An absent object.
nonisolated private struct NoFields: KeyedDecodingContainerProtocol {
  let codingPath: [any CodingKey] = []
  let allKeys: [FieldName] = []

  func contains(_ key: FieldName) -> Bool { false }

  func decodeNil(forKey key: FieldName) throws -> Bool { throw notFound(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: FieldName) throws -> Value {
    throw notFound(key)
  }

  func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type, forKey key: FieldName
  ) throws -> KeyedDecodingContainer<Key> {
    throw notFound(key)
  }

  func nestedUnkeyedContainer(forKey key: FieldName) throws -> any UnkeyedDecodingContainer {
    throw notFound(key)
  }

  func superDecoder() throws -> any Decoder { throw notFound(FieldName("super")) }

  func superDecoder(forKey key: FieldName) throws -> any Decoder { throw notFound(key) }

  private func notFound(_ key: FieldName) -> DecodingError {
    DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: [], debugDescription: "there is no object"))
  }
}
