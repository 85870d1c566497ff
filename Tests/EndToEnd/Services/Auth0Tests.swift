// Tests the steps after the browser in Auth0's document, with the generated client, against a real OpenID
// Connect provider with Auth0's paths.

import Auth0API
import AuthGenRuntime
import AuthGenTestServers
import Foundation
import OpenIDAPI
import Testing

extension EndToEnd.Glewlwyd {
  @Suite
  struct Auth0Tests {
    // RFC 7636, appendix B.
    private let verifier: Secret = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private let codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private let clientId = "ios-app"
    private let redirectUri = "com.example.app:/callback"

    /// Gets an authorization code, as the browser does.
    private func authorize(_ backend: Backend) async throws -> Secret {
      let state = "state-\(UUID().uuidString)"
      let url = backend.url("authorize").appending(queryItems: [
        URLQueryItem(name: "response_type", value: "code"),
        URLQueryItem(name: "client_id", value: clientId),
        URLQueryItem(name: "redirect_uri", value: redirectUri),
        URLQueryItem(name: "scope", value: "openid profile email offline_access"),
        URLQueryItem(name: "state", value: state),
        URLQueryItem(name: "nonce", value: "n-\(UUID().uuidString)"),
        URLQueryItem(name: "code_challenge", value: codeChallenge),
        URLQueryItem(name: "code_challenge_method", value: "S256"),
      ])
      let back = try await Browser().open(url)
      #expect(back.parameters["state"] == state)
      return Secret(try #require(back.parameters["code"]))
    }

    private func logIn(_ backend: Backend) async throws -> Auth0API.TokenSet {
      let tokens = try await Auth0Client(backend.client).exchangeCode(
        clientId: clientId, code: try await authorize(backend), codeVerifier: verifier,
        redirectUri: redirectUri
      ).exchangeCode
      return backend.seen(tokens)
    }

    /// With JSON, as Auth0 accepts, and with forms, as other servers require.
    @Test(arguments: [nil, BodyEncoding.form])
    func codeIsExchangedRefreshedAndRevoked(_ encoding: BodyEncoding?) async throws {
      let backend = try await Backend(.auth0) { $0.bodyEncoding = encoding }
      let auth0 = Auth0Client(backend.client)
      let tokens = try await logIn(backend)
      #expect(tokens.tokenType.lowercased() == "bearer")
      #expect((tokens.expiresIn ?? 0) > 0)
      #expect(tokens.idToken?.isEmpty == false)

      let customer = Auth0Client(
        backend.client.authenticated(by: Credential(scheme: "Bearer", token: tokens.accessToken)))
      let user = backend.seen(try await customer.userInfo().userInfo)
      #expect(!user.sub.isEmpty)
      #expect(user.name == "Alice" && user.email == "alice@example.com")

      let refreshToken = try #require(tokens.refreshToken)
      let next = try await auth0.refreshTokens(clientId: clientId, refreshToken: refreshToken)
        .refreshTokens
      #expect(backend.seen(next).accessToken != tokens.accessToken)
      let rotated = try #require(next.refreshToken)
      #expect(rotated != refreshToken)

      _ = try await auth0.revokeToken(clientId: clientId, token: rotated)
      let error = await backend.failure { () async throws(RequestError) in
        try await auth0.refreshTokens(clientId: clientId, refreshToken: rotated)
      }
      #expect(error?.auth0Error?.code == .invalidGrant)
    }

    @Test func codeIsValidOnceAndOnlyWithItsVerifier() async throws {
      let backend = try await Backend(.auth0)
      let auth0 = Auth0Client(backend.client)
      let code = try await authorize(backend)
      let wrong = await backend.failure { () async throws(RequestError) in
        try await auth0.exchangeCode(
          clientId: clientId, code: code,
          codeVerifier: "xBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", redirectUri: redirectUri)
      }
      #expect(wrong?.auth0Error?.code == .invalidGrant)
      let fresh = try await authorize(backend)
      _ = try await auth0.exchangeCode(
        clientId: clientId, code: fresh, codeVerifier: verifier, redirectUri: redirectUri)
      let again = await backend.failure { () async throws(RequestError) in
        try await auth0.exchangeCode(
          clientId: clientId, code: fresh, codeVerifier: verifier, redirectUri: redirectUri)
      }
      #expect(again?.auth0Error?.code == .invalidGrant)
    }

    @Test func serversMetadataAndKeysAreRead() async throws {
      let backend = try await Backend(.auth0)
      let provider = OpenIDClient(backend.client)
      let metadata = try await provider.openIDConfiguration().openIDConfiguration
      #expect(metadata.issuer == backend.url("").absoluteString)
      #expect(metadata.tokenEndpoint == backend.url("oauth/token").absoluteString)
      #expect(metadata.codeChallengeMethodsSupported?.contains("S256") == true)
      let keys = try await provider.jsonWebKeySet().jsonWebKeySet.keys
      #expect(keys.contains { $0.keyType == "RSA" && $0.modulus != nil && $0.exponent != nil })
    }

    @Test func allFormsOfErrorsHaveTheirCodes() async throws {
      let backend = try await Backend(.auth0)
      let auth0 = Auth0Client(backend.client)
      func refresh(_ token: String) async -> RequestError? {
        await backend.failure { () async throws(RequestError) in
          try await auth0.refreshTokens(clientId: clientId, refreshToken: Secret(token))
        }
      }
      let factor = await refresh("mfa_required-1")?.auth0Error
      #expect(factor?.code == .mfaRequired && factor?.mfaToken?.isEmpty == false)
      #expect(factor?.mfaRequirements?.challenge?.isEmpty == false)
      let limit = await refresh("too_many_attempts-1")
      #expect(limit?.auth0Error?.code == .tooManyAttempts)
      guard case .service(let failure) = limit?.reason else {
        Issue.record("\(limit as Any)")
        return
      }
      #expect(failure.http.status == 429 && failure.http.retryAfter == .seconds(1))
      #expect(await refresh("unauthorized-1")?.auth0Error?.code == .unauthorized)
      #expect(await refresh("password_leaked-1")?.auth0Error?.code == .passwordLeaked)
      #expect(await refresh("blocked_user-1")?.auth0Error?.code == .blockedUser)
      guard case .httpStatus(let page) = await refresh("server_error-1")?.reason else {
        Issue.record("an HTML page is not an error of the service")
        return
      }
      #expect(page.status == 500 && page.mediaType == "text/html")
      let unauthenticated = await backend.failure { () async throws(RequestError) in
        try await Auth0Client(
          backend.client.authenticated(by: Credential(scheme: "Bearer", token: "no-token"))
        ).userInfo()
      }
      #expect(unauthenticated?.progress == .responded)
    }
  }
}
