// The protocols of generated response types.
//
// The protocols with requirements inherit no protocol of the standard library. A conformance to
// such a protocol is built at run time, which takes code and data for every type.

/// A struct with the fields of one selection set. Generated structs also conform to `Codable`.
nonisolated public protocol ResponseObject: Sendable {
  /// Visits each stored property, in order of declaration. The same description reads and writes.
  mutating func code(fields: inout FieldCoder)
}

nonisolated extension ResponseObject where Self: Decodable {
  /// Reads the value from any decoder.
  ///
  /// Conditions with `@include` and `@skip` need the variables of the operation. A decoder's user
  /// information can provide them under `CodingUserInfoKey.conditionVariables`. Without them, a field that
  /// is absent or incomplete counts as not selected.
  ///
  /// - Throws: a `DecodingError` at the first field that does not match the operation.
  @inline(never)
  public init(from decoder: any Decoder) throws {
    self = try FieldCoder.decode(Self.self, from: decoder)
  }
}

nonisolated extension ResponseObject where Self: Encodable {
  @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try FieldCoder.encode(self, to: encoder)
  }
}

/// One of several object types that a selection on an abstract type distinguishes.
nonisolated public protocol ConcreteObject: Sendable {
  /// Reads the part for a type.
  ///
  /// - Throws: ``FieldCoder/Failed`` if the part does not match the operation.
  init(typename: String, fields: inout FieldCoder) throws(FieldCoder.Failed)

  /// The names of the types that the selection distinguishes, with a space between them.
  static var typenames: StaticString { get }

  /// Writes the part, and returns the name of the object's type.
  func write(fields: inout FieldCoder) -> String
}

nonisolated extension ConcreteObject {
  /// The name of the object's type.
  public var typename: String {
    @inline(never) get {
      var coder = FieldCoder(.reflection)
      return write(fields: &coder)
    }
  }
}
