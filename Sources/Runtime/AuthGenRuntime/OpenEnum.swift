// Enums that the server may add values to.

/// A GraphQL enum. A value that was added to the schema after the code was generated decodes as
/// `unknown`, keeps its name, and encodes back.
///
/// Generated types implement ``init(graphQLName:)`` and ``graphQLName``; the rest follows.
nonisolated public protocol OpenEnum: RawRepresentable, CaseIterable, Codable, Hashable, Sendable
where RawValue == String {
  /// - Parameter graphQLName: the value's name in the schema, or any other.
  init(graphQLName: String)

  /// The value's name in the schema; for an unknown value, as the server sent it.
  var graphQLName: String { get }

  /// The names of all values that were in the schema when the code was generated, in its order.
  static var graphQLNames: [String] { get }
}

nonisolated extension OpenEnum {
  /// All values that were in the schema when the code was generated.
  public static var allCases: [Self] { graphQLNames.map(Self.init(rawValue:)) }

  public init(rawValue: String) {
    self.init(graphQLName: rawValue)
  }

  public var rawValue: String { graphQLName }

  public init(from decoder: any Decoder) throws {
    self.init(graphQLName: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(graphQLName)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.graphQLName == right.graphQLName
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(graphQLName)
  }
}
