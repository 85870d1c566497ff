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
    let matched: JSON = optionalValue("") ?? .null
    switch matched {
    case .array, .object, .number: fail(.typeMismatch, path: path)
    case .null, .boolean, .integer, .string: break
    }
    return cases.first { $0.0.json == matched }?.1 ?? otherwise ?? matched.scalarText ?? "null"
  }
}

nonisolated extension FieldWriter {
  /// Writes the value that determines the object's type.
  @inline(never)
  public final func typename(
    _ typename: String, matching path: [String], _ cases: [(MatchedValue, String)]
  ) {
    if collect("__typename", typename) { return }
    at(path).value("", cases.first { $0.1 == typename }?.0.json ?? .string(typename))
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

/// A value that determines an object's type: a string, a whole number, a Boolean or null.
nonisolated public struct MatchedValue: Hashable, Sendable {
  let json: JSON
}

nonisolated extension MatchedValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { json = .string(value) }
  public init(integerLiteral value: Int) { json = .integer(value) }
  public init(booleanLiteral value: Bool) { json = .boolean(value) }
  public init(nilLiteral: ()) { json = .null }
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
