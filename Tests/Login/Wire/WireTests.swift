// Tests requests and stored sessions byte for byte: they change only on purpose.

import Auth0API
import AuthGenHorizon
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import HorizonAPI
import OryAPI
import PreludeAPI
import PreludeAuth
import Testing

@Suite struct WireTests {
  /// `AUTHGEN_TESTS=full UPDATE_SNAPSHOTS=1 swift test` writes the file again, and fails once.
  @Test(arguments: ["operations", "logins", "sessions"])
  func requestsAndStoredSessionsEqualTheRecordedOnes(_ name: String) async throws {
    let wire = Wire()
    switch name {
    case "operations": try await recordOperations(wire)
    case "logins": try await recordLogins(wire)
    default: try await recordSessions(wire)
    }
    let text = wire.text
    #expect(Golden.text(of: "Tests/Login/Wire/\(name).txt", expecting: text) == text)
  }

  // MARK: Operations

  private func recordOperations(_ wire: Wire) async throws {
    wire.add("# Horizon")
    var configuration = ClientConfiguration(endpoint: try url("https://shop.example/en/graphql"))
    configuration.setTracking(user: "u1", session: "s1")
    let shop = GraphQLClient(configuration, transport: wire.transport)
    let horizon = HorizonClient(shop)
    _ = try? await horizon.getSocialProviders()
    for example in ["apple", "facebook", "google-android", "google-ios"] {
      let file = "Schemas/Horizon/examples/app-social-login.\(example).variables.json"
      let input = JSON(Data(try Checkout.text(file).utf8))?["input"]
      let social = AppBasedSocialLoginInput(
        providerCode: input?["providerCode"]?.string ?? "",
        accessToken: input?["accessToken"]?.string.map { Secret($0) },
        authCode: input?["authCode"]?.string.map { Secret($0) })
      _ = try? await horizon.appSocialLogin(input: social)
      _ = try? await horizon.exchangeSocialToken(input: social)
    }
    let information = SocialLoginInput(
      socialAuthenticationToken: "social-1",
      missingInformation: .init(email: "ada@example.com", fullName: "Ada"))
    _ = try? await horizon.completeSocialLogin(input: information)
    _ = try? await horizon.submitMissingInformation(input: information)
    _ = try? await horizon.forgottenPassword(input: .init(username: "ada@example.com"))
    _ = try? await shop.execute(
      LoginMutation(input: .init(username: "ada@example.com", password: "horse")),
      options: CallOptions(captcha: CaptchaResponse(type: "V2_VISIBLE", response: "solved")))
    _ = try? await horizon.loginAndApproveSocialLink(input: .init(verificationToken: "v-1"))
    _ = try? await horizon.requestSocialLinkVerificationEmail(
      input: .init(socialAuthenticationToken: "social-1"))
    _ = try? await horizon.requestVerification(input: .init(socialAuthenticationToken: "social-1"))
    let customer = HorizonClient(
      shop.authenticated(by: CustomerSession(token: "opaque-1", customer: nil).credential))
    _ = try? await customer.socialLinks(status: .linked)
    _ = try? await customer.removeSocialLink(input: .init(socialLinkId: "link-1"))
    _ = try? await customer.approveSocialLink(input: .init(socialLinkId: "link-1"))
    _ = try? await customer.logout()

    wire.add("# Auth0")
    for encoding in [nil, BodyEncoding.json, .form] {
      var configuration = ClientConfiguration(endpoint: try url("https://tenant.example"))
      configuration.bodyEncoding = encoding
      let client = GraphQLClient(configuration, transport: wire.transport)
      let auth0 = Auth0Client(client)
      _ = try? await auth0.exchangeCode(
        clientId: "c", code: "code-1", codeVerifier: "v", redirectUri: "shop://callback")
      _ = try? await auth0.refreshTokens(
        clientId: "c", refreshToken: "r-1", scope: "openid", audience: "https://api.example/?a=b")
      _ = try? await auth0.revokeToken(clientId: "c", token: "r-1")
      _ = try? await Auth0Client(
        client.authenticated(by: Credential(scheme: "Bearer", token: "a-1"))
      ).userInfo()
    }

    wire.add("# Ory")
    let project = GraphQLClient(
      ClientConfiguration(endpoint: try url("https://project.example")), transport: wire.transport)
    let ory = OryClient(project)
    let action: Secret = "https://project.example/self-service/login?flow=1"
    _ = try? await ory.createLoginFlow(returnTo: "shop://callback")
    _ = try? await ory.createRegistrationFlow(returnTo: nil)
    _ = try? await ory.submitLoginFlow(action: action, method: .oidc, provider: "google")
    _ = try? await ory.submitRegistrationFlow(
      action: action, method: .oidc, provider: "apple", idToken: "i-1", idTokenNonce: "n-1")
    _ = try? await ory.submitLoginFlow(
      action: action, method: .oidc, provider: "apple", idToken: "i-1", idTokenNonce: "n-1",
      traits: .object(["name": .object(["first": .string("Ada")])]))
    _ = try? await ory.submitLoginFlow(action: action, method: .code, identifier: "ada@example.com")
    _ = try? await ory.submitLoginFlow(
      action: action, method: .code, address: "ada@example.com", resend: .code)
    _ = try? await ory.submitLoginFlow(
      action: action, method: .code, identifier: "ada@example.com", code: "123456")
    _ = try? await ory.submitRegistrationFlow(
      action: action, method: .code, traits: .object(["email": .string("ada@example.com")]),
      code: "123456")
    _ = try? await ory.submitLoginFlow(action: action, method: .passkey, passkeyLogin: "{}")
    _ = try? await ory.submitRegistrationFlow(
      action: action, method: .passkey, traits: .object([:]), passkeyRegister: "{}")
    let owner = OryClient(
      project.authenticated(by: OrySession(token: "s-1", id: "1").credential))
    _ = try? await owner.createLoginFlow(assuranceLevel: .aal2, refresh: true)
    _ = try? await owner.submitLoginFlow(action: action, method: .totp, totpCode: "123456")
    _ = try? await owner.submitLoginFlow(
      action: action, method: .lookupSecret, lookupSecret: "a1b2c3d4")
    _ = try? await ory.exchangeSessionToken(initCode: "one", returnToCode: "two")
    _ = try? await ory.logout(sessionToken: "s-1")
    _ = try? await owner.whoAmI()

    wire.add("# Prelude")
    let prelude = PreludeClient(
      GraphQLClient(
        ClientConfiguration(endpoint: try url("https://app.session.example/v1/session")),
        transport: wire.transport))
    _ = try? await prelude.authorizeOAuth(
      provider: .google, redirectUri: "shop://callback", codeChallenge: "c")
    _ = try? await prelude.finalizeLogin(challengeToken: "ch-1", codeVerifier: "v")
    _ = try? await prelude.startOTP(challengeToken: "ch-1")
    _ = try? await prelude.checkOTP(verificationToken: "v-1", code: "123456")
    _ = try? await prelude.retryOTP(verificationToken: "v-1")
    _ = try? await prelude.refreshSession(refreshToken: "r-1")
    _ = try? await prelude.revokeSession(refreshToken: "r-1")
  }

  // MARK: Logins

  private func recordLogins(_ wire: Wire) async throws {
    let redirectURI = try RedirectURI("shop://callback")
    let tokens =
      #"{"access_token":"a-1","refresh_token":"r-1","token_type":"Bearer","expires_in":600}"#
    let metadata = #"""
      {"issuer":"https://issuer.example","authorization_endpoint":"https://issuer.example/a?x=1",
       "token_endpoint":"https://issuer.example/t","jwks_uri":"https://issuer.example/k",
       "userinfo_endpoint":"https://issuer.example/u","revocation_endpoint":"https://issuer.example/r",
       "end_session_endpoint":"https://issuer.example/e"}
      """#
    wire.respond(to: "/oauth/token", tokens)
    wire.respond(to: "/t", tokens)
    wire.respond(to: "/passwordless/start", "{}")
    let passkey = #"{"auth_session":"p-1","authn_params_public_key":{}}"#
    wire.respond(to: "/passkey/challenge", passkey)
    wire.respond(to: "/passkey/register", passkey)
    wire.respond(to: "/.well-known/openid-configuration", metadata)
    let providers = [
      try OpenIDProvider.auth0(domain: "tenant.example"),
      try await .discover(issuer: "https://issuer.example", transport: wire.transport),
    ]
    for provider in providers {
      wire.add("# \(provider.issuer)")
      var environment = LoginEnvironment(
        transport: wire.transport, now: { Date(timeIntervalSince1970: 1_800_000_000) })
      environment.random = CountingSource()
      let login = OpenIDLogin(
        provider: provider, clientID: "client-1", redirectURI: redirectURI, store: InMemoryStore(),
        browser: HeadlessWebAuthenticationSession { _, _ in nil }, environment: environment)
      let all = LoginOptions(
        audience: "https://api.example", connection: "github",
        organization: "org_1", invitation: "inv 1", maximumAge: .seconds(300), prompt: "login",
        loginHint: "ada@example.com", parameters: ["ui_locales": "de"])
      wire.add("page \(try await login.begin(all).page)")
      let attempt = try await login.begin(
        LoginOptions(scopes: ["offline_access"]))
      wire.add("page \(attempt.page)")
      let state = URLComponents(url: attempt.page, resolvingAgainstBaseURL: false)?.queryItems?
        .first { $0.name == "state" }?.value
      _ = try await login.finish(
        attempt, callback: try url("shop://callback?code=code-1&state=\(state ?? "")"))
      _ = try await login.sessions.refreshedSession()
      _ = try? await login.userInfo()
      _ = try? await login.logIn(
        exchanging: .idToken("i-1", parameters: ["subject_issuer": "apple"]), scopes: ["email"])
      var name = PersonNameComponents()
      name.givenName = "Ada"
      _ = try? await login.logIn(
        exchanging: .appleAuthorizationCode("code-1", name: name), scopes: ["email"],
        audience: "https://api.example")
      if let sent = try? await login.sendCode(to: .phone("+442071838750"), scopes: ["email"]) {
        _ = try? await login.finish(sent, code: "123456")
      }
      let user = PasskeyUser(
        email: "ada@example.com", phoneNumber: "+442071838750", username: "ada")
      for user in [nil, user] {
        guard
          let challenge = try? await login.passkeyChallenge(registering: user, scopes: ["email"])
        else { continue }
        _ = try? await login.finish(
          challenge,
          passkey: PasskeyAnswer(
            credentialID: Data([1]), clientData: Data([2]), attestation: Data([3])))
      }
      let page = await login.logoutPage(returnTo: redirectURI)
      wire.add("logout page \(page?.absoluteString ?? "none")")
      await login.logOut()
    }
  }

  // MARK: Sessions

  private func recordSessions(_ wire: Wire) async throws {
    let time = Date(timeIntervalSince1970: 1_800_000_000)
    try await record(
      CustomerSession(
        token: "opaque-1", customer: .init(id: "1", email: "ada@example.com", fullName: "Ada")),
      in: wire)
    try await record(CustomerSession(token: "opaque-1", customer: nil), in: wire)
    for type in [OpenIDSession.TokenType.bearer, .dpop] {
      try await record(
        OpenIDSession(
          accessToken: "a-1", tokenType: type, refreshToken: "r-1", idToken: "i-1",
          expiresAt: time, scopes: ["openid", "email"], subject: "user-1"), in: wire)
    }
    try await record(
      OrySession(token: "s-1", id: "1", identityID: "2", expiresAt: time), in: wire)
    try await record(OrySession(token: "s-1", id: "1"), in: wire)
    try await record(OrySession(token: "s-1", id: "1", assuranceLevel: .aal2), in: wire)
    let prelude =
      #"{"accessToken":"a-1","expiresAt":821692800,"refreshToken":"r-1","userID":"user-1"}"#
    try await record(
      JSONDecoder().decode(PreludeSession.self, from: Data(prelude.utf8)), in: wire)
  }

  private func record(_ session: some StoredSession, in wire: Wire) async throws {
    let store = InMemoryStore()
    try await manager(of: session, store).logIn { session }
    let form = String(decoding: store.read() ?? Data(), as: UTF8.self)
      // Random, and different for each login.
      .replacing(/"login":"[0-9A-F-]{36}"/, with: #""login":"""#)
    wire.add(
      "\(type(of: session)) \(form) "
        + "\(session.credential.placement) \(session.credential.token.reveal())")
  }

  private func manager<Session: StoredSession>(
    of session: Session, _ store: InMemoryStore
  ) -> SessionManager<Session> {
    SessionManager(store: store)
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
}

/// Records all requests, and gives the responses set for them.
private final class Wire: Sendable {
  private let lines = Shared<[String]>([])
  private let responses = Shared<[String: String]>([:])

  var text: String { lines.withLock { $0.joined(separator: "\n") + "\n" } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  func respond(to path: String, _ json: String) { responses.withLock { $0[path] = json } }

  var transport: InMemoryTransport {
    InMemoryTransport { [self] request in
      add("\(request.method.rawValue) \(request.url.absoluteString)")
      for name in request.headers.names { add("  \(name): \(request.headers[name] ?? "")") }
      if let body = request.body { add("  \(Self.sorted(body))") }
      let response = responses.withLock { $0[request.url.path] }
      return HTTPResponse(
        status: response == nil ? 404 : 200, headers: ["Content-Type": "application/json"],
        body: Data((response ?? "{}").utf8))
    }
  }

  /// JSON with sorted members, or the text itself.
  private static func sorted(_ body: Data) -> String {
    let json = try? JSONSerialization.jsonObject(with: body)
    let sorted = json.flatMap {
      try? JSONSerialization.data(
        withJSONObject: $0, options: [.sortedKeys, .withoutEscapingSlashes])
    }
    return String(decoding: sorted ?? body, as: UTF8.self)
  }
}

/// Bytes that count up.
private struct CountingSource: RandomSource {
  private let next = Shared<UInt8>(0)

  func bytes(_ count: Int) -> [UInt8] {
    next.withLock { next in
      (0..<count).map { _ in
        next &+= 1
        return next
      }
    }
  }
}
