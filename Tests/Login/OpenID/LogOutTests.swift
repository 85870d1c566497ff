// Tests logout: the requests to the server, and the data removed from the device.

import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

struct LogOutTests {
  /// The next user begins while the server ends the session. A login that is cancelled, or has expired after
  /// an hour, does not keep the key.
  @Test(arguments: [true, false])
  func logoutRemovesTheKeyUnlessAnotherLoginHasBegun(isCancelled: Bool) async throws {
    let key = OpenSSLKey()
    let pretend = try await PretendLogin.loggedIn(key: key)
    let first = try await key.publicKey
    let (options, attempts) = (try pretend.options(), Shared<AuthorizationAttempt?>(nil))
    await pretend.server.respond(to: "/oauth/revoke") { [login = pretend.login] _ in
      let attempt = try? await login.begin(options)
      attempts.withLock { $0 = attempt }
      return HTTPResponse(status: 200)
    }
    await pretend.login.logOut()
    #expect(try await key.publicKey == first)
    if isCancelled {
      await pretend.login.cancel(try #require(attempts.withLock { $0 }))
    } else {
      pretend.clock.withLock { $0 += 3601 }
    }
    await pretend.login.logOut()
    #expect(try await key.publicKey != first)
  }

  /// The code is being exchanged with a proof by the key.
  @Test func keyIsKeptForALoginInItsExchange() async throws {
    let key = OpenSSLKey()
    let pretend = try await PretendLogin.loggedIn(key: key)
    let first = try await key.publicKey
    let attempt = try await pretend.login.begin(try pretend.options())
    let gate = Gate()
    await pretend.server.respond(to: "/oauth/token") { _ in
      await gate.pass()
      return PretendServer.response(503)
    }
    let ending = Task { try await pretend.finish(attempt) }
    await gate.holdsACaller()
    await pretend.login.logOut()
    #expect(try await key.publicKey == first)
    gate.open()
    await #expect(throws: WebLoginError.self) { try await ending.value }
  }

  @Test func unreadableSessionIsNotReportedAsRevoked() async throws {
    let pretend = try await PretendLogin(store: FaultyStore([.read: .unavailable]))
    let logOut = await pretend.login.logOut()
    #expect(logOut.storeError?.reason == .unavailable)
    #expect(logOut.serverError == nil && logOut.keyError == nil)
  }

  @Test func keyThatCannotBeRemovedIsReported() async throws {
    struct StuckKey: DPoPKey {
      let key = OpenSSLKey()
      var publicKey: DPoPPublicKey {
        get async throws(DPoPKeyError) { try await key.publicKey }
      }
      func signature(for message: Data) async throws(DPoPKeyError) -> Data {
        try await key.signature(for: message)
      }
      func remove() throws(DPoPKeyError) { throw .unusable }
    }
    let pretend = try await PretendLogin.loggedIn(key: StuckKey())
    let logOut = await pretend.login.logOut()
    #expect(logOut.serverError == nil && logOut.keyError == .unusable)
  }
}
