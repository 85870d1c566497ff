// The model of operations that are calls of a REST service.

/// One HTTP exchange, as an operation makes it.
package struct ConnectionIR: Sendable {
  /// `get`, `post` and so on.
  package var method: String
  /// The target is a whole URL rather than a path.
  package var isWholeURL: Bool
  package var target: [TextPieceIR]
  package var query: [RequestTextIR]
  package var headers: [RequestTextIR]
  /// Nil where nothing is sent.
  package var body: BodyIR?
  /// Nil where they are the usual ones.
  package var successes: [ClosedRange<Int>]?
  /// The Swift type of the service's errors.
  package var errorType: String?
}

/// A query parameter or header.
package struct RequestTextIR: Sendable {
  package var name: String
  package var pieces: [TextPieceIR]
}

package enum TextPieceIR: Sendable {
  case text(String)
  case value(VariablePathIR)
}

/// A variable's value, or a part of it.
package struct VariablePathIR: Sendable {
  package struct Step: Sendable {
    package var name: String
    /// More follows, and it may be nil.
    package var isOptional: Bool
  }

  package var steps: [Step]
  /// Of the value at its end.
  package var type: SwiftType
}

package enum BodyIR: Sendable {
  case members([BodyMemberIR])
  /// An input object, with all its fields.
  case input(VariablePathIR)
}

package struct BodyMemberIR: Sendable {
  package indirect enum Value: Sendable {
    case literal(LiteralIR)
    case list([LiteralIR])
    case object([BodyMemberIR])
    /// - Parameter nulls: the property that tells whether null is sent, where there is one.
    case variable(VariablePathIR, nulls: String?)
  }

  package var name: String
  package var value: Value
}

package enum LiteralIR: Hashable, Sendable {
  case string(String)
  /// As it is written.
  case number(String)
  case boolean(Bool)
  case null
}

/// Where an object of a response has a property's value.
package struct PropertyPathsIR: Sendable {
  /// The first that is there counts; an empty one is the object itself.
  package var paths: [[String]]
  /// Of what is inside: where the path is empty, one of them is there if the value is.
  package var innerKeys: [String]
  /// A value of another form is as good as none.
  package var isLenient = false
}

/// What tells the types of an object apart, where the response says it in its own way.
package struct TypeMatchIR: Sendable {
  package struct Case: Sendable {
    package var candidate: LiteralIR
    package var typename: String
  }

  package var path: [String]
  package var cases: [Case]
  package var otherwise: String?
}

/// The struct for a service's errors.
package struct ErrorIR: Sendable {
  package var type: StructIR
  /// The property of `RequestError` that gives it.
  package var accessorName: String
}
