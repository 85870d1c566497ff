// Scalars that are strings on the wire and have a form to keep.

/// A scalar read from and written as its description. What does not have its form is a decoding
/// error that names the form and does not quote the value.
nonisolated protocol TextScalar: Codable, LosslessStringConvertible {
  /// What was expected, for the error.
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
