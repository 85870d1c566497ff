// Tests the fields of forms, and registrations that lack data.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

@Suite struct OryFieldTests {
  private let create = "GET /self-service/registration/api"
  private let submit = "POST /self-service/registration"
  private let exchange = "GET /sessions/token-exchange"

  /// A registration that lacks an address.
  private func incomplete(_ number: Int) -> String {
    OryFake.flow(
      number, "registration",
      nodes: [
        ("oidc", #""name": "provider", "type": "submit", "value": "google""#, ""),
        ("oidc", #""name": "traits.name.first", "type": "text", "value": "Ada""#, ""),
        (
          "oidc", #""name": "traits.email", "type": "email", "required": true"#,
          OryFake.message(4_000_002)
        ),
      ])
  }

  @Test func fieldsAreThoseThatTheUserFillsIn() async throws {
    let app = try OryApp()
    app.ory.respond(
      to: create, 200,
      OryFake.flow(
        1, "registration", messages: OryFake.message(1, "info"),
        nodes: [
          ("default", #""name": "csrf_token", "type": "hidden", "value": "s3cret""#, ""),
          ("default", #""name": "traits.email", "type": "email", "required": true"#, ""),
          ("default", #""name": "traits.name.first", "type": "text", "value": "Ada""#, ""),
          ("default", #""name": "traits.age", "type": "number", "value": 36"#, ""),
          ("default", #""name": "traits.terms", "type": "checkbox", "value": false"#, ""),
          ("default", #""name": "traits.born", "type": "date""#, ""),
          ("default", #""name": "traits.seen", "type": "datetime-local""#, ""),
          ("default", #""name": "traits.phone", "type": "tel""#, ""),
          ("default", #""name": "traits.page", "type": "url", "value": null"#, ""),
          ("default", #""name": "traits.new", "type": "unheard-of", "value": """#, ""),
          ("default", #""name": "traits.kept", "type": "hidden", "value": "x""#, ""),
          ("password", #""name": "password", "type": "password""#, ""),
          ("code", #""name": "method", "type": "submit", "value": "code""#, ""),
        ]))
    let form = try await app.form(.registration)
    #expect(
      form.fields.map(\.name) == [
        "traits.email", "traits.name.first", "traits.age", "traits.terms", "traits.born",
        "traits.seen", "traits.phone", "traits.page", "traits.new",
      ])
    #expect(
      form.fields.map(\.kind) == [
        .email, .text, .number, .checkbox, .date, .dateTime, .phoneNumber, .url, .text,
      ])
    #expect(form.fields.map(\.isRequired) == [true] + Array(repeating: false, count: 8))
    #expect(
      form.fields.map(\.value) == [
        nil, .string("Ada"), .integer(36), .boolean(false), nil, nil, nil, nil, nil,
      ])
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
          ("default", #""name": "identifier", "type": "text", "value": "x""#, ""),
          ("default", #""name": "traits.name.first", "type": "text", "value": "Ada""#, ""),
          ("default", #""name": "traits.name.last", "type": "text""#, ""),
          ("default", #""name": "traits.email", "type": "email""#, ""),
          ("default", #""name": "traits.empty", "type": "text""#, ""),
          ("default", #""name": "traits.", "type": "text", "value": "x""#, ""),
          ("default", #""name": "\#(deep)", "type": "text", "value": "x""#, ""),
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

  @Test func registrationByIDTokenContinuesWithWhatItLacks() async throws {
    let app = try OryApp()
    app.ory.respond(to: submit, 400, incomplete(1))
    let form = try await app.login.form(for: .registration, redirectURI: nil)
    let failure = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, with: "apple", idToken: "id-s3cret", nonce: "n-s3cret")
    }
    guard case .incomplete(let next) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(next.kind == .registration && next.redirectURI == nil)
    #expect(next.fields.map(\.name) == ["traits.name.first", "traits.email"])
    #expect(
      next.fields[1].messages == [
        OryMessage(id: 4_000_002, text: "s3cret words", type: .error, field: "traits.email")
      ])
    app.ory.respond(to: submit, 200, OryFake.granted(1))
    let traits = next.traits(["traits.email": .string("ada@example.com")])
    let session = try await app.login.submit(
      next, with: "apple", idToken: "id-s3cret", nonce: "n-s3cret", traits: traits)
    #expect(session.id == "session-1")
    #expect(app.ory.lines == [create, submit, create, submit])
    #expect(app.ory.requests[3].json?["traits"] == traits)
    #expect(app.ory.requests[3].json?["id_token_nonce"] == .string("n-s3cret"))
  }

  /// A login of a new user becomes a registration.
  @Test func loginInTheBrowserContinuesAsAnIncompleteRegistration() async throws {
    let app = try OryApp()
    app.ory.respond(to: exchange, 422, incomplete(1))
    guard case .incomplete(let form) = await reason(of: app.logIn) else {
      Issue.record("expected incomplete")
      return
    }
    #expect(form.kind == .registration && form.redirectURI == app.redirectURI)
    #expect(form.providers.map(\.id) == ["google"])
    let traits = form.traits(["traits.email": .string("ada@example.com")])
    let session = try await app.login.submit(form, with: "google", traits: traits)
    #expect(session.id == "session-2")
    let last = app.ory.requests.suffix(3)
    #expect(last.map(\.line) == [create, submit, exchange])
    #expect(last[app.ory.requests.count - 2].json?["traits"] == traits)
    // Its redirect has another state, and the first one's is over.
    let redirects = [0, 3].map { app.ory.requests[$0].query["return_to"] }
    #expect(redirects[0] != nil && redirects[1] != nil && redirects[0] != redirects[1])
  }

  @Test func refusalWithoutAFieldOfTheFormIsNotIncomplete() async throws {
    let app = try OryApp()
    for body in [
      OryFake.flow(1, "registration", messages: OryFake.message(4_000_007)),
      OryFake.flow(
        1, "registration",
        nodes: [("password", #""name": "password", "type": "password""#, OryFake.message(1))]),
    ] {
      app.ory.respond(to: submit, 400, body)
      let failure = await reason { () async throws(OryLoginError) in
        try await app.login.submit(
          try await app.form(.registration), with: "apple", idToken: "id-s3cret")
      }
      guard case .refused(let messages) = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(messages.count == 1)
    }
  }
}
