// Tests forms: an app submits the form that it shows.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct OryFormTests {
  private let create = "GET /self-service/login/api"
  private let submit = "POST /self-service/login"
  private let exchange = "GET /sessions/token-exchange"
  private let gone = OryFake.error(410, "self_service_flow_expired")

  @Test func formHasItsProvidersAndTheRequestedOptions() async throws {
    let app = try OryApp()
    let providers = [
      OryProvider(id: "google", label: "Sign in with Google"), OryProvider(id: "apple"),
    ]
    for kind in [OryFlowKind.login, .registration] {
      let form = try await app.form(kind)
      #expect(form.kind == kind)
      #expect(form.redirectURI == app.redirectURI && form.expiresAt == OryFake.expiresAt)
      #expect(form.providers == providers)
    }
    #expect(app.ory.lines == [create, "GET /self-service/registration/api"])
  }

  @Test func shownFormIsTheSubmittedOne() async throws {
    let app = try OryApp()
    let shown = try await app.form()
    _ = try await app.form()
    #expect(try await app.login.submit(shown, with: "apple").id == "session-1")
    #expect(app.ory.lines == [create, create, submit, exchange])
    #expect(app.ory.requests[2].query == ["flow": "1"])
    #expect(app.ory.requests[2].body == ["method": "oidc", "provider": "apple"])
    #expect(app.ory.requests[3].query["init_code"] == "init-s3cret-1")
  }

  @Test func expiredFormIsReplacedOnce() async throws {
    let app = try OryApp()
    app.ory.respond(to: submit, 410, gone)
    _ = try await app.logIn()
    #expect(app.ory.lines == [create, submit, create, submit, exchange])
    // The new flow has its own state.
    let redirects = [0, 2].map { app.ory.requests[$0].query["return_to"] }
    #expect(redirects.allSatisfy { $0?.hasPrefix("com.example.shop:/callback?state=") == true })
    #expect(redirects[0] != redirects[1])
    #expect(app.ory.requests[3].query == ["flow": "2"])
    #expect(app.ory.requests[4].query["init_code"] == "init-s3cret-2")

    app.ory.respond(to: submit, 410, gone, times: 2)
    guard case .expired = await reason(of: app.logIn) else {
      Issue.record("expected expired")
      return
    }
    #expect(app.ory.lines.count == 9)
    #expect(app.pages.withLock { $0 }.count == 1)
  }

  @Test func everySubmissionHasItsOwnFlow() async throws {
    let app = try OryApp(redirectURI: "https://shop.example.com/callback")
    let form = try await app.form()
    let copy = form
    let first = try await app.login.begin(form, with: "google")
    let second = try await app.login.begin(copy, with: "apple")
    #expect(app.ory.lines == [create, submit, create, submit])
    // The redirect of one does not end the other.
    let mixed = await reason { () async throws(OryLoginError) in
      let url = OryApp.callback(from: second.page)
      return try await app.login.finish(first, callback: url ?? second.page)
    }
    guard case .callback(.wrongState) = mixed else {
      Issue.record("\(mixed as Any)")
      return
    }
    let session = try await app.login.finish(second, callback: try app.callback(of: second))
    #expect(session.id == "session-2")
    // The replacement may have expired too: then this is the error.
    app.ory.respond(to: submit, 410, gone)
    let late = await reason { () async throws(OryLoginError) in
      try await app.login.begin(form, with: "google")
    }
    guard case .expired = late else {
      Issue.record("\(late as Any)")
      return
    }
    #expect(app.ory.lines.filter { $0 == create }.count == 3)
  }

  @Test func formWithoutARedirectURIOpensNoBrowser() async throws {
    let app = try OryApp()
    let form = try await app.login.form(for: .login, redirectURI: nil)
    #expect(app.ory.requests[0].query == ["return_session_token_exchange_code": "true"])
    let presented = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, with: "google")
    }
    let begun = await reason { () async throws(OryLoginError) in
      try await app.login.begin(form, with: "google")
    }
    guard case .noRedirectURI = presented, case .noRedirectURI = begun else {
      Issue.record("\(presented as Any), \(begun as Any)")
      return
    }
    #expect(app.ory.lines == [create] && app.pages.withLock { $0 }.isEmpty)
    // The form still accepts an ID token.
    app.ory.respond(to: submit, 200, OryFake.granted(1))
    _ = try await app.login.submit(form, with: "apple", idToken: "id-s3cret")
    #expect(app.ory.lines == [create, submit])
  }

  @Test(arguments: ["http://127.0.0.1:0/callback", "shop:/callback?a=b&state=own"])
  func unsupportedRedirectURIIsRejected(_ text: String) async throws {
    let app = try OryApp(redirectURI: text)
    let failure = await reason { () async throws(OryLoginError) in try await app.form() }
    guard case .browser(.unsupportedRedirectURI) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(app.ory.lines.isEmpty)
    // Port 80, because the URL has none.
    let plain = try OryApp(redirectURI: "http://127.0.0.1/callback")
    _ = try await plain.form()
    #expect(plain.ory.lines == [create])
  }
}
