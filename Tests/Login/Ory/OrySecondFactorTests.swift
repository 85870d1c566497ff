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
  private let logOut = "DELETE /self-service/logout/api"
  private let address = "ada@example.com"

  /// An app with a session. The requests of its login are in front.
  private struct SignedIn {
    let app: OryApp
    let session: OrySession
    let count: Int

    init(_ codes: OryProject.Codes = .off) async throws {
      app = try OryApp(ory: OryFake { $0.codes = codes })
      session = try await app.logIn()
      count = app.ory.lines.count
    }

    var requests: [OryFake.Request] { Array(app.ory.requests.dropFirst(count)) }
    var ory: OryFake { app.ory }
    var login: OryLogin { app.login }
    var isUnchanged: Bool { get async { await login.sessions.state == .signedIn(session) } }

    /// Sets up second factors, and begins one.
    func form() async throws -> (form: OrySecondFactorForm, totp: Secret, recovery: Secret) {
      let codes = ory.setUpSecondFactors(of: session)
      return (try await login.secondFactorForm(), codes.totp, codes.recovery)
    }
  }

  @Test func secondFactorRaisesTheLevelOfTheSession() async throws {
    let user = try await SignedIn()
    let codes = user.ory.setUpSecondFactors(of: user.session)
    user.ory.requireSecondFactor(of: user.session)
    await user.app.expect("secondFactorRequired") { try await $0.whoAmI() }
    #expect(await user.isUnchanged)
    let form = try await user.login.secondFactorForm()
    #expect(form.methods == [.totp, .lookupSecret] && form.sentCode == nil)
    #expect(form.messages.map(\.id) == [1_010_004] && form.expiresAt == OryFake.expiresAt)
    let raised = try await user.login.submit(form, totpCode: codes.totp)
    #expect(raised.assuranceLevel == .aal2 && user.session.assuranceLevel == .aal1)
    #expect(raised.token == user.session.token && raised.id == user.session.id)
    #expect(await user.login.sessions.state == .signedIn(raised))
    #expect(user.requests.map(\.line) == ["GET /sessions/whoami", create, submit])
    #expect(
      user.requests[1].query == ["return_session_token_exchange_code": "true", "aal": "aal2"])
    #expect(user.requests[2].query == ["flow": "flow-3"])
    #expect(user.requests[2].body == ["method": "totp", "totp_code": codes.totp.reveal()])
    #expect(user.requests.allSatisfy { $0.headers["X-Session-Token"] == "token-s3cret-1" })

    // It is stored, too.
    let restarted = try OryApp(ory: user.ory, store: user.app.store)
    #expect(await restarted.login.sessions.state == .signedIn(raised))
    let found = try await restarted.login.whoAmI()
    #expect(found.assuranceLevel == .aal2)
    #expect(found.authenticationMethods?.map(\.method) == ["oidc", "totp"])
    await restarted.expect("sessionAlreadyAvailable") { try await $0.secondFactorForm() }

    // Before something important, by a recovery code, which is then used up.
    let important = try await restarted.login.secondFactorForm(refreshing: true)
    #expect(important.messages.map(\.id) == [1_010_003])
    #expect(
      user.requests.last?.query == [
        "return_session_token_exchange_code": "true", "aal": "aal2", "refresh": "true",
      ])
    let again = try await restarted.login.submit(important, lookupSecret: codes.recovery)
    #expect(again.assuranceLevel == .aal2 && again.id == raised.id)
    #expect(
      user.requests.last?.body == [
        "method": "lookup_secret", "lookup_secret": codes.recovery.reveal(),
      ])
    let next = try await restarted.login.secondFactorForm(refreshing: true)
    await restarted.expect("refused 4000012") {
      try await $0.submit(next, lookupSecret: codes.recovery)
    }
  }

  /// The server sends a code at once if it is the user's only second factor. Otherwise the user chooses an
  /// address.
  @Test func codeByEmailIsASecondFactorToo() async throws {
    let user = try await SignedIn(.secondFactor)
    let form = try await user.login.secondFactorForm()
    #expect(form.methods.isEmpty)
    let sent = try #require(form.sentCode)
    let code = user.ory.sentCode()
    let raised = try await user.login.submit(sent, code: code)
    #expect(raised.assuranceLevel == .aal2 && raised.id == user.session.id)
    #expect(
      user.requests.last?.body == [
        "method": "code", "identifier": address, "code": code.reveal(),
      ])

    _ = user.ory.setUpSecondFactors(of: raised)
    let choice = try await user.login.secondFactorForm(refreshing: true)
    #expect(choice.methods == [.code(address: address), .totp, .lookupSecret])
    let resent = try await user.login.resend(
      try await user.login.sendCode(choice, address: address))
    let next = user.ory.sentCode()
    #expect(try await user.login.submit(resent, code: next).id == raised.id)
    let requests = user.requests.suffix(3)
    #expect(
      requests.map(\.body) == [
        ["method": "code", "address": address],
        ["method": "code", "address": address, "resend": "code"],
        ["method": "code", "address": address, "code": next.reveal()],
      ])
    #expect(requests.allSatisfy { $0.headers["X-Session-Token"] == "token-s3cret-1" })
  }

  @Test func wrongCodeKeepsTheSessionAndTheForm() async throws {
    let user = try await SignedIn()
    let (form, totp, _) = try await user.form()
    await user.app.expect("refused 4000008") { try await $0.submit(form, totpCode: "wrong-s3cret") }
    #expect(await user.isUnchanged)
    #expect(try await user.login.submit(form, totpCode: totp).assuranceLevel == .aal2)
  }

  @Test(arguments: [nil, 410, 429, 503], ["totp_code", "lookup_secret"])
  func codesAreSentOnceAlsoAfterAFailure(_ status: Int?, _ name: String) async throws {
    let user = try await SignedIn()
    let (form, totp, recovery) = try await user.form()
    user.ory.fail(submit, status)
    let failure = await user.app.failure {
      _ =
        name == "totp_code"
        ? try await $0.submit(form, totpCode: totp)
        : try await $0.submit(form, lookupSecret: recovery)
    }
    #expect(failure?.hasPrefix(status == 410 ? "expired" : "request") == true)
    #expect(user.requests.count { $0.body[name] != nil } == 1)
    #expect(await user.isUnchanged)
  }

  /// The server's answer to the next submission, and whether the app ends that session.
  @Test(arguments: [
    // Another user has a session of its own, which the app does not keep.
    (OryFake.granted(2, level: "aal2", identity: 2), true),
    (OryFake.granted(1, level: "aal2", identity: 2), false),
    // Without an identity, only the same session counts.
    (OryFake.granted(2, level: "aal2", identity: nil), true),
  ])
  func anotherUsersSessionReplacesNone(_ granted: String, _ isEnded: Bool) async throws {
    let user = try await SignedIn()
    let (form, totp, _) = try await user.form()
    user.ory.respond(to: submit, 200, granted)
    await user.app.expect("otherSession") { try await $0.submit(form, totpCode: totp) }
    #expect(await user.isUnchanged)
    if isEnded {
      try await wait { user.ory.lines.last == logOut }
      #expect(user.requests.last?.body == ["session_token": "token-s3cret-2"])
    } else {
      #expect(!user.ory.lines.contains(logOut))
    }
  }

  /// Kratos withholds the identity of a session that lacks a required second factor.
  @Test func withheldIdentityArrivesWithTheSecondFactor() async throws {
    let first = try await SignedIn()
    first.ory.requireSecondFactor(of: first.session)
    let codes = first.ory.setUpSecondFactors(of: first.session)
    let app = try OryApp(ory: first.ory)
    #expect(try await app.logIn().identityID == nil)
    let form = try await app.login.secondFactorForm()
    let raised = try await app.login.submit(form, totpCode: codes.totp)
    #expect(raised.identityID == "identity-1" && raised.assuranceLevel == .aal2)
    #expect(await app.login.sessions.state == .signedIn(raised))
  }

  @Test func formOfAnEarlierSessionSendsNothing() async throws {
    let user = try await SignedIn()
    let (form, totp, recovery) = try await user.form()
    let other = try await user.app.logIn()
    await user.login.sessions.settle()
    let count = user.ory.lines.count
    await user.app.expect("otherSession") { try await $0.submit(form, totpCode: totp) }
    await user.app.expect("otherSession") { try await $0.submit(form, lookupSecret: recovery) }
    #expect(user.ory.lines.count == count)
    #expect(await user.login.sessions.state == .signedIn(other))
  }

  /// Another user logs in while the step waits for a browser, or for the answer to the store's gate.
  @Test(arguments: ["browser", "gate", "nothing"])
  func stepBelongsToTheUserWhoBegan(_ cause: String) async throws {
    struct SlowBrowser: WebAuthenticationSession {
      let ory: OryFake
      let wait: @Sendable () async -> Void

      func prepare(_ uri: RedirectURI) async -> any PreparedWebAuthentication {
        await wait()
        return HeadlessWebAuthenticationSession { page, _ in ory.visit(page) }.prepare(uri)
      }
    }
    let user = try await SignedIn()
    let (totp, _) = user.ory.setUpSecondFactors(of: user.session)
    let login = Shared<OryLogin?>(nil)
    let other = OrySession(token: "other-s3cret", id: "session-9")
    let wait = { @Sendable in _ = try? await login.withLock { $0 }?.sessions.logIn { other } }
    let app = try OryApp(
      ory: user.ory, store: GatedStore(user.app.store, gate: StoreGate(ask: wait)),
      browser: SlowBrowser(ory: user.ory, wait: wait))
    login.withLock { $0 = cause == "nothing" ? nil : app.login }
    let failure = await app.failure {
      if cause == "browser" { return try await app.logIn() }
      return try await $0.submit(try await $0.secondFactorForm(), totpCode: totp)
    }
    #expect(failure == (cause == "nothing" ? nil : "otherSession"))
    #expect(await app.session?.id == (cause == "nothing" ? user.session.id : other.id))
  }

  /// Another login replaces the session while the server checks the code.
  @Test func sessionOfAnotherLoginIsNotReplaced() async throws {
    let user = try await SignedIn()
    let (form, totp, _) = try await user.form()
    let other = OrySession(token: "other-s3cret", id: "session-9", identityID: "identity-9")
    user.ory.respond(to: submit, 200, OryFake.granted(1, level: "aal2", identity: 1))
    user.ory.before(submit) { [login = user.login] in _ = try? await login.sessions.logIn { other }
    }
    await user.app.expect("otherSession") { try await $0.submit(form, totpCode: totp) }
    #expect(await user.login.sessions.state == .signedIn(other))
  }

  @Test func secondFactorRequiresASession() async throws {
    let app = try OryApp()
    await app.expect("notSignedIn") { try await $0.secondFactorForm() }
    #expect(app.ory.lines.isEmpty)
  }

  /// The server has ended the session, before or after the form.
  @Test func endedSessionEndsHereToo() async throws {
    for isBefore in [true, false] {
      let user = try await SignedIn()
      let (form, totp, _) = try await user.form()
      user.ory.end(user.session)
      let failure = await user.app.failure { login in
        if isBefore { _ = try await login.secondFactorForm() }
        try await login.submit(form, totpCode: totp)
      }
      #expect(failure == "notSignedIn")
      #expect(await user.login.sessions.state == .signedOut(.ended))
      #expect(try user.app.store.read() == nil)
    }
  }

  /// Nothing of a flow goes to another server.
  @Test func flowOnAnotherServerGetsNeitherCodeNorToken() async throws {
    let user = try await SignedIn()
    user.ory.respond(
      to: create, 200,
      OryFake.flow(7).replacingOccurrences(of: OryFake.origin, with: "https://evil.example"))
    let form = try await user.login.secondFactorForm()
    let count = user.ory.lines.count
    await user.app.expect("request foreignOrigin") {
      try await $0.submit(form, totpCode: "totp-s3cret")
    }
    #expect(user.ory.lines.count == count)
    #expect(await user.isUnchanged)
  }

  // MARK: The first factor again

  /// Submits a confirmation form by a code.
  private func confirm(_ user: SignedIn, _ form: OryForm) async throws -> OrySession {
    let sent = try await user.login.sendCode(form, to: address)
    return try await user.login.submit(sent, code: user.ory.sentCode())
  }

  @Test func userConfirmsTheSessionByCode() async throws {
    let user = try await SignedIn(.firstFactor)
    let form = try await user.login.confirmationForm()
    #expect(form.kind == .login && form.redirectURI == nil)
    #expect(form.offersCode && form.providers.isEmpty)
    // An expired form begins again for the same session.
    user.ory.advance(by: OryFake.flowSeconds)
    let confirmed = try await confirm(user, form)
    #expect(confirmed.id == user.session.id && confirmed.assuranceLevel == .aal1)
    #expect(confirmed.token == user.session.token)
    #expect(user.requests.map(\.line) == [create, submit, create, submit, submit])
    let query = [
      "return_session_token_exchange_code": "true", "aal": "aal1", "refresh": "true",
    ]
    #expect(user.requests.filter { $0.line == create }.map(\.query) == [query, query])
    #expect(user.requests.allSatisfy { $0.headers["X-Session-Token"] == "token-s3cret-1" })
  }

  @Test func confirmationOpensNoBrowserAndReplacesNoOtherUser() async throws {
    let user = try await SignedIn(.firstFactor)
    let form = try await user.login.confirmationForm()
    let count = user.ory.lines.count
    await user.app.expect("noRedirectURI") { try await $0.submit(form, with: "google") }
    let token = user.ory.idToken()
    await user.app.expect("codeRequired") {
      try await $0.submit(form, with: "apple", idToken: token)
    }
    #expect(user.ory.lines.count == count)
    let sent = try await user.login.sendCode(form, to: address)
    user.ory.respond(to: submit, 200, OryFake.granted(2, identity: 2))
    let code = user.ory.sentCode()
    await user.app.expect("otherSession") { try await $0.submit(sent, code: code) }
    #expect(await user.isUnchanged)
  }

  @Test func anotherUserConfirmsNoSession() async throws {
    let user = try await SignedIn(.firstFactor)
    let form = try await user.login.confirmationForm()
    try await OryApp(ory: user.ory).logIn(as: .ben)
    await user.app.expect("refused 4000035") { try await $0.sendCode(form, to: "ben@example.com") }
    #expect(await user.isUnchanged)
    let confirmed = try await confirm(user, form)
    #expect(confirmed.id == user.session.id && confirmed.token == user.session.token)
  }

  /// Ory continues the login of a user without an account as a registration.
  @Test func confirmationByAnotherUserIsNoRegistration() async throws {
    let user = try await SignedIn(.firstFactor)
    let form = try await user.login.confirmationForm()
    let field = OryNode("default", "traits.email", "email", value: "ben", messages: [4_000_002])
    user.ory.respond(to: submit, 400, OryFake.flow(3, "registration", nodes: [field]))
    await user.app.expect("otherSession") { try await $0.sendCode(form, to: "ben@example.com") }
    #expect(await user.isUnchanged)
  }

  /// The session had ended on the server when its user confirmed it.
  @Test func newSessionOfTheSameUserReplacesTheOldOne() async throws {
    let user = try await SignedIn(.firstFactor)
    let form = try await user.login.confirmationForm()
    user.ory.end(user.session)
    let session = try await confirm(user, form)
    #expect(session.id == "session-2" && session.identityID == "identity-1")
    #expect(await user.login.sessions.state == .signedIn(session))
  }

  @Test func nothingOfAFormIsPrinted() async throws {
    let user = try await SignedIn(.secondFactor)
    let sent = try await user.login.secondFactorForm()
    let (form, _, _) = try await user.form()
    for text in shapes(of: form) + shapes(of: sent) + shapes(of: sent.sentCode as Any) {
      #expect(!text.contains("s3cret") && !text.contains("ada@") && !text.contains("flow"))
    }
  }
}
