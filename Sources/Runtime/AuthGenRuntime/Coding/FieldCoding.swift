// How values of one type are read and written.

/// Reads and writes the values of one type.
nonisolated protocol FieldCoding {
  associatedtype Value

  /// The type's name in errors; nil if it is not known.
  static var expected: String? { get }

  static func areEqual(_ left: Value, _ right: Value) -> Bool

  /// Reads the next value of the coder's JSON text.
  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> Value
  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> Value
  static func encode(
    _ value: Value, as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws
}

nonisolated extension FieldCoding where Value: Equatable {
  static func areEqual(_ left: Value, _ right: Value) -> Bool { left == right }
}

/// A type that reads its own JSON.
nonisolated protocol FieldValue: Codable, Equatable {
  static var expected: String? { get }

  init(_ scanner: inout JSONScanner) throws(JSONFailure)
  init(_ fields: DecodedFields, _ name: String) throws
  func encode(as name: String, to fields: FieldEncoder) throws
}

nonisolated extension FieldValue {
  static var expected: String? { "\(Self.self)" }

  init(_ fields: DecodedFields, _ name: String) throws {
    self = try fields.value(name)
  }

  func encode(as name: String, to fields: FieldEncoder) throws {
    try fields.value(name, self)
  }
}

nonisolated enum ValueCoding<Value: FieldValue>: FieldCoding {
  static var expected: String? { Value.expected }

  @inline(__always)
  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> Value {
    try Value(&coder.json.scanner)
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> Value {
    try Value(fields, name)
  }

  static func encode(
    _ value: Value, as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws {
    try value.encode(as: name, to: fields)
  }
}

nonisolated enum EnumCoding<Value: OpenEnum>: FieldCoding {
  static var expected: String? { String.expected }

  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> Value {
    Value(graphQLName: try coder.json.scanner.string())
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> Value {
    Value(
      graphQLName: try coder.chosenName(among: Value.graphQLNames, name, in: fields)
        ?? fields.string(name))
  }

  static func encode(
    _ value: Value, as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws {
    try fields.string(name, value.graphQLName)
  }
}

nonisolated enum TextCoding<Value: TextScalar>: FieldCoding {
  static var expected: String? { String.expected }

  static func areEqual(_ left: Value, _ right: Value) -> Bool {
    left.description == right.description
  }

  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> Value {
    guard let value = Value(try coder.json.scanner.string()) else { throw .invalidValue }
    return value
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> Value {
    try fields.value(name)
  }

  static func encode(
    _ value: Value, as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws {
    try fields.value(name, value)
  }
}

/// Reads a value of any other type: with the type's own reader if the runtime knows one, otherwise
/// with Foundation's decoder.
nonisolated enum CodableCoding<Value: Codable>: FieldCoding {
  static var expected: String? { "\(Value.self)" }

  static func areEqual(_ left: Value, _ right: Value) -> Bool {
    FieldCoder.areEqual(custom: left, right)
  }

  static func read(_ coder: inout FieldCoder) throws(JSONFailure) -> Value {
    try coder.json.scanner.value(Value.self)
  }

  static func decode(
    _ name: String, from fields: DecodedFields, _ coder: inout FieldCoder
  ) throws -> Value {
    try fields.value(name)
  }

  static func encode(
    _ value: Value, as name: String, to fields: FieldEncoder, _ coder: inout FieldCoder
  ) throws {
    try fields.value(name, value)
  }
}

// MARK: Types

nonisolated extension String: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.string() }

  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.string(name) }

  func encode(as name: String, to fields: FieldEncoder) throws { try fields.string(name, self) }
}

nonisolated extension Int: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.integer() }

  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.int(name) }

  func encode(as name: String, to fields: FieldEncoder) throws { try fields.int(name, self) }
}

nonisolated extension Double: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.double() }

  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.double(name) }

  func encode(as name: String, to fields: FieldEncoder) throws { try fields.double(name, self) }
}

nonisolated extension Bool: FieldValue {
  @inline(__always)
  init(_ scanner: inout JSONScanner) throws(JSONFailure) { self = try scanner.boolean() }

  init(_ fields: DecodedFields, _ name: String) throws { self = try fields.bool(name) }

  func encode(as name: String, to fields: FieldEncoder) throws { try fields.bool(name, self) }
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
