// Tests proofs of possession, which a third-party library verifies: the generated client calls Auth0 over a
// signing transport.

import Auth0API
import AuthGenLoginTestSupport
import AuthGenRuntime
import AuthGenTestServers
import AuthGenWebLogin
import Foundation
import Testing

extension EndToEnd.Glewlwyd {
  @Suite struct Auth0ProofTests {}
}

/// RFC 7636, appendix B.
private enum Example {
  static let verifier: Secret = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
}

extension EndToEnd.Glewlwyd.Auth0ProofTests {
  private static let demanding = Service.auth0.with("--dpop-nonce")
  private var clientId: String { "ios-app" }
  private var redirectUri: String { "com.example.app:/callback" }

  private func authorize(_ backend: Backend, for key: DPoPPublicKey) async throws -> Secret {
    let url = backend.url("authorize").appending(queryItems: [
      URLQueryItem(name: "response_type", value: "code"),
      URLQueryItem(name: "client_id", value: clientId),
      URLQueryItem(name: "redirect_uri", value: redirectUri),
      URLQueryItem(name: "scope", value: "openid profile email offline_access"),
      URLQueryItem(name: "state", value: "state-\(UUID().uuidString)"),
      URLQueryItem(name: "nonce", value: "n-\(UUID().uuidString)"),
      URLQueryItem(name: "code_challenge", value: Example.codeChallenge),
      URLQueryItem(name: "code_challenge_method", value: "S256"),
      URLQueryItem(name: "dpop_jkt", value: key.thumbprint),
    ])
    let back = try await Browser().open(url)
    return Secret(try #require(back.parameters["code"]))
  }

  private func exchange(
    _ code: Secret, _ backend: Backend
  ) async throws(RequestError) -> Auth0API.TokenSet {
    backend.seen(
      try await Auth0Client(backend.client).exchangeCode(
        clientId: clientId, code: code, codeVerifier: Example.verifier,
        redirectUri: redirectUri
      ).exchangeCode)
  }

  @Test func tokensAreBoundToTheLoginsKey() async throws {
    let key = OpenSSLKey()
    let backend = try await Backend(Self.demanding, transport: DPoPTransport(key: key))
    let thief = try await Backend(Self.demanding, transport: DPoPTransport(key: OpenSSLKey()))
    let code = try await authorize(backend, for: try await key.publicKey)
    let stolenCode = await thief.failure { () async throws(RequestError) in
      try await exchange(code, thief)
    }
    #expect(stolenCode?.auth0Error?.code == .invalidDpopProof)
    let tokens = try await exchange(code, backend)
    #expect(tokens.tokenType == "DPoP")

    // On Linux, the response with the nonce error has no body, because it has a challenge.
    let bound = Credential(scheme: "DPoP", token: tokens.accessToken)
    let customer = Auth0Client(backend.client.authenticated(by: bound))
    for _ in 0..<2 {
      try await backend.control("dpop", [:])
      #expect(try await customer.userInfo().userInfo.email == "alice@example.com")
    }
    let stolenToken = await thief.failure { () async throws(RequestError) in
      try await Auth0Client(thief.client.authenticated(by: bound)).userInfo()
    }
    #expect(stolenToken?.progress == .responded)
    let bearer = await backend.failure { () async throws(RequestError) in
      try await Auth0Client(
        backend.client.authenticated(
          by: Credential(scheme: "Bearer", token: tokens.accessToken))
      ).userInfo()
    }
    guard case .transport(let refused) = bearer?.reason else {
      Issue.record("\(bearer as Any)")
      return
    }
    #expect(refused == TransportError(.bearerRefused, wasSent: false))

    let refreshToken = try #require(tokens.refreshToken)
    let stolenRefresh = await thief.failure { () async throws(RequestError) in
      try await Auth0Client(thief.client).refreshTokens(
        clientId: clientId, refreshToken: refreshToken)
    }
    #expect(stolenRefresh?.auth0Error?.code == .invalidDpopProof)
    try await backend.control("dpop", [:])
    let auth0 = Auth0Client(backend.client)
    let next = try await auth0.refreshTokens(clientId: clientId, refreshToken: refreshToken)
      .refreshTokens
    #expect(backend.seen(next).tokenType == "DPoP")
    _ = try await auth0.revokeToken(
      clientId: clientId, token: try #require(next.refreshToken))
  }
}
