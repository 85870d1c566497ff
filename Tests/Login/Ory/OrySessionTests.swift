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

  @Test func sessionIsInAnOwnerOnlyFileUntilTheLogout() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "authgen-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "app/session")
    func permissions(_ url: URL) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
    let app = try OryApp(store: FileStore(url: file))
    let form = try await app.form()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let session = try await app.login.submit(form, with: "google")
    let parent = file.deletingLastPathComponent()
    #expect(try permissions(file) == 0o600 && permissions(parent) == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path) == ["session"])

    let restarted = try OryApp(ory: app.ory, store: FileStore(url: file))
    let user = try await restarted.login.whoAmI()
    #expect(app.ory.requests.last?.headers["X-Session-Token"] == session.token.reveal())
    #expect(user.id == session.id && user.identity?.id == session.identityID)
    #expect(user.identity?.traits?["email"]?.string == "ada@example.com")
    #expect(user.authenticationMethods?.first?.provider == "google")
    #expect(await restarted.session == session)

    let out = await restarted.login.logOut()
    #expect(out.serverError == nil && out.storeError == nil)
    #expect(app.ory.lines.last == logOut)
    #expect(app.ory.requests.last?.body == ["session_token": session.token.reveal()])
    #expect(await restarted.login.sessions.state == .signedOut(.loggedOut))
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let count = app.ory.lines.count
    #expect(await restarted.login.logOut().serverError == nil)
    #expect(app.ory.lines.count == count)

    // The server has ended the session.
    let afterwards = try OryApp(ory: app.ory, store: FileStore(url: file))
    #expect(await afterwards.login.sessions.state == .signedOut(.noSession))
    try await afterwards.login.sessions.logIn { session }
    await afterwards.expect("notSignedIn") { try await $0.whoAmI() }
  }

  @Test func sessionThatAnotherLoginReplacesIsEndedOnTheServer() async throws {
    let app = try OryApp()
    try await app.logIn()
    try await app.logIn()
    await app.login.sessions.settle()
    #expect(app.ory.lines.count { $0 == logOut } == 1)
  }

  @Test func secondFactorKeepsTheSessionAndItsEndDoesNot() async throws {
    let app = try OryApp()
    let session = try await app.logIn()
    app.ory.requireSecondFactor(of: session)
    await app.expect("secondFactorRequired") { try await $0.whoAmI() }
    app.ory.fail(whoAmI, TransportError(.secureConnectionFailed, wasSent: false))
    app.ory.respond(to: whoAmI, 500, "{}")
    for _ in 1...2 {
      #expect(await app.failure { try await $0.whoAmI() }?.hasPrefix("request") == true)
    }
    #expect(await app.login.sessions.state == .signedIn(session))

    app.ory.end(session)
    await app.expect("notSignedIn") { try await $0.whoAmI() }
    #expect(await app.login.sessions.state == .signedOut(.ended))
    #expect(try app.store.read() == nil)
    let count = app.ory.lines.count
    await app.expect("notSignedIn") { try await $0.whoAmI() }
    #expect(app.ory.lines.count == count)
  }

  /// The device's clock may be wrong.
  @Test func onlyTheServerEndsASession() async throws {
    let app = try OryApp()
    let session = try await app.logIn()
    app.time.withLock { $0 = OryFake.sessionEnd.addingTimeInterval(86_400) }
    #expect(try await app.login.sessions.credential() == session.credential)
    #expect(await app.login.sessions.state == .signedIn(session))
    app.ory.advance(by: OryFake.sessionSeconds)
    await app.expect("notSignedIn") { try await $0.whoAmI() }
  }

  @Test func extendedSessionIsKeptLonger() async throws {
    let app = try OryApp()
    let session = try await app.logIn()
    let end = OryFake.sessionEnd.addingTimeInterval(3_600)
    app.ory.respond(
      to: whoAmI, 200, OryFake.text(OryFake.session(1, level: nil, identity: nil, expiresAt: end)))
    _ = try await app.login.whoAmI()
    app.time.withLock { $0 = OryFake.sessionEnd }
    #expect(try await app.login.sessions.credential() == session.credential)
    let stored = await (try OryApp(store: app.store)).session
    #expect(stored?.expiresAt == end)
    #expect(stored?.token == session.token && stored?.identityID == session.identityID)
    #expect(stored?.assuranceLevel == .aal1)

    // The response to another session changes nothing.
    app.ory.respond(to: whoAmI, 200, OryFake.text(OryFake.session(2, identity: nil)))
    _ = try await app.login.whoAmI()
    #expect(await app.session == stored)
  }

  @Test func unavailableStoreEndsNoSession() async throws {
    let app = try OryApp(store: FaultyStore([.read: .unavailable]))
    await app.expect("unavailable") { try await $0.whoAmI() }
    await app.expect("unavailable") { try await $0.secondFactorForm() }
    #expect(await app.login.logOut().storeError?.reason == .unavailable)
    #expect(app.ory.lines.isEmpty)
  }

  @Test func signingOutRemovesTheSessionIfTheServerFails() async throws {
    let app = try OryApp()
    try await app.logIn()
    app.ory.respond(to: logOut, 503, OryFake.error(503))
    let done = await app.login.logOut()
    #expect(done.serverError?.progress == .responded && done.storeError == nil)
    #expect(try app.store.read() == nil)
    #expect(app.ory.lines.count { $0 == logOut } == 1)
    for text in shapes(of: done) { #expect(!text.contains("s3cret")) }
  }

  @Test func signingOutReportsAStoreThatCannotBeCleared() async throws {
    let app = try OryApp(store: FaultyStore([.remove: .unavailable]))
    try await app.logIn()
    let done = await app.login.logOut()
    #expect(done.serverError == nil && done.storeError?.reason == .unavailable)
    #expect(app.ory.lines.last == logOut)
    #expect(await app.login.sessions.state == .signedOut(.loggedOut))
  }

  @Test func tokensAndCodesAreNeverPrinted() async throws {
    let app = try OryApp(redirectURI: "https://shop.example.com/callback")
    let form = try await app.form()
    let attempt = try await app.login.begin(form, with: "google")
    var shown = shapes(of: form) + shapes(of: attempt)
    let session = try await app.login.finish(attempt, callback: try app.callback(of: attempt))
    let message = OryMessage(id: 1, text: "s3cret words", type: .info)
    let values: [Any] = [
      form, attempt, session, app.login, app.login.sessions, app.login.client, message,
      await app.login.sessions.state, [session, attempt, form] as [Any],
      OryLoginError(.refused([message])).reason,
    ]
    shown += values.flatMap { shapes(of: $0) }
    for text in shown {
      #expect(!text.contains("s3cret") && !text.contains("state="), "\(text)")
      #expect(!text.contains("flow-1"), "\(text)")
    }
    // The text without redaction contains them.
    #expect(session.token.reveal().contains("s3cret"))
    #expect(shapes(of: session.token.reveal()).contains { $0.contains("s3cret") })
  }

  @Test func everyErrorIsASentence() async throws {
    let reasons: [OryLoginError.Reason] = [
      .cancelled, .browser(.noBrowser), .insecurePage, .callback(.fragment),
      .errorInCallback, .alreadyFinished, .refused([]), .expired, .unknownCode,
      .registeredWithoutSession(identityID: "x"), .browserRequired, .codeRequired, .noRedirectURI,
      .returnToForbidden, .sessionAlreadyAvailable, .secondFactorRequired, .otherSession,
      .notSignedIn, .unavailable(CredentialUnavailable("the store is locked now")),
      .noExchangeCode, .unexpectedResponse, .notStored(StoreError(.noSpace)),
      .request(RequestError(.cancelled, progress: .sent, operationName: "WhoAmI")),
    ]
    let texts = reasons.map { "\(OryLoginError($0))" }
    #expect(Set(texts).count == reasons.count)
    #expect(texts.allSatisfy { $0.count > 15 })
    #expect(String(reflecting: OryLoginError(.expired)) == texts[7])
  }
}
