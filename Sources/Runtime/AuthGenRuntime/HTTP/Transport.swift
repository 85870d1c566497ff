// Transports, which carry requests to a server, and their errors.

public import Foundation

/// Carries requests to a server. Apps use ``URLSessionTransport``; tests use ``InMemoryTransport``
/// or their own type.
nonisolated public protocol Transport: Sendable {
  /// Sends a request once and returns the response. An error status is a response, too.
  ///
  /// A transport follows no redirects, keeps no cookies and no cache, and stops soon after its task
  /// is cancelled. It sends the `body` or the `bodyStream` of the request.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

/// A transport that also returns responses that are not complete yet, such as those of subscriptions.
///
/// A transport without this protocol returns a subscription's response when it has ended.
nonisolated public protocol StreamingTransport: Transport {
  /// Sends a request once and returns the response as soon as its header is there. An error status is a
  /// response, too.
  func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponseStream
}

/// An HTTP response whose body arrives in parts. Its description leaves out header values and the body.
nonisolated public struct HTTPResponseStream: Sendable {
  public let status: Int
  public let headers: HTTPHeaders
  private let nextPart: @Sendable () async throws(TransportError) -> Data?
  private let cancelResponse: @Sendable () -> Void

  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - headers: the header fields.
  ///   - next: returns the next part of the body, and nil at its end. It is called again when it has
  ///     returned, and ends soon after its task is cancelled.
  ///   - cancel: ends the response. It may be called several times, also after the end.
  public init(
    status: Int, headers: HTTPHeaders,
    next: @escaping @Sendable () async throws(TransportError) -> Data?,
    cancel: @escaping @Sendable () -> Void
  ) {
    self.status = status
    self.headers = headers
    nextPart = next
    cancelResponse = cancel
  }

  /// Returns the next part of the body; nil at its end.
  public func next() async throws(TransportError) -> Data? { try await nextPart() }

  /// Ends the response, and closes its connection.
  public func cancel() { cancelResponse() }
}

nonisolated extension HTTPResponseStream: RedactedDescription {
  public var description: String { "HTTP status \(status) (a stream)" }
}

nonisolated extension Transport {
  /// Sends a request once. The response is complete if the transport is no ``StreamingTransport``.
  package func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponseStream {
    if let transport = self as? any StreamingTransport { return try await transport.open(request) }
    return HTTPResponseStream(try await send(request))
  }
}

nonisolated extension HTTPResponseStream {
  /// A complete response as a stream of one part.
  package init(_ response: HTTPResponse) {
    let body = Locked<Data?>(response.body)
    self.init(
      status: response.status, headers: response.headers,
      next: { () async throws(TransportError) in
        body.withLock { body in
          defer { body = nil }
          return body
        }
      }, cancel: {})
  }

  /// Waits for the whole body.
  ///
  /// - Parameter limit: the maximum size of the body, in bytes.
  package func complete(limit: Int) async throws(TransportError) -> HTTPResponse {
    var response = HTTPResponse(status: status, headers: headers)
    do throws(TransportError) {
      while let part = try await next() {
        guard part.count <= limit - response.body.count else {
          throw TransportError(.responseTooLarge(limit: limit), wasSent: true)
        }
        response.body.append(part)
      }
    } catch {
      cancel()
      throw error
    }
    return response
  }
}

/// A transport that calls a function in place of the network.
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

/// The reason why there is no response.
nonisolated public struct TransportError: Error, Hashable, Sendable {
  nonisolated public enum Reason: Hashable, Sendable {
    /// The server cannot be reached: no network, an unknown host, or a closed port.
    case cannotConnect
    /// The connection ended before the response was complete.
    case connectionLost
    /// TLS failed: the server's identity is not verified.
    case secureConnectionFailed
    /// The app's ``ServerTrustPolicy`` does not trust the server.
    case serverNotTrusted
    /// The transport has a ``ServerTrustPolicy``, and this platform's `URLSession` does not ask for it.
    case trustPolicyUnsupported
    /// There was no response before the deadline.
    case timedOut
    /// The request's ``HTTPRequest/bodyStream`` cannot be read. The server has received a part of the request
    /// at most.
    case unreadableBody(HTTPBodyFailure)
    /// The response has more bytes than the limit.
    case responseTooLarge(limit: Int)
    /// The server responded with a redirect. Redirects are not followed, because the request may
    /// carry a credential.
    case redirected(status: Int)
    /// The request needs a proof of possession (RFC 9449), and making one failed: for example, the
    /// key is not available now.
    case proofUnavailable
    /// The server refused the proof of possession of a request with a token, for example because of
    /// its nonce. The token may still be valid.
    case proofRefused
    /// The request sends a token as `Bearer`, but all tokens are bound to a key and use the scheme `DPoP`.
    case bearerRefused
    case cancelled
    /// Any other error, with the code of the underlying error.
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
      case .secureConnectionFailed: "the TLS connection failed"
      case .serverNotTrusted: "the app does not trust the server's certificates"
      case .trustPolicyUnsupported:
        "this platform cannot check the server's certificates with the app's policy"
      case .timedOut: "the request timed out"
      case .unreadableBody(let failure): "the request's body cannot be read: \(failure.error)"
      case .responseTooLarge(let limit): "the response is larger than \(limit) bytes"
      case .redirected(let status): "the server redirects (status \(status)), which is not followed"
      case .proofUnavailable: "making a proof of possession failed"
      case .proofRefused: "the server refuses the app's proofs of possession"
      case .bearerRefused: "a token that is bound to a key cannot be sent as Bearer"
      case .cancelled: "the call was cancelled"
      case .other(let code): "the request failed (code \(code))"
      }
    return what + (wasSent ? "; the server may have received the request" : "; nothing was sent")
  }
}
