// Tests the requirements of Auth0's document for each request, parameter and response, and its three sample
// use cases. `Auth0LoginTests` covers the steps as a whole.

import Auth0API
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

extension EndToEnd.Glewlwyd {
  @Suite struct Auth0DocumentTests {
    private func app(
      store: any SecretStore = InMemoryStore(), browser: Browser = Browser(),
      visit: (@Sendable (URL) async -> URL?)? = nil,
      now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> OpenIDApp {
      let backend = try await Backend(.auth0)
      return OpenIDApp(
        backend, try .auth0(at: backend.url("")), store: store, browser: browser, visit: visit,
        now: now)
    }

    // MARK: Authorize the user

    /// The parameters of the document, and `nonce`, which the ID token repeats.
    @Test func authorizationRequestHasTheDocumentsParameters() async throws {
      let app = try await app()
      try await app.logIn(try OpenIDApp.options(scopes: ["openid", "profile"]))
      let query = try await lastQuery(app)
      #expect(
        query.keys.sorted() == [
          "client_id", "code_challenge", "code_challenge_method", "nonce", "redirect_uri",
          "response_type", "scope", "state",
        ])
      #expect(query["response_type"] == "code" && query["code_challenge_method"] == "S256")
      #expect(query["client_id"] == "ios-app")
      #expect(query["redirect_uri"] == "com.example.app:/callback")
      #expect(query["scope"] == "openid profile")
    }

    /// 32 random bytes give 43 characters, which differ in each login.
    @Test func verifierLeavesTheDeviceOnlyWithTheCode() async throws {
      let app = try await app()
      var verifiers: Set<String> = []
      for _ in 1...2 {
        try await app.logIn(try OpenIDApp.options())
        let challenge = try await lastQuery(app)["code_challenge"]
        let body = try await lastBody(app)
        let verifier = try #require(body["code_verifier"])
        #expect(verifier.count == 43 && !verifiers.contains(verifier))
        #expect(CodeVerifier(Secret(verifier)).challenge == challenge)
        verifiers.insert(verifier)
        let requests = try await app.backend.requests()
        let holders = requests.filter { $0.texts.contains { $0.contains(verifier) } }
        try #require(holders.map(\.line) == ["POST /oauth/token"])
        #expect(holders[0].texts.filter { $0.contains(verifier) } == [holders[0].body])
      }
    }

    @Test func tokenRequestEqualsTheDocuments() async throws {
      let app = try await app()
      try await app.logIn(try OpenIDApp.options())
      let request = try #require(try await app.backend.requests("/oauth/token").last)
      #expect(request.method == "POST")
      #expect(request.headers["content-type"]?.hasPrefix("application/json") == true)
      let body = try await lastBody(app)
      #expect(
        body.keys.sorted() == [
          "client_id", "code", "code_verifier", "grant_type", "redirect_uri",
        ])
      #expect(body["grant_type"] == "authorization_code" && body["client_id"] == "ios-app")
      #expect(body["redirect_uri"] == "com.example.app:/callback")
    }

    @Test func methodPlainIsNotSupported() async throws {
      let app = try await app(visit: { page in
        try? await Browser().open(page.with("code_challenge_method", "plain")).url
      })
      let reason = try await app.failure { try await $0.logIn(try OpenIDApp.options()) }
      #expect(reason.denial == .invalidRequest)
    }

    /// For another redirect URI, the server issues no code.
    @Test func redirectURIMustBeRegistered() async throws {
      let app = try await app()
      var options = try OpenIDApp.options()
      options.redirectURI = try RedirectURI("com.example.thief:/callback")
      let attempt = try await app.login.begin(options)
      let stayed = await #expect(throws: Browser.Stayed.self) {
        _ = try await Browser().open(attempt.page)
      }
      #expect(stayed?.status == 403)
    }

    @Test func redirectURIWithAFragmentIsRejectedBeforeAnyCall() async throws {
      let app = try await app()
      let before = try await app.backend.requests("/authorize").count
      #expect(throws: InvalidRedirectURI.fragment) {
        try RedirectURI("com.example.app:/callback#top")
      }
      #expect(try await app.backend.requests("/authorize").count == before)
    }

    /// The login's redirect URI differs from the one in the token request.
    @Test func redirectURIOfTheTokenRequestMustMatchExactly() async throws {
      let app = try await app()
      let attempt = try await app.login.begin(try OpenIDApp.options())
      let elsewhere = try await Browser().open(
        attempt.page.with("redirect_uri", "http://127.0.0.1/cb"), backTo: "http://127.0.0.1/cb")
      var callback = URLComponents()
      callback.scheme = "com.example.app"
      callback.path = "/callback"
      callback.percentEncodedQuery = elsewhere.percentEncodedQuery
      let url = try #require(callback.url)
      let reason = try await app.failure { try await $0.finish(attempt, callback: url) }
      #expect(reason.refusal == .invalidGrant)
      #expect(try app.store.read() == nil)
    }

    @Test func redirectOfAnotherLoginSendsNothing() async throws {
      let app = try await app()
      let ownAttempt = try await app.login.begin(try OpenIDApp.options())
      let otherAttempt = try await app.login.begin(try OpenIDApp.options())
      let before = try await app.backend.requests("/oauth/token").count
      let redirect = try await Browser().open(otherAttempt.page)
      #expect(redirect.parameters["state"] == otherAttempt.page.parameter("state"))
      let url = try #require(redirect.url)
      let reason = try await app.failure { try await $0.finish(ownAttempt, callback: url) }
      #expect(reason.callbackError == .wrongState)
      #expect(try await app.backend.requests("/oauth/token").count == before)
      #expect(
        app.backend.seen(try await app.login.finish(otherAttempt, callback: url)).claims != nil)
    }

    /// A user who is logged in in the browser needs neither the password nor consent again.
    @Test func activeBrowserSessionIsUsed() async throws {
      let browser = Browser()
      let app = try await app(browser: browser)
      let first = try await app.logIn(try OpenIDApp.options())
      #expect(browser.pages == ["/login.html"])
      var silent = try OpenIDApp.options(prompt: "none")
      silent.parameters = ["id_token_hint": try #require(first.session.idToken).reveal()]
      let second = try await app.logIn(silent)
      #expect(second.session.subject == first.session.subject)
      #expect(browser.pages.count == 1)
      try await app.login.logOutOfBrowser(returnTo: silent.redirectURI)
      let reason = try await app.failure { [silent] in try await $0.logIn(silent) }
      #expect(reason.denial != nil)
    }

    // MARK: Scopes

    @Test func refreshTokenRequiresOfflineAccess() async throws {
      let app = try await app()
      let scopes = ["openid", "profile", "email"]
      let without = try await app.logIn(try OpenIDApp.options(scopes: scopes))
      #expect(without.session.refreshToken == nil)
      let with = try await app.logIn(
        try OpenIDApp.options(scopes: scopes + ["offline_access"]))
      #expect(with.session.refreshToken != nil)
    }

    @Test func idTokenRequiresTheOpenIDScope() async throws {
      let app = try await app()
      let loggedIn = try await app.logIn(try OpenIDApp.options(scopes: ["profile"]))
      #expect(loggedIn.claims == nil && loggedIn.session.idToken == nil)
      #expect(loggedIn.session.subject == nil)
    }

    // MARK: Tokens

    /// "You should validate your tokens before saving them."
    @Test func invalidTokenIsNotStored() async throws {
      let app = try await app()
      try await app.logIn(try OpenIDApp.options())
      let earlier = try #require(await app.login.sessions.state.session)
      _ = await app.login.logOut()
      let idToken = try #require(earlier.idToken).reveal()
      let parts = idToken.split(separator: ".").map(String.init)
      let signature = (parts[2].hasPrefix("A") ? "B" : "A") + parts[2].dropFirst()
      for (token, expected) in [
        (idToken, IDTokenError.wrongNonce),
        ([parts[0], parts[1], signature].joined(separator: "."), .wrongSignature),
      ] {
        try await app.backend.control(
          "responses",
          [
            "path": "/oauth/token", "status": 200, "processed": true,
            "body": [
              "access_token": earlier.accessToken.reveal(), "id_token": token,
              "token_type": "Bearer", "expires_in": 3600,
            ] as [String: any Sendable],
          ])
        let reason = try await app.failure { try await $0.logIn(try OpenIDApp.options()) }
        #expect(reason.idTokenError == expected)
        #expect(try app.store.read() == nil)
        #expect(await app.login.sessions.state.session == nil)
      }
    }

    /// `/userinfo`, and the app's own API, which verifies the access token with the server's keys.
    @Test func accessTokenWorksForUserInfoAndOtherAPIs() async throws {
      let app = try await app()
      let session = try await app.logIn(try OpenIDApp.options()).session
      #expect(try await app.login.userInfo().sub == session.subject)
      let api = GraphQLClient(ClientConfiguration(endpoint: app.backend.url("api")))
      let response = try await Auth0Client(api.authenticated(by: app.login.sessions)).userInfo()
      #expect(app.backend.seen(response).userInfo.sub == session.subject)
      let stranger = await app.backend.failure { () async throws(RequestError) in
        try await Auth0Client(
          api.authenticated(by: Credential(scheme: "Bearer", token: "made-up-token"))
        ).userInfo()
      }
      #expect(stranger?.auth0Error?.code == .invalidToken)
    }

    /// The app does not request the new token itself.
    @Test func refreshTokenGivesAnAccessTokenAfterExpiry() async throws {
      let ahead = Shared<TimeInterval>(0)
      let app = try await app(now: { Date() + ahead.withLock { $0 } })
      let session = try await app.logIn(
        try OpenIDApp.options(scopes: ["openid", "offline_access"])
      ).session
      let before = try await app.backend.requests("/oauth/token").count
      #expect(try await app.login.userInfo().sub == session.subject)
      #expect(try await app.backend.requests("/oauth/token").count == before)
      ahead.withLock { $0 = 3_601 }
      #expect(try await app.login.userInfo().sub == session.subject)
      #expect(try await app.backend.requests("/oauth/token").count == before + 1)
      #expect(try await lastBody(app)["grant_type"] == "refresh_token")
      #expect(await app.login.sessions.state.session?.accessToken != session.accessToken)
    }

    @Test func refreshTokensAreStoredSecurely() async throws {
      let file = try TemporaryFile()
      let app = try await app(store: FileStore(url: file.url))
      let session = try await app.logIn(
        try OpenIDApp.options(scopes: ["openid", "offline_access"])
      ).session
      #expect(try file.permissions == 0o600)
      let relaunched = try await self.app(store: FileStore(url: file.url))
      #expect(await relaunched.login.sessions.state.session == session)
      #expect(
        try await relaunched.login.sessions.refreshedSession()?.refreshToken != session.refreshToken
      )
      let logOut = app.backend.seen(await relaunched.login.logOut())
      #expect(logOut.serverError == nil && !file.exists)
    }

    // MARK: Sample use cases

    @Test func basicAuthenticationRequestGivesTheBasicClaims() async throws {
      let app = try await app()
      let claims = try #require(
        try await app.logIn(try OpenIDApp.options(scopes: ["openid"])).claims)
      #expect(try await lastQuery(app)["scope"] == "openid")
      #expect(claims.issuer == app.backend.url("").absoluteString && !claims.subject.isEmpty)
      #expect(claims.audience == ["ios-app"])
      #expect(claims.issuedAt <= Date() && claims.expiresAt > Date())
      #expect(claims.name == nil && claims.picture == nil && claims.email == nil)
    }

    @Test func nameAndPictureAreAmongTheClaims() async throws {
      let app = try await app()
      let scopes = ["openid", "name", "picture"]
      let claims = try await app.logIn(try OpenIDApp.options(scopes: scopes)).claims
      #expect(try await lastQuery(app)["scope"] == "openid name picture")
      #expect(claims?.name == "Alice" && claims?.picture == "https://example.com/alice.png")
      #expect(claims?.email == nil)
    }

    /// The login goes directly to GitHub, without the server's own login page.
    @Test func loginWithGitHubGivesTheUsersGitHubID() async throws {
      let browser = Browser()
      let app = try await app(browser: browser)
      var options = try OpenIDApp.options(scopes: ["openid", "name", "picture"])
      options.connection = "github"
      options.loginHint = "jsmith@example.com"
      let loggedIn = try await app.logIn(options)
      let claims = try #require(loggedIn.claims)
      #expect(try await lastQuery(app)["connection"] == "github" && browser.pages.isEmpty)
      #expect(claims.subject == "github|jsmith@example.com" && claims.name == "jsmith")
      #expect(claims.picture == "https://avatars.example.com/jsmith")
      #expect(claims.email == "jsmith@example.com" && claims.isEmailVerified == true)
      #expect(try await app.login.userInfo().sub == claims.subject)
    }

    @Test func connectionMustBeConfigured() async throws {
      let app = try await app()
      var options = try OpenIDApp.options()
      options.connection = "myspace"
      let attempt = try await app.login.begin(options)
      let stayed = await #expect(throws: Browser.Stayed.self) {
        _ = try await Browser().open(attempt.page)
      }
      #expect(stayed?.status == 400)
    }

    @Test func decliningUserIsDenied() async throws {
      let app = try await app()
      var options = try OpenIDApp.options()
      options.connection = "github"
      options.loginHint = "denied@example.com"
      let reason = try await app.failure { [options] in try await $0.logIn(options) }
      #expect(reason.denial == .accessDenied)
    }

    // MARK: The received requests

    private func lastQuery(_ app: OpenIDApp) async throws -> [String: String] {
      try #require(try await app.backend.requests("/authorize").last).query
    }

    private func lastBody(_ app: OpenIDApp) async throws -> [String: String] {
      try #require(try await app.backend.requests("/oauth/token").last).members
    }
  }
}
