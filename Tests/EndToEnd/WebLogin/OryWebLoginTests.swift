// Ory's document, step by step, as an app takes it: against a Kratos whose users log in at a real
// provider of OpenID Connect.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAuth
import TestServers
import Testing

extension EndToEnd {
  // One after the other: Glewlwyd mixes up logins that come at once.
  @Suite(
    .serialized,
    .enabled("The provider cannot run here: it needs Glewlwyd, a Debian package.") {
      ProcessInfo.processInfo.environment["CI"] != nil || PythonServer.hasGlewlwyd
    })
  struct OryWebLoginTests {
    private let custom = "com.example.shop:/callback"

    /// Steps 1 to 14.
    @Test func aLoginEndsInASessionThatIsThereAfterANewStart() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let store = InMemoryStore()
      let steps = Steps()
      let login = app(backend, store, steps: steps)
      // 1: the app shows a button for each provider; 4: the user chooses.
      let providers = backend.seen(try await login.providers(for: .login))
      #expect(providers.first == OryProvider(id: "google", label: "Sign in with google"))

      let session = backend.seen(
        try await login.logIn(with: "google", redirectURI: try RedirectURI(custom)))
      let taken = steps.taken.dropFirst()
      // 2 and 3, 5 and 6, 7 to 12 in the browser, 13.
      #expect(
        Array(taken) == ["CreateLoginFlow", "SubmitLoginFlow", "browser", "ExchangeSessionToken"])
      #expect((session.expiresAt ?? .distantPast) > Date())
      // 14: the session is stored, and the app goes on.
      let restarted = app(backend, store)
      let who = backend.seen(try await restarted.whoAmI())
      #expect(who.id == session.id && who.identity?.id == session.identityID)
      #expect(who.identity?.traits?["email"]?.string == "alice@example.com")
      #expect(who.authenticationMethods?.first?.provider == "google")
      backend.seen(await restarted.sessions.state)

      let out = backend.seen(await restarted.signOut())
      #expect(out.serverError == nil && out.storeError == nil && store.read() == nil)
      let signedOut = app(backend, store)
      try await signedOut.sessions.signIn(session)
      let failure = await backend.reason(of: signedOut.whoAmI)
      guard case .notSignedIn = failure else {
        Issue.record("the server has ended the session: \(failure as Any)")
        return
      }
      #expect(await signedOut.sessions.state == .signedOut(.ended) && store.read() == nil)
    }

    @Test func aRegistrationEndsInASessionToo() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let login = app(backend, user: "bob")
      let session = try await login.register(with: "github", redirectURI: try RedirectURI(custom))
      backend.seen(session)
      let who = backend.seen(try await login.whoAmI())
      #expect(who.id == session.id)
      #expect(who.identity?.traits?["email"]?.string == "bob@example.com")
      #expect(who.identity?.verifiableAddresses?.first?.verified == false)
      // Once more, as somebody who is known.
      let again = try await app(backend, user: "bob").register(
        with: "github", redirectURI: try RedirectURI(custom))
      #expect(again.identityID == session.identityID && again.id != session.id)
    }

    @Test func aLoginThatTheProviderRefusesBringsACodeAndNoSession() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let steps = Steps()
      // Without a page to log in at, the provider has to refuse.
      let login = app(backend, steps: steps, parameters: ["prompt": "none"])
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.logIn(with: "google", redirectURI: try redirect(custom))
      }
      guard case .refused(let messages) = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(messages.map(\.id) == [4_000_001] && messages.first?.type == .error)
      #expect(messages.first?.text.contains("interaction_required") == true)
      #expect(steps.taken.last == "ExchangeSessionToken")
      #expect(await login.sessions.state == .signedOut(.noSession))
    }

    @Test func aFlowThatExpiresBeforeItIsSubmittedIsBegunAnew() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let steps = Steps { id in
        try await backend.control("flows", ["id": id, "expired": true])
      }
      let login = app(backend, steps: steps)
      backend.seen(try await login.logIn(with: "google", redirectURI: try RedirectURI(custom)))
      #expect(
        steps.taken == [
          "CreateLoginFlow", "SubmitLoginFlow", "CreateLoginFlow", "SubmitLoginFlow", "browser",
          "ExchangeSessionToken",
        ])
    }

    /// As with Universal Links and Android App Links, and the address of the document's own sample.
    @Test(arguments: ["https://shop.example.com/callback", "http://localhost:19006/Callback"])
    func anAppMayPresentLoginsByItself(_ address: String) async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let login = app(backend)
      let redirectURI = try RedirectURI(address, allowsLocalhost: true)
      let first = backend.seen(
        try await login.begin(.login, with: "google", redirectURI: redirectURI))
      let second = backend.seen(
        try await login.begin(.login, with: "google", redirectURI: redirectURI))
      let back = try #require(await Browser().open(second.page, backTo: address).url)
      // The one's half of the code is of no use for the other.
      let mixed = await backend.reason { () async throws(OryLoginError) in
        try await login.finish(first, callback: back)
      }
      guard case .unknownCode = mixed else {
        Issue.record("\(mixed as Any)")
        return
      }
      let session = backend.seen(try await login.finish(second, callback: back))
      #expect(try await login.whoAmI().id == session.id)
      let again = await backend.reason { () async throws(OryLoginError) in
        try await login.finish(second, callback: back)
      }
      guard case .alreadyFinished = again else {
        Issue.record("\(again as Any)")
        return
      }
    }

    @Test func redirectsThatTheProjectDoesNotAllowAreRefusedBeforeTheBrowser() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let steps = Steps()
      let login = app(backend, steps: steps)
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.logIn(with: "google", redirectURI: try redirect("https://evil.example/"))
      }
      guard case .returnToForbidden = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(steps.taken == ["CreateLoginFlow"])
    }

    @Test func aSecondFactorLeavesTheSessionAndItsEndDoesNot() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let login = app(backend)
      let session = try await login.logIn(with: "google", redirectURI: try RedirectURI(custom))
      let token = session.token.reveal()
      try await backend.control("sessions", ["session_token": token, "state": "aal2_required"])
      let second = await backend.reason(of: login.whoAmI)
      guard case .secondFactorRequired = second else {
        Issue.record("\(second as Any)")
        return
      }
      #expect(await login.sessions.state == .signedIn(session))
      try await backend.control("sessions", ["session_token": token, "state": "revoked"])
      let over = await backend.reason(of: login.whoAmI)
      guard case .notSignedIn = over else {
        Issue.record("\(over as Any)")
        return
      }
      #expect(await login.sessions.state == .signedOut(.ended))
    }

    /// The other way of the document: the provider's own SDK gives an ID token.
    @Test func anIDTokenOfAProvidersSDKEndsALoginAtOnce() async throws {
      let backend = try await Backend(.ory)
      let login = app(backend)
      let address = "user-\(UUID().uuidString.lowercased())@example.com"
      let order = ["login_hint": address, "nonce": "n-12345"]
      let token = Secret(
        try #require(try await backend.control("id-tokens", order)["id_token"]?.string))
      let new = try await login.register(with: "apple", idToken: token, nonce: "n-12345")
      let known = try await login.register(with: "apple", idToken: token, nonce: "n-12345")
      let session = try await login.logIn(with: "apple", idToken: token, nonce: "n-12345")
      #expect(Set([new, known, session].map(\.identityID)) == [new.identityID])
      #expect(backend.seen(try await login.whoAmI()).id == session.id)
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.logIn(with: "apple", idToken: token, nonce: "n-54321")
      }
      guard case .refused = failure else {
        Issue.record("\(failure as Any)")
        return
      }
    }

    // MARK: The app

    private func app(
      _ backend: Backend, _ store: InMemoryStore = InMemoryStore(), user: String = "alice",
      steps: Steps = Steps(), parameters: [String: String] = [:]
    ) -> OryLogin {
      let browser = HeadlessWebAuthenticationSession {
        page, redirectURI throws(WebAuthenticationError) in
        steps.take("browser")
        let page = page.appending(
          queryItems: parameters.map { URLQueryItem(name: $0.key, value: $0.value) })
        do {
          return try await Browser(user: user).open(page, backTo: "\(redirectURI)").url
        } catch {
          Issue.record(error)
          throw .noBrowser
        }
      }
      return OryLogin(
        configuration: ClientConfiguration(endpoint: backend.url("")), store: store,
        browser: browser, interceptors: [Recorder(transcript: backend.transcript), steps])
    }

    private func redirect(_ address: String) throws(OryLoginError) -> RedirectURI {
      do throws(InvalidRedirectURI) {
        return try RedirectURI(address)
      } catch {
        throw OryLoginError(.unexpectedAnswer)
      }
    }
  }
}

/// The operations that an app called, and when it opened its browser. It may do something to the
/// first flow, before the app hears of it.
private struct Steps: Interceptor {
  typealias Change = @Sendable (_ flow: String) async throws -> Void

  private let list = Shared<[String]>([])
  private let change: Shared<Change?>

  init(_ change: Change? = nil) {
    self.change = Shared(change)
  }

  var taken: [String] { list.withLock { $0 } }

  func take(_ step: String) {
    list.withLock { $0.append(step) }
  }

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    take(call.operationName)
    let response = try await next(request)
    let flow = try? JSONDecoder().decode(JSON.self, from: response.body)
    let due = change.withLock { change in
      defer { change = nil }
      return change
    }
    if let due, let id = flow?["id"]?.string { try await due(id) }
    return response
  }
}

extension Backend {
  /// Why a call failed, written down too.
  fileprivate func reason<Value>(
    of call: () async throws(OryLoginError) -> Value
  ) async -> OryLoginError.Reason? {
    do throws(OryLoginError) {
      seen(try await call())
      return nil
    } catch {
      seen(error.reason)
      return seen(error).reason
    }
  }
}
