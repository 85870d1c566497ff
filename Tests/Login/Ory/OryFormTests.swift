// Tests forms: an app submits the form that it shows.

import AuthGenOry
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct OryFormTests {
  private let create = "GET /self-service/login/api"
  private let submit = "POST /self-service/login"
  private let exchange = "GET /sessions/token-exchange"
  private let gone = OryFake.error(410, "self_service_flow_expired")

  @Test(arguments: [(OryFlowKind.login, "Sign in"), (.registration, "Sign up")])
  func formHasItsProvidersAndTheRequestedOptions(_ kind: OryFlowKind, _ verb: String) async throws {
    let app = try OryApp()
    let form = try await app.form(kind)
    #expect(form.kind == kind)
    #expect(form.redirectURI == app.redirectURI && form.expiresAt == OryFake.expiresAt)
    #expect(
      form.providers
        == ["google", "apple", "github"].map { OryProvider(id: $0, label: "\(verb) with \($0)") })
    app.ory.respond(
      to: "GET /self-service/\(kind)/api", 200,
      OryFake.flow(1, nodes: [OryNode("oidc", "provider", value: "apple", label: nil)]))
    #expect(try await app.form(kind).providers == [OryProvider(id: "apple")])
  }

  @Test func shownFormIsTheSubmittedOne() async throws {
    let app = try OryApp()
    let shown = try await app.form()
    _ = try await app.form()
    _ = try await app.login.submit(shown, with: "apple")
    #expect(app.ory.lines == [create, create, submit, exchange])
    #expect(app.ory.requests[2].query == ["flow": "flow-1"])
    #expect(app.ory.requests[2].body == ["method": "oidc", "provider": "apple"])
    #expect(app.ory.requests[3].query["init_code"] == "init-s3cret-1")
  }

  /// The user takes long to choose.
  @Test func flowThatExpiresBeforeItsSubmissionIsReplaced() async throws {
    let app = try OryApp()
    let form = try await app.form()
    app.ory.advance(by: OryFake.flowSeconds)
    _ = try await app.login.submit(form, with: "google")
    #expect(app.ory.lines == [create, submit, create, submit, exchange])
    // The new flow has its own state.
    let redirects = [0, 2].map { app.ory.requests[$0].query["return_to"] }
    #expect(redirects.allSatisfy { $0?.hasPrefix("com.example.shop:/callback?state=") == true })
    #expect(redirects[0] != redirects[1])
    // The server has created another one, too.
    #expect(app.ory.requests[3].query == ["flow": "flow-3"])
    #expect(app.ory.requests[4].query["init_code"] == "init-s3cret-3")

    for _ in 1...2 { app.ory.respond(to: submit, 410, gone) }
    #expect(await app.failure() == "expired")
    #expect(app.ory.lines.count == 9)
    #expect(app.pages.withLock { $0 }.count == 1)
  }

  @Test func everySubmissionHasItsOwnFlow() async throws {
    let app = try OryApp()
    let form = try await app.form()
    let copy = form
    let first = try await app.login.begin(form, with: "google")
    let second = try await app.login.begin(copy, with: "apple")
    #expect(app.ory.lines == [create, submit, create, submit])
    // The redirect of one does not end the other.
    let callback = try app.callback(of: second)
    await app.expect("callback \(CallbackError.wrongState)") {
      try await $0.finish(first, callback: callback)
    }
    _ = try await app.login.finish(second, callback: callback)
    // The replacement may have expired too: then this is the error.
    app.ory.respond(to: submit, 410, gone)
    await app.expect("expired") { try await $0.begin(form, with: "google") }
    #expect(app.ory.lines.count { $0 == create } == 3)
  }

  @Test func formWithoutARedirectURIOpensNoBrowser() async throws {
    let app = try OryApp()
    let form = try await app.nativeForm()
    #expect(app.ory.requests[0].query == ["return_session_token_exchange_code": "true"])
    await app.expect("noRedirectURI") { try await $0.submit(form, with: "google") }
    await app.expect("noRedirectURI") { try await $0.begin(form, with: "google") }
    #expect(app.ory.lines == [create] && app.pages.withLock { $0 }.isEmpty)
    // The form still accepts an ID token.
    _ = try await app.login.submit(form, with: "apple", idToken: app.ory.idToken())
    #expect(app.ory.lines == [create, submit])
  }

  @Test func unsupportedRedirectURIIsRejected() async throws {
    for text in ["http://127.0.0.1:0/callback", "shop:/callback?a=b&state=own"] {
      let app = try OryApp(redirectURI: text)
      guard case .browser(.unsupportedRedirectURI) = await app.reason({ _ in try await app.form() })
      else {
        Issue.record("\(text)")
        continue
      }
      #expect(app.ory.lines.isEmpty)
    }
    // Port 80, because the URL has none.
    let plain = try OryApp(redirectURI: "http://127.0.0.1/callback")
    _ = try await plain.form()
    #expect(plain.ory.lines == [create])
  }
}
