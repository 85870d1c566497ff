// Scalars that are strings on the wire and have a form to keep.

/// A scalar read from and written as its description. A string of another form is a decoding error
/// that names the expected form and does not quote the value.
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
  /// What was expected, for the error: "a date, YYYY-MM-DD", say.
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
