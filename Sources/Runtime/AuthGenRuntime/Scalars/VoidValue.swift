// The value of a field that returns nothing.

/// The value of a scalar that is always null, such as the result of a logout. Decoding ignores the
/// value from the server.
nonisolated public struct VoidValue: Codable, Hashable, Sendable {
  public init() {}

  public init(from decoder: any Decoder) throws {}

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
