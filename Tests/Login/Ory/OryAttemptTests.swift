// Tests logins that the app presents itself, and logins with a provider's SDK.

import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct OryAttemptTests {
  private let link = "https://shop.example.com/callback"
  private let exchange = "GET /sessions/token-exchange"

  @Test func linkFinishesAnAttempt() async throws {
    let app = try OryApp(redirectURI: link)
    let attempt = try await app.begin()
    #expect(attempt.page.absoluteString.hasPrefix("https://provider.example/auth?state=1"))
    #expect(attempt.redirectURI == app.redirectURI)
    #expect(attempt.expiresAt == OryFake.expiresAt)
    #expect(app.ory.requests[0].query["return_to"]?.hasPrefix("\(link)?state=") == true)
    let session = try await app.login.finish(attempt, callback: try app.callback(of: attempt))
    #expect(session.id == "session-1")
    #expect(await app.login.sessions.state.session == session)
    #expect(app.pages.withLock { $0 }.isEmpty)
  }

  @Test func pendingAttemptsShareNoPartOfACode() async throws {
    let app = try OryApp(redirectURI: link)
    let first = try await app.begin()
    let second = try await app.login.begin(try await app.form(.registration), with: "apple")
    let secondSession = try await app.login.finish(
      second, callback: try app.callback(of: second))
    let firstSession = try await app.login.finish(first, callback: try app.callback(of: first))
    #expect(secondSession.id == "session-2" && firstSession.id == "session-1")
    let halves = app.ory.requests.filter { $0.line == exchange }.map(\.query)
    #expect(
      Set(halves) == [
        ["init_code": "init-s3cret-1", "return_to_code": "return-s3cret-1"],
        ["init_code": "init-s3cret-2", "return_to_code": "return-s3cret-2"],
      ])
  }

  @Test func redirectOfAnotherLoginGivesNoSession() async throws {
    let app = try OryApp(redirectURI: link)
    let first = try await app.begin()
    let second = try await app.begin()
    let failure = await reason { () async throws(OryLoginError) in
      let url = OryApp.callback(from: second.page)
      return try await app.login.finish(first, callback: url ?? second.page)
    }
    guard case .callback(.wrongState) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(!app.ory.lines.contains(exchange))
    #expect(await app.login.sessions.state == .signedOut(.noSession))
  }

  @Test(arguments: [
    ("https://evil.example/callback?code=x", CallbackError.wrongAddress),
    ("https://shop.example.com/other?code=x", .wrongAddress),
    ("https://shop.example.com:444/callback?code=x", .wrongAddress),
    ("shop://callback?code=x", .wrongAddress),
    ("https://shop.example.com/callback?state=STATE", .missing("code")),
    ("https://shop.example.com/callback?code=&state=STATE", .missing("code")),
    ("https://shop.example.com/callback?code=x", .missing("state")),
    ("https://shop.example.com/callback?code=x&state=made-up", .wrongState),
    ("https://shop.example.com/callback?error=x&state=made-up", .wrongState),
    ("https://shop.example.com/callback?code=x&code=y", .duplicateParameter),
    ("https://shop.example.com/callback?code=x&state=STATE&state=STATE", .duplicateParameter),
    ("https://shop.example.com/callback?code=x#access_token=s3cret", .fragment),
    ("https://shop.example.com/callback?code=x&id_token=s3cret", .tokenInURL),
    ("https://shop.example.com/callback?code=%FF", .malformed),
    ("https://shop.example.com/callback?state=STATE&error=access_denied", nil),
    ("https://shop.example.com/callback?state=STATE&code=x&error=s3cret", nil),
  ])
  func invalidRedirectSendsNothingAndKeepsTheAttempt(
    _ url: String, _ expected: CallbackError?
  ) async throws {
    let app = try OryApp(redirectURI: link)
    let attempt = try await app.begin()
    let state = PretendLogin.parameters(of: try app.callback(of: attempt))["state"] ?? ""
    let callback = try #require(
      URL(string: url.replacingOccurrences(of: "STATE", with: state)))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.finish(attempt, callback: callback)
    }
    switch (failure, expected) {
    case (.callback(let error), .some(let expected)): #expect(error == expected)
    case (.errorInCallback, nil): break
    default: Issue.record("\(failure as Any)")
    }
    #expect(!app.ory.lines.contains(exchange))
    _ = try await app.login.finish(attempt, callback: try app.callback(of: attempt))
    #expect(app.ory.lines.last == exchange)
  }

  @Test func codeIsUsedAtMostOnce() async throws {
    for status in [200, 404, 503] {
      let app = try OryApp(redirectURI: link)
      let attempt = try await app.begin()
      let callback = try app.callback(of: attempt)
      if status != 200 { app.ory.respond(to: exchange, status, OryFake.error(status)) }
      _ = await reason { () async throws(OryLoginError) in
        try await app.login.finish(attempt, callback: callback)
      }
      let copy = attempt
      let again = await reason { () async throws(OryLoginError) in
        try await app.login.finish(copy, callback: callback)
      }
      guard case .alreadyFinished = again else {
        Issue.record("\(status): \(again as Any)")
        return
      }
      #expect(app.ory.lines.filter { $0 == exchange }.count == 1)
    }
  }

  @Test func linkThatStartsTheAppFinishesAnAttempt() async throws {
    let pending = InMemoryStore()
    let app = try OryApp(redirectURI: link, pendingStore: pending)
    let callback = try app.callback(of: try await app.begin())
    #expect(pending.read() != nil)
    let restarted = try OryApp(redirectURI: link, pendingStore: pending)
    #expect(try await restarted.login.resume(with: callback).id == "session-1")
    #expect(pending.read() == nil)
    let again = await reason { () async throws(OryLoginError) in
      try await restarted.login.resume(with: callback)
    }
    guard case .alreadyFinished = again else {
      Issue.record("\(again as Any)")
      return
    }
    #expect(restarted.ory.lines == [exchange])
  }

  /// The session's store has a companion for pending logins.
  @Test func attemptIsStoredBesideTheSession() async throws {
    let store = CompanionStore()
    let ory = OryFake()
    let login = OryLogin(
      configuration: ClientConfiguration(endpoint: try #require(URL(string: OryFake.origin))),
      store: store, browser: HeadlessWebAuthenticationSession { _, _ in nil },
      environment: LoginEnvironment(
        transport: ory.transport, now: { OryFake.expiresAt.addingTimeInterval(-600) }))
    let form = try await login.form(for: .login, redirectURI: try RedirectURI(link))
    let attempt = try await login.begin(form, with: "google")
    #expect(store.pending.read() != nil && store.read() == nil)
    await login.cancel(attempt)
    #expect(store.pending.read() == nil)
  }

  @Test func cancelledAttemptIsOver() async throws {
    let app = try OryApp(redirectURI: link)
    let attempt = try await app.begin()
    let callback = try app.callback(of: attempt)
    await app.login.cancel(attempt)
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.finish(attempt, callback: callback)
    }
    guard case .alreadyFinished = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(!app.ory.lines.contains(exchange))
  }

  // MARK: With a provider's SDK

  private func form(
    _ app: OryApp, _ kind: OryFlowKind = .login
  ) async throws(OryLoginError) -> OryForm {
    try await app.login.form(for: kind, redirectURI: nil)
  }

  private func submitToken(
    _ app: OryApp, _ kind: OryFlowKind
  ) async throws(OryLoginError) -> OrySession {
    try await app.login.submit(try await form(app, kind), with: "apple", idToken: "id-s3cret")
  }

  @Test func idTokenCompletesALogin() async throws {
    let app = try OryApp()
    app.ory.respond(to: "POST /self-service/login", 200, OryFake.granted(1))
    let session = try await app.login.submit(
      try await form(app), with: "apple", idToken: "id-s3cret", nonce: "nonce-s3cret")
    #expect(session.id == "session-1")
    #expect(await app.login.sessions.state.session == session)
    #expect(app.ory.requests[0].query["return_to"] == nil)
    #expect(
      app.ory.requests[1].body == [
        "method": "oidc", "provider": "apple", "id_token": "id-s3cret",
        "id_token_nonce": "nonce-s3cret",
      ])
    #expect(app.ory.lines.count == 2 && app.pages.withLock { $0 }.isEmpty)
  }

  @Test func idTokenCompletesARegistration() async throws {
    let submit = "POST /self-service/registration"
    let identity = #""identity": {"id": "identity-7", "schema_id": "default"}"#
    let app = try OryApp()
    app.ory.respond(to: submit, 200, "{\(identity)}")
    let failure = await reason { () async throws(OryLoginError) in
      try await submitToken(app, .registration)
    }
    guard case .registeredWithoutSession(identityID: "identity-7") = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(await app.login.sessions.state == .signedOut(.noSession))
    #expect(app.ory.requests[1].body["id_token_nonce"] == nil)

    let granted = String(OryFake.granted(1).dropFirst())
    app.ory.respond(to: submit, 200, "{\(identity), \(granted)")
    #expect(try await submitToken(app, .registration).id == "session-1")
    // The user is already registered.
    app.ory.respond(to: submit, 200, OryFake.granted(2))
    #expect(try await submitToken(app, .registration).id == "session-2")
  }

  @Test func loginOfANewUserMayGiveNoSession() async throws {
    let app = try OryApp()
    app.ory.respond(
      to: "POST /self-service/login", 200,
      #"{"identity": {"id": "identity-7", "schema_id": "default"}}"#)
    let failure = await reason { () async throws(OryLoginError) in
      try await submitToken(app, .login)
    }
    guard case .registeredWithoutSession(identityID: "identity-7") = failure else {
      Issue.record("\(failure as Any)")
      return
    }
  }

  @Test func rejectedIDTokenIsATypedError() async throws {
    let app = try OryApp()
    app.ory.respond(
      to: "POST /self-service/login", 400, OryFake.flow(1, messages: OryFake.message(4_000_001)))
    let refused = await reason { () async throws(OryLoginError) in
      try await submitToken(app, .login)
    }
    guard case .refused(let messages) = refused else {
      Issue.record("\(refused as Any)")
      return
    }
    #expect(messages.map(\.id) == [4_000_001])
    // The page is not opened: the caller has already shown one.
    let redirected = await reason { () async throws(OryLoginError) in
      try await submitToken(app, .login)
    }
    guard case .browserRequired = redirected else {
      Issue.record("\(redirected as Any)")
      return
    }
    #expect(app.pages.withLock { $0 }.isEmpty)
  }
}
