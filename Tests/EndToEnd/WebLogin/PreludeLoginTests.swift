// Prelude's document, step by step, with proofs of possession that the server checks.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAuth
import PreludeAuthSocial
import TestServers
import Testing
import WebLoginTestSupport

extension EndToEnd {
  @Suite struct PreludeLoginTests {
    private static let service = Service.prelude.with(
      "--dpop", "on", "--dpop-nonce", for: "PreludeLoginTests")

    /// An app on a device of its own.
    private struct App {
      let backend: Backend
      let client: PreludeAuthClient
      let store = InMemoryStore()
      let key = OpenSSLKey()
      private let device = UUID().uuidString

      /// - Parameters:
      ///   - account: who logs in at the provider.
      ///   - visit: what happens in the browser; by default, the account logs in.
      init(
        _ service: Service = PreludeLoginTests.service, as account: String? = nil,
        visit: (@Sendable (URL) async -> URL?)? = nil
      ) async throws {
        backend = try await Backend(service)
        client = try PreludeAuthClient(
          endpoint: .custom(backend.url("/").absoluteString), key: key,
          browser: HeadlessWebAuthenticationSession { page, _ in
            if let visit { return await visit(page) }
            let hint = account.map { [URLQueryItem(name: "login_hint", value: $0)] } ?? []
            return try? await Browser().open(page.appending(queryItems: hint)).url
          },
          store: store, deviceStore: InMemoryStore(Data(device.utf8)),
          interceptors: [Recorder(transcript: backend.transcript)])
      }

      func logIn(
        _ provider: OAuthProvider = .google
      ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
        let redirectURI = URL(string: "shop://oauth-callback") ?? URL(fileURLWithPath: "/")
        return backend.seen(
          try await client.loginWithOAuth(
            OAuthLoginOptions(provider: provider, redirectURI: redirectURI)))
      }

      func failure(
        _ body: () async throws -> Void
      ) async -> PreludeAuthError? {
        do {
          try await body()
          return nil
        } catch {
          return backend.seen(error as? PreludeAuthError)
        }
      }

      /// The paths of the calls that the server got.
      func calls() async throws -> [String] {
        guard case .array(let requests) = try await backend.control("requests") else { return [] }
        return requests.filter { $0["headers"]?["x-device-id"]?.string == device }
          .compactMap { $0["path"]?.string }
      }

      func lastCode(to address: String) async throws -> String {
        guard case .array(let emails) = try await backend.control("emails") else { return "" }
        return try #require(emails.last { $0["to"]?.string == address }?["code"]?.string)
      }
    }

    private static func address(_ name: String = "user") -> String {
      "\(name)-\(UUID().uuidString.lowercased())@example.com"
    }

    // MARK: Sign in with a provider

    /// Present, callback, finalize, in a single call.
    @Test(arguments: [
      OAuthProvider.google, .apple, .microsoft, .github, .okta, .facebook,
    ])
    func aLoginIsASingleCall(_ provider: OAuthProvider) async throws {
      let app = try await App(as: Self.address(provider.rawValue))
      guard case .loggedIn(let user) = try await app.logIn(provider) else {
        Issue.record("nobody was logged in")
        return
      }
      #expect(!user.profile.userID.isEmpty)
      #expect(try await app.client.user() == user)
      #expect(app.store.read() != nil)
      // The last one twice, since the first proof has no nonce.
      #expect(
        try await app.calls().map { $0.split(separator: "/").dropFirst(2).joined(separator: "/") }
          == ["login/oauth/\(provider.rawValue)/authorize", "login/finalize", "login/finalize"])
    }

    @Test(
      .enabled("The provider cannot run here: it needs Glewlwyd, a Debian package.") {
        ProcessInfo.processInfo.environment["CI"] != nil || PythonServer.hasGlewlwyd
      })
    func aRealProviderLogsUsersIn() async throws {
      let app = try await App(.preludeWithGlewlwyd)
      guard case .loggedIn(let user) = try await app.logIn() else {
        Issue.record("nobody was logged in")
        return
      }
      #expect(!user.profile.userID.isEmpty)
    }

    /// Bound to the device with DPoP: refreshed with the same key, and with no other.
    @Test func aSessionIsRefreshedWithItsKeyAlone() async throws {
      let app = try await App(as: Self.address())
      _ = try await app.logIn()
      let before = await app.client.tokens.sessions.state.session
      let after = app.backend.seen(try await app.client.tokens.refreshedSession())
      #expect(after != nil && after?.refreshToken != before?.refreshToken)
      #expect(
        after?.userID == before?.userID
          && after?.credential.placement == before?.credential.placement)
      // The app starts anew, with the same store and key.
      let anew = try PreludeAuthClient(
        endpoint: .custom(app.backend.url("/").absoluteString), key: app.key,
        browser: HeadlessWebAuthenticationSession { _, _ in nil }, store: app.store,
        deviceStore: InMemoryStore())
      #expect(try await anew.tokens.refreshedSession()?.userID == before?.userID)
      let thief = try PreludeAuthClient(
        endpoint: .custom(app.backend.url("/").absoluteString), key: OpenSSLKey(),
        browser: HeadlessWebAuthenticationSession { _, _ in nil },
        store: InMemoryStore(app.store.read()), deviceStore: InMemoryStore())
      #expect(try await thief.tokens.refreshedSession() == nil)
    }

    @Test func aLogoutRevokesTheSession() async throws {
      let app = try await App(as: Self.address())
      _ = try await app.logIn()
      let stored = app.store.read()
      let logOut = app.backend.seen(await app.client.logOut())
      #expect(logOut.serverError == nil && logOut.storeError == nil && app.store.read() == nil)
      #expect(try await app.client.user() == nil)
      let later = try PreludeAuthClient(
        endpoint: .custom(app.backend.url("/").absoluteString), key: app.key,
        browser: HeadlessWebAuthenticationSession { _, _ in nil }, store: InMemoryStore(stored),
        deviceStore: InMemoryStore())
      #expect(try await later.tokens.refreshedSession() == nil)
    }

    // MARK: Handle the result

    @Test func aDismissedPageIsACancellation() async throws {
      let app = try await App(visit: { _ in nil })
      let error = await app.failure { _ = try await app.logIn() }
      guard case .cancelled = error else {
        Issue.record("\(error as Any)")
        return
      }
    }

    @Test func anotherLoginInProgressIsAConflict() async throws {
      let (opened, open) = AsyncStream.makeStream(of: Void.self)
      let (closed, close) = AsyncStream.makeStream(of: Void.self)
      let app = try await App(visit: { _ in
        open.yield()
        for await _ in closed { break }
        return nil
      })
      let first = Task { await app.failure { _ = try await app.logIn() } }
      for await _ in opened { break }
      let error = await app.failure { _ = try await app.logIn() }
      close.finish()
      guard case .conflict = error, case .cancelled = await first.value else {
        Issue.record("\(error as Any)")
        return
      }
    }

    @Test(arguments: [
      "https://shop.example/callback", "http://127.0.0.1:8080/callback", "HTTPS://shop.example/",
      "callback", "javascript:alert(1)", "shop://callback#top",
    ])
    func aRedirectOfTheWebIsRefusedBeforeAnyCall(_ text: String) async throws {
      let app = try await App(as: Self.address())
      let error = await app.failure {
        _ = try await app.client.loginWithOAuth(
          OAuthLoginOptions(provider: .google, redirectURI: try #require(URL(string: text))))
      }
      guard case .invalidConfiguration = error else {
        Issue.record("\(error as Any)")
        return
      }
      let pair = await app.failure {
        _ = try await app.client.initiateOAuthLogin(
          InitiateOAuthLoginOptions(provider: .google, redirectURI: text))
      }
      guard case .invalidConfiguration = pair else {
        Issue.record("\(pair as Any)")
        return
      }
      #expect(try await app.calls().isEmpty)
    }

    @Test func anExpiredLoginSaysSo() async throws {
      let app = try await App()
      let context = try await begin(app)
      let token = try await comeBack(context, as: Self.address())
      try await app.backend.control("challenges", ["challenge_token": token])
      let error = await app.failure {
        _ = try await app.client.finalizeOAuthLogin(context, challengeToken: token)
      }
      guard case .expiredChallengeToken = error else {
        Issue.record("\(error as Any)")
        return
      }
    }

    @Test func aUserWhoDeclinesIsDenied() async throws {
      let app = try await App(as: "denied@example.com")
      let error = await app.failure { _ = try await app.logIn() }
      guard case .accessDenied = error else {
        Issue.record("\(error as Any)")
        return
      }
    }

    /// The address belongs to a user of another provider.
    @Test func anAddressInUseIsAConflict() async throws {
      let address = Self.address()
      let app = try await App(as: address)
      _ = try await app.logIn(.google)
      let error = await app.failure { _ = try await app.logIn(.github) }
      guard case .conflict = error else {
        Issue.record("\(error as Any)")
        return
      }
    }

    // MARK: Verify email via OTP

    @Test func aWrongCodeLeavesTheChallengeValid() async throws {
      let address = Self.address("unverified")
      let app = try await App(as: address)
      guard case .otpRequired(let challenge, let email) = try await app.logIn() else {
        Issue.record("no code was asked for")
        return
      }
      #expect(email == address)
      #expect(try await app.client.user() == nil)
      for _ in 0..<2 {
        let error = await app.failure {
          _ = try await app.client.checkOAuthEmailOTP("not-it", resuming: challenge)
        }
        guard case .invalidOTPCode = error else {
          Issue.record("\(error as Any)")
          return
        }
      }
      try await app.client.resendOAuthEmailOTP(challenge)
      let code = try await app.lastCode(to: address)
      let user = try await app.client.checkOAuthEmailOTP(code, resuming: challenge)
      #expect(try await app.client.user() == user)
      app.backend.seen(challenge)
    }

    @Test func tooManyWrongCodesAreALimit() async throws {
      let app = try await App(as: Self.address("unverified"))
      guard case .otpRequired(let challenge, _) = try await app.logIn() else {
        Issue.record("no code was asked for")
        return
      }
      var last: PreludeAuthError?
      for _ in 0..<6 {
        last = await app.failure {
          _ = try await app.client.checkOAuthEmailOTP("not-it", resuming: challenge)
        }
      }
      guard case .rateLimited = last else {
        Issue.record("\(last as Any)")
        return
      }
    }

    // MARK: Present your own web session

    private func begin(_ app: App) async throws -> OAuthLoginContext {
      app.backend.seen(
        try await app.client.initiateOAuthLogin(
          InitiateOAuthLoginOptions(provider: .google, redirectURI: "shop://oauth-callback")))
    }

    private func comeBack(_ context: OAuthLoginContext, as account: String) async throws -> String {
      let page = context.authorizationURL.appending(
        queryItems: [URLQueryItem(name: "login_hint", value: account)])
      return try #require(try await Browser().open(page).parameters["challenge_token"])
    }

    @Test func concurrentLoginsNeverShareState() async throws {
      let app = try await App()
      let first = try await begin(app)
      let second = try await begin(app)
      let firstToken = try await comeBack(first, as: Self.address())
      let secondToken = try await comeBack(second, as: Self.address())
      // The one's token with the other's verifier is worth nothing.
      let error = await app.failure {
        _ = try await app.client.finalizeOAuthLogin(first, challengeToken: secondToken)
      }
      guard case .refused(.unauthorized) = error else {
        Issue.record("\(error as Any)")
        return
      }
      async let one = app.client.finalizeOAuthLogin(first, challengeToken: firstToken)
      async let two = app.client.finalizeOAuthLogin(second, challengeToken: secondToken)
      guard case (.loggedIn(let a), .loggedIn(let b)) = (try await one, try await two) else {
        Issue.record("nobody was logged in")
        return
      }
      #expect(a != b)
    }

    @Test func aChallengeTokenIsFinalizedOnce() async throws {
      let app = try await App()
      let context = try await begin(app)
      let token = try await comeBack(context, as: Self.address())
      _ = try await app.client.finalizeOAuthLogin(context, challengeToken: token)
      let error = await app.failure {
        _ = try await app.client.finalizeOAuthLogin(context, challengeToken: token)
      }
      guard case .refused(.tokenReused) = error else {
        Issue.record("\(error as Any)")
        return
      }
    }
  }
}
