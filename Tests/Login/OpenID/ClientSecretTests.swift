// Tests client secrets, which some providers require of desktop apps, and pushed authorization requests.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

struct ClientSecretTests {
  /// RFC 6749, section 2.3.1: the parts are encoded as in a form.
  private static let secret = "a secret:+ü"
  private static let basic =
    "Basic " + Data("client-1:a%20secret%3A%2B%C3%BC".utf8).base64EncodedString()

  @Test(arguments: [OpenIDProvider.SecretPlacement.header, .body])
  func secretHasTheServersPlacement(_ placement: OpenIDProvider.SecretPlacement) async throws {
    let pretend = try await PretendLogin(secret: Self.secret) {
      $0.secretPlacement = placement
      $0.revocationSecretPlacement = placement == .header ? .body : .header
    }
    func check(_ path: String, _ placement: OpenIDProvider.SecretPlacement) async {
      let request = await pretend.server.requests.last { $0.url.path == path }
      let body = await pretend.server.lastBody(path)
      #expect(request?.headers["Authorization"] == (placement == .header ? Self.basic : nil))
      #expect(body["client_secret"] == (placement == .body ? Self.secret : nil))
      #expect(body["client_id"] == PretendServer.clientID)
    }
    #expect(try await pretend.reason() == nil)
    await check("/oauth/token", placement)
    _ = try await pretend.login.sessions.refreshedSession()
    #expect(await pretend.server.lastBody("/oauth/token")["grant_type"] == "refresh_token")
    await check("/oauth/token", placement)
    _ = try? await pretend.login.tokens(audience: "api").credential()
    #expect(await pretend.server.lastBody("/oauth/token")["audience"] == "api")
    await check("/oauth/token", placement)
    try await pretend.server.respond(to: "/userinfo", ["sub": "user-1"])
    _ = try await pretend.login.userInfo()
    let request = await pretend.server.requests.last
    #expect(request?.headers["Authorization"]?.hasPrefix("Bearer ") == true)
    await pretend.server.respond(to: "/oauth/revoke") { _ in PretendServer.response(200) }
    #expect(await pretend.login.logOut().serverError == nil)
    await check("/oauth/revoke", placement == .header ? .body : .header)
  }

  @Test func secretIsNeverPrinted() async throws {
    let login = try await PretendLogin(secret: "s3cret-text").login
    for text in shapes(of: login) { #expect(!text.contains("s3cret"), "\(text)") }
  }

  private static let metadata: [String: any Sendable] = [
    "issuer": PretendServer.origin, "authorization_endpoint": "\(PretendServer.origin)/authorize",
    "token_endpoint": "\(PretendServer.origin)/token", "jwks_uri": "\(PretendServer.origin)/keys",
  ]

  private func discovered(_ more: [String: any Sendable]) async throws -> OpenIDProvider {
    let server = PretendServer()
    try await server.respond(
      to: "/.well-known/openid-configuration", Self.metadata.merging(more) { $1 })
    return try await .discover(
      issuer: PretendServer.origin, acceptsUnlistedClients: true, transport: server.transport)
  }

  @Test(
    arguments: [
      (nil, nil, .header, .header), (["none"], nil, .header, .header),
      (["client_secret_post"], nil, .body, .body),
      (["client_secret_post", "client_secret_basic"], ["client_secret_post"], .header, .body),
      (["client_secret_post"], ["private_key_jwt"], .body, .body),
    ]
      as [(
        [String]?, [String]?, OpenIDProvider.SecretPlacement, OpenIDProvider.SecretPlacement
      )])
  func placementOfTheSecretIsDiscovered(
    token: [String]?, revocation: [String]?, placement: OpenIDProvider.SecretPlacement,
    atRevocation: OpenIDProvider.SecretPlacement
  ) async throws {
    var metadata: [String: any Sendable] = [:]
    if let token { metadata["token_endpoint_auth_methods_supported"] = token }
    if let revocation { metadata["revocation_endpoint_auth_methods_supported"] = revocation }
    let provider = try await discovered(metadata)
    #expect(provider.secretPlacement == placement)
    #expect(provider.revocationSecretPlacement == atRevocation)
  }

  // MARK: Pushed requests

  private static let pushed: @Sendable (inout OpenIDProvider) -> Void = {
    $0.pushedAuthorizationRequestEndpoint = URL(string: "\(PretendServer.origin)/par")
  }

  @Test func browserHasNoParameterOfAPushedRequest() async throws {
    let pretend = try await PretendLogin(secret: "s", Self.pushed)
    try await pretend.server.respond(
      to: "/par", status: 201, ["request_uri": "urn:example:1 &2", "expires_in": 60])
    let options = try pretend.options {
      $0.loginHint = "a+b@example.com"
      $0.parameters = ["ui_locales": "de fr"]
    }
    let attempt = try await pretend.login.begin(options)
    #expect(
      attempt.parameters
        == ["client_id": PretendServer.clientID, "request_uri": "urn:example:1 &2"])
    let sent = await pretend.server.lastBody("/par")
    let expected = [
      "redirect_uri": "shop://callback", "response_type": "code", "ui_locales": "de fr",
      "scope": "openid offline_access", "login_hint": "a+b@example.com",
      "code_challenge_method": "S256",
    ]
    #expect(sent.merging(expected) { $1 } == sent)
    let request = try #require(await pretend.server.requests.last)
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(request.headers["Authorization"]?.hasPrefix("Basic ") == true)
    let body = String(decoding: request.body ?? Data(), as: UTF8.self)
    #expect(body.components(separatedBy: "client_id=").count == 2)

    await pretend.grant(nonce: { sent["nonce"] })
    let callback = try #require(
      URL(string: "shop://callback?code=code-1&state=\(sent["state"] ?? "")"))
    _ = try await pretend.login.finish(attempt, callback: callback)
    // A refused push begins no login.
    try await pretend.server.respond(to: "/par", status: 400, ["error": "invalid_scope"])
    let refused = await reasonOfFailure { try await pretend.login.begin(options) }
    #expect(refused?.refusal == .invalidScope)
  }

  @Test func pushedRequestsAreUsedIfTheServerRequiresThem() async throws {
    let endpoint = ["pushed_authorization_request_endpoint": "\(PretendServer.origin)/par"]
    #expect(try await discovered(endpoint).pushedAuthorizationRequestEndpoint == nil)
    let requirement: [String: any Sendable] = ["require_pushed_authorization_requests": true]
    let required = requirement.merging(endpoint) { $1 }
    #expect(
      try await discovered(required).pushedAuthorizationRequestEndpoint?.path == "/par")
    let error = await #expect(throws: WebLoginError.self) { try await discovered(requirement) }
    #expect(
      "\(error as Any)".contains(
        "in pushed_authorization_request_endpoint, found none; the provider requires pushed"))
  }

  // MARK: Refresh tokens that do not come

  @Test(
    arguments: [
      (["openid", "offline_access"], false, true), (["openid offline_access"], false, true),
      (["openid", "offline_access"], true, false), (["openid"], false, false),
    ])
  func missingRefreshTokenIsAWarning(
    scopes: [String], hasToken: Bool, isWarned: Bool
  ) async throws {
    let pretend = try await PretendLogin()
    let attempt = try await pretend.login.begin(try pretend.options(scopes: scopes))
    let nonce = attempt.parameters["nonce"]
    await pretend.grant(hasToken ? [:] : ["refresh_token": NSNull()], nonce: { nonce })
    let warning = try await pretend.finish(attempt).warning
    #expect((warning == .noRefreshToken) == isWarned)
    #expect(warning.map { "\($0)".contains("request the prompt consent") } ?? true)
  }
}
