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

  /// The steps are those of the document.
  @Test(arguments: [OryFlowKind.login, .registration])
  func requestsEqualTheDocuments(_ kind: OryFlowKind) async throws {
    let app = try OryApp()
    let session = try await app.login.submit(try await app.form(kind), with: "google")
    let requests = app.ory.requests
    let path = "/self-service/\(kind)"
    try #require(requests.map(\.line) == ["GET \(path)/api", "POST \(path)", exchange])
    // Beyond the document: the redirect URI has a state, with 32 random bytes.
    #expect(requests[0].query.count == 2)
    #expect(requests[0].query["return_session_token_exchange_code"] == "true")
    let returnTo = try #require(requests[0].query["return_to"])
    #expect(returnTo.hasPrefix("com.example.shop:/callback?state="))
    #expect(returnTo.count == "com.example.shop:/callback?state=".count + 43)
    #expect(requests[1].query == ["flow": "flow-1"])
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
    #expect(session.expiresAt == OryFake.sessionEnd && session.assuranceLevel == .aal1)
    #expect(await app.login.sessions.state == .signedIn(session))
    #expect(app.pages.withLock { $0 }.map(\.host) == ["provider.example"])
  }

  /// A flow has a code only if `return_session_token_exchange_code` requests it.
  @Test func flowHasNoCodeUnlessRequested() async throws {
    struct WithoutCode: Interceptor {
      func intercept(
        _ request: HTTPRequest, _ call: CallContext, next: Next
      ) async throws -> HTTPResponse {
        var request = request
        let name = "return_session_token_exchange_code"
        var url = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        url?.queryItems?.removeAll { $0.name == name }
        request.url = url?.url ?? request.url
        return try await next(request)
      }
    }
    let app = try OryApp(interceptors: [WithoutCode()])
    #expect(await app.failure() == "noExchangeCode")
    #expect(app.pages.withLock { $0 }.isEmpty)
  }

  @Test func registrationGivesASessionToo() async throws {
    let app = try OryApp()
    app.user.withLock { $0 = .ben }
    let session = try await app.login.submit(try await app.form(.registration), with: "github")
    let user = try await app.login.whoAmI()
    #expect(user.id == session.id)
    // The data that the user has granted access to.
    #expect(user.identity?.traits?["email"]?.string == "ben@example.com")
    #expect(user.identity?.traits?["name"]?.string == "Ben")
    #expect(user.identity?.verifiableAddresses?.first?.verified == false)
    // Again, as a known user.
    let again = try await app.login.submit(try await app.form(.registration), with: "github")
    #expect(again.identityID == session.identityID && again.id != session.id)
  }

  @Test func registrationWithoutASessionIsReported() async throws {
    let ory = OryFake { $0.newUsersGetASession = false }
    let app = try OryApp(ory: ory)
    // A login of a new user becomes a registration.
    #expect(await app.failure() == "registeredWithoutSession nil")
    for (number, kind) in [(2, OryFlowKind.login), (3, .registration)] {
      let account = OryAccount(subject: "\(number)", email: "user-\(number)@example.com")
      await app.expect("registeredWithoutSession identity-\(number)") {
        _ in try await app.logIn(kind, as: account)
      }
    }
    #expect(await app.login.sessions.state == .signedOut(.noSession))
    #expect(try await app.logIn().identityID == "identity-1")
  }

  @Test func newerLoginTakesThePlaceOfTheOneBefore() async throws {
    let (ory, lost) = (OryFake(), LostPages(1))
    let app = try OryApp(
      ory: ory,
      browser: HeadlessWebAuthenticationSession { page, _ in
        await lost.open() ? nil : ory.visit(page)
      })
    let first = Task { await app.failure() }
    try await wait { lost.count.withLock { $0 } == 0 }
    #expect(try await app.logIn().id == "session-1")
    #expect(await first.value == "cancelled")
    #expect(ory.lines == [create, submit, create, submit, exchange])
  }

  @Test func rejectedLoginReturnsACodeAndNoSession() async throws {
    let app = try OryApp()
    app.user.withLock { $0 = nil }
    #expect(await app.failure() == "refused 4000001")
    #expect(app.ory.lines == [create, submit, exchange])
    #expect(await app.login.sessions.state == .signedOut(.noSession))
    let form = try await app.form()
    await app.expect("refused 4000001") { try await $0.submit(form, with: "myspace") }
    #expect(app.pages.withLock { $0 }.count == 1)
  }

  @Test func messagesForTheUserHaveTheirNumbers() async throws {
    let app = try OryApp()
    app.ory.respond(
      to: exchange, 422,
      OryFake.flow(
        1, messages: [4_000_001],
        nodes: [OryNode("oidc", "traits.email", messages: [4_000_002])]))
    guard case .refused(let messages) = await app.reason({ _ in try await app.logIn() }) else {
      Issue.record("expected refused")
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
    #expect(
      "\(OryLoginError(.refused([messages[0]])))" == "Ory refuses the login (message 4000001)")
  }

  @Test func flowThatExpiredInTheBrowserIsNotReplaced() async throws {
    let ory = OryFake()
    let slow = try OryApp(
      ory: ory,
      browser: HeadlessWebAuthenticationSession { page, _ in
        ory.advance(by: OryFake.flowSeconds)
        return ory.visit(page)
      })
    #expect(await slow.failure() == "expired")
    #expect(ory.lines == [create, submit, exchange])

    let app = try OryApp()
    for (status, body) in [
      (422, OryFake.flow(1, "registration", messages: [4_040_001])),
      (410, OryFake.error(410, "self_service_flow_expired")),
    ] {
      app.ory.respond(to: exchange, status, body)
      #expect(await app.failure() == "expired")
    }
    // For an unknown code, or a flow without an error, the expiry date decides.
    for (status, body, early) in [
      (404, OryFake.error(404), "unknownCode"), (422, OryFake.flow(1), "refused"),
    ] {
      for (date, expected) in [(OryFake.start, early), (OryFake.expiresAt, "expired")] {
        app.time.withLock { $0 = date }
        app.ory.respond(to: exchange, status, body)
        #expect(await app.failure() == expected)
      }
    }
  }

  @Test func forbiddenRedirectIsRejectedBeforeTheBrowserOpens() async throws {
    let app = try OryApp(redirectURI: "https://evil.example/")
    #expect(await app.failure() == "returnToForbidden")
    #expect(app.ory.lines == [create])
  }

  @Test(arguments: [
    (400, "self_service_flow_return_to_forbidden", "returnToForbidden"),
    (400, "session_already_available", "sessionAlreadyAvailable"),
    (403, "session_aal2_required", "secondFactorRequired"), (500, "unheard_of", "request 500"),
  ])
  func errorsAreIdentifiedByTheirIDs(_ status: Int, _ id: String, _ expected: String) async throws {
    let app = try OryApp()
    app.ory.respond(to: create, status, OryFake.error(status, id))
    let reason = await app.reason { _ in try await app.logIn() }
    #expect(reason?.words == expected)
    if case .request(let error) = reason { #expect(error.oryError?.code == .unknown(id)) }
    #expect(app.ory.lines == [create])
  }

  @Test func errorOfAnExpiredFlowNamesTheNextOne() async throws {
    let ory = OryFake()
    let client = OryClient(
      GraphQLClient(
        ClientConfiguration(endpoint: try #require(URL(string: OryFake.origin))),
        transport: ory.transport))
    let flow = try await client.createLoginFlow().createLoginFlow
    ory.advance(by: OryFake.flowSeconds)
    let error = await #expect(throws: RequestError.self) {
      try await client.submitLoginFlow(action: flow.action, method: .oidc, provider: "google")
    }
    #expect(error?.oryError?.code == .selfServiceFlowExpired)
    #expect(error?.oryError?.useFlowId == "flow-2")
  }

  @Test func noStepIsRetriedAutomatically() async throws {
    for (line, count) in [(create, 1), (submit, 2), (exchange, 3)] {
      for status in [nil, 503] {
        let app = try OryApp()
        app.ory.fail(line, status)
        #expect(await app.failure() == (status == nil ? "request" : "request 503"))
        #expect(app.ory.lines.count == count)
      }
    }
  }

  @Test func unexpectedResponsesAreErrors() async throws {
    let app = try OryApp()
    // A session without a login, and invalid sessions.
    let session = OryFake.text(["session": OryFake.session(1, identity: nil)])
    for (line, body) in [
      (submit, OryFake.granted(1, identity: 1)), (exchange, "{}"),
      (exchange, #"{"session_token": ""}"#), (exchange, session),
    ] {
      app.ory.respond(to: line, 200, body)
      #expect(await app.failure() == "unexpectedResponse", "\(body)")
    }
    #expect(await app.login.sessions.state == .signedOut(.noSession))
  }

  @Test func unsafePagesAreNotOpened() async throws {
    for page in ["http://provider.example/", "javascript:alert(1)", "shop://x", "https://", ""] {
      let app = try OryApp()
      app.ory.respond(to: submit, 422, OryFake.redirect(page))
      #expect(await app.failure() == "insecurePage", "\(page)")
      #expect(app.pages.withLock { $0 }.isEmpty)
    }
  }

  @Test func formOnAnotherServerIsNotSubmitted() async throws {
    let app = try OryApp()
    let otherServer = OryFake.flow(1, code: "init-s3cret-1")
      .replacingOccurrences(of: OryFake.origin, with: "https://evil.example")
    app.ory.respond(to: create, 200, otherServer)
    #expect(await app.failure() == "request foreignOrigin")
    #expect(app.ory.lines == [create])
  }

  @Test func closedPageAllowsAnotherChoice() async throws {
    let errors = [WebAuthenticationError.cancelled, .timedOut, .noBrowser]
    let failures = Shared(errors)
    let ory = OryFake()
    let app = try OryApp(
      ory: ory,
      browser: HeadlessWebAuthenticationSession { page, _ throws(WebAuthenticationError) in
        let error = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let error { throw error }
        return ory.visit(page)
      })
    let form = try await app.form()
    for error in errors {
      switch (error, await app.reason { try await $0.submit(form, with: "apple") }) {
      case (.cancelled, .cancelled): break
      case (_, .browser(let other)): #expect(other == error)
      case (_, let other): Issue.record("\(other as Any)")
      }
    }
    #expect(!ory.lines.contains(exchange))
    let session = try await app.login.submit(form, with: "google")
    #expect(try await app.login.whoAmI().id == session.id)
  }

  @Test func invalidRedirectSendsNoRequest() async throws {
    for (url, expected) in [
      ("https://evil.example/?code=x", CallbackError.wrongAddress),
      ("com.example.shop:/callback?code=x", .missing("state")),
      ("com.example.shop:/callback?code=x&state=x", .wrongState),
    ] {
      let app = try OryApp(
        browser: HeadlessWebAuthenticationSession { _, _ in URL(string: url) })
      #expect(await app.failure() == "callback \(expected)")
      #expect(app.ory.lines == [create, submit])
    }
  }

  @Test func cancelledTaskIsACancelledLogin() async throws {
    let app = try OryApp()
    app.ory.fail(create, TransportError(.cancelled, wasSent: true))
    #expect(await app.failure() == "cancelled")
  }

  @Test func sessionThatCannotBeStoredIsUsedUntilTheAppEnds() async throws {
    let app = try OryApp(store: FaultyStore([.write: .noSpace]))
    guard case .notStored(let error) = await app.reason({ _ in try await app.logIn() }) else {
      Issue.record("expected notStored")
      return
    }
    #expect(error.reason == .noSpace)
    #expect(try await app.login.whoAmI().id == "session-1")
  }
}
