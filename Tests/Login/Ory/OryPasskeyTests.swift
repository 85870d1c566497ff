// Tests logins and registrations at Ory with a passkey.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct OryPasskeyTests {
  private let submit = "POST /self-service/login"
  private let answer = PasskeyAnswer(
    credentialID: Data([1]), clientData: Data("{}".utf8), attestation: Data([2]))

  private func node(_ name: String, _ json: String) throws -> (String, String, String) {
    let text = String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
    return ("passkey", #""name": "\#(name)", "type": "hidden", "value": \#(text)"#, "")
  }

  private func form(_ app: OryApp) async throws -> OryForm {
    let options = #"{"publicKey": {"challenge": "c2VjcmV0", "rpId": "shop.example"}}"#
    app.ory.respond(
      to: "GET /self-service/login/api", 200,
      OryFake.flow(1, nodes: [try node("passkey_challenge", options)]))
    return try await app.login.form(for: .login, redirectURI: nil)
  }

  @Test func passkeyCompletesALogin() async throws {
    let app = try OryApp()
    let form = try await form(app)
    let request = try PasskeySignIn(options: try #require(form.passkeyOptions))
    #expect(request.challenge == Data("secret".utf8) && request.relyingParty == "shop.example")
    app.ory.respond(to: submit, 200, OryFake.granted(1))
    let session = try await app.login.submit(form, passkey: answer)
    #expect(await app.login.sessions.state == .signedIn(session))
    #expect(app.ory.requests[1].query == ["flow": "1"])
    #expect(
      app.ory.requests[1].body == ["method": "passkey", "passkey_login": answer.json.reveal()])
    for text in shapes(of: form) { #expect(!text.contains("c2VjcmV0")) }
  }

  @Test func passkeyCompletesARegistration() async throws {
    let app = try OryApp()
    let options = #"""
      {"credentialOptions": {"publicKey": {"challenge": "AAEC", "rp": {"id": "shop.example"},
        "user": {"id": "CQ", "name": ""}, "pubKeyCredParams": [{"alg": -7}]}},
        "displayNameFieldName": "traits.email"}
      """#
    app.ory.respond(
      to: "GET /self-service/registration/api", 200,
      OryFake.flow(
        1, "registration",
        nodes: [
          ("default", #""name": "traits.email", "type": "email""#, ""),
          try node("passkey_create_data", options),
        ]))
    let form = try await app.login.form(for: .registration, redirectURI: nil)
    let request = try PasskeyRegistration(
      options: try #require(form.passkeyOptions), userName: "ada@example.com")
    #expect(request.userID == Data([9]))
    app.ory.respond(to: "POST /self-service/registration", 200, OryFake.granted(1))
    let traits = form.traits(["traits.email": .string("ada@example.com")])
    let session = try await app.login.submit(form, passkey: answer, traits: traits)
    #expect(session.id == "session-1")
    #expect(
      app.ory.requests[1].json
        == .object([
          "method": .string("passkey"), "passkey_register": .string(answer.json.reveal()),
          "traits": traits,
        ]))
  }

  @Test func incompleteRegistrationKeepsItsChallengeAndItsRedirectURI() async throws {
    let app = try OryApp()
    let options = #"{"credentialOptions": {"publicKey": {"challenge": "AAEC"}}}"#
    let email = #""name": "traits.email", "type": "email", "required": true, "value": "ada""#
    func flow(_ messages: String) throws -> String {
      OryFake.flow(
        1, "registration",
        nodes: [("default", email, messages), try node("passkey_create_data", options)])
    }
    app.ory.respond(to: "GET /self-service/registration/api", 200, try flow(""))
    let form = try await app.login.form(for: .registration, redirectURI: app.redirectURI)
    app.ory.respond(
      to: "POST /self-service/registration", 400, try flow(OryFake.message(4_000_040)))
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, passkey: answer)
    }
    guard case .incomplete(let next) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(next.passkeyOptions == form.passkeyOptions && next.redirectURI == app.redirectURI)
    app.ory.respond(to: "POST /self-service/registration", 200, OryFake.granted(1))
    let traits = next.traits(["traits.email": .string("ada@example.com")])
    _ = try await app.login.submit(next, passkey: answer, traits: traits)
    #expect(app.ory.lines.count == 3 && app.ory.requests.last?.query == ["flow": "1"])
  }

  /// The nodes are those of `selfservice/strategy/profile` of Ory Kratos.
  @Test func registrationInTwoStepsOffersAPasskeyInTheSecondOne() async throws {
    let app = try OryApp()
    let first = OryFake.flow(
      1, "registration",
      nodes: [
        ("default", #""name": "traits.email", "type": "email""#, ""),
        ("profile", #""name": "method", "type": "submit", "value": "profile""#, ""),
      ])
    app.ory.respond(to: "GET /self-service/registration/api", 200, first)
    let form = try await app.login.form(for: .registration, redirectURI: nil)
    #expect(form.hasSecondStep && form.passkeyOptions == nil && form.fields.count == 1)
    let options = #"""
      {"credentialOptions": {"publicKey": {"challenge": "AAEC", "rp": {"id": "shop.example"},
        "user": {"id": "CQ", "name": ""}, "pubKeyCredParams": [{"alg": -7}]}}}
      """#
    app.ory.respond(
      to: "POST /self-service/registration", 400,
      OryFake.flow(
        1, "registration", messages: OryFake.message(1_040_009, "info"),
        nodes: [
          ("default", #""name": "traits.email", "type": "hidden", "value": "a@b.example""#, ""),
          try node("passkey_create_data", options),
          ("profile", #""name": "screen", "type": "submit", "value": "previous""#, ""),
        ]))
    let traits = form.traits(["traits.email": .string("a@b.example")])
    let next = try await app.login.secondStep(of: form, traits: traits)
    #expect(!next.hasSecondStep && next.fields.isEmpty && next.messages.map(\.id) == [1_040_009])
    #expect(
      app.ory.requests[1].json == .object(["method": .string("profile"), "traits": traits]))
    _ = try PasskeyRegistration(options: try #require(next.passkeyOptions), userName: "a@b.example")
    app.ory.respond(to: "POST /self-service/registration", 200, OryFake.granted(1))
    let session = try await app.login.submit(next, passkey: answer, traits: traits)
    #expect(session.id == "session-1" && app.ory.requests[2].query == ["flow": "1"])
  }

  @Test func wrongTraitsKeepTheFirstStep() async throws {
    let app = try OryApp()
    let submit = "POST /self-service/registration"
    let form = try await app.login.form(for: .registration, redirectURI: nil)
    let complaint = OryFake.flow(
      1, "registration",
      nodes: [
        ("default", #""name": "traits.email", "type": "email""#, OryFake.message(4_000_002)),
        ("profile", #""name": "method", "type": "submit", "value": "profile""#, ""),
      ])
    app.ory.respond(to: submit, 400, complaint)
    let failure = await reason { () async throws(OryLoginError) in
      _ = try await app.login.secondStep(of: form, traits: .object([:]))
    }
    guard case .incomplete(let again) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(again.hasSecondStep && again.fields.map { $0.messages.map(\.id) } == [[4_000_002]])
    app.ory.respond(to: submit, 200, OryFake.granted(1))
    let odd = await reason { () async throws(OryLoginError) in
      _ = try await app.login.secondStep(of: again, traits: .object([:]))
    }
    guard case .unexpectedResponse = odd else {
      Issue.record("\(odd as Any)")
      return
    }
  }

  /// The challenge belongs to the flow.
  @Test func answerIsSentOnceToTheFlowOfItsChallenge() async throws {
    for status in [400, 410, 503] {
      let app = try OryApp()
      let form = try await form(app)
      let body = OryFake.flow(1, messages: OryFake.message(4_000_015))
      app.ory.respond(to: submit, status, status == 400 ? body : OryFake.error(status))
      let failure = await reason { () async throws(OryLoginError) in
        try await app.login.submit(form, passkey: answer)
      }
      let again = await reason { () async throws(OryLoginError) in
        try await app.login.submit(form, passkey: answer)
      }
      switch (status, failure) {
      case (400, .refused), (410, .expired), (503, .request): break
      default: Issue.record("\(failure as Any)")
      }
      guard case .alreadyFinished = again else {
        Issue.record("\(again as Any)")
        return
      }
      #expect(app.ory.lines == ["GET /self-service/login/api", submit])
    }
  }

  @Test(arguments: ["", "null", "[]", "not JSON", "{}", #"{"publicKey": 1}"#])
  func unreadableOptionsAreNoRequest(_ text: String) async throws {
    let app = try OryApp()
    app.ory.respond(
      to: "GET /self-service/login/api", 200,
      OryFake.flow(1, nodes: [try node("passkey_challenge", text)]))
    let form = try await app.login.form(for: .login, redirectURI: nil)
    guard let options = form.passkeyOptions else { return }
    #expect(throws: PasskeyError.self) { try PasskeySignIn(options: options) }
  }
}
