// Interceptors, which may read, change, delay or answer requests.

/// Stands between the client and its transport. Interceptors run in order, and each calls the next
/// one through `next`.
///
/// Interceptors cannot see the credential. The client adds it after the last one, and only if the
/// request still goes to the endpoint's server.
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
}

/// The call that a request belongs to.
nonisolated public struct CallContext: Sendable {
  public let operationName: String
  public let kind: OperationKind
  /// The number of the attempt. 1 is the first; retries have higher numbers.
  public let attempt: Int
}
