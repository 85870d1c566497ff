// Tests three providers that were not written for this project, with a real browser: django-allauth,
// Canaille and Glewlwyd.

import AuthGenBrowser
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
  @Suite(.serialized, .needsChromium, .needsNewPython) struct RealBrowserTests {
    /// A program on a device with a browser.
    private struct Device: Witness {
      let transcript: Transcript
      let provider: OpenIDProvider
      let redirectURI: RedirectURI
      let chromium: Chromium
      var clientID = "ios-app"
      var secret: String?

      init(_ service: Service, redirectURI: String) async throws {
        let address = try await Backend(service).url("").absoluteString
        try await self.init(
          issuer: address.hasSuffix("/") ? String(address.dropLast()) : address,
          redirectURI: redirectURI)
      }

      init(
        issuer: String, acceptsUnlistedClients: Bool = false, redirectURI: String
      ) async throws {
        transcript = try #require(LiveServer.current).transcript
        provider = try await .discover(
          issuer: issuer, acceptsUnlistedClients: acceptsUnlistedClients)
        self.redirectURI = try RedirectURI(redirectURI)
        chromium = try await Chromium()
      }

      func login(_ store: InMemoryStore, key: (any DPoPKey)? = nil) -> OpenIDLogin {
        OpenIDLogin(
          provider: provider, clientID: clientID, redirectURI: redirectURI,
          nonconfidentialSecret: secret, store: store,
          browser: LoopbackWebAuthenticationSession(timeout: .seconds(600)) { [chromium] page in
            do {
              try await chromium.open(page)
            } catch {
              Issue.record(error)
              throw error
            }
          }, key: key, environment: .recorded(by: transcript))
      }

      func logIn(
        _ login: OpenIDLogin, scopes: [String] = ["openid", "profile", "email"],
        prompt: String? = nil
      ) async throws(WebLoginError) -> OpenIDLogin.LoggedIn {
        let options = LoginOptions(scopes: scopes, prompt: prompt)
        return seen(try await login.logIn(options))
      }

      /// A user logs in, and stays logged in at the provider. An old refresh token is useless, and its use
      /// does not end the session.
      func checkLogin(_ login: OpenIDLogin, _ store: InMemoryStore, name: String) async throws {
        let user = try await logIn(login)
        #expect(user.claims?.issuer == provider.issuer && user.warning == nil)
        #expect(user.session.subject == user.claims?.subject && user.session.refreshToken != nil)
        let info = seen(try await login.userInfo())
        #expect(info.email == "alice@example.com" && info.all["name"]?.string == name)

        let old = store.read()
        let renewed = try #require(try await login.sessions.refreshedSession())
        #expect(renewed.accessToken != user.session.accessToken)
        #expect(renewed.refreshToken != user.session.refreshToken)
        #expect(renewed.subject == user.session.subject && renewed.claims != nil)
        let thief = self.login(InMemoryStore(old))
        #expect(try await thief.sessions.refreshedSession() == nil)
        #expect(try await login.sessions.refreshedSession() != nil)
        #expect(try await login.userInfo().sub == user.session.subject)

        let again = try await logIn(login, prompt: "none")
        #expect(again.session.subject == user.session.subject)
      }

      /// The tokens are useless after a logout, and the browser is logged out after its own.
      func checkLogout(_ login: OpenIDLogin, _ store: InMemoryStore) async throws {
        let kept = store.read()
        let logOut = seen(await login.logOut())
        #expect(logOut.serverError == nil && logOut.storeError == nil && store.read() == nil)
        #expect(try await self.login(InMemoryStore(kept)).sessions.refreshedSession() == nil)
        try await login.logOutOfBrowser(returnTo: redirectURI)
        let error = await #expect(throws: WebLoginError.self) {
          try await logIn(login, prompt: "none")
        }
        #expect(error?.reason.denial == .loginRequired)
      }
    }

    @Test func djangoAllauthRunsLoginRefreshReplayRevocationAndLogout() async throws {
      let device = try await Device(.allauth, redirectURI: "http://127.0.0.1:0/callback")
      let store = InMemoryStore()
      let login = device.login(store)
      try await device.checkLogin(login, store, name: "Alice")
      try await device.checkLogout(login, store)
    }

    /// The provider sends no ID token before the first refresh.
    @Test func djangoAllauthLogsInOnAnotherDevice() async throws {
      let device = try await Device(.allauth, redirectURI: "http://127.0.0.1:0/callback")
      let login = device.login(InMemoryStore())
      let code = device.seen(try await login.requestDeviceCode())
      let page = try #require(code.completePage)
      async let visit: Void = Chromium.finish(page)
      let user = device.seen(try await login.finish(code))
      try await visit
      #expect(user.claims == nil)
      #expect(try await login.userInfo().email == "alice@example.com")
      let session = device.seen(try await login.sessions.refreshedSession())
      #expect(session?.claims?.issuer == device.provider.issuer && session?.subject != nil)
      let used = await #expect(throws: WebLoginError.self) { try await login.finish(code) }
      #expect(used.map { "\($0.reason)" } == "noSuchAttempt")
    }

    /// With the port of a listener that has ended. Some providers compare the port too.
    private func newRedirectURI() throws -> String {
      "http://127.0.0.1:\(try LoopbackServer { _ in [] }.port)/callback"
    }

    private func canaille(
      _ service: (String) -> Service = Service.canaille
    ) async throws -> Device {
      let redirectURI = try newRedirectURI()
      return try await Device(service(redirectURI), redirectURI: redirectURI)
    }

    /// A client with a secret, because the provider revokes no token for another one.
    @Test func canailleRunsLoginRefreshReplayRevocationAndLogout() async throws {
      var device = try await canaille()
      device.clientID = "desktop-app"
      device.secret = "not-really-secret"
      let store = InMemoryStore()
      let login = device.login(store)
      try await device.checkLogin(login, store, name: "Alice")
      try await device.checkLogout(login, store)
    }

    /// The provider asks for the code in the browser, and its ID token names the methods (RFC 8176).
    @Test func canailleAsksForASecondFactor() async throws {
      let device = try await canaille(Service.canailleWithASecondFactor)
      let login = device.login(InMemoryStore())
      let user = try await device.logIn(login)
      #expect(user.claims?.authenticationMethods == ["pwd", "otp", "mfa"])
      #expect(try await login.userInfo().email == "alice@example.com")
      // Canaille names no authentication context, so a login that requires one fails.
      let error = await #expect(throws: WebLoginError.self) {
        try await login.logIn(
          LoginOptions(authenticationContexts: ["mfa"]))
      }
      #expect(error?.reason.idTokenError == .missingAuthenticationContext)
    }

    /// The provider's metadata do not list clients without a secret, but the provider serves them.
    private func glewlwyd(_ server: PythonServer, _ redirectURI: String) async throws -> Device {
      try await Device(
        issuer: server.origin.appending(path: "api/oidc").absoluteString,
        acceptsUnlistedClients: true, redirectURI: redirectURI)
    }

    /// The provider verifies the proofs, and requires its own nonces.
    @Test(.needsGlewlwyd) func glewlwydBindsTokensToTheDevicesKey() async throws {
      let redirectURI = try newRedirectURI()
      let server = try await PythonServer(
        "support.glewlwyd", ["--redirect-uri", redirectURI], seconds: 600)
      let device = try await glewlwyd(server, redirectURI)
      let store = InMemoryStore()
      let login = device.login(store, key: OpenSSLKey())
      let session = try await device.logIn(login).session
      #expect(session.tokenType == .dpop)
      #expect(try await login.userInfo().email == "alice@example.com")
      let renewed = device.seen(try await login.sessions.refreshedSession())
      #expect(renewed?.tokenType == .dpop && renewed?.accessToken != session.accessToken)
      let thief = device.login(InMemoryStore(store.read()), key: OpenSSLKey())
      let refused = await #expect(throws: CredentialUnavailable.self) {
        try await thief.sessions.refreshedSession()
      }
      #expect(refused?.description.contains("invalid_dpop_proof") == true)
      #expect(try await login.userInfo().sub == session.subject)
    }

    /// One scope requires the code.
    @Test(.needsGlewlwyd) func glewlwydAsksForASecondFactor() async throws {
      let redirectURI = try newRedirectURI()
      let server = try await PythonServer(
        "support.glewlwyd", ["--redirect-uri", redirectURI], seconds: 600)
      let device = try await glewlwyd(server, redirectURI)
      let store = InMemoryStore()
      let login = device.login(store)
      let scopes = ["openid", "email", "offline_access"]
      let user = try await device.logIn(login, scopes: scopes + ["payments"])
      #expect(user.claims?.authenticationMethods == ["password", "otp"])
      #expect(user.session.scopes.contains("payments"))
      #expect(try await login.userInfo().email == "alice@example.com")
      let renewed = device.seen(try await login.sessions.refreshedSession())
      #expect(renewed?.accessToken != user.session.accessToken && store.read() != nil)

      let again = try await device.logIn(login, scopes: scopes)
      #expect(again.claims?.authenticationMethods == ["password"])
      #expect(again.session.subject == user.session.subject)
    }

    /// The provider signs with RS512, and its metadata says that it revokes no token of such a client.
    @Test func canailleServesAClientWithoutASecret() async throws {
      let device = try await canaille()
      let store = InMemoryStore()
      let login = device.login(store)
      try await device.checkLogin(login, store, name: "Alice")
      let logOut = device.seen(await login.logOut())
      #expect(logOut.serverError?.reason.refusal == .invalidClient && store.read() == nil)
    }
  }
}
