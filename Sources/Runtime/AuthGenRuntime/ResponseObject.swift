// The protocols of generated response types.
//
// The protocols with requirements inherit no protocol of the standard library. A conformance to
// such a protocol is built at run time, which takes code and data for every type.

/// A type that reads itself from the fields of one object.
nonisolated public protocol FieldReadable: Sendable {
  /// Reads the value from the fields of an object.
  ///
  /// - Throws: a `DecodingError` at the first field that does not match the operation.
  init(fields: ResponseFields) throws
}

/// A type that reads itself from one object of a response.
public typealias ResponseDecodable = Decodable & FieldReadable

nonisolated extension FieldReadable where Self: Decodable {
  @inline(never)
  public init(from decoder: any Decoder) throws {
    try self.init(fields: ResponseFields(decoder))
  }
}

/// A type that writes itself as the fields of one object.
nonisolated public protocol FieldWritable: Sendable {
  /// Writes the value's fields.
  ///
  /// - Throws: the encoder's error.
  func encode(into fields: FieldEncoder) throws
}

/// A type that encodes as the fields of one object: a response, an input or an operation's
/// variables.
public typealias FieldEncodable = Encodable & FieldWritable

nonisolated extension FieldWritable where Self: Encodable {
  @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try encode(into: FieldEncoder(encoder))
  }
}

/// A struct with the fields of one selection set.
public typealias ResponseObject = FieldEncodable & ResponseDecodable
