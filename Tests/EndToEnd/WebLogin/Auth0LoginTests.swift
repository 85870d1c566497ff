// Tests Auth0's document step by step, from the login page to the logout, against a real OpenID Connect
// provider.

import Auth0API
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

extension EndToEnd.Glewlwyd {
  @Suite struct Auth0LoginTests {
    enum Form: CaseIterable, Sendable {
      /// Auth0's own paths, and JSON.
      case auth0
      /// The server's metadata, and forms.
      case discovered
    }

    private func provider(_ backend: Backend, _ form: Form) async throws -> OpenIDProvider {
      switch form {
      case .auth0: try .auth0(at: backend.url(""))
      case .discovered: try await .discover(issuer: backend.url("").absoluteString)
      }
    }

    private func app(
      _ service: Service = .auth0, form: Form = .auth0,
      store: any SecretStore = InMemoryStore(), key: (any DPoPKey)? = nil,
      visit: (@Sendable (URL) async -> URL?)? = nil
    ) async throws -> OpenIDApp {
      let backend = try await Backend(service)
      return OpenIDApp(
        backend, try await provider(backend, form), store: store, key: key, visit: visit)
    }

    private func options() throws -> LoginOptions {
      try OpenIDApp.options(scopes: ["openid", "profile", "email", "offline_access"])
    }

    /// Code verifier, code challenge, authorization, tokens, and the use of the tokens.
    @Test(arguments: Form.allCases)
    func documentsStepsLogAUserIn(_ form: Form) async throws {
      let app = try await app(form: form)
      let (login, backend) = (app.login, app.backend)
      let loggedIn = try await app.logIn(try options())
      #expect(loggedIn.claims?.issuer == backend.url("").absoluteString)
      #expect(loggedIn.claims?.name == "Alice" && loggedIn.session.subject?.isEmpty == false)
      #expect(loggedIn.session.tokenType == .bearer && loggedIn.storeError == nil)
      #expect(backend.seen(try await login.userInfo()).email == "alice@example.com")

      let renewed = backend.seen(try await login.sessions.refreshedSession())
      #expect(renewed?.accessToken != loggedIn.session.accessToken)
      #expect(renewed?.refreshToken != loggedIn.session.refreshToken)
      #expect(renewed?.subject == loggedIn.session.subject)
      #expect(try await login.userInfo().email == "alice@example.com")

      // The app restarts.
      let later = try await self.app(form: form, store: app.store)
      #expect(await later.login.sessions.state.session == renewed)
      #expect(renewed?.claims == loggedIn.claims)
      let logOut = backend.seen(await later.login.logOut())
      #expect(try logOut.serverError == nil && app.store.read() == nil)
      guard case .notSignedIn = try await later.failure({ try await $0.userInfo() }) else {
        Issue.record("a user is signed in")
        return
      }
    }

    /// Another library verifies the proofs and their server nonces.
    @Test func tokensAreBoundToTheDevicesKey() async throws {
      let service = Service.auth0.with("--dpop-nonce")
      let app = try await app(service, key: OpenSSLKey())
      let session = try await app.logIn(try options()).session
      #expect(session.tokenType == .dpop)
      #expect(try await app.login.userInfo().email == "alice@example.com")
      let renewed = app.backend.seen(try await app.login.sessions.refreshedSession())
      #expect(renewed?.tokenType == .dpop && renewed?.accessToken != session.accessToken)
      #expect(try await app.login.userInfo().email == "alice@example.com")
      let thief = try await self.app(
        service, store: InMemoryStore(try app.store.read()), key: OpenSSLKey())
      // Neither the access token nor the refresh token is accepted with another key.
      guard case .unavailable = try await thief.failure({ try await $0.userInfo() }) else {
        Issue.record("the token is accepted with another key")
        return
      }
      // The session with the key stays valid.
      #expect(try await app.login.userInfo().email == "alice@example.com")
    }

    @Test func revokedRefreshTokenEndsTheSession() async throws {
      let app = try await app()
      let session = try await app.logIn(try options()).session
      _ = try await Auth0Client(app.backend.client).revokeToken(
        clientId: "ios-app", token: try #require(session.refreshToken))
      #expect(try await app.login.sessions.refreshedSession() == nil)
      #expect(await app.login.sessions.state == .signedOut(.ended))
    }

    /// A refresh token is valid once. The second of two apps with the same token uses the new one from the
    /// store.
    @Test func twoAppsWithOneStoreShareARotatedToken() async throws {
      let first = try await app()
      try await first.logIn(try options())
      let second = try await app(store: first.store)
      _ = await second.login.sessions.state
      let renewed = try #require(try await first.login.sessions.refreshedSession())
      #expect(try await second.login.sessions.refreshedSession() == renewed)
    }

    @Test func closedPageIsACancelledLogin() async throws {
      let app = try await app(visit: { _ in nil })
      guard case .cancelled = try await app.failure({ try await $0.logIn(try options()) }) else {
        Issue.record("not cancelled")
        return
      }
    }

    @Test func stolenCodeIsUseless() async throws {
      let app = try await app()
      let attempt = try await app.login.begin(try options())
      let callback = try await Browser().open(attempt.page)
      let code = Secret(try #require(callback.parameters["code"]))
      let stolen = await app.backend.failure { () async throws(RequestError) in
        try await Auth0Client(app.backend.client).exchangeCode(
          clientId: "ios-app", code: code,
          codeVerifier: "xBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
          redirectUri: "com.example.app:/callback")
      }
      #expect(stolen?.auth0Error?.code == .invalidGrant)
    }

    /// The page that the app opens redirects only to the app.
    @Test func logoutInTheBrowserReturnsToTheApp() async throws {
      let app = try await app()
      try await app.logIn(try options())
      let pages = Shared<[URL]>([])
      let other = try await self.app(
        store: app.store,
        visit: { page in
          pages.withLock { $0.append(page) }
          return try? await Browser().open(page).url
        })
      try await other.login.logOutOfBrowser(returnTo: try options().redirectURI)
      #expect(pages.withLock { $0.map(\.path) } == ["/v2/logout"])
      let elsewhere = try RedirectURI("com.example.thief:/callback")
      let reason = try await other.failure { try await $0.logOutOfBrowser(returnTo: elsewhere) }
      guard case .cancelled = reason else {
        Issue.record("\(reason)")
        return
      }
      // The session on the device continues.
      #expect(try await other.login.userInfo().email == "alice@example.com")
    }

    /// The login's token is sent to Horizon in one step, and Horizon asks the provider for its user.
    @Test func providersTokenIsAcceptedByHorizon() async throws {
      let app = try await app()
      let session = try await app.logIn(try options()).session
      let site = try Site()
      try await site.script(["googleUserInfo": app.backend.url("userinfo").absoluteString])
      let state = site.seen(
        try await site.login.signIn(with: .google(accessToken: session.accessToken)))
      #expect(state.signedIn?.session.customer?.email == "alice@example.com")
      let sent = try await site.requests(of: "ExchangeSocialToken").last
      let isSent = sent?.variables["input.accessToken"] == session.accessToken.reveal()
      #expect(isSent)
    }
  }
}
