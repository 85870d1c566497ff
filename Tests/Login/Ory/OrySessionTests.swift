// Tests the use of sessions, and that their secrets are not printed.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

@Suite struct OrySessionTests {
  private let whoAmI = "GET /sessions/whoami"
  private let logOut = "DELETE /self-service/logout/api"

  @Test func sessionIsUsedAfterARelaunch() async throws {
    let app = try OryApp()
    let session = try await app.logIn()
    let next = try OryApp(store: app.store)
    #expect(try await next.login.whoAmI().id == "session-1")
    #expect(next.ory.requests.map { $0.headers["X-Session-Token"] } == ["token-s3cret-1"])
    #expect(await next.login.sessions.state.session == session)
  }

  @Test func sessionThatAnotherLoginReplacesIsEndedOnTheServer() async throws {
    let app = try OryApp()
    _ = try await app.logIn()
    _ = try await app.logIn()
    await app.login.sessions.settle()
    #expect(app.ory.lines.count { $0 == logOut } == 1)
  }

  @Test func serverEndsTheSession() async throws {
    let app = try OryApp()
    _ = try await app.logIn()
    app.ory.respond(to: whoAmI, 401, OryFake.error(401, "session_inactive"))
    guard case .notSignedIn = await reason(of: app.login.whoAmI) else {
      Issue.record("expected notSignedIn")
      return
    }
    #expect(await app.login.sessions.state == .signedOut(.ended))
    #expect(app.store.read() == nil)
    let count = app.ory.lines.count
    guard case .notSignedIn = await reason(of: app.login.whoAmI) else {
      Issue.record("expected notSignedIn")
      return
    }
    #expect(app.ory.lines.count == count)
  }

  @Test func sessionIsKeptIfTheServerRequiresASecondFactorOrIsUnreachable() async throws {
    let app = try OryApp()
    let session = try await app.logIn()
    app.ory.respond(to: whoAmI, 403, OryFake.error(403, "session_aal2_required"))
    guard case .secondFactorRequired = await reason(of: app.login.whoAmI) else {
      Issue.record("expected secondFactorRequired")
      return
    }
    app.ory.fail(whoAmI, TransportError(.secureConnectionFailed, wasSent: false))
    app.ory.respond(to: whoAmI, 500, "{}")
    for _ in 1...2 {
      guard case .request = await reason(of: app.login.whoAmI) else {
        Issue.record("expected request")
        return
      }
    }
    #expect(await app.login.sessions.state == .signedIn(session))
  }

  /// The device's clock may be wrong.
  @Test func onlyTheServerEndsASession() async throws {
    let app = try OryApp()
    let session = try await app.logIn()
    app.time.withLock { $0 = OryFake.expiresAt.addingTimeInterval(86_400) }
    #expect(try await app.login.sessions.credential() == session.credential)
    #expect(await app.login.sessions.state == .signedIn(session))
  }

  @Test func extendedSessionIsKeptLonger() async throws {
    let app = try OryApp()
    let session = try await app.logIn()
    let longer = OryFake.session(1).replacingOccurrences(of: "08:10:00Z", with: "09:10:00Z")
    app.ory.respond(to: whoAmI, 200, longer)
    _ = try await app.login.whoAmI()
    app.time.withLock { $0 = OryFake.expiresAt }
    #expect(try await app.login.sessions.credential() == session.credential)
    let next = try OryApp(store: app.store)
    let stored = await next.login.sessions.state.session
    #expect(stored?.expiresAt == OryFake.expiresAt.addingTimeInterval(3_600))
    #expect(stored?.token == session.token && stored?.identityID == session.identityID)

    // The response to another session changes nothing.
    app.ory.respond(to: whoAmI, 200, OryFake.session(2))
    _ = try await app.login.whoAmI()
    #expect(await app.login.sessions.state.session == stored)
  }

  @Test func unavailableStoreEndsNoSession() async throws {
    struct LockedStore: SecretStore {
      func read() throws(StoreError) -> Data? { throw StoreError(.unavailable) }
      func write(_ data: Data) throws(StoreError) {}
      func remove() throws(StoreError) {}
    }
    let ory = OryFake()
    let login = OryLogin(
      configuration: ClientConfiguration(endpoint: try #require(URL(string: OryFake.origin))),
      store: LockedStore(), browser: HeadlessWebAuthenticationSession { _, _ in nil },
      environment: LoginEnvironment(transport: ory.transport))
    guard case .unavailable = await reason(of: login.whoAmI) else {
      Issue.record("expected unavailable")
      return
    }
    #expect(await login.logOut().storeError?.reason == .unavailable)
    #expect(ory.lines.isEmpty)
  }

  @Test func signingOutNotifiesTheServer() async throws {
    let app = try OryApp()
    _ = try await app.logIn()
    let done = await app.login.logOut()
    #expect(done.serverError == nil && done.storeError == nil)
    #expect(app.ory.lines.last == logOut)
    #expect(app.ory.requests.last?.body == ["session_token": "token-s3cret-1"])
    #expect(await app.login.sessions.state == .signedOut(.loggedOut))
    #expect(app.store.read() == nil)
    let count = app.ory.lines.count
    #expect(await app.login.logOut().serverError == nil)
    #expect(app.ory.lines.count == count)
  }

  @Test func signingOutRemovesTheSessionIfTheServerFails() async throws {
    let app = try OryApp()
    _ = try await app.logIn()
    app.ory.respond(to: logOut, 503, OryFake.error(503))
    let done = await app.login.logOut()
    #expect(done.serverError?.progress == .responded && done.storeError == nil)
    #expect(app.store.read() == nil)
    #expect(app.ory.lines.filter { $0 == logOut }.count == 1)
    for text in shapes(of: done) { #expect(!text.contains("s3cret")) }
  }

  @Test func signingOutReportsAStoreThatCannotBeCleared() async throws {
    struct StuckStore: SecretStore {
      let inner = InMemoryStore()
      func read() throws(StoreError) -> Data? { inner.read() }
      func write(_ data: Data) throws(StoreError) { inner.write(data) }
      func remove() throws(StoreError) { throw StoreError(.unavailable) }
    }
    let ory = OryFake()
    let login = OryLogin(
      configuration: ClientConfiguration(endpoint: try #require(URL(string: OryFake.origin))),
      store: StuckStore(),
      browser: HeadlessWebAuthenticationSession { page, _ in OryApp.callback(from: page) },
      environment: LoginEnvironment(
        transport: ory.transport, now: { OryFake.expiresAt.addingTimeInterval(-1) }))
    let form = try await login.form(
      for: .login, redirectURI: try RedirectURI("shop:/callback"))
    try await login.submit(form, with: "google")
    let done = await login.logOut()
    #expect(done.serverError == nil && done.storeError?.reason == .unavailable)
    #expect(ory.lines.last == logOut)
    #expect(await login.sessions.state == .signedOut(.loggedOut))
  }

  @Test func tokensAndCodesAreNeverPrinted() async throws {
    let app = try OryApp(redirectURI: "https://shop.example.com/callback")
    let form = try await app.form()
    let attempt = try await app.login.begin(form, with: "google")
    let begun = shapes(of: form) + shapes(of: attempt)
    let session = try await app.login.finish(attempt, callback: try app.callback(of: attempt))
    let message = OryMessage(id: 1, text: "s3cret words", type: .info)
    var shown =
      begun + shapes(of: form) + shapes(of: attempt) + shapes(of: session) + shapes(of: app.login)
    shown += shapes(of: app.login.sessions) + shapes(of: app.login.client) + shapes(of: message)
    shown +=
      shapes(of: await app.login.sessions.state) + shapes(of: [session as Any, attempt, form])
    shown += shapes(of: OryLoginError(.refused([message])).reason)
    for text in shown {
      #expect(!text.contains("s3cret") && !text.contains("state=1"), "\(text)")
      #expect(!text.contains("flow-1") && !text.contains("flow=1"), "\(text)")
    }
    // The text without redaction contains them.
    #expect(session.token.reveal().contains("s3cret"))
    #expect(shapes(of: session.token.reveal()).contains { $0.contains("s3cret") })
  }

  @Test func everyErrorIsASentence() async throws {
    let reasons: [OryLoginError.Reason] = [
      .conflict, .cancelled, .browser(.noBrowser), .insecurePage, .callback(.fragment),
      .errorInCallback, .alreadyFinished, .refused([]), .expired, .unknownCode,
      .registeredWithoutSession(identityID: "x"), .browserRequired, .codeRequired, .noRedirectURI,
      .returnToForbidden,
      .sessionAlreadyAvailable, .secondFactorRequired, .otherSession, .notSignedIn,
      .unavailable(CredentialUnavailable("the store is locked now")), .noExchangeCode,
      .unexpectedResponse, .notStored(StoreError(.noSpace)),
      .request(RequestError(.cancelled, progress: .sent, operationName: "WhoAmI")),
    ]
    let texts = reasons.map { "\(OryLoginError($0))" }
    #expect(Set(texts).count == reasons.count)
    #expect(texts.allSatisfy { $0.count > 15 })
    #expect(String(reflecting: OryLoginError(.expired)) == texts[8])
  }
}
