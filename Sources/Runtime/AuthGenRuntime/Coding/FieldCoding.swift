// How values of one type are read.

/// Reads the values of one type.
nonisolated package protocol FieldCoding {
  associatedtype Value

  /// The type's name in errors; nil if it is not known.
  static var expected: String? { get }
  /// Whether null is a value.
  static var readsNull: Bool { get }

  /// Reads the next value of the reader's JSON text.
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value
  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value
}

nonisolated extension FieldCoding {
  package static var readsNull: Bool { false }
}

/// A type that reads its own JSON.
nonisolated protocol FieldValue: JSONReadable, Codable {
  static var expected: String? { get }

  init(_ scanner: inout JSONScanner) throws(JSONFailure)
  init(_ fields: DecodedFields, _ name: String) throws
}

nonisolated extension FieldValue {
  static var expected: String? { "\(Self.self)" }

  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Self {
    try Self(&scanner)
  }

  init(_ fields: DecodedFields, _ name: String) throws {
    self = try fields.value(name)
  }
}

nonisolated enum ValueCoding<Value: FieldValue>: FieldCoding {
  static var expected: String? { Value.expected }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    try Value(&reader.json.scanner)
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    try Value(fields, name)
  }
}

nonisolated enum EnumCoding<Value: OpenEnum>: FieldCoding {
  static var expected: String? { String.expected }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    Value(graphQLName: try reader.json.scanner.string())
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    Value(
      graphQLName: try reader.chosenName(among: Value.graphQLNames, name) ?? fields.string(name))
  }
}

nonisolated enum TextCoding<Value: TextScalar>: FieldCoding {
  static var expected: String? { String.expected }

  @inline(__always)
  static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    guard let value = Value(try reader.json.scanner.string()) else { throw .invalidValue }
    return value
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    try fields.value(name)
  }
}

/// Reads a value of any other type: with the type's own reader if the runtime knows one, otherwise
/// with Foundation's decoder.
nonisolated package enum CodableCoding<Value: Decodable>: FieldCoding {
  package static var expected: String? { "\(Value.self)" }

  @inline(__always)
  package static func read(_ reader: inout FieldReader) throws(JSONFailure) -> Value {
    try reader.json.scanner.value(Value.self)
  }

  package static func decode(
    _ name: String, from fields: DecodedFields, _ reader: inout FieldReader
  ) throws -> Value {
    try fields.value(name)
  }
}

// MARK: Types

nonisolated extension String: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.string() }
  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.string(name) }
}

nonisolated extension Int: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.integer() }
  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.int(name) }
}

nonisolated extension Double: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.double() }
  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.double(name) }
}

nonisolated extension Bool: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.boolean() }
  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.bool(name) }
}

nonisolated extension Secret: FieldValue {
  static var expected: String? { String.expected }

  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self.init(try scanner.string()) }
}

nonisolated extension JSON: FieldValue {
  init(_ scanner: inout JSONScanner) throws(JSONFailure) {
    if try scanner.skipNull() { throw .null }
    self = try scanner.json()
  }

  init(_ fields: DecodedFields, _ name: String) throws {
    self = try fields.value(name)
    if case .null = self { throw fields.nullFound(name, Self.self) }
  }
}

nonisolated extension [String]: FieldValue {
  static var expected: String? { "a list" }

  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) {
    self = try scanner.list { scanner throws(JSONFailure) in try scanner.string() }
  }

  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.strings(name) }
}
