// A transport that proves possession of a key with each request (RFC 9449).

public import AuthGenRuntime
import Foundation

/// Sends requests with a proof of possession of a key, so that stolen tokens are useless without the key.
///
/// ```swift
/// let transport = DPoPTransport(key: PlatformKey.make(service: "com.example.shop", account: "customer"))
/// let client = GraphQLClient(configuration, transport: transport)
/// ```
///
/// Each request gets its own `DPoP` header. If a server refuses a proof because of a missing nonce or a wrong
/// time, the request is sent once more with a new proof. This is safe, because the server has not acted on
/// the request. The transport remembers nonces and clock differences by origin, until it is released.
///
/// Send tokens that are bound to the key with the scheme `DPoP`: `Credential(scheme: "DPoP", token:
/// …)`. A request with the scheme `Bearer` is refused and not sent.
public struct DPoPTransport: Transport {
  private let key: any DPoPKey
  private let environment: LoginEnvironment
  /// The servers by their origins. No server's values are sent to another.
  private let servers = Locked<[String: ProofServer]>([:])

  /// Creates a transport that signs proofs with a key.
  ///
  /// - Parameters:
  ///   - transport: carries the requests. Default: the network.
  ///   - key: signs the proofs. Use the same key for as long as a session lasts.
  public init(_ transport: any Transport = URLSessionTransport(), key: any DPoPKey) {
    self.init(key: key, environment: LoginEnvironment(transport: transport))
  }

  package init(key: any DPoPKey, environment: LoginEnvironment) {
    self.key = key
    self.environment = environment
  }

  /// Sends a request with a proof.
  ///
  /// - Throws: the other transport's error, or a `TransportError` with the reason
  ///   `proofUnavailable`, `proofRefused` or `bearerRefused`.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await exchange(request) { request throws(TransportError) in
      try await environment.transport.send(request)
    }
  }

  /// Sends a request with a proof, and once more with another proof if the server needs it.
  ///
  /// - Parameter send: sends a request once.
  private func exchange(
    _ request: HTTPRequest,
    _ send: (HTTPRequest) async throws(TransportError) -> HTTPResponse
  ) async throws(TransportError) -> HTTPResponse {
    guard request.authorization?.scheme != "bearer" else {
      throw TransportError(.bearerRefused, wasSent: false)
    }
    guard let target = ProofTarget(request.url) else {
      throw TransportError(.proofUnavailable, wasSent: false)
    }
    let server = servers.withLock { $0[target.origin] } ?? ProofServer()
    let first = try await send(try await signed(request, server, wasSent: false))
    let refusal = ProofRefusal(first)
    let known = learn(from: first, refusal, target)
    let isWorthwhile =
      switch refusal {
      // A server that sends no new nonce would also refuse the next proof.
      case .nonceNeeded: first.headers.proofNonce.map { $0 != server.nonce } ?? false
      case .invalid: known.clockOffset != server.clockOffset
      case nil: false
      }
    guard isWorthwhile else { return try Self.accepted(first, refusal, to: request) }
    let second = try await send(try await signed(request, known, wasSent: true))
    let refusalAgain = ProofRefusal(second)
    _ = learn(from: second, refusalAgain, target)
    return try Self.accepted(second, refusalAgain, to: request)
  }

  /// Returns the response, unless it refuses the proof of a request with a token. Status 401 would
  /// wrongly mean that the token is invalid.
  private static func accepted(
    _ response: HTTPResponse, _ refusal: ProofRefusal?, to request: HTTPRequest
  ) throws(TransportError) -> HTTPResponse {
    guard refusal == nil || request.boundToken == nil else {
      throw TransportError(.proofRefused, wasSent: true)
    }
    return response
  }

  /// Updates a server's values from a response, and returns them.
  private func learn(
    from response: HTTPResponse, _ refusal: ProofRefusal?, _ target: ProofTarget
  ) -> ProofServer {
    let time = environment.now()
    return servers.withLock { servers in
      var server = servers[target.origin] ?? ProofServer()
      server.learn(from: response, refusal, at: time)
      servers[target.origin] = server
      return server
    }
  }

  /// Returns the request with a new, unique proof.
  private func signed(
    _ request: HTTPRequest, _ server: ProofServer, wasSent: Bool
  ) async throws(TransportError) -> HTTPRequest {
    guard
      let proof = try? await DPoPProof(
        request.method, request.url, accessToken: request.boundToken, nonce: server.nonce,
        issued: environment.now().addingTimeInterval(server.clockOffset),
        random: environment.random)?.jwt(by: key)
    else { throw TransportError(.proofUnavailable, wasSent: wasSent) }
    var request = request
    request.headers["DPoP"] = proof
    return request
  }
}

extension DPoPTransport: StreamingTransport {
  /// Sends a request with a proof, and returns the response as soon as its header is there.
  ///
  /// - Throws: the same errors as ``send(_:)``.
  public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponseStream {
    var opened: HTTPResponseStream?
    let response = try await exchange(request) { request throws(TransportError) in
      let stream = try await environment.transport.stream(request)
      guard (200..<300).contains(stream.status) else {
        return try await stream.complete(limit: request.maximumResponseSize)
      }
      opened = stream
      return HTTPResponse(status: stream.status, headers: stream.headers)
    }
    return opened ?? HTTPResponseStream(response)
  }
}

extension DPoPTransport: RedactedDescription {
  public var description: String { "a transport with proofs of possession" }
}

extension HTTPRequest {
  /// The scheme in lower case and the token after it (RFC 9110, section 11.6.2).
  fileprivate var authorization: (scheme: String, token: Secret)? {
    guard let value = headers["Authorization"]?.trimmingCharacters(in: .whitespaces) else {
      return nil
    }
    let scheme = value.prefix { !$0.isWhitespace }
    return (
      scheme.lowercased(),
      Secret(value.dropFirst(scheme.count).trimmingCharacters(in: .whitespaces))
    )
  }

  /// The access token whose hash the proof contains.
  fileprivate var boundToken: Secret? {
    authorization.flatMap { $0.scheme == "dpop" ? $0.token : nil }
  }
}
