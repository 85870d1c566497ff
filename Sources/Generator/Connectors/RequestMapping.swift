// What a connector sends.

import AuthGenLanguage

/// A way to an argument of the connected field, or to a part of one.
package struct ArgumentPath: Hashable, Sendable {
  /// The argument's name, and the input fields' that follow.
  package let names: [String]
  /// Written with `?`: null is left out rather than sent.
  package let skipsNull: Bool
  package let position: Position
}

/// A value that is sent.
package indirect enum RequestValue: Sendable {
  case literal(MappingLiteral)
  case argument(ArgumentPath)
  case object([RequestMember])
  /// An object of parts of an argument; it is not there where the argument is not.
  case parts(ArgumentPath, [RequestMember])
  case array([RequestValue], Position)
}

/// A member of an object, a query parameter, or a header.
package struct RequestMember: Sendable {
  package let name: String
  package let value: RequestValue
  package let position: Position
}

/// Text, or an argument that is put into text.
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

    /// As the directive calls it.
    var key: String { rawValue.uppercased() }
  }

  package enum Target: Sendable {
    /// A path behind the source's base URL, and what is asked with it.
    case path([RequestPiece])
    /// A whole URL, which the server gave.
    case url(ArgumentPath)
  }

  package let method: Method
  package let target: Target
  package let query: [RequestMember]
  package let headers: [RequestHeader]
  package let body: RequestValue?
}
