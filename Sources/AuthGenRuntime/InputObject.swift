// What operations send: input objects and variables.

/// A GraphQL input object. Of its optional properties, nil means that the field is absent; a field
/// listed in `explicitNulls` is sent as null where it has no value.
nonisolated public protocol InputObject: FieldEncodable {}

/// Storage out of line, for input objects that hold another of their own type.
nonisolated public indirect enum Indirect<Value> {
  case stored(Value)

  public init(_ value: Value) {
    self = .stored(value)
  }

  public var value: Value {
    switch self {
    case .stored(let value): value
    }
  }
}

nonisolated extension Indirect: Sendable where Value: Sendable {}
nonisolated extension Indirect: Equatable where Value: Equatable {}
nonisolated extension Indirect: Hashable where Value: Hashable {}
