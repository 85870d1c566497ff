// The model of connectors.

package import AuthGenConnectors

/// One HTTP exchange of an operation.
package struct ConnectorModel: Sendable {
  /// `get`, `post` and so on.
  package let method: String
  /// Whether the target is a complete URL and not a path.
  package let isWholeURL: Bool
  package let target: [TextPieceModel]
  package let query: [RequestTextModel]
  package let headers: [RequestTextModel]
  /// The body; nil if the request has none.
  package let body: BodyModel?
  /// The success statuses; nil for the default ones.
  package let successes: [ClosedRange<Int>]?
  /// Whether a value of the response is its whole body.
  package let readsBody: Bool
  /// The Swift type of the service's errors.
  package let errorType: String?
  /// The locations of the error's properties, if they differ from those of other operations.
  package let errorProperties: [PropertyModel]?
}

/// A query parameter or header.
package struct RequestTextModel: Sendable {
  package var name: String
  package var pieces: [TextPieceModel]
}

package enum TextPieceModel: Sendable {
  case text(String)
  case value(VariablePathModel)
}

/// A variable's value, or a part of it.
package struct VariablePathModel: Sendable {
  package struct Step: Sendable {
    package var name: String
    /// Whether the value can be nil and more steps follow.
    package var isOptional: Bool
  }

  package var steps: [Step]
  /// The type of the value at the end of the path.
  package var type: SwiftType
}

package enum BodyModel: Sendable {
  case members([BodyMemberModel])
  /// An input object with all its fields.
  case input(VariablePathModel)
}

package struct BodyMemberModel: Sendable {
  package indirect enum Value: Sendable {
    case literal(MappingLiteral)
    case list([MappingLiteral])
    /// - Parameter presence: the value that the object is made of, which can be absent.
    case object([BodyMemberModel], presence: PresenceModel?)
    case variable(VariablePathModel, nulls: NullsModel?)
  }

  package var name: String
  package var value: Value
}

/// A value that can be nil.
package struct PresenceModel: Sendable {
  package var path: VariablePathModel
  package var nulls: NullsModel?
}

/// Determines whether a nil property is sent as null.
package struct NullsModel: Sendable {
  /// The path to the value that has the property; empty for the operation itself.
  package var owner: [VariablePathModel.Step]
  /// Whether any value on the path can be nil.
  package var isOptional: Bool
  /// The name of the set.
  package var setName: String
  package var graphQLName: String
}

/// The location of a property's value in an object of a response.
package struct PropertyPathsModel: Sendable {
  /// The candidate paths. The first one that exists is used; an empty path is the object itself.
  package let paths: [[String]]
  /// The keys of nested properties. If the path is empty, the value exists if one of them does.
  package let innerKeys: [String]
  /// Whether the values are identifiers, which services also write as numbers.
  package let areIDs: Bool
  /// Whether a value of an unexpected form counts as absent.
  package var isLenient = false
}

/// The struct for a service's errors.
package struct ErrorModel: Sendable {
  package var type: StructModel
  /// The property of `RequestError` that returns it.
  package var accessorName: String
}
