// Tests logins and registrations that the library presents.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

@Suite struct OryLoginTests {
  private let create = "GET /self-service/login/api"
  private let submit = "POST /self-service/login"
  private let exchange = "GET /sessions/token-exchange"

  @Test func loginFollowsTheDocumentsSteps() async throws {
    let app = try OryApp()
    let session = try await app.logIn()
    #expect(app.ory.lines == [create, submit, exchange])
    let requests = app.ory.requests
    // Beyond the document: the redirect URI has a state, with 32 random bytes.
    #expect(requests[0].query.count == 2)
    #expect(requests[0].query["return_session_token_exchange_code"] == "true")
    let returnTo = try #require(requests[0].query["return_to"])
    #expect(returnTo.hasPrefix("com.example.shop:/callback?state="))
    #expect(returnTo.count == "com.example.shop:/callback?state=".count + 43)
    #expect(requests[1].query == ["flow": "1"])
    #expect(requests[1].body == ["method": "oidc", "provider": "google"])
    #expect(requests[1].headers["Accept"] == "application/json")
    #expect(requests[1].headers["Content-Type"] == "application/json")
    #expect(
      requests[2].query == ["init_code": "init-s3cret-1", "return_to_code": "return-s3cret-1"])
    for request in requests {
      for header in ["Cookie", "Origin", "X-Session-Token"] {
        #expect(request.headers[header] == nil)
      }
    }
    #expect(session.token.reveal() == "token-s3cret-1")
    #expect(session.id == "session-1" && session.identityID == "identity-1")
    #expect(session.expiresAt == OryFake.expiresAt)
    #expect(await app.login.sessions.state == .signedIn(session))
    #expect(app.pages.withLock { $0 }.map(\.host) == ["provider.example"])
  }

  @Test func registrationHasItsOwnFlow() async throws {
    let app = try OryApp()
    let session = try await app.login.submit(try await app.form(.registration), with: "apple")
    #expect(
      app.ory.lines == [
        "GET /self-service/registration/api", "POST /self-service/registration", exchange,
      ])
    #expect(app.ory.requests[1].body == ["method": "oidc", "provider": "apple"])
    #expect(await app.login.sessions.state.session == session)
  }

  @Test func secondPresentedLoginIsAConflict() async throws {
    let firstPage = Gate()
    let app = try OryApp(
      browser: HeadlessWebAuthenticationSession { page, _ in
        await firstPage.pass()
        return OryApp.callback(from: page)
      })
    async let first = app.logIn()
    await firstPage.holdsACaller()
    let form = try await app.form()
    let second = await reason { () async throws(OryLoginError) in
      try await app.login.submit(form, with: "google")
    }
    guard case .conflict = second else {
      Issue.record("\(second as Any)")
      return
    }
    #expect(app.ory.lines == [create, submit, create])
    firstPage.open()
    #expect(try await first.id == "session-1")
    // The form is unchanged.
    #expect(try await app.login.submit(form, with: "google").id == "session-2")
    // The end of the first session follows, at any time.
    #expect(app.ory.lines.prefix(6) == [create, submit, create, exchange, submit, exchange])
  }

  @Test func messagesForTheUserHaveTheirNumbers() async throws {
    let app = try OryApp()
    app.ory.respond(
      to: exchange, 422,
      OryFake.flow(
        1, messages: OryFake.message(4_000_001), fields: OryFake.message(4_000_002)))
    let failure = await reason(of: app.logIn)
    guard case .refused(let messages) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(
      messages == [
        OryMessage(id: 4_000_001, text: "s3cret words", type: .error),
        OryMessage(id: 4_000_002, text: "s3cret words", type: .error, field: "traits.email"),
      ])
    #expect(
      "\(OryLoginError(.refused(messages)))"
        == "Ory refuses the login (messages 4000001, 4000002)")
    #expect(await app.login.sessions.state == .signedOut(.noSession))

    app.ory.respond(to: submit, 400, OryFake.flow(2, messages: OryFake.message(4_010_002)))
    guard case .refused(let refused) = await reason(of: app.logIn) else {
      Issue.record("expected refused")
      return
    }
    #expect(refused.map(\.id) == [4_010_002])
    #expect(app.pages.withLock { $0 }.count == 1)
  }

  @Test func flowThatExpiredInTheBrowserIsNotReplaced() async throws {
    let app = try OryApp()
    for (status, body) in [
      (422, OryFake.flow(1, messages: OryFake.message(4_010_001))),
      (422, OryFake.flow(1, "registration", messages: OryFake.message(4_040_001))),
      (410, OryFake.error(410, "self_service_flow_expired")),
    ] {
      app.ory.respond(to: exchange, status, body)
      guard case .expired = await reason(of: app.logIn) else {
        Issue.record("\(status) means that the flow has expired")
        return
      }
    }
    #expect(app.ory.lines.count == 9)

    // For an unknown code, or a flow without an error, the expiry date decides.
    for (status, body) in [(404, OryFake.error(404)), (422, OryFake.flow(1))] {
      app.ory.respond(to: exchange, status, body)
      let early = await reason(of: app.logIn)
      app.time.withLock { $0 = OryFake.expiresAt }
      app.ory.respond(to: exchange, status, body)
      let late = await reason(of: app.logIn)
      app.time.withLock { $0 = OryFake.expiresAt.addingTimeInterval(-600) }
      switch (early, late) {
      case (.unknownCode, .expired) where status == 404: break
      case (.refused(let messages), .expired) where status == 422 && messages.isEmpty: break
      default: Issue.record("\(status): \(early as Any), \(late as Any)")
      }
    }
  }

  @Test func registrationWithoutASessionIsReported() async throws {
    let app = try OryApp()
    // A login of a new user becomes a registration.
    app.ory.respond(to: exchange, 422, OryFake.flow(1, "registration"))
    guard case .registeredWithoutSession(identityID: nil) = await reason(of: app.logIn) else {
      Issue.record("expected registeredWithoutSession")
      return
    }
  }

  @Test(arguments: [
    (400, "self_service_flow_return_to_forbidden"), (400, "session_already_available"),
    (403, "session_aal2_required"), (500, "unheard_of"),
  ])
  func errorsAreIdentifiedByTheirIDs(_ status: Int, _ id: String) async throws {
    let app = try OryApp()
    app.ory.respond(to: create, status, OryFake.error(status, id))
    switch (id, await reason(of: app.logIn)) {
    case ("self_service_flow_return_to_forbidden", .returnToForbidden): break
    case ("session_already_available", .sessionAlreadyAvailable): break
    case ("session_aal2_required", .secondFactorRequired): break
    case ("unheard_of", .request(let error)): #expect(error.oryError?.code == .unknown(id))
    case (_, let other): Issue.record("\(other as Any)")
    }
    #expect(app.ory.lines == [create])
  }

  @Test func noStepIsRetriedAutomatically() async throws {
    for (line, count) in [(create, 1), (submit, 2), (exchange, 3)] {
      for failsInTransport in [false, true] {
        let app = try OryApp()
        if failsInTransport {
          app.ory.fail(line, TransportError(.connectionLost, wasSent: true))
        } else {
          app.ory.respond(to: line, 503, OryFake.error(503))
        }
        guard case .request = await reason(of: app.logIn) else {
          Issue.record("\(line) is sent once")
          return
        }
        #expect(app.ory.lines.count == count)
      }
    }
  }

  @Test func unexpectedResponsesAreErrors() async throws {
    let app = try OryApp()
    app.ory.respond(to: create, 200, OryFake.flow(1))
    guard case .noExchangeCode = await reason(of: app.logIn) else {
      Issue.record("expected noExchangeCode")
      return
    }
    // A session without a login, and invalid sessions.
    app.ory.respond(to: submit, 200, OryFake.granted(1))
    guard case .unexpectedResponse = await reason(of: app.logIn) else {
      Issue.record("expected unexpectedResponse")
      return
    }
    for body in ["{}", #"{"session_token": ""}"#, #"{"session": \#(OryFake.session(1))}"#] {
      app.ory.respond(to: exchange, 200, body)
      guard case .unexpectedResponse = await reason(of: app.logIn) else {
        Issue.record("\(body) is no session")
        return
      }
    }
    #expect(await app.login.sessions.state == .signedOut(.noSession))
  }

  @Test func unsafePagesAreNotOpened() async throws {
    for page in ["http://provider.example/", "javascript:alert(1)", "shop://x", "https://", ""] {
      let app = try OryApp()
      app.ory.respond(to: submit, 422, OryFake.redirect(page))
      guard case .insecurePage = await reason(of: app.logIn) else {
        Issue.record("\(page) must not be opened")
        return
      }
      #expect(app.pages.withLock { $0 }.isEmpty)
    }
  }

  @Test func formOnAnotherServerIsNotSubmitted() async throws {
    let app = try OryApp()
    let otherServer = OryFake.flow(1, initCode: "init-s3cret-1")
      .replacingOccurrences(of: OryFake.origin, with: "https://evil.example")
    app.ory.respond(to: create, 200, otherServer)
    guard case .request(let error) = await reason(of: app.logIn),
      case .notSent(.foreignOrigin) = error.reason
    else {
      Issue.record("expected foreignOrigin")
      return
    }
    #expect(app.ory.lines == [create])
  }

  @Test func failedBrowserSendsNoRequest() async throws {
    for error in [WebAuthenticationError.cancelled, .timedOut, .noBrowser] {
      let app = try OryApp(
        browser: HeadlessWebAuthenticationSession { _, _ throws(WebAuthenticationError) in
          throw error
        })
      switch (error, await reason(of: app.logIn)) {
      case (.cancelled, .cancelled): break
      case (_, .browser(let other)): #expect(other == error)
      case (_, let other): Issue.record("\(other as Any)")
      }
      #expect(app.ory.lines == [create, submit])
    }
  }

  @Test func invalidRedirectSendsNoRequest() async throws {
    for (url, expected) in [
      ("https://evil.example/?code=x", CallbackError.wrongAddress),
      ("com.example.shop:/callback?code=x", .missing("state")),
      ("com.example.shop:/callback?code=x&state=x", .wrongState),
    ] {
      let app = try OryApp(
        browser: HeadlessWebAuthenticationSession { _, _ in URL(string: url) })
      let failure = await reason(of: app.logIn)
      guard case .callback(expected) = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(app.ory.lines == [create, submit])
    }
  }

  @Test func cancelledTaskIsACancelledLogin() async throws {
    let app = try OryApp()
    app.ory.fail(create, TransportError(.cancelled, wasSent: true))
    guard case .cancelled = await reason(of: app.logIn) else {
      Issue.record("expected cancelled")
      return
    }
  }

  @Test func sessionThatCannotBeStoredIsUsedUntilTheAppEnds() async throws {
    struct FullStore: SecretStore {
      func read() throws(StoreError) -> Data? { nil }
      func write(_ data: Data) throws(StoreError) { throw StoreError(.noSpace) }
      func remove() throws(StoreError) {}
    }
    let ory = OryFake()
    let login = OryLogin(
      configuration: ClientConfiguration(endpoint: try #require(URL(string: OryFake.origin))),
      store: FullStore(),
      browser: HeadlessWebAuthenticationSession { page, _ in OryApp.callback(from: page) },
      environment: LoginEnvironment(
        transport: ory.transport, now: { OryFake.expiresAt.addingTimeInterval(-1) }))
    let form = try await login.form(
      for: .login, redirectURI: try RedirectURI("com.example.shop:/callback"))
    let failure = await reason { () async throws(OryLoginError) in
      try await login.submit(form, with: "google")
    }
    guard case .notStored(let error) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(error.reason == .noSpace)
    #expect(try await login.whoAmI().id == "session-1")
  }
}
