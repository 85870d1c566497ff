// Scalars that are strings of a certain format on the wire.

/// A scalar that decodes from and encodes as its description. A string of another format is a
/// decoding error, which names the expected format without the value.
///
/// ```swift
/// struct SKU: LosslessStringConvertible {
///   let description: String
///   init?(_ description: String) {
///     guard description.count == 8 else { return nil }
///     self.description = description
///   }
/// }
/// extension SKU: TextScalar {
///   static let expectation = "a SKU of 8 characters"
/// }
/// ```
nonisolated public protocol TextScalar: Codable, LosslessStringConvertible {
  /// The expected format, for the error. For example, "a date, YYYY-MM-DD".
  static var expectation: String { get }
}

nonisolated extension TextScalar {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath, debugDescription: "Expected \(Self.expectation).",
          underlyingError: DecodingError.ValueFreeError()))
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A Swift type that the configuration names for a scalar. Generated code has a type alias for each, so that
/// the compiler reports an unsuitable type with the name of its scalar.
nonisolated public enum ConfiguredScalar<Value: Codable & Sendable> {}

/// A ``ConfiguredScalar`` of a client whose response types conform to `Equatable`.
nonisolated public enum EquatableScalar<Value: Codable & Equatable & Sendable> {}

/// A ``ConfiguredScalar`` of a client whose types conform to `Hashable`.
nonisolated public enum HashableScalar<Value: Codable & Hashable & Sendable> {}
