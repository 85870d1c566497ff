// What generated response types are.
//
// The protocols with requirements inherit from none of the standard library's: a conformance to one
// that does is put together at run time, which takes code and data for every type.

/// A type that reads itself from the fields of one object.
nonisolated public protocol FieldReadable: Sendable {
  /// - Throws: a `DecodingError` at the first field that is not as the operation asked for it.
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
  /// - Throws: what the encoder behind `fields` throws.
  func encode(into fields: FieldEncoder) throws
}

/// A type that encodes as the fields of one object: responses, inputs, operations' variables.
public typealias FieldEncodable = Encodable & FieldWritable

nonisolated extension FieldWritable where Self: Encodable {
  @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try encode(into: FieldEncoder(encoder))
  }
}

/// A struct for the fields of one selection set.
public typealias ResponseObject = FieldEncodable & ResponseDecodable
