// A transport that proves with each request that the app has its key: RFC 9449.

import AuthGenRuntime
import Foundation

/// Sends requests with a proof of possession of a key, so that tokens are of no use to whoever steals
/// them.
///
/// ```swift
/// let transport = DPoPTransport(key: PlatformKey.make(service: "com.example.shop", account: "customer"))
/// let client = GraphQLClient(configuration, transport: transport)
/// ```
///
/// Each request gets a header `DPoP` of its own. Where a server refuses a proof for want of a nonce, or
/// for a wrong time, the request is sent once more with another proof: such a server has not acted on
/// it. Nonces and clocks are remembered by origin, for as long as the transport lives.
///
/// Tokens that are bound to the key go with the scheme `DPoP`: `Credential(scheme: "DPoP", token: …)`. A
/// request with the scheme `Bearer` is not sent at all.
public struct DPoPTransport: Transport {
  private let transport: any Transport
  private let key: any DPoPKey
  private let random: any RandomSource
  private let now: @Sendable () -> Date
  private let servers = ProofServers()

  /// - Parameters:
  ///   - transport: what carries the requests. Default: the network.
  ///   - key: what signs; the same one for as long as a session lasts.
  public init(_ transport: any Transport = URLSessionTransport(), key: any DPoPKey) {
    self.init(transport, key: key, random: SystemRandomSource(), now: { Date() })
  }

  package init(
    _ transport: any Transport, key: any DPoPKey, random: any RandomSource,
    now: @escaping @Sendable () -> Date
  ) {
    self.transport = transport
    self.key = key
    self.random = random
    self.now = now
  }

  /// - Throws: what the other transport throws, and `TransportError` with the reasons
  ///   `proofUnavailable`, `proofRefused` and `bearerRefused`.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard request.authorization?.scheme != "bearer" else {
      throw TransportError(.bearerRefused, wasSent: false)
    }
    guard let target = ProofTarget(request.url) else {
      throw TransportError(.proofUnavailable, wasSent: false)
    }
    let server = await servers[target.origin]
    let first = try await transport.send(try await signed(request, target, server, wasSent: false))
    let refusal = ProofRefusal(first)
    let known = await learn(from: first, refusal, target)
    let isWorthwhile =
      switch refusal {
      // A server that gives no other nonce would refuse the next proof too.
      case .nonceNeeded: first.headers.proofNonce.map { $0 != server.nonce } ?? false
      case .invalid: known.clockOffset != server.clockOffset
      case nil: false
      }
    guard isWorthwhile else { return try Self.answer(first, refusal, to: request) }
    let second = try await transport.send(try await signed(request, target, known, wasSent: true))
    let refusalAgain = ProofRefusal(second)
    _ = await learn(from: second, refusalAgain, target)
    return try Self.answer(second, refusalAgain, to: request)
  }

  /// The answer to a request with a token, unless it is about the proof alone: a status of 401 would say
  /// that the token is worth nothing.
  private static func answer(
    _ response: HTTPResponse, _ refusal: ProofRefusal?, to request: HTTPRequest
  ) throws(TransportError) -> HTTPResponse {
    guard refusal == nil || request.boundToken == nil else {
      throw TransportError(.proofRefused, wasSent: true)
    }
    return response
  }

  private func learn(
    from response: HTTPResponse, _ refusal: ProofRefusal?, _ target: ProofTarget
  ) async -> ProofServer {
    await servers.learn(from: response, refusal, of: target.origin, at: now())
  }

  /// The request with a proof that is like no other.
  private func signed(
    _ request: HTTPRequest, _ target: ProofTarget, _ server: ProofServer, wasSent: Bool
  ) async throws(TransportError) -> HTTPRequest {
    var request = request
    do {
      let proof = try DPoPProof(
        request.method, target, accessToken: request.boundToken, nonce: server.nonce,
        issued: now().addingTimeInterval(server.clockOffset), random: random)
      request.headers["DPoP"] = try await proof.jwt(by: key)
    } catch {
      throw TransportError(.proofUnavailable, wasSent: wasSent)
    }
    return request
  }
}

extension DPoPTransport: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "a transport with proofs of possession" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension HTTPRequest {
  /// The scheme in lower case, and what stands behind it (RFC 9110, section 11.6.2).
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

  /// The access token that the proof is to name.
  fileprivate var boundToken: Secret? {
    authorization.flatMap { $0.scheme == "dpop" ? $0.token : nil }
  }
}
