// Why a call failed, and how far it got.

/// A call that gave no data. It says how far the call got; it never has a token, a variable or a
/// response's text in it, however it is printed.
nonisolated public struct RequestError: Error, Sendable {
  nonisolated public enum Reason: Sendable {
    /// The call could not even be made.
    case notSent(NotSent)
    case transport(TransportError)
    /// The server answered, and not as such servers do.
    case httpStatus(HTTPFailure)
    /// A service refused the call of a ``ConnectedOperation``, and said why.
    case service(ServiceFailure)
    /// The server ran the operation, or refused to. Never empty.
    case graphQL([GraphQLError])
    /// The server does not know the operation's hash, and its document is not sent: it was generated
    /// without, or the configuration says so.
    case unknownDocument
    /// The response does not have the form of the operation.
    case decoding(ResponseDecodingError)
    case cancelled
    /// An interceptor threw an error of its own.
    case interceptor(any Error)
  }

  nonisolated public enum NotSent: Error, Hashable, Sendable {
    /// There is no session (any more).
    case noSession
    /// Whether there is a session cannot be told now. The same call may succeed later; to treat this
    /// as a logout would be wrong.
    case credentialUnavailable(CredentialUnavailable)
    /// The endpoint is neither https nor on this machine.
    case insecureEndpoint
    /// A header's name or value is none that HTTP allows.
    case invalidHeader
    /// The request would go to another server than the endpoint's: an interceptor sent it there, or a
    /// URL that the server gave.
    case foreignOrigin
    /// A variable's value cannot be sent: it has no JSON, as an infinite number, or it would make
    /// another path of a URL's.
    case invalidVariables
  }

  /// How far a call got.
  nonisolated public enum Progress: Hashable, Sendable {
    /// Nothing reached the server.
    case notSent
    /// The server may have acted on it, or not.
    case sent
    /// The server answered.
    case answered
  }

  public let operationName: String
  public let reason: Reason
  public let progress: Progress
  /// The `extensions` of the GraphQL response, if there is one.
  public let extensions: RedactedJSON

  public init(
    _ reason: Reason, progress: Progress, operationName: String,
    extensions: RedactedJSON = RedactedJSON()
  ) {
    self.operationName = operationName
    self.reason = reason
    self.progress = progress
    self.extensions = extensions
  }
}

/// An answer that holds no response to the operation.
nonisolated public struct HTTPFailure: Hashable, Sendable {
  public let status: Int
  /// The media type, such as `text/html`.
  public let mediaType: String?
  /// The number of bytes of the body, which is not kept.
  public let bodySize: Int
  /// The wait that the server asks for.
  public let retryAfter: Duration?
}

nonisolated extension RequestError: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String {
    "\(operationName): \(reason.text)"
  }

  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

nonisolated extension RequestError.Reason {
  fileprivate var text: String {
    switch self {
    case .notSent(let why): "not sent: \(why.text)"
    case .transport(let error): "\(error)"
    case .httpStatus(let failure):
      "the server answered with status \(failure.status) and nothing that can be used "
        + "(\(failure.mediaType?.printable ?? "no media type"), \(failure.bodySize) bytes)"
    case .service(let failure):
      "the service reports an error (status \(failure.http.status))"
    case .graphQL(let errors):
      errors.count == 1
        ? "the server reports an error" : "the server reports \(errors.count) errors"
    case .unknownDocument: "the server does not know the operation's hash"
    case .decoding(let error): "\(error)"
    case .cancelled: "cancelled"
    case .interceptor(let error): "an interceptor failed with \(type(of: error))"
    }
  }
}

nonisolated extension RequestError.NotSent {
  fileprivate var text: String {
    switch self {
    case .noSession: "there is no session"
    case .credentialUnavailable(let why): "the credential is not available: \(why)"
    case .insecureEndpoint: "the endpoint is not https"
    case .invalidHeader: "a header is not valid"
    case .foreignOrigin: "it would go to another server"
    case .invalidVariables: "a variable cannot be sent"
    }
  }
}

nonisolated extension String {
  /// A server's word as it may stand in a line of a log: short, and of plain characters.
  fileprivate var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.prefix(80).map { (0x21...0x7E).contains($0.value) ? $0 : "?" }))
  }
}
