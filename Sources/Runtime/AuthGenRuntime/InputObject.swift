// The input of operations: input objects and variables.

/// A GraphQL input object. A nil property is an absent field. A field listed in `explicitNulls` is
/// sent as null if it has no value.
public typealias InputObject = FieldEncodable

/// A nullable field of an input object, or a nullable variable of an operation. Generated code adds a
/// static property for each.
nonisolated public struct NullableField<Input>: Hashable, Sendable {
  fileprivate let name: String

  /// - Parameter name: the field's name in the schema.
  public init(_ name: String) {
    self.name = name
  }
}

/// The fields to send as null if they have no value, such as `[.status]`.
nonisolated public struct ExplicitNulls<Input>: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The names of the fields in the schema.
  public private(set) var names: Set<String>

  public init(arrayLiteral fields: NullableField<Input>...) {
    names = Set(fields.map(\.name))
  }

  /// Whether a field is to be sent as null.
  ///
  /// - Parameter name: the field's name in the schema.
  public func contains(_ name: String) -> Bool {
    names.contains(name)
  }

  /// Adds a field.
  public mutating func insert(_ field: NullableField<Input>) {
    names.insert(field.name)
  }
}
