// Tests logins and registrations at Ory with a passkey.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

@Suite struct OryPasskeyTests {
  private let create = "GET /self-service/registration/api"
  private let submit = "POST /self-service/login"
  private let address = JSON.string("ada@example.com")
  private let answer = PasskeyAnswer(
    credentialID: Data([1]), clientData: Data("{}".utf8), attestation: Data([2]))

  private func app(inTwoSteps: Bool = false) throws -> OryApp {
    try OryApp(
      ory: OryFake {
        $0.hasPasskeys = true
        $0.hasTwoSteps = inTwoSteps
      })
  }

  private func request(_ form: OryForm) throws -> PasskeyRegistration {
    try PasskeyRegistration(
      options: try #require(form.passkeyOptions), userName: "ada@example.com")
  }

  @Test func passkeyRegistersAndLogsIn() async throws {
    let app = try app()
    let form = try await app.form(.registration)
    #expect(!form.hasSecondStep)
    let creation = try request(form)
    #expect(creation.relyingParty == "shop.example")
    let new = OryPasskey.create(creation)
    // The form comes back for the missing trait, with the same challenge and redirect URI.
    let next = try await app.incomplete { try await $0.submit(form, passkey: new) }
    #expect(next.passkeyOptions == form.passkeyOptions && next.redirectURI == app.redirectURI)
    let traits = next.traits(["traits.email": address])
    let session = try await app.login.submit(next, passkey: new, traits: traits)
    #expect(app.ory.lines.count == 3 && app.ory.requests[2].query == ["flow": "flow-1"])
    #expect(
      app.ory.requests[2].json
        == .object([
          "method": .string("passkey"), "passkey_register": .string(new.json.reveal()),
          "traits": traits,
        ]))
    let user = try await app.login.whoAmI()
    #expect(user.id == session.id && user.authenticationMethods?.map(\.method) == ["passkey"])

    let other = try OryApp(ory: app.ory)
    let loginForm = try await other.nativeForm()
    for text in shapes(of: loginForm) { #expect(!text.contains("Y2hhbGxlbmdl")) }
    let request = try PasskeySignIn(options: try #require(loginForm.passkeyOptions))
    let answer = OryPasskey.sign(request, as: creation.userID)
    let again = try await other.login.submit(loginForm, passkey: answer)
    #expect(again.identityID == session.identityID && again.id != session.id)
    #expect(await other.login.sessions.state == .signedIn(again))
    #expect(
      app.ory.requests.last?.body == [
        "method": "passkey", "passkey_login": answer.json.reveal(),
      ])
    // An answer to the challenge of one flow is not one to another's, and neither is another user's.
    for answer in [answer, OryPasskey.sign(request, as: Data([9]))] {
      let third = try await other.nativeForm()
      await other.expect("refused 4000015") { try await $0.submit(third, passkey: answer) }
    }
  }

  /// The nodes are those of `selfservice/strategy/profile` of Ory Kratos.
  @Test func passkeyRegistersInTheSecondOfTwoSteps() async throws {
    let app = try app(inTwoSteps: true)
    let form = try await app.nativeForm(.registration)
    #expect(form.hasSecondStep && form.passkeyOptions == nil)
    #expect(form.fields.map(\.name) == ["traits.email", "traits.name"])
    // Wrong traits keep the first step.
    let corrected = try await app.incomplete {
      try await $0.secondStep(of: form, traits: form.traits(["traits.name": .string("Ada")]))
    }
    #expect(corrected.hasSecondStep)
    #expect(corrected.fields.map { $0.messages.map(\.id) } == [[4_000_002], []])
    let traits = corrected.traits(["traits.email": address])
    let next = try await app.login.secondStep(of: corrected, traits: traits)
    #expect(!next.hasSecondStep && next.fields.isEmpty && !next.providers.isEmpty)
    #expect(next.messages.map(\.id) == [1_040_009])
    #expect(
      app.ory.requests.last?.json == .object(["method": .string("profile"), "traits": traits]))
    let flow = app.ory.requests.last?.query
    let session = try await app.login.submit(
      next, passkey: OryPasskey.create(try request(next)), traits: traits)
    #expect(app.ory.requests.last?.query == flow)
    let user = try await app.login.whoAmI()
    #expect(user.id == session.id && user.identity?.traits == traits)

    app.ory.respond(to: "POST /self-service/registration", 200, OryFake.granted(1, identity: 1))
    await app.expect("unexpectedResponse") {
      try await $0.secondStep(of: corrected, traits: traits)
    }
  }

  /// The challenge belongs to the flow.
  @Test func answerIsSentOnceToTheFlowOfItsChallenge() async throws {
    for (status, expected) in [
      (nil, "refused 4000015"), (410, "expired"), (503, "request 503"),
    ] as [(Int?, String)] {
      let app = try app()
      let form = try await app.nativeForm()
      if let status { app.ory.respond(to: submit, status, OryFake.error(status)) }
      #expect(await app.failure { try await $0.submit(form, passkey: answer) } == expected)
      await app.expect("alreadyFinished") { try await $0.submit(form, passkey: answer) }
      #expect(app.ory.lines == ["GET /self-service/login/api", submit])
    }
  }

  @Test(arguments: ["", "null", "[]", "not JSON", "{}", #"{"publicKey": 1}"#])
  func unreadableOptionsAreNoRequest(_ text: String) async throws {
    let app = try app()
    app.ory.respond(
      to: "GET /self-service/login/api", 200,
      OryFake.flow(1, nodes: [OryNode("passkey", "passkey_challenge", "hidden", value: text)]))
    let form = try await app.nativeForm()
    guard let options = form.passkeyOptions else { return }
    #expect(throws: PasskeyError.self) { try PasskeySignIn(options: options) }
  }
}
