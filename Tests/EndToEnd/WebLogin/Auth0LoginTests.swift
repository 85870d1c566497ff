// Auth0's document step by step, from the page that is shown to the logout, against a real provider of
// OpenID Connect.

import Auth0Auth
import AuthGenFlows
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import TestServers
import Testing
import WebLoginTestSupport

extension EndToEnd {
  @Suite(
    .enabled("The provider cannot run here: it needs Glewlwyd, a Debian package.") {
      ProcessInfo.processInfo.environment["CI"] != nil || PythonServer.hasGlewlwyd
    },
    // Of queries at once, Glewlwyd on SQLite now and then fails one.
    .serialized)
  struct Auth0LoginTests {
    /// One of its own, whose client may use the listener's port.
    static let service = Service.auth0.with(
      "--redirect-uri", "http://127.0.0.1:\(port)/callback")
    static let port = (try? LoopbackServer { _ in [] })?.port ?? 0

    enum Form: CaseIterable, Sendable {
      /// Auth0's own paths, and JSON.
      case auth0
      /// What the server says of itself, and forms.
      case discovered
    }

    private func provider(_ backend: Backend, _ form: Form) async throws -> OpenIDProvider {
      switch form {
      case .auth0: try .auth0(at: backend.url(""))
      case .discovered: try await .discover(issuer: backend.url("").absoluteString)
      }
    }

    private func login(
      _ backend: Backend, _ form: Form = .auth0, store: any SecretStore = InMemoryStore(),
      key: (any DPoPKey)? = nil,
      browser: any WebAuthenticationSession = HeadlessWebAuthenticationSession { page, _ in
        try? await Browser().open(page).url
      }
    ) async throws -> OpenIDLogin {
      OpenIDLogin(
        provider: try await provider(backend, form), clientID: "ios-app", store: store,
        browser: browser, key: key, interceptors: [Recorder(transcript: backend.transcript)])
    }

    private func options() throws -> LoginOptions {
      LoginOptions(
        redirectURI: try RedirectURI("com.example.app:/callback"),
        scopes: ["openid", "profile", "email", "offline_access"])
    }

    /// Code verifier, code challenge, authorization, tokens; then what tokens are good for.
    @Test(arguments: Form.allCases)
    func theDocumentsStepsLogAUserIn(_ form: Form) async throws {
      let backend = try await Backend(Self.service)
      let store = InMemoryStore()
      let login = try await login(backend, form, store: store)
      let loggedIn = backend.seen(try await login.logIn(try options()))
      #expect(loggedIn.claims?.issuer == backend.url("").absoluteString)
      #expect(loggedIn.claims?.name == "Alice" && loggedIn.session.subject?.isEmpty == false)
      #expect(loggedIn.session.tokenType == .bearer && loggedIn.storeError == nil)
      #expect(backend.seen(try await login.userInfo()).email == "alice@example.com")

      let renewed = backend.seen(try await login.tokens.refreshedSession())
      #expect(renewed?.accessToken != loggedIn.session.accessToken)
      #expect(renewed?.refreshToken != loggedIn.session.refreshToken)
      #expect(renewed?.subject == loggedIn.session.subject)
      #expect(try await login.userInfo().email == "alice@example.com")

      // The app starts anew.
      let later = try await self.login(backend, form, store: store)
      #expect(await later.tokens.sessions.state.session == renewed)
      let logOut = backend.seen(await later.logOut())
      #expect(logOut.serverError == nil && store.read() == nil)
      let error = await failure(backend) { _ = try await later.userInfo() }
      guard case .notSignedIn = error?.reason else {
        Issue.record("\(error as Any)")
        return
      }
    }

    /// Proofs with the server's nonces, which another library checks.
    @Test func tokensAreBoundToTheDevicesKey() async throws {
      let backend = try await Backend(.auth0.with("--dpop-nonce", for: "Auth0LoginTests"))
      let store = InMemoryStore()
      let key = OpenSSLKey()
      let login = try await login(backend, store: store, key: key)
      let session = backend.seen(try await login.logIn(try options())).session
      #expect(session.tokenType == .dpop)
      #expect(backend.seen(try await login.userInfo()).email == "alice@example.com")
      let renewed = backend.seen(try await login.tokens.refreshedSession())
      #expect(renewed?.tokenType == .dpop && renewed?.accessToken != session.accessToken)
      #expect(try await login.userInfo().email == "alice@example.com")
      let thief = try await self.login(
        backend, store: InMemoryStore(store.read()), key: OpenSSLKey())
      let error = await failure(backend) { _ = try await thief.userInfo() }
      #expect(error != nil)
    }

    @Test func aRevokedRefreshTokenEndsTheSession() async throws {
      let backend = try await Backend(Self.service)
      let login = try await login(backend)
      let session = try await login.logIn(try options()).session
      _ = try await Auth0Client(backend.client).revokeToken(
        clientId: "ios-app", token: try #require(session.refreshToken))
      #expect(try await login.tokens.refreshedSession() == nil)
      #expect(await login.tokens.sessions.state == .signedOut(.ended))
    }

    /// A refresh token is good once: of two apps with the same one, the second finds its successor.
    @Test func twoAppsWithOneStoreShareARotatedToken() async throws {
      let backend = try await Backend(Self.service)
      let store = InMemoryStore()
      let first = try await login(backend, store: store)
      _ = try await first.logIn(try options())
      let second = try await login(backend, store: store)
      _ = await second.tokens.sessions.state
      let renewed = try await first.tokens.refreshedSession()
      #expect(try await second.tokens.refreshedSession()?.subject == renewed?.subject)
    }

    @Test func aPageThatIsClosedIsACancellation() async throws {
      let backend = try await Backend(Self.service)
      let login = try await login(
        backend, browser: HeadlessWebAuthenticationSession { _, _ in nil })
      let error = await failure(backend) { _ = try await login.logIn(try options()) }
      guard case .cancelled = error?.reason else {
        Issue.record("\(error as Any)")
        return
      }
    }

    @Test func aCodeIsWorthNothingToWhoeverStealsIt() async throws {
      let backend = try await Backend(Self.service)
      let login = try await login(backend)
      let attempt = try await login.begin(try options())
      let callback = try await Browser().open(attempt.page)
      let code = Secret(try #require(callback.parameters["code"]))
      let stolen = await backend.failure { () async throws(RequestError) in
        try await Auth0Client(backend.client).exchangeCode(
          clientId: "ios-app", code: code,
          codeVerifier: "xBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
          redirectUri: "com.example.app:/callback")
      }
      #expect(stolen?.auth0Error?.code == .invalidGrant)
    }

    @Test func aLogoutInTheBrowserComesBackToTheApp() async throws {
      let backend = try await Backend(Self.service)
      let browser = Browser()
      let login = try await login(
        backend,
        browser: HeadlessWebAuthenticationSession { page, _ in
          try? await browser.open(page).url
        })
      _ = try await login.logIn(try options())
      try await login.logOutOfBrowser(returnTo: try RedirectURI("com.example.app:/callback"))
    }

    /// A provider's token goes to Horizon in one step.
    @Test func aProvidersTokenIsHandedToHorizon() async throws {
      let site = try Site()
      let token = PretendProvider.googleOnIOS.authenticate(as: "ada").input.accessToken
      let session = OpenIDSession(
        accessToken: try #require(token), tokenType: .bearer, refreshToken: nil, idToken: nil,
        expiresAt: nil, scopes: [], subject: "ada")
      let state = site.seen(try await site.login.signIn(with: .google(session)))
      #expect(state.signedIn?.session.customer?.email == "ada@example.com")
    }

    private func failure(
      _ backend: Backend, _ body: () async throws -> Void
    ) async -> WebLoginError? {
      do {
        try await body()
        return nil
      } catch {
        return backend.seen(error as? WebLoginError)
      }
    }
  }
}
