// The request of a connector.

package import AuthGenLanguage

/// The path to an argument of the connector's field, or to a part of an argument.
package struct ArgumentPath: Hashable, Sendable {
  /// The argument's name, followed by the names of input fields.
  package let names: [String]
  /// Whether a null value is omitted (written with `?`).
  package let skipsNull: Bool
  package let position: Position
}

/// A value in a request.
package indirect enum RequestValue: Sendable {
  case literal(MappingLiteral)
  case argument(ArgumentPath)
  case object([RequestMember])
  /// An object made of parts of an argument. It is omitted if the argument is absent.
  case parts(ArgumentPath, [RequestMember])
  case array([RequestValue], Position)
}

/// A member of an object, a query parameter, or a header.
package struct RequestMember: Sendable {
  package let name: String
  package let value: RequestValue
  package let position: Position
}

/// Literal text, or an argument inside text.
package enum RequestPiece: Hashable, Sendable {
  case text(String)
  case argument(ArgumentPath)
}

package struct RequestHeader: Sendable {
  package let name: String
  package let pieces: [RequestPiece]
  package let position: Position
}

/// The request of a connector.
package struct RequestMapping: Sendable {
  package enum Method: String, CaseIterable, Sendable {
    case get, post, put, patch, delete

    /// The key in the directive.
    var key: String { rawValue.uppercased() }
  }

  package enum Target: Sendable {
    /// A path relative to the source's base URL, with its query.
    case path([RequestPiece])
    /// A complete URL from the server.
    case url(ArgumentPath)
  }

  package let method: Method
  package let target: Target
  package let query: [RequestMember]
  package let headers: [RequestHeader]
  package let body: RequestValue?
}
