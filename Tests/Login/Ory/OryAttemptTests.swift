// Tests logins that the app presents itself, and logins with a provider's SDK.

import AuthGenBrowser
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

@Suite struct OryAttemptTests {
  private let link = "https://shop.example.com/callback"
  private let exchange = "GET /sessions/token-exchange"

  /// For Universal Links, Android App Links, and the URL of the document's sample. The login that completes
  /// first ends the other.
  @Test(arguments: ["https://shop.example.com/callback", "http://localhost:19006/Callback"])
  func pendingAttemptsShareNoPartOfACode(_ address: String) async throws {
    #expect((try? RedirectURI(address)) == nil || !address.hasPrefix("http:"))
    let app = try OryApp(redirectURI: address)
    let first = try await app.begin()
    #expect(first.page.host == "provider.example" && first.redirectURI == app.redirectURI)
    #expect(first.expiresAt == OryFake.expiresAt)
    #expect(app.ory.requests[0].query["return_to"]?.hasPrefix("\(address)?state=") == true)
    let second = try await app.login.begin(try await app.form(.registration), with: "apple")
    let firstBack = try app.callback(of: first)
    app.user.withLock { $0 = .ben }
    let secondBack = try app.callback(of: second)
    await app.expect("callback \(CallbackError.wrongState)") {
      try await $0.finish(first, callback: secondBack)
    }
    #expect(!app.ory.lines.contains(exchange))
    #expect(await app.login.sessions.state == .signedOut(.noSession))

    let session = try await app.login.finish(second, callback: secondBack)
    await app.expect("otherSession") { try await $0.finish(first, callback: firstBack) }
    #expect(await app.session == session)
    let halves = app.ory.requests.filter { $0.line == exchange }.map(\.query)
    #expect(halves == [["init_code": "init-s3cret-2", "return_to_code": "return-s3cret-2"]])
    #expect(app.pages.withLock { $0 }.isEmpty)
  }

  /// A redirect, or its query.
  @Test(arguments: [
    ("https://evil.example/callback?code=x", CallbackError.wrongAddress),
    ("https://shop.example.com/other?code=x", .wrongAddress),
    ("https://shop.example.com:444/callback?code=x", .wrongAddress),
    ("shop://callback?code=x", .wrongAddress), ("?state=STATE", .missing("code")),
    ("?code=&state=STATE", .missing("code")), ("?code=x", .missing("state")),
    ("?code=x&state=made-up", .wrongState), ("?error=x&state=made-up", .wrongState),
    ("?code=x&code=y", .duplicateParameter),
    ("?code=x&state=STATE&state=STATE", .duplicateParameter),
    ("?code=x#access_token=s3cret", .fragment), ("?code=x&id_token=s3cret", .tokenInURL),
    ("?code=%FF", .malformed), ("?state=STATE&error=access_denied", nil),
    ("?state=STATE&code=x&error=s3cret", nil),
  ])
  func invalidRedirectSendsNothingAndKeepsTheAttempt(
    _ url: String, _ expected: CallbackError?
  ) async throws {
    let app = try OryApp(redirectURI: link)
    let attempt = try await app.begin()
    let callback = try app.callback(of: attempt)
    let state = PretendLogin.parameters(of: callback)["state"] ?? ""
    let text = (url.hasPrefix("?") ? link : "") + url.replacing("STATE", with: state)
    let invalid = try #require(URL(string: text))
    #expect(
      await app.failure { try await $0.finish(attempt, callback: invalid) }
        == expected.map { "callback \($0)" } ?? "errorInCallback")
    #expect(!app.ory.lines.contains(exchange))
    _ = try await app.login.finish(attempt, callback: callback)
    #expect(app.ory.lines.last == exchange)
  }

  @Test func codeIsUsedAtMostOnce() async throws {
    for status in [200, 404, 503] {
      let app = try OryApp(redirectURI: link)
      let attempt = try await app.begin()
      let callback = try app.callback(of: attempt)
      if status != 200 { app.ory.respond(to: exchange, status, OryFake.error(status)) }
      _ = await app.failure { try await $0.finish(attempt, callback: callback) }
      let copy = attempt
      await app.expect("alreadyFinished") { try await $0.finish(copy, callback: callback) }
      #expect(app.ory.lines.count { $0 == exchange } == 1)
    }
  }

  @Test func halvesOfTwoLoginsGiveNoSession() async throws {
    let app = try OryApp(redirectURI: link)
    let attempt = try await app.begin()
    _ = try await app.begin()
    let text = try app.callback(of: attempt).absoluteString
    let mixed = try #require(
      URL(string: text.replacingOccurrences(of: "return-s3cret-1", with: "return-s3cret-2")))
    await app.expect("unknownCode") { try await $0.finish(attempt, callback: mixed) }
    #expect(app.ory.lines.last == exchange)
    #expect(await app.login.sessions.state == .signedOut(.noSession))
  }

  /// The document's sample has a listener on localhost, whose address the project allows.
  @Test func redirectReachesAListenerOnLocalhost() async throws {
    let address = try await withPortOfItsOwn().replacingOccurrences(
      of: "127.0.0.1", with: "localhost")
    let ory = OryFake { $0.allowedURLs = [address] }
    let browser = LoopbackWebAuthenticationSession { page in
      let callback = try #require(ory.visit(page))
      let response = try await URLSessionTransport().send(HTTPRequest(method: .get, url: callback))
      #expect(response.status == 200)
    }
    let app = try OryApp(ory: ory, redirectURI: address, browser: browser)
    let session = try await app.logIn()
    #expect(try await app.login.whoAmI().id == session.id)
    // The port is free again.
    _ = try await browser.prepare(app.redirectURI)
  }

  @Test func linkThatStartsTheAppFinishesAnAttempt() async throws {
    let pending = InMemoryStore()
    let app = try OryApp(redirectURI: link, pendingStore: pending)
    let callback = try app.callback(of: try await app.begin())
    #expect(pending.read() != nil)
    let restarted = try OryApp(ory: app.ory, redirectURI: link, pendingStore: pending)
    #expect(try await restarted.login.resume(with: callback).id == "session-1")
    #expect(pending.read() == nil)
    let count = app.ory.lines.count
    await restarted.expect("alreadyFinished") { try await $0.resume(with: callback) }
    #expect(app.ory.lines.count == count)
  }

  /// The login of an OpenID provider is created after the attempt.
  @Test func redirectURIOfAnotherProviderIsRefused() async throws {
    let redirects = RedirectRegistry()
    let app = try OryApp(redirectURI: link, redirects: redirects)
    let form = try await app.form()
    let callback = try app.callback(of: try await app.begin())
    let before = app.ory.lines
    let provider = try await PretendLogin(redirectURI: link, redirects: redirects)
    await expectFailure("sharedRedirectURI") { try await provider.login.begin() }
    await app.expect("sharedRedirectURI") { _ in try await app.form() }
    await app.expect("sharedRedirectURI") { try await $0.submit(form, with: "google") }
    await app.expect("sharedRedirectURI") { try await $0.resume(with: callback) }
    #expect(app.ory.lines == before)
  }

  /// The session's store has a companion for pending logins.
  @Test func cancelledAttemptIsOver() async throws {
    let store = CompanionStore()
    let app = try OryApp(redirectURI: link, store: store)
    let attempt = try await app.begin()
    #expect(store.pending.read() != nil && store.read() == nil)
    let callback = try app.callback(of: attempt)
    await app.login.cancel(attempt)
    #expect(store.pending.read() == nil)
    await app.expect("alreadyFinished") { try await $0.finish(attempt, callback: callback) }
    #expect(!app.ory.lines.contains(exchange))
  }

  @Test func attemptThatIsCancelledDuringTheExchangeIsNotUsed() async throws {
    let app = try OryApp(redirectURI: link)
    let attempt = try await app.begin()
    let callback = try app.callback(of: attempt)
    app.ory.before(exchange) { [login = app.login] in await login.cancel(attempt) }
    await app.expect("cancelled") { try await $0.finish(attempt, callback: callback) }
    #expect(await app.session == nil)
    try await wait { app.ory.lines.last == "DELETE /self-service/logout/api" }
  }

  // MARK: With a provider's SDK

  /// The document's other way: the provider's SDK gives an ID token.
  @Test(arguments: ["apple", "google"])
  func idTokenOfAProvidersSDKCompletesALogin(_ provider: String) async throws {
    let app = try OryApp()
    var account = OryAccount.ada
    account.nonce = "nonce-s3cret"
    let token = app.ory.idToken(of: account)
    func submit(_ kind: OryFlowKind, _ nonce: Secret? = "nonce-s3cret") async throws -> OrySession {
      try await app.login.submit(
        try await app.nativeForm(kind), with: provider, idToken: token, nonce: nonce)
    }
    // A login registers a new user, too.
    let new = try await submit(.login)
    #expect(
      app.ory.lines == ["GET /self-service/login/api", "POST /self-service/login"])
    #expect(app.ory.requests[0].query["return_to"] == nil)
    #expect(
      app.ory.requests[1].body == [
        "method": "oidc", "provider": provider, "id_token": token.reveal(),
        "id_token_nonce": "nonce-s3cret",
      ])
    let known = try await submit(.registration)
    let session = try await submit(.login)
    #expect(Set([new, known, session].map(\.identityID)) == [new.identityID])
    #expect(await app.session == session)
    let user = try await app.login.whoAmI()
    #expect(user.id == session.id && user.authenticationMethods?.first?.provider == provider)
    #expect(user.identity?.traits?["email"]?.string == "ada@example.com")

    for nonce in ["other-s3cret", nil] as [Secret?] {
      await app.expect("refused 4000001") { _ in try await submit(.login, nonce) }
    }
    #expect(app.ory.requests.last?.body["id_token_nonce"] == nil)
    account.isExpired = true
    for token in [app.ory.idToken(of: account), "no.id.token"] {
      let form = try await app.nativeForm()
      await app.expect("refused 4000001") {
        try await $0.submit(form, with: provider, idToken: token, nonce: "nonce-s3cret")
      }
    }
    // The page is not opened: the caller has already shown one.
    app.ory.respond(
      to: "POST /self-service/login", 422, OryFake.redirect("https://provider.example"))
    await app.expect("browserRequired") { _ in try await submit(.login) }
    #expect(app.pages.withLock { $0 }.isEmpty)
  }
}
