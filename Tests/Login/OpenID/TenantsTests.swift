// Tests providers with one issuer per tenant, such as Microsoft Entra ID.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTesting
import AuthGenWebLogin
import Foundation
import Testing

struct TenantsTests {
  private static let tenant = "9188040d-6c67-4c5b-b112-36a304b66dad"
  private static let other = "72f988bf-86f1-41af-91ab-2d7cd011db47"
  private static let origin = PretendServer.origin
  private static let template = "\(origin)/{tenantid}/v2.0"

  private static func issuer(_ tenant: String) -> String { "\(origin)/\(tenant)/v2.0" }

  private func discovered(
    _ server: PretendServer, issuer: String = template, tenants: Tenants?,
    from address: String = "\(origin)/common/v2.0"
  ) async throws -> OpenIDProvider {
    let path = try #require(URL(string: address)).path
    try await server.respond(
      to: "\(path)/.well-known/openid-configuration",
      [
        "issuer": issuer, "authorization_endpoint": "\(Self.origin)/authorize",
        "token_endpoint": "\(Self.origin)/oauth/token",
        "jwks_uri": "\(Self.origin)/.well-known/jwks.json",
      ])
    return try await .discover(issuer: address, tenants: tenants, transport: server.transport)
  }

  /// The rule is off by default, and accepts a segment of the path alone.
  @Test(
    arguments: [
      (template, Tenants.any, true), (template, nil, false),
      ("\(origin)/common/v2.0", .any, false), ("\(origin)/common/v2.0", nil, true),
      ("https://evil.example/{tenantid}/v2.0", .any, false),
      ("https://{tenantid}/common/v2.0", .any, false),
      ("\(origin)/{tenantid}/{tenantid}", .any, false),
      ("\(origin)/x{tenantid}/v2.0", .any, false), ("\(origin)/{tenantid}", .any, false),
    ] as [(String, Tenants?, Bool)])
  func issuerOfTheMetadataIsATemplate(
    issuer: String, tenants: Tenants?, isAccepted: Bool
  ) async throws {
    let server = PretendServer()
    if isAccepted {
      #expect(try await discovered(server, issuer: issuer, tenants: tenants).issuer == issuer)
    } else {
      await expectFailure("unsuitableProvider(field: \"issuer\", found: \"\(issuer)\"") {
        try await discovered(server, issuer: issuer, tenants: tenants)
      }
    }
  }

  private func login(
    _ server: PretendServer, _ tenants: Tenants, keyIssuer: String? = template
  ) async throws -> (OpenIDLogin, TokenSigner) {
    let signer = try await TokenSigner.rsa.value
    var key = signer.publicKey.merging(["kid": "key-1"]) { $1 }
    key["issuer"] = keyIssuer
    try await server.respond(to: "/.well-known/jwks.json", ["keys": [key]])
    var environment = LoginEnvironment(transport: server.transport)
    environment.redirects = RedirectRegistry()
    let login = OpenIDLogin(
      provider: try await discovered(server, tenants: tenants), clientID: PretendServer.clientID,
      redirectURI: try RedirectURI("shop://cb"), store: InMemoryStore(),
      browser: HeadlessWebAuthenticationSession { _, _ in nil },
      environment: environment)
    return (login, signer)
  }

  private func grant(
    _ server: PretendServer, _ signer: TokenSigner, _ claims: [String: any Sendable]
  ) async throws {
    let now = Int(Date().timeIntervalSince1970)
    let usual: [String: any Sendable] = [
      "sub": "user-1", "aud": PretendServer.clientID, "iat": now, "exp": now + 600,
    ]
    let token = try await signer.token(usual.merging(claims) { $1 }, header: ["kid": "key-1"])
    try await server.respond(
      to: "/oauth/token",
      ["access_token": "a", "refresh_token": "r", "id_token": token.reveal(), "expires_in": 600])
  }

  /// Logs in, by default as a user of the tenant, and returns the error.
  private func error(
    _ tenants: Tenants = .any, keyIssuer: String? = template,
    _ claims: [String: any Sendable] = ["iss": issuer(tenant), "tid": tenant],
    redirect: [String: String?] = [:]
  ) async throws -> WebLoginError? {
    let server = PretendServer()
    let (login, signer) = try await login(server, tenants, keyIssuer: keyIssuer)
    return try await error(server, login, signer, claims, redirect: redirect)
  }

  private func error(
    _ server: PretendServer, _ login: OpenIDLogin, _ signer: TokenSigner,
    _ claims: [String: any Sendable], redirect: [String: String?] = [:]
  ) async throws -> WebLoginError? {
    let attempt = try await login.begin()
    let nonce = attempt.parameters["nonce"] ?? ""
    try await grant(server, signer, claims.merging(["nonce": nonce]) { $1 })
    let callback = try attempt.redirect(redirect.merging(["code": "c"]) { $1 })
    do throws(WebLoginError) {
      try await login.finish(attempt, callback: callback)
      return nil
    } catch {
      return error
    }
  }

  /// A subject identifies a user at one issuer.
  @Test func userIsIdentifiedByIssuerAndSubject() async throws {
    let (server, issuer) = (PretendServer(), Self.issuer(Self.tenant))
    let (login, signer) = try await login(server, .any)
    let claims: [String: any Sendable] = ["iss": issuer, "tid": Self.tenant]
    #expect(try await error(server, login, signer, claims) == nil)
    #expect(await login.sessions.state.session?.userIdentity == "\(issuer) user-1")
  }

  @Test(
    arguments: [
      (.any, tenant, tenant, true), (.any, other, other, true), (.any, tenant, other, false),
      (.any, tenant, nil, false), (.any, "common", "common", false),
      (.any, "\(tenant)/../x", "\(tenant)/../x", false),
      (.only([tenant.uppercased()]), tenant, tenant, true), (.only([other]), tenant, tenant, false),
      (.only([]), tenant, tenant, false),
    ] as [(Tenants, String, String?, Bool)])
  func issuerBelongsToTheTokensTenant(
    tenants: Tenants, issuer: String, claim: String?, isAccepted: Bool
  ) async throws {
    var claims: [String: any Sendable] = ["iss": Self.issuer(issuer)]
    claims["tid"] = claim
    let error = try await error(tenants, keyIssuer: nil, claims)
    #expect(error?.reason.idTokenError == (isAccepted ? nil : .wrongIssuer))
    #expect((error == nil) == isAccepted)
  }

  /// The issuers of the key and of the redirect. RFC 9207: the redirect and the ID token are from one tenant.
  @Test(
    arguments: [
      (template, nil, nil), (issuer(tenant), nil, nil), (nil, nil, nil),
      (issuer(other), nil, "idToken(\(IDTokenError.unknownKey)"), (template, issuer(tenant), nil),
      (template, issuer(other), "idToken(\(IDTokenError.wrongIssuer)"),
      (template, template, "callback(\(CallbackError.wrongIssuer)"),
      (template, issuer("common"), "callback(\(CallbackError.wrongIssuer)"),
      (
        template, "https://evil.example/\(tenant)/v2.0", "callback(\(CallbackError.wrongIssuer)"
      ), (template, "\(origin)/v2.0", "callback(\(CallbackError.wrongIssuer)"),
    ] as [(String?, String?, String?)])
  func keyOfAnotherTenantIsNotUsed(
    _ keyIssuer: String?, _ redirect: String?, _ failure: String?
  ) async throws {
    let redirect: [String: String?] = redirect.map { ["iss": $0] } ?? [:]
    let error = try await error(keyIssuer: keyIssuer, redirect: redirect)
    #expect(error.map { "\($0.reason)".hasPrefix(failure ?? "none") } ?? (failure == nil))
  }

  /// `sub` identifies a user of one issuer.
  @Test func refreshKeepsTheTenant() async throws {
    let server = PretendServer()
    let (login, signer) = try await login(server, .any)
    let claims = ["iss": Self.issuer(Self.tenant), "tid": Self.tenant]
    #expect(try await error(server, login, signer, claims) == nil)
    try await grant(server, signer, claims)
    #expect(try await login.sessions.refreshedSession()?.claims?["tid"]?.string == Self.tenant)
    try await grant(server, signer, ["iss": Self.issuer(Self.other), "tid": Self.other])
    #expect(try await login.sessions.refreshedSession() == nil)
    #expect("\(await login.sessions.state)".hasSuffix("\(IDTokenError.wrongIssuer)"))
  }

  /// Also without tenants: a key set can serve several issuers.
  @Test(arguments: [
    ("https://login.example/", true), ("https://login.example/other", false),
  ])
  func keyIsUsedOnlyForItsIssuer(_ issuer: String, _ isUsed: Bool) async throws {
    let pretend = try await PretendLogin()
    let key = pretend.key(pretend.signer).merging(["issuer": issuer]) { $1 }
    try await pretend.server.respond(to: "/.well-known/jwks.json", ["keys": [key]])
    #expect(try await pretend.reason()?.idTokenError == (isUsed ? nil : .unknownKey))
  }
}
