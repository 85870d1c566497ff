// Why a call failed, and how far it got.

/// A call that returned no data. It reports how far the call got. Its descriptions contain no
/// token, no variable and no text of a response.
nonisolated public struct RequestError: Error, Sendable {
  nonisolated public enum Reason: Sendable {
    /// The request was not sent.
    case notSent(NotSent)
    case transport(TransportError)
    /// The server sent an unexpected response.
    case httpStatus(HTTPFailure)
    /// A service refused the call of a ``ConnectorOperation`` and returned an error.
    case service(ServiceFailure)
    /// The server reported errors. The list is never empty.
    case graphQL([GraphQLError])
    /// The server does not know the operation's hash, and the document cannot be sent: the
    /// operation was generated without it, or the configuration excludes it.
    case unknownDocument
    /// The response does not match the operation.
    case decoding(ResponseDecodingError)
    case cancelled
    /// The response logs the user in, or replaces the session's tokens, after another login or a logout. They
    /// are not used, and are revoked if possible.
    case superseded
    /// An interceptor or the signer threw its own error.
    case interceptor(any Error)
  }

  nonisolated public enum NotSent: Error, Hashable, Sendable {
    /// There is no session, or it has ended.
    case noSession
    /// The client has no credential now, although there may be a session. The same call may succeed later;
    /// do not treat this as a logout. The call's progress is ``Progress/responded`` if the server has refused
    /// another credential first.
    case credentialUnavailable(CredentialUnavailable)
    /// The endpoint does not use https and is not on this machine.
    case insecureEndpoint
    /// HTTP does not allow the name or the value of a header.
    case invalidHeader
    /// Two parts of the app set the same header: the credential or the signer, and the configuration, the
    /// options of the call or an interceptor.
    case repeatedHeader(String)
    /// The request's URL is on another server than the endpoint. An interceptor changed the URL, or
    /// the server returned it.
    case foreignOrigin
    /// A variable's value cannot be sent. It has no JSON form, such as an infinite number, or it
    /// would change a URL's path. Services and subscriptions take no files.
    case invalidVariables
    /// The request's body is a stream, and a part of the client needs its content: a credential that is a
    /// variable, or a ``RequestSigner`` that does not support streams.
    case streamedBody
  }

  /// How far a call got.
  nonisolated public enum Progress: Hashable, Sendable {
    /// The server received nothing.
    case notSent
    /// The server may have received the request and acted on it.
    case sent
    /// The server sent a response.
    case responded
  }

  public let operationName: String
  public let reason: Reason
  public let progress: Progress
  /// The `extensions` of the GraphQL response, if there is one.
  public let extensions: RedactedJSON
  /// The HTTP status of the response; nil without a response.
  public let httpStatus: Int?
  /// The wait that the server asks for in `Retry-After`; nil if it asks for none.
  public let retryAfter: Duration?
  /// Why the client cannot replace the credential now that the response refuses. Nil for all other errors.
  /// The session may continue: do not treat the error as a logout. The call is not sent again, because the
  /// server may have executed it.
  public internal(set) var credentialUnavailable: CredentialUnavailable?

  public init(
    _ reason: Reason, progress: Progress, operationName: String,
    extensions: RedactedJSON = RedactedJSON(), httpStatus: Int? = nil, retryAfter: Duration? = nil
  ) {
    let failure: HTTPFailure? =
      switch reason {
      case .httpStatus(let failure): failure
      case .service(let failure): failure.http
      default: nil
      }
    self.retryAfter = retryAfter ?? failure?.retryAfter
    self.operationName = operationName
    self.reason = reason
    self.progress = progress
    self.extensions = extensions
    self.httpStatus = httpStatus ?? failure?.status
  }

  /// Why the client has no credential, if this is the error of its request for one.
  var unavailableCredential: CredentialUnavailable {
    switch reason {
    case .notSent(.credentialUnavailable(let why)): why
    case .cancelled: CredentialUnavailable("the call was cancelled", reason: .cancelled)
    default: CredentialUnavailable("no other credential arrived within the call's time limit")
    }
  }

  /// The error of a login, or of a change of tokens, whose session is not used: the calling task is
  /// cancelled, or another login or a logout came before the response.
  package static func superseded(operationName: String) -> RequestError {
    RequestError(
      Task.isCancelled ? .cancelled : .superseded, progress: .responded,
      operationName: operationName)
  }

  /// The error of a call whose request was not sent.
  package init(notSent reason: NotSent, operationName: String) {
    self.init(.notSent(reason), progress: .notSent, operationName: operationName)
  }
}

/// An unexpected response.
nonisolated public struct HTTPFailure: Hashable, Sendable {
  public let status: Int
  /// The media type, such as `text/html`.
  public let mediaType: String?
  /// The size of the body in bytes. The body itself is not kept.
  public let bodySize: Int
  /// The wait that the server asks for in `Retry-After`; nil if it sends none.
  public let retryAfter: Duration?

  package init(status: Int, mediaType: String?, bodySize: Int, retryAfter: Duration?) {
    self.status = status
    self.mediaType = mediaType
    self.bodySize = bodySize
    self.retryAfter = retryAfter
  }
}

nonisolated extension HTTPFailure {
  /// Whether a successful response has another body than JSON.
  fileprivate var lacksJSON: Bool { (200..<300).contains(status) && mediaType?.isJSONType != true }
}

nonisolated extension RequestError: RedactedDescription {
  public var description: String {
    let why = credentialUnavailable.map {
      "; it refuses the credential, and there is no other one now: \($0)"
    }
    return "\(operationName): \(reason.text)\(why ?? "")"
  }
}

nonisolated extension RequestError.Reason {
  fileprivate var text: String {
    switch self {
    case .notSent(let why): "not sent: \(why.text)"
    case .transport(let error): "\(error)"
    case .httpStatus(let failure):
      "unexpected response: status \(failure.status) "
        + "(\(failure.mediaType?.prefix(80) ?? "no media type"), \(failure.bodySize) bytes)"
        + (failure.lacksJSON
          ? ": expected JSON; check the endpoint, and whether a proxy or a login page responds"
          : "")
    case .service(let failure):
      "the service reports an error (status \(failure.http.status))"
    case .graphQL(let errors):
      errors.count == 1
        ? "the server reports an error" : "the server reports \(errors.count) errors"
    case .unknownDocument: "the server does not know the operation's hash"
    case .decoding(let error): "\(error)"
    case .cancelled: "cancelled"
    case .superseded: "another login or a logout came before the response: log in again"
    case .interceptor(let error): "an interceptor or the signer failed with \(type(of: error))"
    }
  }
}

nonisolated extension RequestError.NotSent {
  fileprivate var text: String {
    switch self {
    case .noSession: "there is no session"
    case .credentialUnavailable(let why): "the credential is not available: \(why)"
    case .insecureEndpoint: "the endpoint must use https"
    case .invalidHeader: "invalid header name or value"
    case .repeatedHeader(let name):
      "the header \(name) is set twice: by the credential or the signer, and elsewhere"
    case .foreignOrigin: "the URL is on another server than the endpoint"
    case .invalidVariables: "a variable cannot be sent"
    case .streamedBody:
      "the body is a stream, such as that of an upload: send the credential in a header, and set "
        + "signsStreams for a signer that does not read the body"
    }
  }
}
