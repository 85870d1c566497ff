// Tests the requirements in "Web login" of Security.md for OpenID Connect, and Auth0's document.

import AuthGenBrowser
import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

struct OpenIDLoginTests {
  // MARK: The authorization request

  private func page(_ change: (inout LoginOptions) -> Void) async throws -> [String: String] {
    let pretend = try await PretendLogin()
    let attempt = try await pretend.login.begin(try pretend.options(change))
    #expect(attempt.page.absoluteString.hasPrefix("https://login.example/authorize?"))
    return attempt.parameters
  }

  /// The document's first sample.
  @Test func basicAuthenticationRequestEqualsTheDocuments() async throws {
    let query = try await page { $0.scopes = ["openid"] }
    #expect(query["response_type"] == "code" && query["code_challenge_method"] == "S256")
    #expect(query["client_id"] == PretendServer.clientID)
    #expect(query["redirect_uri"] == "shop://callback" && query["scope"] == "openid")
    #expect(query["code_challenge"]?.count == 43 && query["state"]?.count == 43)
    #expect(query["nonce"]?.count == 43 && query.count == 8)
  }

  /// The document's second sample.
  @Test func requestForNameAndPictureEqualsTheDocuments() async throws {
    let pretend = try await PretendLogin()
    let options = LoginOptions(scopes: ["openid", "name", "picture"])
    let page = try await pretend.login.begin(options).page
    #expect(page.query()?.contains("scope=openid%20name%20picture") == true)
  }

  /// The document's third sample.
  @Test func requestForAGitHubLoginEqualsTheDocuments() async throws {
    let query = try await page {
      $0.scopes = ["openid", "name", "picture"]
      $0.connection = "github"
    }
    #expect(query["connection"] == "github" && query["scope"] == "openid name picture")
  }

  @Test func additionalParametersAreSent() async throws {
    let query = try await page {
      $0.audience = "https://api.example/?a=1&b=2"
      $0.organization = "org_1"
      $0.invitation = "inv 1"
      $0.maximumAge = .seconds(300)
      $0.authenticationContexts = ["urn:shop:mfa", "phr"]
      $0.prompt = "login consent"
      $0.loginHint = "ada+shop@example.com"
      $0.parameters = ["ui_locales": "de-CH", "screen_hint": "signup"]
    }
    #expect(query["audience"] == "https://api.example/?a=1&b=2")
    #expect(query["organization"] == "org_1" && query["invitation"] == "inv 1")
    #expect(query["acr_values"] == "urn:shop:mfa phr")
    #expect(query["max_age"] == "300" && query["prompt"] == "login consent")
    #expect(query["login_hint"] == "ada+shop@example.com")
    #expect(query["ui_locales"] == "de-CH" && query["screen_hint"] == "signup")
  }

  @Test(arguments: ["response_type", "state", "client_secret", "redirect_uri", "nonce"])
  func reservedParametersCannotBeSet(_ name: String) async throws {
    let pretend = try await PretendLogin()
    let options = try pretend.options { $0.parameters = [name: "token"] }
    await expectFailure("reservedParameter(\"\(name)\")") { try await pretend.login.logIn(options) }
  }

  /// One text may contain several scopes. The ID token is checked then too.
  @Test func idTokenOptionsRequireTheOpenIDScope() async throws {
    let query = try await page {
      $0.scopes = ["openid profile"]
      $0.organization = "org_1"
    }
    #expect(query["scope"] == "openid profile" && query["nonce"]?.count == 43)
    let pretend = try await PretendLogin()
    for change: (inout LoginOptions) -> Void in [
      { $0.organization = "org_1" }, { $0.maximumAge = .seconds(60) },
      { $0.authenticationContexts = ["mfa"] },
    ] {
      let options = try pretend.options(scopes: ["read"], change)
      await expectFailure("missingScope") { try await pretend.login.begin(options) }
    }
    // An unchecked ID token is not kept.
    await pretend.grant()
    let session = try await pretend.logIn(try pretend.options(scopes: ["read"])).session
    #expect(session.idToken == nil && session.subject == nil)
  }

  @Test func redirectURIWithAFragmentIsRejected() {
    #expect(throws: InvalidRedirectURI.fragment) { try RedirectURI("shop://callback#top") }
  }

  @Test func eachAttemptHasItsOwnSecrets() async throws {
    let pretend = try await PretendLogin()
    var seen: Set<String> = []
    for _ in 0..<20 {
      let query = try await pretend.login.begin(try pretend.options()).parameters
      for name in ["state", "nonce", "code_challenge"] { seen.insert(query[name] ?? "") }
    }
    #expect(seen.count == 60)
  }

  // MARK: The exchange

  @Test func codeIsExchangedWithItsVerifierAndRedirectURI() async throws {
    let pretend = try await PretendLogin()
    let attempt = try await pretend.login.begin(try pretend.options())
    let query = attempt.parameters
    await pretend.grant(nonce: { query["nonce"] })
    let loggedIn = try await pretend.finish(attempt)
    let body = await pretend.server.lastBody("/oauth/token")
    let verifier = body["code_verifier"] ?? ""
    #expect(
      body == [
        "grant_type": "authorization_code", "code": "code-1", "redirect_uri": "shop://callback",
        "client_id": PretendServer.clientID, "code_verifier": verifier,
      ])
    #expect(CodeVerifier(Secret(verifier)).challenge == query["code_challenge"])
    #expect(loggedIn.session.expiresAt == PretendLogin.start.addingTimeInterval(600))
    #expect(loggedIn.storeError == nil && loggedIn.claims?.subject == "user-1")
    #expect(try await PretendLogin(store: pretend.store).session == loggedIn.session)
  }

  @Test func attemptAcceptsOneRedirect() async throws {
    let pretend = try await PretendLogin()
    await pretend.grant()
    let attempt = try await pretend.login.begin(try pretend.options(scopes: ["read"]))
    try await pretend.finish(attempt)
    await expectFailure("noSuchAttempt") { try await pretend.finish(attempt) }
    #expect(await pretend.server.count("/oauth/token") == 1)
  }

  @Test func cancelledOrExpiredAttemptIsOver() async throws {
    let pretend = try await PretendLogin()
    let cancelled = try await pretend.login.begin(try pretend.options())
    await pretend.login.cancel(cancelled)
    let old = try await pretend.login.begin(try pretend.options())
    pretend.clock.withLock { $0 += 3600 }
    for attempt in [cancelled, old] {
      await expectFailure("noSuchAttempt") { try await pretend.finish(attempt) }
    }
    #expect(await pretend.server.count("/oauth/token") == 0)
  }

  /// Another login's redirect is not used, and no token request is sent.
  @Test(arguments: [
    ("shop://callback?code=c", CallbackError.missing("state")),
    ("shop://callback?code=c&state=made-up", .wrongState),
    ("shop://callback?code=c&state=STATE&state=STATE", .duplicateParameter),
    ("shop://callback?code=c&code=d&state=STATE", .duplicateParameter),
    ("shop://callback?state=STATE", .missing("code")),
    ("shop://callback?code=&state=STATE", .missing("code")),
    ("shop://callback?code=c&state=STATE&iss=https%3A%2F%2Fevil.example%2F", .wrongIssuer),
    ("shop://callback?code=c&state=STATE&access_token=t", .tokenInURL),
    ("shop://callback?code=c&state=STATE&id_token=t", .tokenInURL),
    ("shop://callback?code=c&state=STATE#access_token=t", .fragment),
    ("shop://callback2?code=c&state=STATE", .wrongAddress),
    ("shopping://callback?code=c&state=STATE", .wrongAddress),
    ("shop://callback?code=%FF&state=STATE", .malformed),
  ])
  func redirectOfAnotherLoginIsRejected(_ text: String, _ expected: CallbackError) async throws {
    let pretend = try await PretendLogin()
    let attempt = try await pretend.login.begin(try pretend.options())
    let state = attempt.parameters["state"] ?? ""
    let callback = try #require(URL(string: text.replacing("STATE", with: state)))
    let refused = await reasonOfFailure {
      try await pretend.login.finish(attempt, callback: callback)
    }
    #expect(refused?.callbackError == expected)
    #expect(await pretend.server.requests.isEmpty)
  }

  /// Browsers and providers add the slash after an authority.
  @Test(arguments: [
    ("shop://callback", "shop://callback/", true), ("shop://callback/", "shop://callback", true),
    ("shop:/callback", "shop:/callback/", false),
    ("shop://callback/a", "shop://callback/a/", false),
  ])
  func redirectMayHaveASlashAfterItsAuthority(
    _ text: String, _ other: String, _ isAccepted: Bool
  ) async throws {
    let pretend = try await PretendLogin(redirectURI: text)
    await pretend.grant()
    let attempt = try await pretend.login.begin(LoginOptions(scopes: ["read"]))
    let state = attempt.parameters["state"] ?? ""
    let callback = try #require(URL(string: "\(other)?code=c&state=\(state)"))
    if isAccepted {
      try await pretend.login.finish(attempt, callback: callback)
    } else {
      await expectFailure("callback(\(CallbackError.wrongAddress)") {
        try await pretend.login.finish(attempt, callback: callback)
      }
    }
  }

  /// Anyone can open an app by a link. The user's own redirect is accepted afterwards.
  @Test func linkFromAnotherSourceDoesNotEndTheAttempt() async throws {
    let pretend = try await PretendLogin()
    await pretend.grant()
    let attempt = try await pretend.login.begin(try pretend.options(scopes: ["read"]))
    for link in ["shop://callback?code=c&state=made-up", "shop://callback?code=c", "shop://x"] {
      await #expect(throws: WebLoginError.self) {
        try await pretend.login.finish(attempt, callback: try #require(URL(string: link)))
      }
    }
    try await pretend.finish(attempt)
  }

  /// A server may leave it out of errors.
  @Test(arguments: [
    (["code": "c"], "callback(\(CallbackError.missing("iss"))"),
    (["error": "login_required"], "denied("),
    (["code": "c", "iss": "https://login.example/"], nil),
  ])
  func issuerIsRequiredIfTheServerAlwaysSendsIt(
    _ parameters: [String: String], _ failure: String?
  ) async throws {
    let pretend = try await PretendLogin { $0.issuesIssuerParameter = true }
    await pretend.grant()
    let attempt = try await pretend.login.begin(try pretend.options(scopes: ["read"]))
    func finish() async throws { try await pretend.finish(attempt, parameters.mapValues { $0 }) }
    if let failure { await expectFailure(failure, finish) } else { try await finish() }
  }

  @Test(arguments: ["access_denied", "invalid_target", "<b>x"])
  func errorResponseHasItsCodeAndTheServersText(_ code: String) async throws {
    let pretend = try await PretendLogin()
    let attempt = try await pretend.login.begin(try pretend.options())
    let error = await #expect(throws: WebLoginError.self) {
      try await pretend.finish(attempt, ["error": code, "error_description": "call 0800-evil"])
    }
    let denial = try #require(error?.reason.denial)
    #expect(denial.code.graphQLName == code && denial.serverText == "call 0800-evil")
    let text = "\(denial) \(error as Any) \(error?.localizedDescription ?? "")"
    #expect(!text.contains("evil") && !text.contains("<b>"))
    #expect(await pretend.server.requests.isEmpty)
  }

  @Test(arguments: ["DPoP", "mac", ""])
  func otherTokenTypesAreRejected(_ type: String) async throws {
    let pretend = try await PretendLogin()
    let reason = try await pretend.reason(tokens: ["token_type": type])
    #expect(reason.map { "\($0)" } == "wrongTokenType")
    #expect(await pretend.session == nil)
  }

  /// A login that requires key-bound tokens does not accept bearer tokens.
  @Test func boundTokensAreRequestedAndBearerTokensRejected() async throws {
    let key = OpenSSLKey()
    let pretend = try await PretendLogin(key: key)
    let attempt = try await pretend.login.begin(try pretend.options())
    #expect(attempt.parameters["dpop_jkt"] == (try await key.publicKey.thumbprint))
    let bearer = try await pretend.reason(tokens: ["token_type": "Bearer"])
    #expect(bearer.map { "\($0)" } == "wrongTokenType")
    #expect(try await pretend.reason(tokens: ["token_type": "DPoP"]) == nil)
    #expect(await pretend.session?.credential == Credential(scheme: "DPoP", token: "access-1"))
    try await pretend.server.respond(to: "/userinfo", ["sub": "user-1"])
    _ = try await pretend.login.userInfo()
    let request = await pretend.server.requests.last
    #expect(request?.headers["Authorization"] == "DPoP access-1")
    #expect(request?.headers["DPoP"] != nil)
  }

  @Test func codeIsExchangedOnceEvenIfTheServerFails() async throws {
    let pretend = try await PretendLogin()
    await pretend.server.respond(to: "/oauth/token") { _ in
      PretendServer.response(503, headers: ["Retry-After": "0"])
    }
    await #expect(throws: WebLoginError.self) { try await pretend.logIn() }
    #expect(await pretend.server.count("/oauth/token") == 1)
  }

  @Test func loginIsNeverPrinted() async throws {
    let pretend = try await PretendLogin()
    try await pretend.server.respond(
      to: "/oauth/token", status: 403, ["error": "mfa_required", "mfa_token": "token-of-mfa"])
    let attempt = try await pretend.login.begin(try pretend.options())
    let error = await #expect(throws: WebLoginError.self) { try await pretend.finish(attempt) }
    let verifier = await pretend.server.lastBody("/oauth/token")["code_verifier"]
    await pretend.grant()
    let loggedIn = try await pretend.logIn(try pretend.options(scopes: ["read"]))
    let values: [Any] = [
      attempt, error as Any, loggedIn, loggedIn.session, pretend.login, pretend.login.sessions,
      await pretend.login.sessions.state, await pretend.login.logOut(),
    ]
    let text = values.flatMap { shapes(of: $0) }.joined()
    let query = attempt.parameters
    let secrets = ["token-of-mfa", "code-1", "access-1", "refresh-1"]
    for secret in secrets + [verifier, query["state"], query["nonce"]].map({ $0 ?? "" }) {
      #expect(secret.count > 5 && !text.contains(secret), "\(secret)")
    }
  }

  @Test func claimsAndOptionsAreNeverPrinted() async throws {
    let pretend = try await PretendLogin()
    let options = try pretend.options {
      $0.invitation = "invitation-1"
      $0.loginHint = "ada@example.com"
      $0.parameters = ["ticket": "ticket-1"]
    }
    let personal = ["email": "ada@example.com", "sid": "session-1", "name": "Ada Lovelace"]
    #expect(try await pretend.reason(idToken: personal, options) == nil)
    let session = try #require(await pretend.session)
    let claims = try #require(session.claims)
    let nonce = try #require(claims.all["nonce"]?.string)
    let values: [Any] = [options, claims, session, (options, claims)]
    let text = values.flatMap { shapes(of: $0) }.joined()
    #expect(text.contains("https://login.example/"))
    for secret in personal.values + ["invitation-1", "ticket-1", nonce] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  // MARK: Presenting

  /// The system may have dropped the first page without a word.
  @Test func newerLoginTakesThePlaceOfTheOneBefore() async throws {
    let lost = LostPages(1)
    let pretend = try await PretendLogin(visit: { page, redirectURI in
      await lost.open() ? nil : PretendLogin.redirect(from: page, to: redirectURI)
    })
    await pretend.grant()
    let options = try pretend.options(scopes: ["read"])
    for isCancelled in [true, false] {
      lost.count.withLock { $0 = 1 }
      let first = Task { try await pretend.login.logIn(options) }
      try await wait { lost.count.withLock { $0 } == 0 }
      if isCancelled {
        await pretend.login.cancel()
      } else {
        _ = try await pretend.login.logIn(options)
      }
      await expectFailure("cancelled") { try await first.value }
    }
    #expect(await pretend.session != nil)
  }

  /// The login that completes first ends the other.
  @Test func pageThatTheAppPresentsIsBesideThePresentedOne() async throws {
    let firstPage = Gate()
    let pretend = try await PretendLogin(visit: { page, redirectURI in
      await firstPage.pass()
      return PretendLogin.redirect(from: page, to: redirectURI)
    })
    await pretend.grant()
    let options = try pretend.options(scopes: ["read"])
    let first = Task { try await pretend.login.logIn(options) }
    await firstPage.holdsACaller()
    try await pretend.logIn(options)
    firstPage.open()
    await expectFailure("noSuchAttempt") { try await first.value }
    _ = try await pretend.login.logIn(options)
  }

  /// Any page in the browser can open the listener's address. The login ends with its own redirect.
  @Test func redirectWithAnotherStateDoesNotEndAPresentedLogin() async throws {
    let statuses = Shared<[Int?]>([])
    let pretend = try await PretendLogin(
      redirectURI: "http://127.0.0.1:0/callback",
      browser: LoopbackWebAuthenticationSession { page in
        let query = PretendLogin.parameters(of: page)
        let redirectURI = try RedirectURI(query["redirect_uri"] ?? "")
        let own = try #require(PretendLogin.redirect(from: page, to: redirectURI)?.query)
        for query in [
          "code=evil", "code=evil&state=made-up", "error=access_denied&state=made-up",
          "code=evil&state=\(query["state"] ?? "")&state=made-up", own,
        ] {
          let client = try LocalClient.redirected(
            "/callback?\(query)", port: redirectURI.listeningPort)
          statuses.withLock { $0.append(client.status()) }
        }
      })
    await pretend.grant()
    _ = try await pretend.login.logIn(LoginOptions(scopes: ["read"]))
    #expect(await pretend.server.lastBody("/oauth/token")["code"] == "code-1")
    #expect(statuses.withLock { $0.prefix(4) } == [400, 400, 400, 400])
  }

  @Test func timeoutAfterAnotherLoginsRedirectNamesIt() async throws {
    /// Gets one redirect without a state, and then no other until the timeout.
    final class Browser: WebAuthenticationSession, PreparedWebAuthentication {
      let redirectURI: RedirectURI

      init(_ redirectURI: RedirectURI) {
        self.redirectURI = redirectURI
      }

      func prepare(_ redirectURI: RedirectURI) -> any PreparedWebAuthentication { self }

      func callback(
        from page: URL, prefersEphemeralSession: Bool,
        accepting isExpected: @escaping @Sendable (URL) -> Bool
      ) async throws(WebAuthenticationError) -> URL {
        if let url = URL(string: "\(redirectURI)?error=access_denied"), isExpected(url) {
          return url
        }
        throw .timedOut
      }
    }
    let pretend = try await PretendLogin(browser: Browser(try RedirectURI("shop://callback")))
    let refused = await reasonOfFailure { try await pretend.login.logIn(try pretend.options()) }
    #expect(refused?.callbackError == .missing("state"))
  }

  @Test func closedPageIsACancelledLogin() async throws {
    let pretend = try await PretendLogin(visit: { _, _ in nil })
    let options = try pretend.options()
    for _ in 0..<2 {
      await expectFailure("cancelled") { try await pretend.login.logIn(options) }
    }
    #expect(await pretend.server.requests.isEmpty)
  }

  @Test func attemptsShareNothing() async throws {
    let pretend = try await PretendLogin()
    await pretend.grant()
    let options = try pretend.options(scopes: ["read"])
    let first = try await pretend.login.begin(options)
    let second = try await pretend.login.begin(options)
    let crossed = PretendLogin.redirect(from: second.page, to: first.redirectURI)
    let refused = await reasonOfFailure {
      try await pretend.login.finish(first, callback: try #require(crossed))
    }
    #expect(refused?.callbackError == .wrongState)
    _ = try await pretend.login.finish(second, callback: try #require(crossed))
    let body = await pretend.server.lastBody("/oauth/token")
    let challenge = CodeVerifier(Secret(body["code_verifier"] ?? "")).challenge
    #expect(challenge == second.parameters["code_challenge"])
  }

  // MARK: The user

  @Test func userClaimsBelongToTheSessionsUser() async throws {
    let pretend = try await PretendLogin.loggedIn()
    try await pretend.server.respond(to: "/userinfo", ["sub": "user-1", "name": "Ada"])
    #expect(try await pretend.login.userInfo().name == "Ada")
    #expect(await pretend.server.requests.last?.headers["Authorization"] == "Bearer access-1")
    try await pretend.server.respond(to: "/userinfo", ["sub": "user-2", "name": "Eve"])
    await expectFailure("wrongUser") { try await pretend.login.userInfo() }
  }

  // MARK: Logging out

  @Test func logoutRevokesTheRefreshToken() async throws {
    let pretend = try await PretendLogin.loggedIn()
    let logOut = await pretend.login.logOut()
    #expect(logOut.serverError == nil && logOut.storeError == nil)
    #expect(await pretend.server.lastBody("/oauth/revoke")["token"] == "refresh-1")
    #expect(try pretend.store.read() == nil)
    await expectFailure("notSignedIn") { try await pretend.login.userInfo() }
  }

  @Test func logoutClearsTheDeviceIfTheServerFails() async throws {
    let pretend = try await PretendLogin.loggedIn()
    await pretend.server.disconnect("/oauth/revoke")
    #expect(await pretend.login.logOut().serverError != nil)
    #expect(try pretend.store.read() == nil)
    #expect(await pretend.session == nil)
  }

  @Test func logoutPageHasTheProvidersParameters() async throws {
    let page = try await PretendLogin.loggedIn().login.logoutPage(
      returnTo: try RedirectURI("shop://bye"))
    #expect(
      page?.absoluteString
        == "https://login.example/v2/logout?client_id=client-1&returnTo=shop%3A%2F%2Fbye")
  }

  /// OpenID Connect RP-Initiated Logout, section 2.
  @Test func logoutPageGetsTheIDTokenHint() async throws {
    let pretend = try await PretendLogin { $0.logoutParameters = .openIDConnect }
    let back = try RedirectURI("shop://bye")
    let before = try #require(await pretend.login.logoutPage(returnTo: back))
    #expect(
      PretendLogin.parameters(of: before) == [
        "client_id": "client-1", "post_logout_redirect_uri": "shop://bye",
      ])
    #expect(try await pretend.reason() == nil)
    let idToken = try #require(await pretend.session?.idToken?.reveal())
    let page = try #require(await pretend.login.logoutPage())
    #expect(
      PretendLogin.parameters(of: page) == ["client_id": "client-1", "id_token_hint": idToken])
  }

  /// The address is an argument of the program that opens it, and other users can read that.
  @Test func programThatOpensTheLogoutPageGetsNoIDToken() async throws {
    let pages = Shared<[URL]>([])
    let pretend = try await PretendLogin(
      redirectURI: "http://127.0.0.1:0/callback",
      browser: LoopbackWebAuthenticationSession { page in
        pages.withLock { $0.append(page) }
        let query = PretendLogin.parameters(of: page)
        let back = query["redirect_uri"] ?? query["post_logout_redirect_uri"] ?? ""
        let target = try #require(PretendLogin.redirect(from: page, to: RedirectURI(back)))
        let port = try #require(target.port)
        try LocalClient.redirected("/callback?\(target.query ?? "")", port: port)
      }, { $0.logoutParameters = .openIDConnect })
    await pretend.grant(nonce: {
      pages.withLock { $0.first.flatMap { PretendLogin.parameters(of: $0)["nonce"] } }
    })
    let options = LoginOptions(scopes: ["openid"])
    #expect(try await pretend.login.logIn(options).session.idToken != nil)
    try await pretend.login.logOutOfBrowser(returnTo: try #require(pretend.login.redirectURI))
    let shown = try #require(pages.withLock { $0.last })
    #expect(
      Set(PretendLogin.parameters(of: shown).keys) == ["client_id", "post_logout_redirect_uri"])
    #expect(
      try #require(await pretend.login.logoutPage()).absoluteString.contains("id_token_hint"))
  }

  /// A token must not be readable on the network.
  @Test func plainHTTPEndpointGetsNoToken() async throws {
    let pretend = try await PretendLogin.loggedIn {
      $0.logoutParameters = .openIDConnect
      $0.logoutEndpoint = URL(string: "http://login.example/logout")
      $0.userInfoEndpoint = URL(string: "http://login.example/userinfo")
      $0.revocationEndpoint = URL(string: "http://login.example/oauth/revoke")
    }
    let earlier = await pretend.server.requests.count
    #expect(await pretend.login.logoutPage() == nil)
    await #expect(throws: WebLoginError.self) { try await pretend.login.userInfo() }
    #expect(await pretend.login.logOut().serverError != nil)
    #expect(await pretend.server.requests.count == earlier)
    #expect(await pretend.login.sessions.state == .signedOut(.loggedOut))
  }

  @Test func providerWithoutLogoutPageLogsNoBrowserOut() async throws {
    let pretend = try await PretendLogin { $0.logoutEndpoint = nil }
    await expectFailure("unsupported") {
      try await pretend.login.logOutOfBrowser(returnTo: try RedirectURI("shop://bye"))
    }
  }

  @Test(arguments: [
    (nil, "the page was closed before the browser was logged out"),
    (
      "https://other.example/x",
      "the logout page returned to another address: the redirect does not lead to the redirect URI"
    ),
  ]) func failedBrowserLogoutHasItsOwnText(_ redirect: String?, _ text: String) async throws {
    let pretend = try await PretendLogin(visit: { _, _ in redirect.flatMap { URL(string: $0) } })
    let error = await #expect(throws: WebLoginError.self) {
      try await pretend.login.logOutOfBrowser(returnTo: try RedirectURI("shop://bye"))
    }
    #expect("\(try #require(error))" == text)
    #expect(error?.errorDescription == "The browser may still be signed in.")
    #expect(error?.recoverySuggestion?.hasPrefix("Sign out again") == true)
  }

  /// A mistake in the app's registration has the same text at the authorization endpoint and at the token
  /// endpoint.
  @Test(
    arguments: [
      "invalid_scope", "unauthorized_client", "invalid_request", "invalid_client", "invalid_target",
    ], ["error", "code"])
  func mistakeInTheRegistrationIsADevelopersError(
    _ code: String, _ parameter: String
  ) async throws {
    let pretend = try await PretendLogin()
    try await pretend.server.respond(to: "/oauth/token", status: 400, ["error": code])
    let attempt = try await pretend.login.begin(pretend.options())
    let error = await #expect(throws: WebLoginError.self) {
      try await pretend.finish(attempt, [parameter: code])
    }
    #expect(error?.failureReason == "The app is not set up correctly.")
    #expect(error?.recoverySuggestion?.hasPrefix("Update the app.") == true)
    #expect("\(try #require(error))".contains(code))
  }

  // MARK: A restart of the app

  /// Begins a login, and returns the redirect to it.
  private func interrupted(
    _ store: InMemoryStore, _ change: (inout LoginOptions) -> Void = { _ in }
  ) async throws -> (redirect: URL, nonce: String?) {
    let pretend = try await PretendLogin(pendingStore: store)
    let attempt = try await pretend.login.begin(try pretend.options(change))
    return (try attempt.redirect(), attempt.parameters["nonce"])
  }

  @Test func redirectThatStartsTheAppCompletesTheLogin() async throws {
    let store = InMemoryStore()
    let (redirect, nonce) = try await interrupted(store)
    let restarted = try await PretendLogin(pendingStore: store)
    await restarted.grant(nonce: { nonce })
    let loggedIn = try await restarted.login.resume(with: redirect)
    #expect(loggedIn.claims?.subject == "user-1" && store.read() == nil)
    #expect(await restarted.session == loggedIn.session)
    await expectFailure("noSuchAttempt") { try await restarted.login.resume(with: redirect) }
  }

  /// Also at a second step, which is bound to the first step by its nonce.
  @Test(
    arguments: [
      ([:], nil), (["org_id": "org_2"], .wrongOrganization),
      (["acr": "password"], .wrongAuthenticationContext), (["nonce": "other"], .wrongNonce),
      (["auth_time": 1_799_999_600], .authenticatedTooLongAgo),
    ] as [([String: any Sendable], IDTokenError?)], [false, true])
  func requirementsOutliveTheApp(
    _ changed: (claims: [String: any Sendable], error: IDTokenError?), hasSecondStep: Bool
  ) async throws {
    let store = InMemoryStore()
    let (redirect, nonce) = try await interrupted(store) {
      $0.organization = "org_1"
      $0.authenticationContexts = ["mfa"]
      $0.maximumAge = .seconds(300)
    }
    let restarted = try await PretendLogin(pendingStore: store)
    var finish: StepTests.Finish = { try await $0.resume(with: redirect) }
    if hasSecondStep { finish = try await StepTests().secondFactor(restarted, after: finish) }
    let claims: [String: any Sendable] = [
      "org_id": "org_1", "acr": "mfa", "auth_time": 1_800_000_000,
    ]
    await restarted.grant(idToken: claims.merging(changed.claims) { $1 }, nonce: { nonce })
    if let error = changed.error {
      await expectFailure("idToken(\(error)") { try await finish(restarted.login) }
    } else {
      #expect(try await finish(restarted.login).warning == nil)
    }
    #expect(await restarted.session?.accessToken == (changed.error == nil ? "access-1" : nil))
  }

  /// Expects that a login at a provider, seconds later, is not completed by a redirect.
  private func expectNotResumed(
    _ failure: String, domain: String = "login.example", after seconds: Double = 0,
    forged: String? = nil
  ) async throws {
    let store = InMemoryStore()
    let redirect = try await interrupted(store).redirect
    let provider = try OpenIDProvider.auth0(domain: domain)
    let restarted = try await PretendLogin(pendingStore: store) { $0 = provider }
    restarted.clock.withLock { $0 += seconds }
    let callback = try #require(URL(string: forged ?? redirect.absoluteString))
    await expectFailure(failure) { try await restarted.login.resume(with: callback) }
    #expect(await restarted.server.requests.isEmpty && (store.read() != nil || seconds > 0))
  }

  @Test func pendingLoginExpiresWhileTheAppIsClosed() async throws {
    try await expectNotResumed("noSuchAttempt", after: 3601)
  }

  /// Two providers may share a store. A code is sent to the one that issued it.
  @Test func redirectCompletesNoLoginOfAnotherProvider() async throws {
    try await expectNotResumed("noSuchAttempt", domain: "other.example")
  }

  @Test func forgedRedirectAfterARestartSendsNothing() async throws {
    try await expectNotResumed(
      "callback(the redirect's state belongs to another login",
      forged: "shop://callback?code=stolen&state=made-up")
  }

  // MARK: Discovery

  /// Discovers a provider with this metadata, and other members.
  private func discovered(
    _ more: [String: any Sendable] = [:], acceptsUnlistedClients: Bool = false
  ) async throws -> OpenIDProvider {
    let server = PretendServer()
    let metadata: [String: any Sendable] = [
      "issuer": "https://login.example/realm",
      "authorization_endpoint": "https://login.example/realm/auth?tenant=1",
      "token_endpoint": "https://tokens.example/t", "jwks_uri": "https://keys.example/k",
      "code_challenge_methods_supported": ["plain", "S256"],
      "authorization_response_iss_parameter_supported": true,
    ]
    try await server.respond(
      to: "/realm/.well-known/openid-configuration", metadata.merging(more) { $1 })
    return try await .discover(
      issuer: "https://login.example/realm", acceptsUnlistedClients: acceptsUnlistedClients,
      transport: server.transport)
  }

  @Test func discoveryGivesTheEndpoints() async throws {
    let provider = try await discovered()
    #expect(provider.tokenEndpoint.absoluteString == "https://tokens.example/t")
    #expect(provider.issuesIssuerParameter && provider.bodyEncoding == .form)
    let pretend = try await PretendLogin { $0 = provider }
    #expect(try await pretend.login.begin(pretend.options()).parameters["tenant"] == "1")
  }

  @Test(
    arguments: [
      ("issuer", "https://evil.example/realm", nil),
      ("token_endpoint", "http://tokens.example/t", nil),
      ("authorization_endpoint", "javascript:alert(1)", nil),
      ("code_challenge_methods_supported", ["plain"], "plain"),
      ("response_types_supported", ["id_token", "code id_token"], "id_token, code id_token"),
      ("response_modes_supported", ["form_post"], "form_post"),
      ("grant_types_supported", ["implicit"], "implicit"),
      ("id_token_signing_alg_values_supported", ["HS256", "none"], "HS256, none"),
      ("token_endpoint_auth_methods_supported", ["client_secret_basic"], "client_secret_basic"),
      ("require_signed_request_object", "true", "true"),
      ("issuer", "https://login.example/realm/", "https://login.example/realm/"),
    ] as [(String, any Sendable, String?)])
  func invalidMetadataIsRejected(
    field: String, value: any Sendable, found: String?
  ) async throws {
    let error = await #expect(throws: WebLoginError.self) { try await discovered([field: value]) }
    guard let found else { return }
    #expect("\(error as Any)".contains(" in \(field), found \(found)"))
    guard case .unsuitableProvider(field, found)? = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test(
    arguments: [
      ("token_endpoint_auth_methods_supported", ["client_secret_basic", "none"]),
      ("id_token_signing_alg_values_supported", ["HS256", "PS512"]),
      ("scopes_supported", "openid"), ("dpop_signing_alg_values_supported", "ES256"),
      ("response_types_supported", "code"), ("grant_types_supported", ["a": 1]),
      ("require_pushed_authorization_requests", false),
    ] as [(String, any Sendable)])
  func otherMetadataIsAccepted(field: String, value: any Sendable) async throws {
    _ = try await discovered([field: value])
  }

  /// Google and Entra ID serve apps without a secret, and do not list it.
  @Test func unlistedClientsMayBeAccepted() async throws {
    _ = try await discovered(
      ["token_endpoint_auth_methods_supported": ["client_secret_post"]],
      acceptsUnlistedClients: true)
  }

  @Test func domainIsValidated() throws {
    for text in ["evil.example/login.example", "a@b", "", "a b", "login.example:80"] {
      #expect(throws: WebLoginError.self) { try OpenIDProvider.auth0(domain: text) }
    }
    let provider = try OpenIDProvider.auth0(domain: "login.example")
    #expect(provider.issuer == "https://login.example/")
    #expect(throws: WebLoginError.self) {
      try OpenIDProvider.auth0(at: #require(URL(string: "http://login.example")))
    }
  }
}
