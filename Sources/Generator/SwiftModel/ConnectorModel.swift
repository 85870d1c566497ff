// The model of connectors.

/// One HTTP exchange of an operation. A class, like the other types here that most operations and
/// properties do not use: an absent value then takes one word.
package final class ConnectorModel: Sendable {
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

  init(
    method: String, isWholeURL: Bool, target: [TextPieceModel], query: [RequestTextModel],
    headers: [RequestTextModel], body: BodyModel?, successes: [ClosedRange<Int>]?,
    readsBody: Bool, errorType: String?, errorProperties: [PropertyModel]?
  ) {
    self.method = method
    self.isWholeURL = isWholeURL
    self.target = target
    self.query = query
    self.headers = headers
    self.body = body
    self.successes = successes
    self.readsBody = readsBody
    self.errorType = errorType
    self.errorProperties = errorProperties
  }
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
    case literal(LiteralModel)
    case list([LiteralModel])
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

package enum LiteralModel: Hashable, Sendable {
  case string(String)
  /// The number as written.
  case number(String)
  case boolean(Bool)
  case null
}

/// The location of a property's value in an object of a response.
package final class PropertyPathsModel: Sendable {
  /// The candidate paths. The first one that exists is used; an empty path is the object itself.
  package let paths: [[String]]
  /// The keys of nested properties. If the path is empty, the value exists if one of them does.
  package let innerKeys: [String]
  /// Whether a value of an unexpected form counts as absent.
  package let isLenient: Bool
  /// Whether the values are identifiers, which services also write as numbers.
  package let areIDs: Bool

  init(paths: [[String]], innerKeys: [String], areIDs: Bool, isLenient: Bool) {
    self.areIDs = areIDs
    self.paths = paths
    self.innerKeys = innerKeys
    self.isLenient = isLenient
  }
}

/// Distinguishes the types of an object, if the response identifies them in its own way.
package final class TypeMatchModel: Sendable {
  package struct Case: Sendable {
    package let candidate: LiteralModel
    package let typename: String
  }

  package let path: [String]
  package let cases: [Case]
  package let otherwise: String?

  init(path: [String], cases: [Case], otherwise: String?) {
    self.path = path
    self.cases = cases
    self.otherwise = otherwise
  }
}

/// The struct for a service's errors.
package struct ErrorModel: Sendable {
  package var type: StructModel
  /// The property of `RequestError` that returns it.
  package var accessorName: String
}
