// Tests a real OpenID Connect provider: Django with django-oauth-toolkit. It is found by discovery, sends
// errors as in RFC 6749, and does not support DPoP.

import AuthGenBrowser
import AuthGenHorizon
import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct SecondProviderTests {
    /// The server's metadata, plus revocation, which the metadata lacks.
    private func provider(_ backend: Backend) async throws -> OpenIDProvider {
      var found = try await OpenIDProvider.discover(
        issuer: backend.url("o").absoluteString, acceptsUnlistedClients: true)
      #expect(found.revocationEndpoint == nil && !found.issuesIssuerParameter)
      found.revocationEndpoint = backend.url("o/revoke_token/")
      return found
    }

    private func app(
      clientID: String = "ios-app",
      store: any SecretStore = InMemoryStore(), key: (any DPoPKey)? = nil,
      browser: Browser = Browser(), now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> OpenIDApp {
      let backend = try await Backend(.django)
      return try OpenIDApp(
        backend, try await provider(backend), clientID: clientID, store: store, key: key,
        browser: browser, now: now)
    }

    @Test func sessionOfALoginLastsUntilTheLogout() async throws {
      let app = try await app()
      let loggedIn = try await app.logIn(try OpenIDApp.options())
      #expect(loggedIn.claims?.issuer == app.backend.url("o").absoluteString)
      #expect(loggedIn.claims?.name == "Alice" && loggedIn.claims?.email == "alice@example.com")
      #expect(try await app.login.userInfo().email == "alice@example.com")
      let renewed = app.backend.seen(try await app.login.sessions.refreshedSession())
      #expect(renewed?.accessToken != loggedIn.session.accessToken)
      #expect(renewed?.refreshToken != loggedIn.session.refreshToken)

      let relaunched = try await self.app(store: app.store)
      #expect(await relaunched.login.sessions.state.session == renewed)
      #expect(renewed?.claims?.name == "Alice")
      let kept = try app.store.read()
      let logOut = app.backend.seen(await relaunched.login.logOut())
      #expect(logOut.serverError == nil && logOut.storeError == nil)
      // The revoked tokens are useless to everyone with a copy.
      let thief = try await self.app(store: InMemoryStore(kept))
      #expect(await thief.login.sessions.state.session == renewed)
      #expect(try await thief.login.sessions.refreshedSession() == nil)
    }

    @Test func decliningUserIsDenied() async throws {
      let app = try await app(browser: Browser(user: "bob", declines: true))
      let reason = try await app.failure { try await $0.logIn(try OpenIDApp.options()) }
      #expect(reason.denial == .accessDenied)
    }

    @Test func unknownScopeIsDenied() async throws {
      let app = try await app()
      let options = try OpenIDApp.options(scopes: ["openid", "admin"])
      let reason = try await app.failure { try await $0.logIn(options) }
      #expect(reason.denial == .invalidScope)
    }

    /// The browser stays logged in until a logout. The server asks for consent once.
    @Test func browserIsLoggedInUntilTheLogout() async throws {
      // A user who has not consented yet.
      let browser = Browser(user: "carol")
      let app = try await app(browser: browser)
      let silent = try OpenIDApp.options(prompt: "none")
      #expect(try await app.failure { try await $0.logIn(silent) }.denial == .loginRequired)
      let first = try await app.logIn(try OpenIDApp.options())
      #expect(browser.pages == ["/accounts/login", "/o/authorize"])
      let second = try await app.logIn(try OpenIDApp.options())
      #expect(second.session.subject == first.session.subject)
      #expect(second.session.accessToken != first.session.accessToken)
      #expect(browser.pages.count == 2)

      // The session's ID token identifies the user to log out, so the server does not ask.
      try await app.login.logOutOfBrowser(
        returnTo: try #require(app.login.redirectURI))
      #expect(browser.pages.count == 2)
      #expect(try await app.failure { try await $0.logIn(silent) }.denial == .loginRequired)
    }

    /// An attacker makes the app redeem a stolen code, which was requested with another verifier.
    @Test func codeOfAnotherAttemptIsRejected() async throws {
      let app = try await app()
      let ownAttempt = try await app.login.begin(try OpenIDApp.options())
      let otherAttempt = try await app.login.begin(try OpenIDApp.options())
      let callback = try await Browser().open(
        otherAttempt.page.with("state", ownAttempt.page.parameter("state")))
      let reason = try await app.failure {
        try await $0.finish(ownAttempt, callback: try #require(callback.url))
      }
      #expect(reason.refusal == .invalidGrant)
      #expect(try app.store.read() == nil)
    }

    /// This is an error in the app, and says nothing about the session.
    @Test func rejectedClientEndsNoSession() async throws {
      let app = try await app()
      try await app.logIn(try OpenIDApp.options())
      let stranger = try await self.app(clientID: "nobody", store: app.store)
      let failure = await #expect(throws: CredentialUnavailable.self) {
        try await stranger.login.sessions.refreshedSession()
      }
      app.backend.seen(failure)
      #expect(failure?.description.contains("invalid_client") == true)
      #expect(await stranger.login.sessions.state.session != nil)
      #expect(try app.store.read() != nil)
    }

    /// A refresh token is valid once. The second of two apps with the same token uses the new one from the
    /// store.
    @Test func twoAppsWithOneStoreShareARotatedToken() async throws {
      let first = try await app()
      try await first.logIn(try OpenIDApp.options())
      let second = try await app(store: first.store)
      _ = await second.login.sessions.state
      let renewed = try #require(try await first.login.sessions.refreshedSession())
      #expect(try await second.login.sessions.refreshedSession() == renewed)
    }

    /// The server has changed its keys since they were fetched, so they are fetched again.
    @Test func newKeysAreFetchedOnDemand() async throws {
      let ahead = Shared<TimeInterval>(0)
      let app = try await app(now: { Date() + ahead.withLock { $0 } })
      let path = "/o/.well-known/jwks.json"
      let before = try await app.backend.requests(path).count
      try await app.logIn(try OpenIDApp.options())
      try await app.backend.control("keys", [:])
      // They are not fetched again within a minute.
      ahead.withLock { $0 = 61 }
      let again = try await app.logIn(try OpenIDApp.options())
      #expect(again.claims?.name == "Alice")
      #expect(try await app.backend.requests(path).count == before + 2)
    }

    /// Any program could have signed it with the data in the app, which contains no secret.
    @Test func idTokenSignedWithASharedSecretIsRejected() async throws {
      let app = try await app(clientID: "shared-secret-app")
      let reason = try await app.failure { try await $0.logIn(try OpenIDApp.options()) }
      #expect(reason.idTokenError == .unsupportedAlgorithm)
      #expect(try app.store.read() == nil)
    }

    /// A login with a key does not accept bearer tokens.
    @Test func unboundTokensAreRejectedIfTheLoginHasAKey() async throws {
      let app = try await app(key: OpenSSLKey())
      let reason = try await app.failure { try await $0.logIn(try OpenIDApp.options()) }
      #expect(caseName(of: reason) == "wrongTokenType")
      #expect(try app.store.read() == nil)
    }

    /// The ID token limits the age of the user's login.
    @Test func recentLoginSatisfiesMaximumAge() async throws {
      let app = try await app()
      var options = try OpenIDApp.options()
      options.maximumAge = .seconds(600)
      #expect(try await app.logIn(options).claims?.authenticatedAt != nil)
    }

    /// The login's token is sent to Horizon in one step, and Horizon asks the provider for its user.
    @Test func providersTokenIsAcceptedByHorizon() async throws {
      let app = try await app()
      let session = try await app.logIn(try OpenIDApp.options()).session
      let site = try Site()
      try await site.script(["googleUserInfo": app.backend.url("o/userinfo/").absoluteString])
      let state = site.seen(
        try await site.login.signIn(with: .google(accessToken: session.accessToken)))
      #expect(state.signedIn?.session.customer?.email == "alice@example.com")
      let sent = try await site.requests(of: "ExchangeSocialToken").last
      let isSent = sent?.variables["input.accessToken"] == session.accessToken.reveal()
      #expect(isSent)
    }

    /// RFC 8252, section 7.3: the loopback redirect may have any port, even if another one is registered.
    @Test func listenersPortNeedNotBeRegistered() async throws {
      let backend = try await Backend(.django)
      let browser = Browser()
      let login = OpenIDLogin(
        provider: try await provider(backend), clientID: "ios-app",
        redirectURI: try RedirectURI("http://127.0.0.1:0/callback"), store: InMemoryStore(),
        browser: LoopbackWebAuthenticationSession { page in
          Task { try await browser.open(page) }
        },
        environment: .recorded(by: backend.transcript))
      #expect(backend.seen(try await login.logIn()).claims?.name == "Alice")
    }
  }
}
