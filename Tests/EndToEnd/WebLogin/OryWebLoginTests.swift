// Tests Ory's document step by step as an app follows it, against a Kratos server whose users log in at a
// real OpenID Connect provider.

import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

extension EndToEnd.Glewlwyd {
  @Suite
  struct OryWebLoginTests {
    /// Steps 1 to 14.
    @Test func sessionOfALoginIsUsedAfterARelaunch() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let store = InMemoryStore()
      let steps = OrySteps()
      let login = app(backend, store, steps: steps)
      // 1: the app shows a button for each provider; 4: the user chooses.
      let form = backend.seen(try await login.form(for: .login, redirectURI: try custom))
      let google = try #require(form.providers.first)
      #expect(google == OryProvider(id: "google", label: "Sign in with google"))

      let session = backend.seen(try await login.submit(form, with: google.id))
      // 2 and 3, 5 and 6, 7 to 12 in the browser, 13.
      #expect(
        steps.taken == ["CreateLoginFlow", "SubmitLoginFlow", "browser", "ExchangeSessionToken"])
      #expect((session.expiresAt ?? .distantPast) > Date())
      // 14: the session is stored, and the app continues.
      let restarted = app(backend, store)
      let user = backend.seen(try await restarted.whoAmI())
      #expect(user.id == session.id && user.identity?.id == session.identityID)
      #expect(user.identity?.traits?["email"]?.string == "alice@example.com")
      #expect(user.authenticationMethods?.first?.provider == "google")
      backend.seen(await restarted.sessions.state)

      let out = backend.seen(await restarted.logOut())
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

    @Test func registrationGivesASessionToo() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let login = app(backend, user: "bob")
      let form = try await login.form(for: .registration, redirectURI: try custom)
      #expect(form.providers.map(\.id) == ["google", "apple", "github"])
      #expect(form.providers.last?.label == "Sign up with github")
      let session = backend.seen(try await login.submit(form, with: "github"))
      let user = backend.seen(try await login.whoAmI())
      #expect(user.id == session.id)
      // The data that the user has granted access to.
      #expect(user.identity?.traits?["email"]?.string == "bob@example.com")
      #expect(user.identity?.traits?["name"]?.string == "Bob")
      #expect(user.identity?.verifiableAddresses?.first?.verified == false)
      // Again, as a known user.
      let next = app(backend, user: "bob")
      let again = try await next.submit(
        try await next.form(for: .registration, redirectURI: try custom), with: "github")
      #expect(again.identityID == session.identityID && again.id != session.id)
    }

    @Test func rejectedLoginReturnsACodeAndNoSession() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let steps = OrySteps()
      // Without a login page, the provider must reject the login.
      let login = app(backend, steps: steps, parameters: ["prompt": "none"])
      let form = try await login.form(for: .login, redirectURI: try custom)
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.submit(form, with: "google")
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

    @Test func flowThatExpiresBeforeItsSubmissionIsReplaced() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let steps = OrySteps()
      let login = app(backend, steps: steps)
      let form = try await login.form(for: .login, redirectURI: try custom)
      // The user takes an hour to choose.
      let id = try #require(steps.response(to: "CreateLoginFlow")?.body["id"]?.string)
      try await backend.control("flows", ["id": id, "expired": true])
      backend.seen(try await login.submit(form, with: "google"))
      #expect(
        steps.taken == [
          "CreateLoginFlow", "SubmitLoginFlow", "CreateLoginFlow", "SubmitLoginFlow", "browser",
          "ExchangeSessionToken",
        ])
    }

    @Test func closedPageAllowsAnotherChoice() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let closes = Shared(true)
      let login = app(
        backend, InMemoryStore(), steps: OrySteps(),
        browser: HeadlessWebAuthenticationSession { page, _ in
          closes.withLock { $0 } ? nil : try? await Browser().open(page).url
        })
      let form = try await login.form(for: .login, redirectURI: try custom)
      let closed = await backend.reason { () async throws(OryLoginError) in
        try await login.submit(form, with: "apple")
      }
      guard case .cancelled = closed else {
        Issue.record("\(closed as Any)")
        return
      }
      closes.withLock { $0 = false }
      let session = backend.seen(try await login.submit(form, with: "google"))
      #expect(try await login.whoAmI().id == session.id)
    }

    /// For Universal Links, Android App Links, and the URL of the document's sample.
    @Test(arguments: ["https://shop.example.com/callback", "http://localhost:19006/Callback"])
    func appMayPresentLoginsItself(_ address: String) async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let login = app(backend)
      let redirectURI = try RedirectURI(address, allowsLocalhost: true)
      let form = try await login.form(for: .login, redirectURI: redirectURI)
      let first = backend.seen(try await login.begin(form, with: "google"))
      let other = try await login.form(for: .login, redirectURI: redirectURI)
      let second = backend.seen(try await login.begin(other, with: "google"))
      let back = try #require(await Browser().open(second.page, backTo: address).url)
      // The redirect of one login does not end the other.
      let mixed = await backend.reason { () async throws(OryLoginError) in
        try await login.finish(first, callback: back)
      }
      guard case .callback(.wrongState) = mixed else {
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

    @Test func forbiddenRedirectIsRejectedBeforeTheBrowserOpens() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let steps = OrySteps()
      let login = app(backend, steps: steps)
      let elsewhere = try RedirectURI("https://evil.example/")
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await login.form(for: .login, redirectURI: elsewhere)
      }
      guard case .returnToForbidden = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(steps.taken == ["CreateLoginFlow"])
    }

    @Test func secondFactorKeepsTheSessionAndItsEndDoesNot() async throws {
      let backend = try await Backend(.oryWithGlewlwyd)
      let login = app(backend)
      let form = try await login.form(for: .login, redirectURI: try custom)
      let session = try await login.submit(form, with: "google")
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

    /// The document's other way: the provider's SDK gives an ID token.
    @Test(arguments: ["apple", "google"])
    func idTokenOfAProvidersSDKCompletesALogin(_ provider: String) async throws {
      let backend = try await Backend(.ory)
      let steps = OrySteps()
      let login = app(backend, steps: steps)
      let address = "user-\(UUID().uuidString.lowercased())@example.com"
      let order = ["login_hint": address, "nonce": "n-12345"]
      let token = Secret(
        try #require(try await backend.control("id-tokens", order)["id_token"]?.string))
      func submit(
        _ kind: OryFlowKind, nonce: Secret = "n-12345"
      ) async throws(OryLoginError) -> OrySession {
        let form = try await login.form(for: kind, redirectURI: nil)
        return try await login.submit(form, with: provider, idToken: token, nonce: nonce)
      }
      // A login registers a new user, too.
      let new = backend.seen(try await submit(.login))
      #expect(steps.taken == ["CreateLoginFlow", "SubmitLoginFlow"])
      let known = try await submit(.registration)
      let session = try await submit(.login)
      #expect(Set([new, known, session].map(\.identityID)) == [new.identityID])
      let user = backend.seen(try await login.whoAmI())
      #expect(user.id == session.id && user.authenticationMethods?.first?.provider == provider)
      #expect(user.identity?.traits?["email"]?.string == address)
      let failure = await backend.reason { () async throws(OryLoginError) in
        try await submit(.login, nonce: "n-54321")
      }
      guard case .refused = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(!steps.taken.contains("browser"))
    }
  }
}
