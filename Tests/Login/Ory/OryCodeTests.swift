// Tests logins and registrations by a code that Ory sends.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import OryAPI
import Testing

@Suite struct OryCodeTests {
  private let create = "GET /self-service/login/api"
  private let submit = "POST /self-service/login"
  private let address = "ada@example.com"

  /// An app of a known user, who is signed out.
  private func app() async throws -> OryApp {
    let ory = OryFake { $0.codes = .firstFactor }
    try await OryApp(ory: ory).logIn()
    return try OryApp(ory: ory)
  }

  private func sendCode(_ app: OryApp) async throws -> OrySentCode {
    try await app.login.sendCode(try await app.nativeForm(), to: address)
  }

  @Test func codeCompletesALogin() async throws {
    let app = try await app()
    let count = app.ory.lines.count
    let form = try await app.nativeForm()
    #expect(form.offersCode && form.fields.map(\.name) == ["identifier"])
    let sent = try await app.login.sendCode(form, to: address)
    #expect(sent.kind == .login && sent.expiresAt == OryFake.expiresAt)
    #expect(sent.messages.map(\.id) == [1_010_014])
    let code = app.ory.sentCode()
    // The user may enter another code after a wrong one.
    await app.expect("refused 4010008") { try await $0.submit(sent, code: "wrong") }
    #expect(await app.login.sessions.state == .signedOut(.noSession))
    let session = try await app.login.submit(sent, code: code)
    #expect(session.identityID == "identity-1" && session.assuranceLevel == .aal1)
    #expect(await app.login.sessions.state == .signedIn(session))
    let requests = Array(app.ory.requests.dropFirst(count))
    #expect(requests.map(\.line) == [create, submit, submit, submit])
    #expect(requests.dropFirst().allSatisfy { $0.query == requests[1].query })
    #expect(requests[1].body == ["method": "code", "identifier": address])
    #expect(
      requests[3].body == ["method": "code", "identifier": address, "code": code.reveal()])
    #expect(requests.allSatisfy { $0.headers["X-Session-Token"] == nil })
    for text in shapes(of: sent) {
      #expect(!text.contains("s3cret") && !text.contains("flow-") && !text.contains(address))
    }
  }

  @Test func codeCompletesARegistration() async throws {
    let app = try OryApp(ory: OryFake { $0.codes = .firstFactor })
    let form = try await app.nativeForm(.registration)
    #expect(form.offersCode && form.fields.map(\.name) == ["traits.email", "traits.name"])
    #expect(form.fields.map(\.kind) == [.email, .text])
    #expect(form.fields.map(\.label) == ["E-Mail", "Name"])
    // The form comes back with the problems at their fields.
    let next = try await app.incomplete {
      try await $0.sendCode(form, traits: form.traits(["traits.email": .string("nobody")]))
    }
    #expect(next.fields.map { $0.messages.map(\.id) } == [[4_000_040], [4_000_002]])
    #expect(next.fields.map(\.value) == [.string("nobody"), nil])
    #expect(next.redirectURI == nil && next.passkeyOptions == nil)
    let traits = next.traits(["traits.email": .string(address), "traits.name": .string("Ada")])
    let sent = try await app.login.sendCode(next, traits: traits)
    #expect(sent.kind == .registration && sent.messages.map(\.id) == [1_040_005])
    let session = try await app.login.submit(sent, code: app.ory.sentCode())
    // The traits belong to the code.
    var expected: JSON.Object = ["method": .string("code"), "traits": traits]
    let requests = Array(app.ory.requests.suffix(2))
    #expect(requests[0].json == .object(expected))
    expected["code"] = .string(app.ory.sentCode().reveal())
    #expect(requests[1].json == .object(expected))
    let user = try await app.login.whoAmI()
    #expect(user.id == session.id && user.identity?.traits == traits)
    #expect(user.authenticationMethods?.map(\.method) == ["code"])
    #expect(user.assuranceLevel == .aal1 && session.assuranceLevel == .aal1)
    #expect(user.identity?.verifiableAddresses?.first?.verified == true)
  }

  @Test(arguments: [true, false]) func loginOrLogoutDuringALoginWins(isLogin: Bool) async throws {
    let app = try await app()
    let sent = try await sendCode(app)
    let other = OrySession(token: "other-s3cret", id: "other")
    app.ory.before(submit) { [sessions = app.login.sessions] in
      _ = isLogin ? try? await sessions.logIn { other } : try? await sessions.signOut()
    }
    let code = app.ory.sentCode()
    await app.expect("otherSession") { try await $0.submit(sent, code: code) }
    #expect(await app.session == (isLogin ? other : nil))
    try await wait { app.ory.lines.last == "DELETE /self-service/logout/api" }
  }

  @Test func resentCodeReplacesTheFirstOne() async throws {
    let app = try await app()
    let sent = try await sendCode(app)
    let first = app.ory.sentCode()
    let flow = app.ory.requests.last?.query
    let again = try await app.login.resend(sent)
    #expect(
      app.ory.requests.last?.body == ["method": "code", "identifier": address, "resend": "code"])
    // A complaint is no code.
    app.ory.respond(
      to: submit, 400, OryFake.flow(1, state: "sent_email", messages: [4_000_035]))
    await app.expect("refused 4000035") { try await $0.resend(again) }
    await app.expect("refused 4010008") { try await $0.submit(again, code: first) }
    let session = try await app.login.submit(again, code: app.ory.sentCode())
    #expect(await app.login.sessions.state == .signedIn(session))
    #expect(app.ory.requests.suffix(4).allSatisfy { $0.query == flow })
  }

  @Test func userWithoutAnAccountGetsNoCode() async throws {
    let app = try await app()
    let form = try await app.nativeForm()
    await app.expect("refused 4000035") { try await $0.sendCode(form, to: "ben@example.com") }
  }

  /// A form may expire on the screen; a code belongs to its flow.
  @Test func expiredFormIsReplacedAndAnExpiredCodeIsNot() async throws {
    let app = try await app()
    let count = app.ory.lines.count
    let form = try await app.nativeForm()
    app.ory.advance(by: OryFake.flowSeconds)
    let sent = try await app.login.sendCode(form, to: address)
    #expect(app.ory.lines.dropFirst(count) == [create, submit, create, submit])
    let code = app.ory.sentCode()
    app.ory.advance(by: OryFake.flowSeconds)
    await app.expect("expired") { try await $0.submit(sent, code: code) }
    await app.expect("expired") { try await $0.resend(sent) }
    #expect(app.ory.lines.count == count + 6)
  }

  @Test(arguments: [nil, 503, 429, 200])
  func codeIsSentOnceAlsoAfterAFailure(_ status: Int?) async throws {
    let app = try await app()
    let sent = try await sendCode(app)
    let code = app.ory.sentCode()
    app.ory.fail(submit, status)
    #expect(await app.failure { try await $0.submit(sent, code: code) } != nil)
    #expect(app.ory.requests.count { $0.body["code"] != nil } == 1)
    #expect(await app.login.sessions.state == .signedOut(.noSession))
  }

  @Test func codeIsNotSentToAnotherServer() async throws {
    let app = try await app()
    let elsewhere = OryFake.flow(1, state: "sent_email")
      .replacingOccurrences(of: OryFake.origin, with: "https://evil.example")
    app.ory.respond(to: submit, 400, elsewhere)
    let sent = try await sendCode(app)
    let count = app.ory.lines.count
    await app.expect("request foreignOrigin") { try await $0.submit(sent, code: "code-s3cret") }
    #expect(app.ory.lines.count == count)
  }

  @Test func flowThatSentNoCodeTakesNone() async throws {
    let app = try await app()
    for (status, body) in [
      (200, OryFake.granted(1, identity: 1)),
      (422, OryFake.redirect("https://provider.example")),
    ] {
      app.ory.respond(to: submit, status, body)
      await app.expect("unexpectedResponse") { _ in try await sendCode(app) }
    }
    #expect(await app.login.sessions.state == .signedOut(.noSession))
  }
}
