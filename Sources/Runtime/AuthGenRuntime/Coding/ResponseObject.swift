// The protocols of generated response types.
//
// The protocols with requirements inherit no protocol of the standard library. A conformance to
// such a protocol is built at run time, which takes code and data for every type.

public import Foundation

/// A struct with the fields of one selection set. Generated structs also conform to `Codable`.
nonisolated public protocol ResponseObject: Sendable {
  /// Reads the stored properties.
  ///
  /// After the first problem, the reader returns placeholders, such as an empty string. Its caller discards
  /// the object.
  @_spi(Generated) init(fields: inout FieldReader)

  /// Writes the stored properties, in the order in which the initialiser reads them.
  @_spi(Generated) func encode(into fields: FieldWriter)
}

nonisolated extension ResponseObject where Self: Encodable {
  @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try TreeFieldWriter.encode(to: encoder) { encode(into: $0) }
  }
}

nonisolated extension ResponseObject where Self: Decodable {
  /// Reads the value from any decoder.
  ///
  /// Conditions with `@include` and `@skip` need the variables of the operation. A decoder's user
  /// information can provide them under `CodingUserInfoKey.conditionVariables`. Without them, a field that
  /// is absent or incomplete counts as not selected.
  ///
  /// - Throws: the decoder's error, or a ``ResponseDecodingError``, at the first field that does not match
  ///   the operation.
  @inline(never)
  public init(from decoder: any Decoder) throws {
    self = try FieldReader.decode(Self.self, from: decoder)
  }
}

/// One of several object types that a selection on an abstract type distinguishes.
nonisolated public protocol ConcreteObject: Sendable {
  /// Reads the part for a type.
  @_spi(Generated) init(typename: String, fields: inout FieldReader)

  /// The names of the types that the selection distinguishes, with a space between them.
  @_spi(Generated) static var typenames: StaticString { get }

  /// Writes the part, and returns the name of the object's type.
  @_spi(Generated) func write(fields: FieldWriter) -> String
}

nonisolated extension ConcreteObject {
  /// The name of the object's type.
  public var typename: String {
    @inline(never) get { write(fields: FieldWriter()) }
  }
}

/// Not a member of response types, because a field may have its name.
nonisolated extension Data {
  /// Creates the JSON text of a response type's value, with the fields in the order of the selection. The
  /// text contains secrets, so do not log it.
  ///
  /// The numbers of ``JSON`` scalars keep their digits, but `JSONEncoder` writes `1.0` as `1`.
  ///
  /// - Throws: an `EncodingError` if a value has no JSON, such as an infinite number.
  public init(json value: some ResponseObject & Encodable) throws {
    self = try TreeFieldWriter.json { value.encode(into: $0) }
  }
}
