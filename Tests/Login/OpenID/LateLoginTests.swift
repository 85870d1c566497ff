// Tests that a login which completes after another login or a logout is not used.

import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

struct LateLoginTests {
  enum Login: CaseIterable, Sendable {
    case page, device, exchange
    case code, passkey, secondFactor

    var step: StepTests.Step? {
      switch self {
      case .code: .code
      case .passkey: .passkey
      case .secondFactor: .secondFactor
      case .page, .device, .exchange: nil
      }
    }
  }

  /// What comes while Ada's login is under way.
  enum Interruption: CaseIterable, Sendable {
    case login, logout, loginElsewhere

    var isLogin: Bool { self != .logout }
  }

  private func begin(_ login: Login, _ pretend: PretendLogin) async throws -> StepTests.Finish {
    if let step = login.step { return try await StepTests().begin(step, pretend) }
    switch login {
    case .device:
      try await pretend.server.respond(
        to: "/oauth/device/code",
        [
          "device_code": "device-s3cret", "user_code": "WDJB-MJHT",
          "verification_uri": "https://login.example/device", "interval": 1,
        ])
      let code = try await pretend.login.requestDeviceCode()
      return { try await $0.finish(code) }
    case .exchange: return { try await $0.logIn(exchanging: .idToken("ada")) }
    default:
      let attempt = try await pretend.login.begin(try pretend.options(scopes: ["offline_access"]))
      let redirect = try attempt.redirect()
      return { try await $0.finish(attempt, callback: redirect) }
    }
  }

  private func interrupt(
    _ interruption: Interruption, _ sessions: SessionManager<OpenIDSession>,
    _ store: any SecretStore, with ben: OpenIDSession
  ) async throws {
    switch interruption {
    case .login: try await sessions.logIn { ben }
    case .logout: try await sessions.signOut()
    case .loginElsewhere:
      try await SessionManager<OpenIDSession>(store: store).logIn { ben }
    }
  }

  private func ben() async throws -> OpenIDSession {
    let other = try await PretendLogin()
    await other.grant(["access_token": "ben", "refresh_token": "refresh-ben"])
    return try await other.login.logIn(exchanging: .idToken("ben")).session
  }

  @Test(arguments: Login.allCases, Interruption.allCases)
  func lateLoginSendsNothing(_ login: Login, _ interruption: Interruption) async throws {
    // A token exchange has no earlier request.
    guard login != .exchange else { return }
    let ben = try await ben()
    let pretend = try await PretendLogin(waits: Shared([]))
    let finish = try await begin(login, pretend)
    let before = await pretend.server.requests.count
    try await interrupt(interruption, pretend.login.sessions, pretend.store, with: ben)
    await expectFailure("noSuchAttempt") { try await finish(pretend.login) }
    #expect(await pretend.server.requests.count == before)
    #expect(await pretend.session == (interruption.isLogin ? ben : nil))
  }

  @Test(arguments: Login.allCases, Interruption.allCases)
  func tokensOfALateLoginAreRevoked(_ login: Login, _ interruption: Interruption) async throws {
    let ben = try await ben()
    let pretend = try await PretendLogin(waits: Shared([]))
    await pretend.server.respond(to: "/oauth/revoke") { _ in HTTPResponse(status: 200) }
    let finish = try await begin(login, pretend)
    await pretend.grant(["refresh_token": "refresh-late", "recovery_code": "r3covery"])
    let granted = try #require(await pretend.server.handler(for: "/oauth/token"))
    let (sessions, store) = (pretend.login.sessions, pretend.store)
    await pretend.server.respond(to: "/oauth/token") { request throws(TransportError) in
      let response = try await granted(request)
      try? await interrupt(interruption, sessions, store, with: ben)
      return response
    }
    let error = await #expect(throws: WebLoginError.self) { try await finish(pretend.login) }
    #expect(error.map { "\($0.reason)" } == "noSuchAttempt")
    // The code before is used up, so the user needs the next one.
    #expect((error?.recoveryCode != nil) == [.code, .secondFactor].contains(login))
    #expect(await pretend.session == (interruption.isLogin ? ben : nil))
    await sessions.settle()
    #expect(await pretend.server.lastBody("/oauth/revoke")["token"] == "refresh-late")
  }

  /// In the next run, another user may be signed in, and the store may be unreadable.
  @Test(arguments: Interruption.allCases, [false, true])
  func redirectThatStartsTheAppIsLate(_ interruption: Interruption, isGated: Bool) async throws {
    let ben = try await ben()
    let (store, pending) = (InMemoryStore(), InMemoryStore())
    let first = try await PretendLogin(store: store, pendingStore: pending)
    let redirect = try await first.login.begin(try first.options(scopes: ["read"])).redirect()
    try await interrupt(interruption, first.login.sessions, store, with: ben)
    let second = try await PretendLogin(
      store: isGated ? GatedStore(store, gate: StoreGate {}) : store, pendingStore: pending)
    await expectFailure("noSuchAttempt") { try await second.login.resume(with: redirect) }
    #expect(await second.server.requests.isEmpty)
    let stored = await SessionManager<OpenIDSession>(store: store).state.session
    #expect(stored == (interruption.isLogin ? ben : nil))
  }

  @Test func claimsOfAnotherUserAreNotRequested() async throws {
    let ben = try await ben()
    let pretend = try await PretendLogin.loggedIn()
    pretend.clock.withLock { $0 += 86_400 }
    let sessions = pretend.login.sessions
    await pretend.server.respond(to: "/oauth/token") { _ throws(TransportError) in
      _ = try? await sessions.logIn { ben }
      return HTTPResponse(status: 503)
    }
    await expectFailure("notSignedIn") { try await pretend.login.userInfo() }
    #expect(await pretend.server.count("/userinfo") == 0)
  }

  /// Another process has logged the user before out, and has removed the key with the session.
  @Test func tokensOfAKeyThatIsRemovedAreNotUsed() async throws {
    let key = OpenSSLKey()
    let pretend = try await PretendLogin(key: key)
    await pretend.server.respond(to: "/oauth/revoke") { _ in HTTPResponse(status: 200) }
    await pretend.grant(["refresh_token": "refresh-late", "token_type": "DPoP"])
    let granted = try #require(await pretend.server.handler(for: "/oauth/token"))
    await pretend.server.respond(to: "/oauth/token") { request throws(TransportError) in
      await key.remove()
      return try await granted(request)
    }
    await expectFailure("noSuchAttempt") {
      try await pretend.login.logIn(exchanging: .idToken("ada"))
    }
    await pretend.login.sessions.settle()
    #expect(await pretend.session == nil)
    #expect(await pretend.server.lastBody("/oauth/revoke")["token"] == "refresh-late")
  }

  /// The user closes the screen while the last request is under way.
  @Test(arguments: [true, false]) func cancelledLoginIsNotUsed(withItsTask: Bool) async throws {
    let pretend = try await PretendLogin()
    await pretend.server.respond(to: "/oauth/revoke") { _ in HTTPResponse(status: 200) }
    await pretend.grant(["refresh_token": "refresh-late"])
    let granted = try #require(await pretend.server.handler(for: "/oauth/token"))
    let gate = Gate()
    await pretend.server.respond(to: "/oauth/token") { request throws(TransportError) in
      await gate.pass()
      return try await granted(request)
    }
    let attempt = try await pretend.login.begin(try pretend.options(scopes: ["offline_access"]))
    let redirect = try attempt.redirect()
    let task = Task { try await pretend.login.finish(attempt, callback: redirect) }
    await gate.holdsACaller()
    if withItsTask { task.cancel() } else { await pretend.login.cancel(attempt) }
    gate.open()
    await expectFailure("cancelled") { try await task.value }
    await pretend.login.sessions.settle()
    #expect(await pretend.session == nil)
    #expect(await pretend.server.lastBody("/oauth/revoke")["token"] == "refresh-late")
  }
}
