// Interceptors, which may read, change or delay requests, and return a response in place of the server.

/// Stands between the client and its transport. Interceptors run in order, and each calls the next
/// one through `next`.
///
/// Interceptors see the whole request except for the credential. The client adds it after the last one,
/// and only if the request still goes to the endpoint's server. A ``RequestSigner`` runs after that.
///
/// ```swift
/// struct Stamp: Interceptor {
///   func intercept(
///     _ request: HTTPRequest, _ call: CallContext, next: Next
///   ) async throws -> HTTPResponse {
///     var request = request
///     request.headers["X-App-Version"] = "7.1"
///     return try await next(request)
///   }
/// }
/// ```
nonisolated public protocol Interceptor: Sendable {
  typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse

  /// Receives the fields of a response that could not be read and that the client leaves out, for example to
  /// log them. It is called after each response, and each event of a stream, with such fields, before the
  /// call returns. Default: does nothing.
  ///
  /// - Parameters:
  ///   - fields: the paths and the reasons, without values; see ``GraphQLResponse/unreadableFields``.
  ///   - operationName: the operation of the response.
  func unreadableFields(_ fields: [ResponseDecodingError], of operationName: String)
}

nonisolated extension Interceptor {
  public func unreadableFields(_ fields: [ResponseDecodingError], of operationName: String) {}
}

/// The call that a request belongs to.
nonisolated public struct CallContext: Sendable {
  public let operationName: String
  public let kind: OperationKind
  /// The number of the attempt. 1 is the first; retries have higher numbers.
  public let attempt: Int
  /// Whether the request contains a secret value, such as a password. The credential does not count.
  public let sendsSecrets: Bool
  /// Whether the response can contain a secret value, as that of a login does.
  public let returnsSecrets: Bool
  /// Whether the URL or a header contains a secret value.
  package var sendsSecretsOutsideBody = false
}

/// Adds headers to a complete request, such as a signature over its body. It runs last: after the
/// interceptors, after the check that the request goes to the endpoint's server, and after the client has
/// added the credential.
///
/// ```swift
/// struct BodyDigest: RequestSigner {
///   let digest: @Sendable (Data) -> String
///
///   func headers(
///     for request: HTTPRequest, _ call: CallContext, credential: Credential?
///   ) async throws -> HTTPHeaders {
///     ["Content-Digest": "sha-256=:\(digest(request.body ?? Data())):"]
///   }
/// }
/// ```
nonisolated public protocol RequestSigner: Sendable {
  /// Whether the signer can sign requests with a ``HTTPRequest/bodyStream``: it does not read the body, or it
  /// reads the stream. Default: false. Then a call with such a request fails as
  /// ``RequestError/NotSent/streamedBody``.
  var signsStreams: Bool { get }

  /// Returns headers to add to a request.
  ///
  /// - Parameters:
  ///   - request: the request with its final URL and body, and with the credential.
  ///   - call: the call that the request belongs to.
  ///   - credential: the credential of the request; nil if the call has none.
  /// - Returns: headers that the request does not have yet. With a header that it has, the call fails as
  ///   ``RequestError/NotSent/repeatedHeader(_:)``.
  /// - Throws: any error, which fails the call as ``RequestError/Reason/interceptor(_:)``.
  func headers(
    for request: HTTPRequest, _ call: CallContext, credential: Credential?
  ) async throws -> HTTPHeaders
}

nonisolated extension RequestSigner {
  public var signsStreams: Bool { false }
}
