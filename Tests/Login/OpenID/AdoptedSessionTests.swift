// Tests the sessions that another library has begun.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct AdoptedSessionTests {
  private let scopes = ["openid offline_access"]

  private func adopted(store: any SecretStore = InMemoryStore()) async throws -> PretendLogin {
    let pretend = try await PretendLogin(store: store)
    #expect(try await pretend.login.adopt(refreshToken: "other-s3cret", scopes: scopes))
    return pretend
  }

  private func requests(_ pretend: PretendLogin) async -> Int {
    await pretend.server.requests.count
  }

  @Test func adoptedTokenIsRefreshedBeforeTheFirstCall() async throws {
    let store = InMemoryStore()
    let pretend = try await adopted(store: store)
    #expect(await requests(pretend) == 0)
    #expect(String(decoding: store.read() ?? Data(), as: UTF8.self).contains("other-s3cret"))
    await pretend.grant(idToken: ["name": "Ada"])
    #expect(try await pretend.login.sessions.credential()?.token.reveal() == "access-1")
    #expect(
      await pretend.server.lastBody("/oauth/token") == [
        "grant_type": "refresh_token", "client_id": PretendServer.clientID,
        "refresh_token": "other-s3cret",
      ])
    let session = try #require(await pretend.login.sessions.state.session)
    #expect(session.subject == "user-1" && session.claims?.name == "Ada")
    #expect(session.refreshToken == "refresh-1" && session.scopes == ["openid", "offline_access"])
    #expect(!String(decoding: store.read() ?? Data(), as: UTF8.self).contains("other-s3cret"))
  }

  @Test func emptyTokenIsNotAdopted() async throws {
    let store = InMemoryStore()
    let pretend = try await PretendLogin(store: store)
    #expect(try await !pretend.login.adopt(refreshToken: "", scopes: scopes))
    #expect(store.read() == nil)
    #expect(await pretend.login.sessions.state.session == nil)
  }

  /// The device's clock may be far behind.
  @Test func emptyAccessTokenIsNeverSent() async throws {
    let pretend = try await adopted()
    pretend.clock.withLock { $0 = Date(timeIntervalSince1970: 0) }
    await pretend.server.respond(to: "/oauth/token") { _ throws(TransportError) in
      throw TransportError(.connectionLost, wasSent: true)
    }
    await #expect(throws: CredentialUnavailable.self) {
      try await pretend.login.sessions.credential()
    }
    #expect(await pretend.login.sessions.state.session?.refreshToken == "other-s3cret")
  }

  @Test func adoptedTokensIDTokenIsVerified() async throws {
    let pretend = try await adopted()
    await pretend.grant(signer: try await TokenSigner.otherRSA.value)
    #expect(try await pretend.login.sessions.credential() == nil)
    #expect(
      "\(await pretend.login.sessions.state)"
        == "signed out: new tokens are not trusted: the ID token has an invalid signature")
    #expect(try pretend.store.read() == nil)
  }

  @Test func adoptedTokenThatIsRefusedEndsTheSession() async throws {
    let pretend = try await adopted()
    try await pretend.server.respond(to: "/oauth/token", status: 403, ["error": "invalid_grant"])
    #expect(try await pretend.login.sessions.credential() == nil)
    #expect(await pretend.login.sessions.state == .signedOut(.ended))
    #expect(try pretend.store.read() == nil)
  }

  @Test func adoptedTokenReplacesNoLogin() async throws {
    let pretend = try await PretendLogin()
    await pretend.server.respond(to: "/oauth/revoke") { _ in HTTPResponse(status: 200) }
    #expect(try await pretend.reason() == nil)
    let session = await pretend.login.sessions.state.session
    let count = await requests(pretend)
    #expect(try await !pretend.login.adopt(refreshToken: "other-s3cret", scopes: scopes))
    await pretend.login.sessions.settle()
    #expect(await pretend.login.sessions.state.session == session)
    #expect(await requests(pretend) == count)
  }

  /// Also if another process has logged in since this one has read the store.
  @Test func adoptedTokenReplacesNoLoginOfAnotherProcess() async throws {
    let store = InMemoryStore()
    let pretend = try await PretendLogin(store: store)
    #expect(await pretend.login.sessions.state == .signedOut(.noSession))
    let other = try await PretendLogin(store: store)
    #expect(try await other.reason() == nil)
    #expect(try await !pretend.login.adopt(refreshToken: "other-s3cret", scopes: scopes))
    #expect(await pretend.login.sessions.state.session?.refreshToken == "refresh-1")
  }

  @Test(arguments: [true, false])
  func tokenThatCannotBeStoredIsNotUsed(isReadable: Bool) async throws {
    let store = UnwritableStore(isReadable: isReadable)
    let pretend = try await PretendLogin(store: store)
    await #expect(throws: StoreError.self) {
      try await pretend.login.adopt(refreshToken: "other-s3cret", scopes: scopes)
    }
    let credential = try? await pretend.login.sessions.credential()
    #expect(credential == nil)
    #expect(await requests(pretend) == 0)
    store.isBroken.withLock { $0 = false }
    #expect(try await pretend.login.adopt(refreshToken: "other-s3cret", scopes: scopes))
  }

  @Test func removedAccountAdoptsNoToken() async throws {
    let pretend = try await PretendLogin()
    let accounts = Accounts(list: InMemoryStore()) { [login = pretend.login] _ in login }
    let account = try await accounts.add("Ada")
    _ = try await accounts.login(of: account.id)
    try await accounts.remove(account.id)
    let error = await #expect(throws: StoreError.self) {
      try await pretend.login.adopt(refreshToken: "other-s3cret", scopes: scopes)
    }
    #expect(error?.reason == .accountRemoved)
    #expect(try pretend.store.read() == nil)
  }

  @Test func logoutRevokesTheAdoptedToken() async throws {
    let pretend = try await adopted()
    await pretend.server.respond(to: "/oauth/revoke") { _ in HTTPResponse(status: 200) }
    #expect(await pretend.login.logOut().serverError == nil)
    #expect(await pretend.server.lastBody("/oauth/revoke")["token"] == "other-s3cret")
    #expect(try pretend.store.read() == nil)
  }
}

/// A store on a full disk, or on a locked device.
private final class UnwritableStore: SecretStore {
  let isBroken = Shared(true)
  private let isReadable: Bool
  private let store = InMemoryStore()

  init(isReadable: Bool) {
    self.isReadable = isReadable
  }

  func read() throws(StoreError) -> Data? {
    if !isReadable { try check(.unavailable) }
    return store.read()
  }

  func write(_ data: Data) throws(StoreError) {
    if isReadable { try check(.noSpace) }
    store.write(data)
  }

  func remove() throws(StoreError) { store.remove() }

  private func check(_ reason: StoreError.Reason) throws(StoreError) {
    if isBroken.withLock({ $0 }) { throw StoreError(reason) }
  }
}
