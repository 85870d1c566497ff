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
  private func loggedIn(key: (any DPoPKey)? = nil) async throws -> PretendLogin {
    let pretend = try await PretendLogin(key: key)
    let type = key == nil ? "Bearer" : "DPoP"
    #expect(try await pretend.reason(tokens: ["token_type": type]) == nil)
    await pretend.server.respond(to: "/oauth/revoke") { _ in HTTPResponse(status: 200) }
    return pretend
  }

  @Test func logoutRemovesTheKeyUnlessAnotherLoginHasBegun() async throws {
    let key = OpenSSLKey()
    let pretend = try await loggedIn(key: key)
    let first = try await key.publicKey
    let attempt = try await pretend.login.begin(try pretend.options())
    await pretend.login.logOut()
    #expect(try await key.publicKey == first)
    await pretend.login.cancel(attempt)
    await pretend.login.logOut()
    #expect(try await key.publicKey != first)
  }

  /// A login that has expired after an hour does not keep the key.
  @Test func keyIsNotKeptForAnExpiredLogin() async throws {
    let key = OpenSSLKey()
    let pretend = try await loggedIn(key: key)
    let first = try await key.publicKey
    _ = try await pretend.login.begin(try pretend.options())
    pretend.clock.withLock { $0 += 3601 }
    await pretend.login.logOut()
    #expect(try await key.publicKey != first)
  }

  /// The code is being exchanged with a proof by the key.
  @Test func keyIsKeptForALoginInItsExchange() async throws {
    let key = OpenSSLKey()
    let pretend = try await loggedIn(key: key)
    let first = try await key.publicKey
    let attempt = try await pretend.login.begin(try pretend.options())
    let callback = try attempt.redirect()
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    await pretend.server.respond(to: "/oauth/token") { _ in
      for await _ in gate { break }
      return PretendServer.response(503)
    }
    let ending = Task { try await pretend.login.finish(attempt, callback: callback) }
    try await wait { await pretend.server.count("/oauth/token") >= 2 }
    await pretend.login.logOut()
    #expect(try await key.publicKey == first)
    open.finish()
    await #expect(throws: WebLoginError.self) { try await ending.value }
  }

  @Test func unreadableSessionIsNotReportedAsRevoked() async throws {
    let pretend = try await PretendLogin(store: UnreadableStore())
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
    let pretend = try await loggedIn(key: StuckKey())
    let logOut = await pretend.login.logOut()
    #expect(logOut.serverError == nil && logOut.keyError == .unusable)
  }
}

/// A device whose store is unavailable.
private struct UnreadableStore: SecretStore {
  func read() throws(StoreError) -> Data? { throw StoreError(.unavailable) }
  func write(_ data: Data) throws(StoreError) {}
  func remove() throws(StoreError) {}
}
