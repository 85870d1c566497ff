// Tests the session of a Prelude login: what the device stores, and who can use it.

import Auth0API
import AuthGenLoginTestSupport
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAPI
import PreludeAuth
import Testing

@Suite struct PreludeSessionTests {
  /// An app whose server verifies each proof's signature.
  private func boundApp(clockOffset: Double = 0) throws -> PreludeApp {
    let app = try PreludeApp(key: OpenSSLKey(), clockOffset: clockOffset)
    app.server.verifiesSignatures = true
    app.server.requiresNonce = true
    return app
  }

  @Test func tokensAreInTheSecureStoreUntilTheLogout() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-prelude-session-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "session")
    let app = try PreludeApp(store: FileStore(url: file))
    let user = try #require(try await app.logIn().user)
    for (url, mode) in [(file, 0o600), (folder, 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["session"])

    let later = try app.relaunched(store: FileStore(url: file))
    #expect(try await later.client.user() == user)
    #expect(try await later.client.sessions.refreshedSession()?.userID == user.profile.userID)
    let logOut = await later.client.logOut()
    #expect(logOut.serverError == nil && logOut.storeError == nil)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(try await app.relaunched(store: FileStore(url: file)).client.user() == nil)
  }

  @Test func logoutRevokesTheSession() async throws {
    let key = OpenSSLKey()
    let app = try PreludeApp(key: key)
    try await app.logIn()
    let stored = try app.store.read()
    let copy = await key.copy()
    let logOut = await app.client.logOut()
    #expect(logOut.serverError == nil && logOut.storeError == nil)
    #expect(try app.store.read() == nil)
    #expect(try await app.client.user() == nil)
    #expect(app.paths.last == "revoke")
    // A copy of the session is useless, even with the key.
    let later = try app.relaunched(store: InMemoryStore(stored), key: copy)
    #expect(try await later.client.user() != nil)
    #expect(try await later.client.sessions.refreshedSession() == nil)
    #expect(try await copy.publicKey.thumbprint != key.publicKey.thumbprint)
  }

  @Test func sessionThatAnotherLoginReplacesIsRevoked() async throws {
    let app = try PreludeApp()
    try await app.logIn()
    try await app.logIn()
    await app.client.sessions.settle()
    #expect(app.count("revoke") == 1)
    #expect(try await app.client.sessions.refreshedSession() != nil)
  }

  /// Another login or a logout comes while the last request is under way.
  @Test(arguments: [true, false]) func lateLoginIsRevoked(isLogin: Bool) async throws {
    let (app, other) = (try PreludeApp(), try PreludeApp())
    // The tokens of its second login are not those of the late login.
    try await other.logIn()
    try await other.logIn()
    let ben = try #require(await other.client.sessions.state.session)
    let sessions = app.client.sessions
    app.before("login/finalize") {
      _ = isLogin ? try? await sessions.logIn { ben } : try? await sessions.signOut()
    }
    await app.expect(.superseded) { try await app.logIn() }
    #expect(await sessions.state.session == (isLogin ? ben : nil))
    await sessions.settle()
    #expect(app.count("revoke") == 1)
  }

  /// A response that names another user, or none. The session of another user ends.
  @Test func tokensOfAnotherUserAreNotUsed() async throws {
    let app = try PreludeApp()
    func order(_ path: String, _ claims: String) {
      let token = "e30.\(Base64URL.encode(Array(claims.utf8)))."
      app.server.withLock {
        $0.order(
          path, 200, #"{"access_token": "\#(token)", "expires_at": "2027-01-15T08:10:00Z"}"#,
          headers: ["X-Refresh-Token": "refresh"])
      }
    }
    order("login/finalize", "{}")
    await app.expect(.unexpectedResponse) { try await app.logIn() }
    try await wait { app.count("revoke") == 1 }
    try await app.logIn()
    order("refresh", #"{"sub": "user-2"}"#)
    #expect(try await app.client.sessions.refreshedSession() == nil)
    #expect(try await app.client.user() == nil && app.store.read() == nil)
  }

  @Test func failedRefreshKeepsTheSession() async throws {
    let app = try PreludeApp()
    let user = try await app.logIn().user
    app.order("refresh", 500, code: "internal")
    await #expect(throws: CredentialUnavailable.self) {
      try await app.client.sessions.refreshedSession()
    }
    #expect(try await app.client.user() == user)
    #expect(try await app.client.sessions.refreshedSession() != nil)
  }

  /// The device's clock is a day ahead. Without the correction, each call would refresh the session.
  @Test func serversDateCorrectsTheExpiry() async throws {
    let app = try PreludeApp(clockOffset: 86_400)
    try await app.logIn()
    let session = try #require(await app.client.sessions.state.session)
    #expect(session.expiresAt == app.server.time + 86_400 + 600)
    #expect(session.refreshTokenExpiresAt == app.server.time + 86_400 + 86_400)
  }

  // MARK: Bound to the device

  @Test func refreshRequiresTheSessionsKey() async throws {
    let app = try boundApp()
    try await app.logIn()
    let before = await app.client.sessions.state.session
    let after = try await app.client.sessions.refreshedSession()
    #expect(after != nil && after?.refreshToken != before?.refreshToken)
    #expect(
      after?.userID == before?.userID
        && after?.credential.placement == before?.credential.placement)
    let relaunched = try app.relaunched()
    #expect(try await relaunched.client.sessions.refreshedSession()?.userID == before?.userID)

    let stored = InMemoryStore(try app.store.read())
    let thief = try app.relaunched(store: stored, key: OpenSSLKey())
    let token = try #require(await thief.client.sessions.state.session?.refreshToken)
    for (transport, code) in [
      (DPoPTransport(key: OpenSSLKey(), environment: app.environment), .dpopKeyMismatch),
      (app.environment.transport, .missingDpopProof),
    ] as [(any Transport, PreludeErrorCode)] {
      let client = PreludeClient(try app.graphQL(over: transport))
      await #expect {
        try await client.refreshSession(refreshToken: token)
      } throws: {
        ($0 as? RequestError)?.preludeError?.code == code
      }
    }
    #expect(try await thief.client.sessions.refreshedSession() == nil)
    #expect(try await app.relaunched().client.sessions.refreshedSession() != nil)
  }

  /// The server's user info stands for any API that accepts the access tokens.
  @Test func accessTokenRequiresTheSessionsKey() async throws {
    let app = try boundApp()
    let user = try #require(try await app.logIn().user)
    func userInfo(_ transport: any Transport) async throws -> UserInfoQuery.Data.UserInfo {
      let client = try app.graphQL("", over: transport).authenticated(by: app.client.sessions)
      return try await Auth0Client(client).userInfo().userInfo
    }
    let key = try #require(app.key)
    let info = try await userInfo(DPoPTransport(key: key, environment: app.environment))
    #expect(info.sub == user.profile.userID && info.email == "a@b.example")
    for transport in [
      DPoPTransport(key: OpenSSLKey(), environment: app.environment), app.environment.transport,
    ] as [any Transport] {
      // Refused with an old and with a new token, so the session ends: each has its own.
      try await app.logIn()
      await #expect {
        try await userInfo(transport)
      } throws: { error in
        guard case .service(let failure) = (error as? RequestError)?.reason else { return false }
        return failure.http.status == 401
      }
    }
  }

  /// One retry corrects the clock and the nonce, for all calls.
  @Test(arguments: [0.0, 600, -600])
  func nonceAndClockAreCorrectedWheneverTheServerRequiresIt(clockOffset: Double) async throws {
    let app = try boundApp(clockOffset: clockOffset)
    try await app.logIn()
    _ = try await app.client.sessions.refreshedSession()
    app.server.withLock { $0.forgetNonces() }
    _ = try await app.client.sessions.refreshedSession()
    await app.client.logOut()
    #expect(
      app.paths.dropFirst() == [
        "login/finalize", "login/finalize", "refresh", "refresh", "refresh", "revoke",
      ])
    #expect(try await app.client.user() == nil)
  }
}
