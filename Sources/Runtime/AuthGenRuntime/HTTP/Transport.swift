// What carries a request to a server, and why that may fail.

/// Carries requests to a server. ``URLSessionTransport`` is the one for apps; tests bring their own,
/// or use ``InMemoryTransport``.
nonisolated public protocol Transport: Sendable {
  /// Sends a request once and gives the response, whatever its status.
  ///
  /// It follows no redirect, keeps no cookies and no cache, and ends soon after its task is cancelled.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

/// A transport without a network: a function.
nonisolated public struct InMemoryTransport: Transport {
  private let respond: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

  public init(
    _ respond: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
  ) {
    self.respond = respond
  }

  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await respond(request)
  }
}

/// Why there is no response.
nonisolated public struct TransportError: Error, Hashable, Sendable {
  nonisolated public enum Reason: Hashable, Sendable {
    /// There is no way to the server: no network, no such host, nobody listening.
    case cannotConnect
    /// The connection ended before the response was complete.
    case connectionLost
    /// TLS failed: the server may not be who it says.
    case secureConnectionFailed
    /// There was no response before the deadline.
    case timedOut
    /// The response has more bytes than the limit.
    case responseTooLarge(limit: Int)
    /// The server sent the request elsewhere, which is not followed: it may carry a credential.
    case redirected(status: Int)
    /// The request needs a proof of possession (RFC 9449), and none could be made: the key cannot be
    /// used now, say.
    case proofUnavailable
    /// The server refuses the proofs of possession of a request with a token, for want of the right
    /// nonce, say. That says nothing of the token.
    case proofRefused
    /// The request has a token as `Bearer`, where all tokens are bound to a key: their scheme is
    /// `DPoP`.
    case bearerRefused
    case cancelled
    /// Anything else, by the code of the underlying error.
    case other(code: Int)
  }

  public let reason: Reason
  /// Whether the request may have reached the server.
  public let wasSent: Bool

  public init(_ reason: Reason, wasSent: Bool) {
    self.reason = reason
    self.wasSent = wasSent
  }
}

nonisolated extension TransportError: CustomStringConvertible {
  public var description: String {
    let what =
      switch reason {
      case .cannotConnect: "the server cannot be reached"
      case .connectionLost: "the connection was lost"
      case .secureConnectionFailed: "no secure connection could be made"
      case .timedOut: "there was no answer in time"
      case .responseTooLarge(let limit): "the response is larger than \(limit) bytes"
      case .redirected(let status): "the server redirects (status \(status)), which is not followed"
      case .proofUnavailable: "no proof of possession could be made"
      case .proofRefused: "the server refuses the app's proofs of possession"
      case .bearerRefused: "a token that is bound to a key is not sent as Bearer"
      case .cancelled: "the call was cancelled"
      case .other(let code): "the request failed (code \(code))"
      }
    return what + (wasSent ? "; the server may have got the request" : "; nothing was sent")
  }
}
