// Tests the fields of forms, and registrations that lack data.

import AuthGenOry
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

@Suite struct OryFieldTests {
  private let create = "GET /self-service/registration/api"
  private let submit = "POST /self-service/registration"
  private let exchange = "GET /sessions/token-exchange"
  private let nameless = OryAccount(subject: "nameless")

  @Test func fieldsAreThoseThatTheUserFillsIn() async throws {
    let app = try OryApp()
    let fields: [(node: OryNode, kind: OryField.Kind, value: JSON?)] = [
      (OryNode("default", "traits.email", "email", isRequired: true), .email, nil),
      (OryNode("default", "traits.name.first", value: "Ada"), .text, .string("Ada")),
      (OryNode("default", "traits.age", "number", value: 36), .number, .integer(36)),
      (OryNode("default", "traits.terms", "checkbox", value: false), .checkbox, .boolean(false)),
      (OryNode("default", "traits.born", "date"), .date, nil),
      (OryNode("default", "traits.seen", "datetime-local"), .dateTime, nil),
      (OryNode("default", "traits.phone", "tel"), .phoneNumber, nil),
      (OryNode("default", "traits.page", "url", value: NSNull()), .url, nil),
      (OryNode("default", "traits.pin", "password"), .password, nil),
      (OryNode("default", "traits.new", "unheard-of", value: ""), .text, nil),
    ]
    let others = [
      OryNode("default", "csrf_token", "hidden", value: "s3cret"),
      OryNode("default", "traits.kept", "hidden", value: "x"),
      OryNode("password", "password", "password"),
      OryNode("code", "method", "submit", value: "code"),
    ]
    app.ory.respond(
      to: create, 200,
      OryFake.flow(1, "registration", messages: [1], nodes: fields.map(\.node) + others))
    let form = try await app.form(.registration)
    #expect(
      form.fields.map(\.name) == [
        "traits.email", "traits.name.first", "traits.age", "traits.terms", "traits.born",
        "traits.seen", "traits.phone", "traits.page", "traits.pin", "traits.new",
      ])
    #expect(form.fields.map(\.kind) == fields.map(\.kind))
    #expect(form.fields.map(\.isRequired) == [true] + Array(repeating: false, count: 9))
    #expect(form.fields.map(\.value) == fields.map(\.value))
    #expect(form.fields[0].label == "s3cret label")
    #expect(form.offersCode && form.messages.map(\.id) == [1])
    for text in shapes(of: form) + shapes(of: form.fields) { #expect(!text.contains("s3cret")) }
  }

  @Test func traitsHaveTheShapeOfTheIdentitySchema() async throws {
    let app = try OryApp()
    let deep = "traits." + Array(repeating: "a", count: 10_000).joined(separator: ".")
    app.ory.respond(
      to: create, 200,
      OryFake.flow(
        1, "registration",
        nodes: [
          OryNode("default", "identifier", value: "x"),
          OryNode("default", "traits.name.first", value: "Ada"),
          OryNode("default", "traits.name.last"), OryNode("default", "traits.email"),
          OryNode("default", "traits.empty"), OryNode("default", "traits.", value: "x"),
          OryNode("default", deep, value: "x"),
        ]))
    let form = try await app.form(.registration)
    let traits = form.traits([
      "traits.email": .string("ada@example.com"), "traits.name.last": .string("Lovelace"),
      "traits.other": .string("left out"), "identifier": .string("left out"),
    ])
    #expect(
      traits
        == .object([
          "name": .object(["first": .string("Ada"), "last": .string("Lovelace")]),
          "email": .string("ada@example.com"),
        ]))
  }

  @Test func registrationByAProvidersTokenContinuesWithAMissingTrait() async throws {
    let app = try OryApp()
    var account = nameless
    account.nonce = "nonce-s3cret"
    let token = app.ory.idToken(of: account)
    let form = try await app.nativeForm(.registration)
    let next = try await app.incomplete {
      try await $0.submit(form, with: "apple", idToken: token, nonce: "nonce-s3cret")
    }
    #expect(next.kind == .registration && next.redirectURI == nil)
    let field = try #require(next.fields.first)
    #expect(field.name == "traits.email" && field.kind == .email && field.isRequired)
    #expect(
      field.messages == [
        OryMessage(id: 4_000_002, text: "s3cret words", type: .error, field: "traits.email")
      ])
    let traits = next.traits(["traits.email": .string("ada@example.com")])
    let session = try await app.login.submit(
      next, with: "apple", idToken: token, nonce: "nonce-s3cret", traits: traits)
    #expect(app.ory.lines == [create, submit, create, submit])
    #expect(app.ory.requests[3].json?["traits"] == traits)
    let user = try await app.login.whoAmI()
    #expect(user.id == session.id && user.identity?.traits == traits)
  }

  /// A login of a new user becomes a registration.
  @Test func loginInTheBrowserContinuesAsAnIncompleteRegistration() async throws {
    let app = try OryApp()
    app.user.withLock { $0 = nameless }
    let form = try await app.incomplete { _ in try await app.logIn() }
    #expect(form.kind == .registration && form.redirectURI == app.redirectURI)
    #expect(form.providers.map(\.id) == ["google", "apple", "github"])
    let traits = form.traits(["traits.email": .string("ada@example.com")])
    let session = try await app.login.submit(form, with: "google", traits: traits)
    #expect(session.identityID == "identity-1")
    let last = Array(app.ory.requests.suffix(3))
    #expect(last.map(\.line) == [create, submit, exchange])
    #expect(last[1].json?["traits"] == traits)
    // Its redirect has another state, and the first one's is over.
    let redirects = [0, 3].map { app.ory.requests[$0].query["return_to"] }
    #expect(redirects[0] != nil && redirects[1] != nil && redirects[0] != redirects[1])
  }

  @Test func refusalWithoutAFieldOfTheFormIsNotIncomplete() async throws {
    let app = try OryApp()
    try await app.logIn(as: .ada)
    // Another account with the same address.
    let other = OryAccount(subject: "other", email: "ada@example.com")
    await app.expect("refused 4000007") { _ in try await app.logIn(.registration, as: other) }
    let password = OryNode("password", "password", "password", messages: [1])
    app.ory.respond(to: submit, 400, OryFake.flow(1, "registration", nodes: [password]))
    await app.expect("refused 1") { _ in try await app.logIn(.registration, as: .ben) }
  }
}
