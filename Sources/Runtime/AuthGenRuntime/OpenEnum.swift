// Enums to which the server may add values.

/// A GraphQL enum. A value that is newer than the generated code decodes as `unknown`, keeps its
/// name, and encodes back.
///
/// Generated types implement ``init(graphQLName:)`` and ``graphQLName``. An extension implements the rest.
nonisolated public protocol OpenEnum: RawRepresentable, CaseIterable, Codable, Hashable, Sendable
where RawValue == String {
  /// Creates a value from its name.
  ///
  /// - Parameter graphQLName: the value's name in the schema, or an unknown name.
  init(graphQLName: String)

  /// The value's name in the schema. For an unknown value, the name from the server.
  var graphQLName: String { get }

  /// The names of all values in the schema when the code was generated, in the schema's order.
  static var graphQLNames: [String] { get }
}

// No function here is specialised: an app would have a copy of its code for each enum.
nonisolated extension OpenEnum {
  /// All values that were in the schema when the code was generated.
  public static var allCases: [Self] { graphQLNames.map(Self.init(rawValue:)) }

  public init(rawValue: String) {
    self.init(graphQLName: rawValue)
  }

  public var rawValue: String { graphQLName }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public init(from decoder: any Decoder) throws {
    if let choice = decoder.userInfo[.nameChoice] as? NameChoice {
      self.init(graphQLName: choice(Self.graphQLNames, decoder.codingPath))
    } else {
      self.init(graphQLName: try decoder.singleValueContainer().decode(String.self))
    }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(graphQLName)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func == (left: Self, right: Self) -> Bool {
    left.graphQLName.hasSameBytes(as: right.graphQLName)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(graphQLName))
  }
}
