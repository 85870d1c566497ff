// Tests second factors, and sessions that their user confirms.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

@Suite struct OrySecondFactorTests {
  private let create = "GET /self-service/login/api"
  private let submit = "POST /self-service/login"
  private let whoAmI = "GET /sessions/whoami"
  private let logOut = "DELETE /self-service/logout/api"

  /// An app with a session whose user has second factors. The requests of its login are in front.
  private func signedIn() async throws -> (app: OryApp, session: OrySession, requests: Int) {
    let app = try OryApp()
    let session = try await app.logIn()
    return (app, session, app.ory.lines.count)
  }

  private func form(
    _ app: OryApp, _ flow: String = OryFake.secondFactor(7), refreshing: Bool = false
  ) async throws(OryLoginError) -> OrySecondFactorForm {
    app.ory.respond(to: create, 200, flow)
    return try await app.login.secondFactorForm(refreshing: refreshing)
  }

  @Test func codeOfAnAuthenticatorAppRaisesTheLevelOfTheSession() async throws {
    let (app, session, count) = try await signedIn()
    app.ory.respond(to: whoAmI, 403, OryFake.error(403, "session_aal2_required"))
    guard case .secondFactorRequired = await reason(of: app.login.whoAmI) else {
      Issue.record("expected secondFactorRequired")
      return
    }
    let form = try await form(app)
    #expect(form.methods == [.code(address: "ada@example.com"), .totp, .lookupSecret])
    #expect(form.sentCode == nil && form.expiresAt == OryFake.expiresAt)
    app.ory.respond(to: submit, 200, OryFake.granted(1, level: "aal2", identity: 1))
    let raised = try await app.login.submit(form, totpCode: "totp-s3cret")
    #expect(raised.assuranceLevel == .aal2 && session.assuranceLevel == nil)
    #expect(raised.token == session.token && raised.id == session.id)
    #expect(await app.login.sessions.state == .signedIn(raised))
    // It is stored, too.
    #expect(await (try OryApp(store: app.store)).login.sessions.state == .signedIn(raised))

    let requests = Array(app.ory.requests.dropFirst(count))
    #expect(requests.map(\.line) == [whoAmI, create, submit])
    #expect(
      requests[1].query == ["return_session_token_exchange_code": "true", "aal": "aal2"])
    #expect(requests[2].query == ["flow": "7"])
    #expect(requests[2].body == ["method": "totp", "totp_code": "totp-s3cret"])
    #expect(requests.allSatisfy { $0.headers["X-Session-Token"] == "token-s3cret-1" })
  }

  @Test func recoveryCodeIsSentAsOne() async throws {
    let (app, session, _) = try await signedIn()
    let form = try await form(app)
    app.ory.respond(to: submit, 200, OryFake.granted(1, level: "aal2", identity: 1))
    let raised = try await app.login.submit(form, lookupSecret: "lookup-s3cret")
    #expect(raised.assuranceLevel == .aal2 && raised.id == session.id)
    #expect(
      app.ory.requests.last?.body == [
        "method": "lookup_secret", "lookup_secret": "lookup-s3cret",
      ])
  }

  @Test func codeIsSentToOneOfTheUsersAddresses() async throws {
    let (app, _, _) = try await signedIn()
    let form = try await form(app)
    app.ory.respond(
      to: submit, 400, OryFake.sentCode(7, messages: OryFake.message(1_010_025, "info")))
    let sent = try await app.login.sendCode(form, address: "ada@example.com")
    app.ory.respond(to: submit, 200, OryFake.granted(1, level: "aal2", identity: 1))
    #expect(try await app.login.submit(sent, code: "code-s3cret").assuranceLevel == .aal2)
    let requests = app.ory.requests.suffix(2)
    #expect(
      requests.map(\.body) == [
        ["method": "code", "address": "ada@example.com"],
        ["method": "code", "address": "ada@example.com", "code": "code-s3cret"],
      ])
    #expect(requests.allSatisfy { $0.headers["X-Session-Token"] == "token-s3cret-1" })
  }

  /// A code to one address is the user's only second factor.
  @Test func codeThatOryHasAlreadySentIsInTheForm() async throws {
    let (app, _, _) = try await signedIn()
    let form = try await form(app, OryFake.sentCode(7))
    #expect(form.methods.isEmpty)
    let sent = try #require(form.sentCode)
    app.ory.respond(to: submit, 200, OryFake.granted(1, level: "aal2", identity: 1))
    #expect(try await app.login.submit(sent, code: "code-s3cret").assuranceLevel == .aal2)
    #expect(
      app.ory.requests.last?.body == [
        "method": "code", "identifier": "ada@example.com", "code": "code-s3cret",
      ])
  }

  @Test func wrongCodeKeepsTheSessionAndTheForm() async throws {
    let (app, session, _) = try await signedIn()
    let form = try await form(app)
    app.ory.respond(
      to: submit, 400, OryFake.secondFactor(7, messages: OryFake.message(4_000_008)))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, totpCode: "wrong-s3cret")
    }
    guard case .refused(let messages) = failure, messages.map(\.id) == [4_000_008] else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(await app.login.sessions.state == .signedIn(session))
    app.ory.respond(to: submit, 200, OryFake.granted(1, level: "aal2", identity: 1))
    #expect(try await app.login.submit(form, totpCode: "totp-s3cret").assuranceLevel == .aal2)
  }

  @Test func codesAreSentOnceAlsoAfterAFailure() async throws {
    for status in [nil, 410, 429, 503] as [Int?] {
      let (app, session, _) = try await signedIn()
      let form = try await form(app)
      if let status {
        app.ory.respond(to: submit, status, OryFake.error(status))
      } else {
        app.ory.fail(submit, TransportError(.connectionLost, wasSent: true))
      }
      let failure = await reason { () async throws(OryLoginError) in
        try await app.login.submit(form, lookupSecret: "lookup-s3cret")
      }
      switch (status, failure) {
      case (410, .expired), (_, .request): break
      default: Issue.record("\(failure as Any)")
      }
      #expect(app.ory.requests.count { $0.body["lookup_secret"] != nil } == 1)
      #expect(await app.login.sessions.state == .signedIn(session))
    }
  }

  /// The server's answer to the next submission, and whether it is the same user's.
  @Test(arguments: [
    // Another user has a session of its own, which the app does not keep.
    (OryFake.granted(2, level: "aal2", identity: 2), true),
    (OryFake.granted(1, level: "aal2", identity: 2), false),
    // Without an identity, only the same session counts.
    (OryFake.granted(2, level: "aal2", identity: nil), true),
  ])
  func anotherUsersSessionReplacesNone(_ granted: String, _ isEnded: Bool) async throws {
    let (app, session, _) = try await signedIn()
    let form = try await form(app)
    app.ory.respond(to: submit, 200, granted)
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, totpCode: "totp-s3cret")
    }
    guard case .otherSession = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(await app.login.sessions.state == .signedIn(session))
    let ory = app.ory
    if isEnded {
      try await wait { ory.lines.last == logOut }
      #expect(ory.requests.last?.body == ["session_token": "token-s3cret-2"])
    } else {
      #expect(!ory.lines.contains(logOut))
    }
  }

  @Test func withheldIdentityIsKnownAfterTheSecondFactor() async throws {
    let app = try OryApp()
    app.ory.respond(
      to: "GET /sessions/token-exchange", 200, OryFake.granted(1, level: "aal1", identity: nil))
    let session = try await app.logIn()
    #expect(session.identityID == nil && session.assuranceLevel == .aal1)
    let form = try await form(app)
    app.ory.respond(to: submit, 200, OryFake.granted(1, level: "aal2", identity: 1))
    let raised = try await app.login.submit(form, totpCode: "totp-s3cret")
    #expect(raised.identityID == "identity-1" && raised.assuranceLevel == .aal2)
    #expect(await app.login.sessions.state == .signedIn(raised))
  }

  @Test func formOfAnEarlierSessionSendsNothing() async throws {
    let (app, _, _) = try await signedIn()
    let form = try await form(app)
    let other = try await app.logIn()
    await app.login.sessions.settle()
    let count = app.ory.lines.count
    for submission in [
      { () async throws(OryLoginError) -> OrySession in
        try await app.login.submit(form, totpCode: "totp-s3cret")
      },
      { () async throws(OryLoginError) -> OrySession in
        try await app.login.submit(form, lookupSecret: "lookup-s3cret")
      },
    ] {
      guard case .otherSession = await reason(of: submission) else {
        Issue.record("expected otherSession")
        return
      }
    }
    #expect(app.ory.lines.count == count)
    #expect(await app.login.sessions.state == .signedIn(other))
  }

  /// Another login replaces the session while the server checks the code.
  @Test func sessionOfAnotherLoginIsNotReplaced() async throws {
    let (app, _, _) = try await signedIn()
    let form = try await form(app)
    let other = OrySession(token: "other-s3cret", id: "session-9", identityID: "identity-9")
    app.ory.respond(to: submit, 200, OryFake.granted(1, level: "aal2", identity: 1))
    app.ory.before(submit) { [sessions = app.login.sessions] in try? await sessions.signIn(other) }
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, totpCode: "totp-s3cret")
    }
    guard case .otherSession = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(await app.login.sessions.state == .signedIn(other))
  }

  @Test func secondFactorRequiresASession() async throws {
    let app = try OryApp()
    guard
      case .notSignedIn = await reason(of: { () async throws(OryLoginError) in
        try await app.login.secondFactorForm()
      })
    else {
      Issue.record("expected notSignedIn")
      return
    }
    #expect(app.ory.lines.isEmpty)
  }

  /// The server has ended the session, before or after the form.
  @Test func endedSessionEndsHereToo() async throws {
    for isBefore in [true, false] {
      let (app, _, _) = try await signedIn()
      let shown = isBefore ? nil : try await form(app)
      let line = isBefore ? create : submit
      app.ory.respond(to: line, 401, OryFake.error(401, "session_aal1_required"))
      let failure = await reason { () async throws(OryLoginError) in
        guard let shown else {
          _ = try await app.login.secondFactorForm()
          return
        }
        try await app.login.submit(shown, totpCode: "totp-s3cret")
      }
      guard case .notSignedIn = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(await app.login.sessions.state == .signedOut(.ended) && app.store.read() == nil)
    }
  }

  @Test func sessionWithASecondFactorHasNothingToRaise() async throws {
    let (app, session, _) = try await signedIn()
    app.ory.respond(to: create, 400, OryFake.error(400, "session_already_available"))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.secondFactorForm()
    }
    guard case .sessionAlreadyAvailable = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    _ = try await form(app, refreshing: true)
    #expect(
      app.ory.requests.last?.query == [
        "return_session_token_exchange_code": "true", "aal": "aal2", "refresh": "true",
      ])
    #expect(await app.login.sessions.state == .signedIn(session))
  }

  /// Nothing of a flow goes to another server.
  @Test func flowOnAnotherServerGetsNeitherCodeNorToken() async throws {
    let (app, session, _) = try await signedIn()
    let form = try await form(
      app,
      OryFake.secondFactor(7).replacingOccurrences(
        of: OryFake.origin, with: "https://evil.example"))
    let count = app.ory.lines.count
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, totpCode: "totp-s3cret")
    }
    guard case .request(let error) = failure, case .notSent(.foreignOrigin) = error.reason else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(app.ory.lines.count == count)
    #expect(await app.login.sessions.state == .signedIn(session))
  }

  // MARK: The first factor again

  /// Submits a confirmation form by a code, which grants a session.
  private func confirm(
    _ app: OryApp, _ form: OryForm, _ granted: String
  ) async throws(OryLoginError) -> OrySession {
    app.ory.respond(to: submit, 400, OryFake.sentCode(3))
    let sent = try await app.login.sendCode(form, to: "ada@example.com")
    app.ory.respond(to: submit, 200, granted)
    return try await app.login.submit(sent, code: "code-s3cret")
  }

  @Test func userConfirmsTheSessionByCode() async throws {
    let (app, session, count) = try await signedIn()
    let form = try await app.login.confirmationForm()
    #expect(form.kind == .login && form.redirectURI == nil && form.providers.isEmpty)
    let confirmed = try await confirm(
      app, form, OryFake.granted(1, level: "aal1", identity: 1))
    #expect(confirmed.id == session.id && confirmed.assuranceLevel == .aal1)
    #expect(confirmed.token == session.token)

    let requests = Array(app.ory.requests.dropFirst(count))
    #expect(requests.map(\.line) == [create, submit, submit])
    #expect(
      requests[0].query == [
        "return_session_token_exchange_code": "true", "aal": "aal1", "refresh": "true",
      ])
    #expect(requests.allSatisfy { $0.headers["X-Session-Token"] == "token-s3cret-1" })
  }

  @Test func expiredConfirmationBeginsAgainForTheSameSession() async throws {
    let (app, _, count) = try await signedIn()
    let form = try await app.login.confirmationForm()
    app.ory.respond(to: submit, 410, OryFake.error(410, "self_service_flow_expired"))
    _ = try await confirm(app, form, OryFake.granted(1, level: "aal1", identity: 1))
    let requests = app.ory.requests.dropFirst(count)
    #expect(requests.map(\.line) == [create, submit, create, submit, submit])
    #expect(requests.filter { $0.line == create }.allSatisfy { $0.query["refresh"] == "true" })
    #expect(requests.allSatisfy { $0.headers["X-Session-Token"] == "token-s3cret-1" })
  }

  @Test func confirmationOpensNoBrowserAndReplacesNoOtherUser() async throws {
    let (app, session, _) = try await signedIn()
    let form = try await app.login.confirmationForm()
    let count = app.ory.lines.count
    let browser = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, with: "google")
    }
    let provider = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, with: "apple", idToken: "id-s3cret")
    }
    guard case .noRedirectURI = browser, case .codeRequired = provider,
      app.ory.lines.count == count
    else {
      Issue.record("\(browser as Any) \(provider as Any)")
      return
    }
    let other = await reason { () async throws(OryLoginError) in
      try await confirm(app, form, OryFake.granted(2, level: "aal1", identity: 2))
    }
    guard case .otherSession = other else {
      Issue.record("\(other as Any)")
      return
    }
    #expect(await app.login.sessions.state == .signedIn(session))
  }

  /// Ory continues the login of a user without an account as a registration.
  @Test func confirmationByAnotherUserIsNoRegistration() async throws {
    let (app, session, _) = try await signedIn()
    let form = try await app.login.confirmationForm()
    let field = #""name": "traits.email", "type": "email", "required": true, "value": "ben""#
    app.ory.respond(
      to: submit, 400,
      OryFake.flow(3, "registration", nodes: [("default", field, OryFake.message(4_000_002))]))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.sendCode(form, to: "ben@example.com")
    }
    guard case .otherSession = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(await app.login.sessions.state == .signedIn(session))
  }

  /// The session had ended on the server when its user confirmed it.
  @Test func newSessionOfTheSameUserReplacesTheOldOne() async throws {
    let (app, _, _) = try await signedIn()
    let form = try await app.login.confirmationForm()
    let session = try await confirm(
      app, form, OryFake.granted(2, level: "aal1", identity: 1))
    #expect(session.id == "session-2" && session.identityID == "identity-1")
    #expect(await app.login.sessions.state == .signedIn(session))
  }

  @Test func nothingOfAFormIsPrinted() async throws {
    let (app, _, _) = try await signedIn()
    let form = try await form(app, OryFake.secondFactor(7))
    let sent = try await self.form(app, OryFake.sentCode(8))
    for text in shapes(of: form) + shapes(of: sent) + shapes(of: sent.sentCode as Any) {
      #expect(!text.contains("s3cret") && !text.contains("ada@") && !text.contains("flow"))
    }
  }
}
