// Tests logins and registrations by a code that Ory sends.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

@Suite struct OryCodeTests {
  private let create = "GET /self-service/login/api"
  private let submit = "POST /self-service/login"
  private let address = "ada@example.com"

  private func form(
    _ app: OryApp, _ kind: OryFlowKind = .login
  ) async throws(OryLoginError) -> OryForm {
    try await app.login.form(for: kind, redirectURI: nil)
  }

  private func sendCode(_ app: OryApp) async throws(OryLoginError) -> OrySentCode {
    app.ory.respond(to: submit, 400, OryFake.sentCode(1))
    return try await app.login.sendCode(try await form(app), to: address)
  }

  @Test func codeCompletesALogin() async throws {
    let app = try OryApp()
    let sent = try await sendCode(app)
    #expect(sent.kind == .login && sent.expiresAt == OryFake.expiresAt)
    #expect(sent.messages.map(\.id) == [1_010_014])
    app.ory.respond(to: submit, 200, OryFake.granted(1, level: "aal1", identity: 1))
    let session = try await app.login.submit(sent, code: "code-s3cret")
    #expect(session.id == "session-1" && session.assuranceLevel == .aal1)
    #expect(await app.login.sessions.state == .signedIn(session))
    #expect(app.ory.lines == [create, submit, submit])
    #expect(app.ory.requests[1].body == ["method": "code", "identifier": address])
    #expect(
      app.ory.requests[2].body == ["method": "code", "identifier": address, "code": "code-s3cret"])
    #expect(app.ory.requests.allSatisfy { $0.headers["X-Session-Token"] == nil })
    for text in shapes(of: sent) {
      #expect(!text.contains("s3cret") && !text.contains("flow-1") && !text.contains(address))
    }
  }

  @Test func codeCompletesARegistration() async throws {
    let app = try OryApp()
    let submit = "POST /self-service/registration"
    app.ory.respond(
      to: "GET /self-service/registration/api", 200,
      OryFake.flow(
        1, "registration",
        nodes: [
          ("default", #""name": "traits.email", "type": "email", "required": true"#, ""),
          ("default", #""name": "traits.name.first", "type": "text""#, ""),
        ]))
    let form = try await form(app, .registration)
    #expect(!form.offersCode)
    let traits = form.traits(["traits.email": .string(address)])
    app.ory.respond(to: submit, 400, OryFake.sentCode(1, "registration"))
    let sent = try await app.login.sendCode(form, traits: traits)
    app.ory.respond(to: submit, 200, OryFake.granted(1))
    #expect(try await app.login.submit(sent, code: "code-s3cret").id == "session-1")
    let expected = JSON.object(["email": .string(address)])
    #expect(app.ory.requests[1].json == .object(["method": .string("code"), "traits": expected]))
    // The traits belong to the code.
    #expect(app.ory.requests[2].json?["traits"] == expected)
    #expect(app.ory.requests[2].json?["code"] == .string("code-s3cret"))
  }

  @Test func wrongTraitsAreAtTheirFields() async throws {
    let app = try OryApp()
    let field = #""name": "traits.email", "type": "email", "required": true, "value": "ada""#
    app.ory.respond(
      to: "POST /self-service/registration", 400,
      OryFake.flow(
        1, "registration", nodes: [("default", field, OryFake.message(4_000_040))]))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.sendCode(
        try await form(app, .registration), traits: .object(["email": .string("ada")]))
    }
    guard case .incomplete(let next) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(next.fields.map(\.value) == [.string("ada")])
    #expect(next.fields.flatMap(\.messages).map(\.id) == [4_000_040])
    #expect(next.redirectURI == nil && next.passkeyOptions == nil)
    app.ory.respond(
      to: "POST /self-service/registration", 400, OryFake.sentCode(2, "registration"))
    let traits = next.traits(["traits.email": .string(address)])
    _ = try await app.login.sendCode(next, traits: traits)
    #expect(app.ory.requests.last?.json?["traits"] == .object(["email": .string(address)]))
  }

  @Test func wrongCodeLeavesRoomForAnotherOne() async throws {
    let app = try OryApp()
    let sent = try await sendCode(app)
    app.ory.respond(to: submit, 400, OryFake.sentCode(1, messages: OryFake.message(4_010_008)))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.submit(sent, code: "wrong-s3cret")
    }
    guard case .refused(let messages) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(messages.map(\.id) == [4_010_008])
    #expect(await app.login.sessions.state == .signedOut(.noSession))
    app.ory.respond(to: submit, 200, OryFake.granted(1))
    #expect(try await app.login.submit(sent, code: "code-s3cret").id == "session-1")
    #expect(app.ory.requests.suffix(2).allSatisfy { $0.query == ["flow": "1"] })
  }

  @Test func loginOrLogoutDuringALoginWins() async throws {
    let app = try OryApp()
    let sent = try await sendCode(app)
    app.ory.before(submit) { [login = app.login] in
      app.ory.before(submit) {}
      let other = OrySession(
        token: "other-s3cret", id: "other", identityID: nil, expiresAt: nil, assuranceLevel: nil)
      try? await login.sessions.signIn(other)
    }
    app.ory.respond(to: submit, 200, OryFake.granted(1))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.submit(sent, code: "code-s3cret")
    }
    guard case .otherSession = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(await app.login.sessions.state.session?.id == "other")
    try await wait { app.ory.lines.last == "DELETE /self-service/logout/api" }
  }

  @Test func resentCodeBelongsToTheSameFlow() async throws {
    let app = try OryApp()
    let sent = try await sendCode(app)
    app.ory.respond(to: submit, 400, OryFake.sentCode(1))
    let again = try await app.login.resend(sent)
    #expect(
      app.ory.requests.last?.body == ["method": "code", "identifier": address, "resend": "code"])
    // A complaint is no code.
    app.ory.respond(to: submit, 400, OryFake.sentCode(1, messages: OryFake.message(4_000_035)))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.resend(again)
    }
    guard case .refused(let messages) = failure, messages.map(\.id) == [4_000_035] else {
      Issue.record("\(failure as Any)")
      return
    }
    app.ory.respond(to: submit, 200, OryFake.granted(1))
    #expect(try await app.login.submit(again, code: "code-s3cret").id == "session-1")
    #expect(app.ory.lines == [create, submit, submit, submit, submit])
  }

  @Test func unknownUserIsRefused() async throws {
    let app = try OryApp()
    app.ory.respond(to: submit, 400, OryFake.flow(1, messages: OryFake.message(4_000_035)))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.sendCode(try await form(app), to: address)
    }
    guard case .refused(let messages) = failure, messages.map(\.id) == [4_000_035] else {
      Issue.record("\(failure as Any)")
      return
    }
  }

  /// A form may expire on the screen; a code belongs to its flow.
  @Test func expiredFormIsReplacedAndAnExpiredCodeIsNot() async throws {
    let app = try OryApp()
    let gone = OryFake.error(410, "self_service_flow_expired")
    app.ory.respond(to: submit, 410, gone)
    app.ory.respond(to: submit, 400, OryFake.sentCode(2))
    let sent = try await app.login.sendCode(try await form(app), to: address)
    #expect(app.ory.lines == [create, submit, create, submit])
    app.ory.respond(to: submit, 410, gone, times: 2)
    let late = await reason { () async throws(OryLoginError) in
      try await app.login.submit(sent, code: "code-s3cret")
    }
    let resent = await reason { () async throws(OryLoginError) in
      try await app.login.resend(sent)
    }
    guard case .expired = late, case .expired = resent else {
      Issue.record("\(late as Any), \(resent as Any)")
      return
    }
    #expect(app.ory.lines.count == 6)
  }

  @Test func codeIsSentOnceAlsoAfterAFailure() async throws {
    let failures: [@Sendable (OryFake) -> Void] = [
      { $0.fail("POST /self-service/login", TransportError(.connectionLost, wasSent: true)) },
      { $0.fail("POST /self-service/login", TransportError(.timedOut, wasSent: true)) },
      { $0.respond(to: "POST /self-service/login", 503, OryFake.error(503)) },
      { $0.respond(to: "POST /self-service/login", 429, OryFake.error(429)) },
      { $0.respond(to: "POST /self-service/login", 200, "{}") },
    ]
    for fail in failures {
      let app = try OryApp()
      let sent = try await sendCode(app)
      fail(app.ory)
      let failure = await reason { () async throws(OryLoginError) in
        try await app.login.submit(sent, code: "code-s3cret")
      }
      #expect(failure != nil)
      #expect(app.ory.requests.count { $0.body["code"] != nil } == 1)
      #expect(await app.login.sessions.state == .signedOut(.noSession))
    }
  }

  @Test func codeIsNotSentToAnotherServer() async throws {
    let app = try OryApp()
    let elsewhere = OryFake.sentCode(1)
      .replacingOccurrences(of: OryFake.origin, with: "https://evil.example")
    app.ory.respond(to: submit, 400, elsewhere)
    let sent = try await app.login.sendCode(try await form(app), to: address)
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.submit(sent, code: "code-s3cret")
    }
    guard case .request(let error) = failure, case .notSent(.foreignOrigin) = error.reason else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(app.ory.lines == [create, submit])
  }

  @Test func flowThatSentNoCodeTakesNone() async throws {
    let app = try OryApp()
    for (status, body) in [
      (200, OryFake.granted(1)), (422, OryFake.redirect("https://provider.example")),
    ] {
      app.ory.respond(to: submit, status, body)
      let failure = await reason { () async throws(OryLoginError) in
        try await app.login.sendCode(try await form(app), to: address)
      }
      guard case .unexpectedResponse = failure else {
        Issue.record("\(failure as Any)")
        return
      }
    }
    #expect(await app.login.sessions.state == .signedOut(.noSession))
  }
}
