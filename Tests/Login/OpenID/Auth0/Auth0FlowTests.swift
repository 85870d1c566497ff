// Tests the steps of Auth0's document, and logins in several steps, against a fake that refuses what Auth0
// refuses. Other files test each request and response.

import Auth0API
import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

struct Auth0FlowTests {
  private let auth0 = Auth0Fake()
  // RFC 7636, appendix B.
  private let verifier: Secret = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private let codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private let allScopes = ["openid", "profile", "email", "offline_access"]

  /// Gets an authorization code, as the browser does.
  private func code(for key: String? = nil) async throws -> Secret {
    var query = [
      "response_type": "code", "client_id": PretendServer.clientID,
      "redirect_uri": "shop://callback", "scope": "openid offline_access",
      "code_challenge": codeChallenge, "code_challenge_method": "S256",
    ]
    query["dpop_jkt"] = key
    return Secret(try #require(await auth0.authorize(query)?["code"]))
  }

  private func exchange(
    _ code: Secret, verifier: Secret? = nil, to redirectURI: String = "shop://callback",
    _ client: GraphQLClient? = nil
  ) async throws -> Auth0API.TokenSet {
    try await Auth0Client(client ?? auth0.client()).exchangeCode(
      clientId: PretendServer.clientID, code: code, codeVerifier: verifier ?? self.verifier,
      redirectUri: redirectURI
    ).exchangeCode
  }

  private func refusal(_ call: () async throws -> Void) async -> RequestError? {
    await #expect(throws: RequestError.self) { try await call() }
  }

  /// Expects a refused code, or a refused request.
  private func expectInvalidGrant<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ step: () async throws -> Value
  ) async {
    let reason = await reasonOfFailure(sourceLocation: sourceLocation, step)
    #expect(
      (reason?.refusedCode ?? reason?.refusal) == .invalidGrant, sourceLocation: sourceLocation)
  }

  // MARK: The document

  enum Form: CaseIterable, Sendable {
    /// Auth0's own paths, and JSON.
    case auth0
    /// The server's metadata, and forms.
    case discovered
  }

  /// Code verifier, code challenge, authorization, tokens, and the use of the tokens.
  @Test(arguments: Form.allCases)
  func documentsStepsLogAUserIn(_ form: Form) async throws {
    let found = try await OpenIDProvider.discover(
      issuer: "\(PretendServer.origin)/", transport: Auth0Fake.Connection(auth0: auth0))
    let change: (inout OpenIDProvider) -> Void = { if form == .discovered { $0 = found } }
    let app = try await auth0.app(change)
    let user = try await app.login.logIn(try app.options(scopes: allScopes))
    #expect(user.claims?.issuer == "https://login.example/" && user.claims?.name == "Ada")
    #expect(user.session.tokenType == .bearer && user.storeError == nil && user.warning == nil)
    let sent = await app.server.requests.last { $0.url.path == "/oauth/token" }
    #expect(
      sent?.headers["Content-Type"]
        == (form == .auth0 ? "application/json" : "application/x-www-form-urlencoded"))

    // Another API accepts the access token, too.
    #expect(try await app.login.userInfo().email == "ada@example.com")
    let api = try auth0.client("https://api.example")
    let own = Auth0Client(api.authenticated(by: app.login.sessions))
    #expect(try await own.userInfo().userInfo.sub == user.session.subject)
    let stranger = Auth0Client(
      api.authenticated(by: Credential(scheme: "Bearer", token: "made-up")))
    await #expect(throws: RequestError.self) { try await stranger.userInfo() }

    // After the token has expired, a call gets a new one.
    app.clock.withLock { $0 += 600 }
    #expect(try await app.login.userInfo().sub == user.session.subject)
    let renewed = try #require(await app.session)
    #expect(renewed.accessToken != user.session.accessToken)
    #expect(renewed.refreshToken != user.session.refreshToken)

    let restarted = try await auth0.app(store: app.store, change)
    #expect(await restarted.login.sessions.state.session == renewed)
    let copy = try app.store.read()
    let logOut = await restarted.login.logOut()
    #expect(try logOut.serverError == nil && app.store.read() == nil)
    // The tokens are revoked.
    let thief = try await auth0.app(store: InMemoryStore(copy), change)
    #expect(try await thief.login.sessions.refreshedSession() == nil)
  }

  @Test func verifierLeavesTheDeviceOnlyWithTheCode() async throws {
    let app = try await auth0.app()
    var verifiers: Set<String> = []
    for _ in 1...2 {
      _ = try await app.login.logIn(try app.options())
      let verifier = try #require(await app.server.lastBody("/oauth/token")["code_verifier"])
      #expect(verifier.count == 43 && verifiers.insert(verifier).inserted)
      let holders = await app.server.requests.filter { request in
        let headers = request.headers.names.map { request.headers[$0] ?? "" }
        let body = String(decoding: request.body ?? Data(), as: UTF8.self)
        return (headers + [request.url.absoluteString, body]).contains { $0.contains(verifier) }
      }
      #expect(holders.map(\.url.path) == ["/oauth/token"])
    }
  }

  /// - Parameter denial: the error in the redirect; nil if the browser stays at an error page.
  @Test(arguments: [
    ("code_challenge_method", "plain", OpenIDErrorCode.invalidRequest),
    ("code_challenge", "short", .invalidRequest), ("response_type", "token", .invalidRequest),
    ("redirect_uri", "thief://callback", nil), ("client_id", "thief", nil),
    ("connection", "myspace", nil),
  ])
  func changedAuthorizationRequestGetsNoCode(
    _ name: String, _ value: String, _ denial: OpenIDErrorCode?
  ) async throws {
    let app = try await auth0.app(replacing: [name: value])
    switch await reasonOfFailure({ try await app.login.logIn(try app.options()) }) {
    case .denied(let denied): #expect(denied.code == denial)
    case .cancelled: #expect(denial == nil)
    case let other: Issue.record("\(other as Any)")
    }
    #expect(await app.server.count("/oauth/token") == 0)
  }

  @Test func codeIsValidOnceAndOnlyWithItsVerifier() async throws {
    let (stolen, moved, own) = (try await code(), try await code(), try await code())
    _ = try await exchange(own)
    let refusals = [
      await refusal {
        _ = try await exchange(stolen, verifier: "xBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
      },
      await refusal { _ = try await exchange(moved, to: "https://shop.example/callback") },
      await refusal { _ = try await exchange(own) },
    ]
    #expect(refusals.map { $0?.auth0Error?.code } == Array(repeating: .invalidGrant, count: 3))
  }

  /// With JSON, and with forms, as other servers require.
  @Test(arguments: [nil, BodyEncoding.form])
  func codeIsExchangedRefreshedAndRevoked(_ encoding: BodyEncoding?) async throws {
    let client = try auth0.client(encoding: encoding)
    let tokens = try await exchange(try await code(), client)
    #expect(tokens.tokenType == "Bearer" && tokens.expiresIn == 600)
    #expect(tokens.idToken?.isEmpty == false)
    let user = try await Auth0Client(
      client.authenticated(by: Credential(scheme: "Bearer", token: tokens.accessToken))
    ).userInfo().userInfo
    #expect(user.sub == "auth0|ada" && user.name == "Ada" && user.email == "ada@example.com")

    let auth0 = Auth0Client(client)
    let first = try #require(tokens.refreshToken)
    let next = try await auth0.refreshTokens(
      clientId: PretendServer.clientID, refreshToken: first
    ).refreshTokens
    let second = try #require(next.refreshToken)
    #expect(next.accessToken != tokens.accessToken && second != first)
    _ = try await auth0.revokeToken(clientId: PretendServer.clientID, token: second)
    for token in [first, second] {
      let refused = await refusal {
        _ = try await auth0.refreshTokens(clientId: PretendServer.clientID, refreshToken: token)
      }
      #expect(refused?.auth0Error?.code == .invalidGrant)
    }
  }

  @Test func refreshTokenRequiresOfflineAccess() async throws {
    let app = try await auth0.app()
    let without = try await app.login.logIn(try app.options(scopes: ["openid"]))
    #expect(without.session.refreshToken == nil)
    #expect(try await app.login.logIn(try app.options()).session.refreshToken != nil)
  }

  /// The page that the app opens redirects only to the app. The session on the device continues.
  @Test func logoutInTheBrowserReturnsToTheApp() async throws {
    let app = try await auth0.app()
    _ = try await app.login.logIn(try app.options())
    try await app.login.logOutOfBrowser(returnTo: try RedirectURI("shop://callback"))
    await expectFailure("cancelled") {
      try await app.login.logOutOfBrowser(returnTo: try RedirectURI("thief://callback"))
    }
    #expect(try await app.login.userInfo().email == "ada@example.com")
  }

  // MARK: Proofs of possession

  @Test func tokensAreBoundToTheDevicesKey() async throws {
    await auth0.replaceNonce()
    let app = try await auth0.app(key: OpenSSLKey())
    let session = try await app.login.logIn(try app.options()).session
    #expect(session.tokenType == .dpop)
    await auth0.replaceNonce()
    #expect(try await app.login.userInfo().email == "ada@example.com")
    let renewed = try await app.login.sessions.refreshedSession()
    #expect(renewed?.tokenType == .dpop && renewed?.accessToken != session.accessToken)
    // Neither the access token nor the refresh token is accepted with another key.
    let thief = try await auth0.app(
      store: InMemoryStore(try app.store.read()), key: OpenSSLKey())
    await expectFailure("unavailable") { try await thief.login.userInfo() }
    #expect(try await app.login.userInfo().email == "ada@example.com")
  }

  /// The same with single operations.
  @Test func tokensAreBoundToTheLoginsKey() async throws {
    await auth0.replaceNonce()
    let key = OpenSSLKey()
    let client = try auth0.client(key: key)
    let thief = try auth0.client(key: OpenSSLKey())
    let code = try await code(for: try await key.publicKey.thumbprint)
    let stolenCode = await refusal { _ = try await exchange(code, thief) }
    #expect(stolenCode?.auth0Error?.code == .invalidDpopProof)
    let tokens = try await exchange(code, client)
    #expect(tokens.tokenType == "DPoP")

    let bound = Credential(scheme: "DPoP", token: tokens.accessToken)
    await auth0.replaceNonce()
    let user = try await Auth0Client(client.authenticated(by: bound)).userInfo().userInfo
    #expect(user.email == "ada@example.com")
    let stolenToken = await refusal {
      _ = try await Auth0Client(thief.authenticated(by: bound)).userInfo()
    }
    #expect(stolenToken?.progress == .responded)
    let bearer = await refusal {
      _ = try await Auth0Client(
        client.authenticated(by: Credential(scheme: "Bearer", token: tokens.accessToken))
      ).userInfo()
    }
    guard case .transport(TransportError(.bearerRefused, wasSent: false)) = bearer?.reason else {
      Issue.record("\(bearer as Any)")
      return
    }

    let refreshToken = try #require(tokens.refreshToken)
    func refresh(_ client: GraphQLClient) async throws -> Auth0API.TokenSet {
      try await Auth0Client(client).refreshTokens(
        clientId: PretendServer.clientID, refreshToken: refreshToken
      ).refreshTokens
    }
    let stolenRefresh = await refusal { _ = try await refresh(thief) }
    #expect(stolenRefresh?.auth0Error?.code == .invalidDpopProof)
    await auth0.replaceNonce()
    #expect(try await refresh(client).tokenType == "DPoP")
  }

  // MARK: Without a browser

  @Test(arguments: [CodeRecipient.email("ada@example.com"), .phone("+442071838750")])
  func codeByEmailOrSMSLogsInOnce(_ recipient: CodeRecipient) async throws {
    let app = try await auth0.app()
    let (sent, code) = try await sendCode(recipient, app)
    await expectInvalidGrant { try await app.login.finish(sent, code: "none") }
    let user = try await app.login.finish(sent, code: code)
    #expect(await app.session == user.session)
    #expect(try await app.login.userInfo().sub == user.session.subject)
    await expectFailure("noSuchAttempt") { try await app.login.finish(sent, code: code) }
  }

  private func sendCode(
    _ recipient: CodeRecipient, _ app: PretendLogin
  ) async throws -> (SentCode, Secret) {
    let address =
      switch recipient {
      case .email(let address): address
      case .phone(let number): number
      }
    let sent = try await app.login.sendCode(to: recipient)
    return (sent, try #require(await auth0.code(for: address)))
  }

  /// Logs in a user who needs a second factor.
  private func factor(_ app: PretendLogin) async throws -> SecondFactor {
    let (sent, code) = try await sendCode(.email("ada@example.com"), app)
    let needed = await reasonOfFailure { try await app.login.finish(sent, code: code) }
    return try #require(needed?.secondFactor)
  }

  private func challenge(
    _ kind: SecondFactor.Kind, _ app: PretendLogin
  ) async throws -> SecondFactor.CodeChallenge {
    let factor = try await factor(app)
    let all = try await app.login.authenticators(for: factor)
    let challenge = try await app.login.challenge(
      try #require(all.first { $0.kind == kind }), for: factor)
    return try #require(challenge.code)
  }

  /// Another login uses the same factor with the next code, and no code is valid twice. The tokens are bound
  /// to the key, and the requests about the factor have no proof.
  @Test(arguments: [SecondFactor.NewAuthenticator.authenticatorApp, .email("ada@work.example")])
  func secondFactorIsSetUpAndProvesLogins(_ new: SecondFactor.NewAuthenticator) async throws {
    await auth0.requireSecondFactor(of: "email|ada@example.com")
    await auth0.replaceNonce()
    let app = try await auth0.app(key: OpenSSLKey())
    let first = try await factor(app)
    #expect(try await app.login.authenticators(for: first).isEmpty)
    let added = try await app.login.add(new, for: first)
    let recipient = added.key?.reveal() ?? "ada@work.example"
    let initial = try #require(await auth0.code(for: recipient))
    let challenge = try #require(added.challenge.code)
    let session = try await app.login.finish(challenge, code: initial).session
    #expect(session.tokenType == .dpop && added.recoveryCodes.count == 1)

    let later = try await self.challenge(new == .email(recipient) ? .email : .authenticatorApp, app)
    await expectInvalidGrant { try await app.login.finish(later, code: initial) }
    #expect(await app.session == session)
    let next = try #require(await auth0.code(for: recipient))
    let user = try await app.login.finish(later, code: next)
    #expect(user.session.subject == session.subject && user.session != session)
    #expect(try await app.login.userInfo().sub == session.subject)
    let another = await reasonOfFailure { try await app.login.add(.push, for: first) }
    #expect(another != nil)
  }

  @Test func recoveryCodeLogsInOnceAndIsReplaced() async throws {
    await auth0.requireSecondFactor(of: "email|ada@example.com")
    let app = try await auth0.app()
    let added = try await app.login.add(.authenticatorApp, for: try await factor(app))
    let shown = try #require(await auth0.code(for: added.key?.reveal() ?? ""))
    try await app.login.finish(try #require(added.challenge.code), code: shown)
    let code = try #require(added.recoveryCodes.first)
    let user = try await app.login.finish(try await challenge(.recoveryCode, app), code: code)
    let next = try #require(user.recoveryCode)
    let stored = String(decoding: try app.store.read() ?? Data(), as: UTF8.self)
    #expect(stored.contains("access-") && !stored.contains("recovery-"))
    let second = try await challenge(.recoveryCode, app)
    await expectInvalidGrant { try await app.login.finish(second, code: code) }
    #expect(try await app.login.finish(second, code: next).recoveryCode != nil)
  }

  /// A passkey of this device. Its answers have the challenge.
  private func answer(to challenge: Data, isNew: Bool = false) -> PasskeyAnswer {
    let id = Data([1])
    let data = Data(#"{"challenge":"\#(Base64URL.encode(challenge))"}"#.utf8)
    return isNew
      ? PasskeyAnswer(credentialID: id, clientData: data, attestation: Data([2]))
      : PasskeyAnswer(
        credentialID: id, clientData: data, authenticatorData: Data([2]), signature: Data([3]),
        userID: nil)
  }

  @Test func passkeyRegistersAndLogsInAtAuth0() async throws {
    await auth0.replaceNonce()
    let app = try await auth0.app(key: OpenSSLKey())
    let user = PasskeyUser(email: "ada@example.com", name: "Ada")
    let unknown = try await app.login.passkeyChallenge()
    let request = try PasskeySignIn(options: unknown.options)
    await expectInvalidGrant {
      try await app.login.finish(unknown, passkey: answer(to: request.challenge))
    }
    let challenge = try await app.login.passkeyChallenge(registering: user)
    let creation = try PasskeyRegistration(options: challenge.options)
    let first = try await app.login.finish(
      challenge, passkey: answer(to: creation.challenge, isNew: true))
    #expect(first.session.tokenType == .dpop)
    #expect(try await app.login.userInfo().sub == first.session.subject)
    let known = await reasonOfFailure { try await app.login.passkeyChallenge(registering: user) }
    #expect(known?.refusal == .invalidRequest)

    let asked = try await app.login.passkeyChallenge()
    let later = try await app.login.passkeyChallenge()
    let own = answer(to: try PasskeySignIn(options: asked.options).challenge)
    // An answer to another challenge.
    await expectInvalidGrant { try await app.login.finish(later, passkey: own) }
    let again = try await app.login.finish(asked, passkey: own)
    #expect(again.session.subject == first.session.subject)
    await expectFailure("noSuchAttempt") { try await app.login.finish(asked, passkey: own) }
    #expect(await app.session == again.session)
  }

  /// Auth0 exchanges a code at Apple, which accepts it once, and verifies Apple's token without a nonce.
  @Test func auth0RefusesAUsedCodeANonceAndTheToken() async throws {
    let app = try await auth0.app()
    let code = await auth0.appleCode(for: "001234.user")
    let user = try await app.login.logIn(exchanging: .appleAuthorizationCode(code))
    #expect(user.claims?.subject == "apple|001234.user")
    let bound = await auth0.appleCode(for: "001234.bound", hasNonce: true)
    for token in [code, bound, "identity-token"] {
      await expectInvalidGrant {
        try await app.login.logIn(exchanging: .appleAuthorizationCode(token))
      }
    }
    #expect(await app.session == user.session)
  }
}
