// Types that are read and written as servers represent them, and not as their own `Codable` conformance does.

/// A type whose values have another form on the wire than in its `Codable` conformance, or more than one
/// form.
nonisolated protocol ServerScalar: ServerFormCodable, JSONReadable {
  /// - Returns: nil if the JSON is not a value of the type.
  init?(_ json: JSON)
  /// - Throws: `EncodingError` if the value has no form on the wire.
  func json() throws -> JSON
}

/// A value, or a list of values or nil, in the servers' form, for any decoder and encoder.
nonisolated struct ServerForm<Value: ServerFormCodable>: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws { value = try Value(serverForm: decoder) }

  func encode(to encoder: any Encoder) throws { try value.encode(serverForm: encoder) }
}

/// A ``ServerScalar``, or a list or an optional of one.
nonisolated protocol ServerFormCodable: Codable {
  init(serverForm decoder: any Decoder) throws
  func encode(serverForm encoder: any Encoder) throws
}

nonisolated extension ServerScalar {
  init(serverForm decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    if case .null = json {
      throw DecodingError.valueNotFound(
        Self.self, .init(codingPath: decoder.codingPath, debugDescription: "Found null."))
    }
    guard let value = Self(json) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "Expected \(Self.self).",
          underlyingError: DecodingError.ValueFreeError()))
    }
    self = value
  }

  func encode(serverForm encoder: any Encoder) throws { try json().encode(to: encoder) }

  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Self {
    if try scanner.skipNull() { throw .null }
    guard let value = Self(try scanner.json()) else { throw .invalidValue }
    return value
  }
}

nonisolated extension Array: ServerFormCodable where Element: ServerFormCodable {
  init(serverForm decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self = []
    while !container.isAtEnd { append(try container.decode(ServerForm<Element>.self).value) }
  }

  func encode(serverForm encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(ServerForm(element)) }
  }
}

nonisolated extension Optional: ServerFormCodable where Wrapped: ServerFormCodable {
  init(serverForm decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().decodeNil() ? nil : Wrapped(serverForm: decoder)
  }

  func encode(serverForm encoder: any Encoder) throws {
    if let self { return try self.encode(serverForm: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

nonisolated extension DecodedFields {
  /// A value in the servers' form.
  func serverForm<Value: ServerFormCodable>(
    _ name: String, as type: Value.Type
  ) throws -> any ServerFormCodable {
    try container.decode(ServerForm<Value>.self, forKey: FieldName(name)).value
  }
}

nonisolated extension ServerFormCodable {
  /// The value in the servers' form.
  var inServerForm: any Encodable { ServerForm(self) }
}
