// What generated response types are.

/// A type that reads itself from one object of a response.
nonisolated public protocol ResponseDecodable: Decodable, Sendable {
  /// - Throws: a `DecodingError` at the first field that is not as the operation asked for it.
  init(fields: ResponseFields) throws
}

nonisolated extension ResponseDecodable {
  @inline(never)
  public init(from decoder: any Decoder) throws {
    try self.init(fields: ResponseFields(decoder))
  }
}

/// A type that writes itself as the fields of one object: responses, inputs, operations' variables.
nonisolated public protocol FieldEncodable: Encodable, Sendable {
  /// - Throws: what the encoder behind `fields` throws.
  func encode(into fields: FieldEncoder) throws
}

nonisolated extension FieldEncodable {
  @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try encode(into: FieldEncoder(encoder))
  }
}

/// A struct for the fields of one selection set.
public typealias ResponseObject = FieldEncodable & ResponseDecodable
