// What may look at, change, delay or answer requests on their way.

/// Stands between the client and its transport. Interceptors are called in their order, each with the
/// rest of the way as `next`.
///
/// The credential is not there for them to see: it is added behind the last one, and only where the
/// request still goes to the client's own server.
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

/// Which call a request belongs to.
nonisolated public struct CallContext: Sendable {
  public let operationName: String
  public let kind: OperationKind
  /// From 1; more for retries.
  public let attempt: Int
}
