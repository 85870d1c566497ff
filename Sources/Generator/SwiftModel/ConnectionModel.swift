// The model of operations that are calls of a REST service.

/// One HTTP exchange, as an operation makes it. A class, as are the others here that most operations
/// and properties have none of: they cost these one word then.
package final class ConnectionModel: Sendable {
  /// `get`, `post` and so on.
  package let method: String
  /// The target is a whole URL rather than a path.
  package let isWholeURL: Bool
  package let target: [TextPieceModel]
  package let query: [RequestTextModel]
  package let headers: [RequestTextModel]
  /// Nil where nothing is sent.
  package let body: BodyModel?
  /// Nil where they are the usual ones.
  package let successes: [ClosedRange<Int>]?
  /// The Swift type of the service's errors.
  package let errorType: String?
  /// Where the error has what, if not where those of other operations have it.
  package let errorProperties: [PropertyModel]?

  init(
    method: String, isWholeURL: Bool, target: [TextPieceModel], query: [RequestTextModel],
    headers: [RequestTextModel], body: BodyModel?, successes: [ClosedRange<Int>]?,
    errorType: String?,
    errorProperties: [PropertyModel]?
  ) {
    self.method = method
    self.isWholeURL = isWholeURL
    self.target = target
    self.query = query
    self.headers = headers
    self.body = body
    self.successes = successes
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
    /// More follows, and it may be nil.
    package var isOptional: Bool
  }

  package var steps: [Step]
  /// Of the value at its end.
  package var type: SwiftType
}

package enum BodyModel: Sendable {
  case members([BodyMemberModel])
  /// An input object, with all its fields.
  case input(VariablePathModel)
}

package struct BodyMemberModel: Sendable {
  package indirect enum Value: Sendable {
    case literal(LiteralModel)
    case list([LiteralModel])
    /// - Parameter presence: what it is made of, which may not be there.
    case object([BodyMemberModel], presence: PresenceModel?)
    case variable(VariablePathModel, nulls: NullsModel?)
  }

  package var name: String
  package var value: Value
}

/// A value that may be nil.
package struct PresenceModel: Sendable {
  package var path: VariablePathModel
  package var nulls: NullsModel?
}

/// What tells whether a property that is nil is sent as null.
package struct NullsModel: Sendable {
  /// The value that has the property; none for the operation itself.
  package var owner: [VariablePathModel.Step]
  /// Any of them may be nil.
  package var isOptional: Bool
  /// The set's name.
  package var setName: String
  package var propertyName: String
}

package enum LiteralModel: Hashable, Sendable {
  case string(String)
  /// As it is written.
  case number(String)
  case boolean(Bool)
  case null
}

/// Where an object of a response has a property's value.
package final class PropertyPathsModel: Sendable {
  /// The first that is there counts; an empty one is the object itself.
  package let paths: [[String]]
  /// Of what is inside: where the path is empty, one of them is there if the value is.
  package let innerKeys: [String]
  /// A value of another form is as good as none.
  package let isLenient: Bool
  /// Identifiers, which services write as numbers too.
  package let areIDs: Bool

  init(paths: [[String]], innerKeys: [String], areIDs: Bool, isLenient: Bool) {
    self.areIDs = areIDs
    self.paths = paths
    self.innerKeys = innerKeys
    self.isLenient = isLenient
  }
}

/// What tells the types of an object apart, where the response says it in its own way.
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
  /// The property of `RequestError` that gives it.
  package var accessorName: String
}
