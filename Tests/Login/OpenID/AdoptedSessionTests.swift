// Tests the sessions that another library has begun.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct AdoptedSessionTests {
  private func adopt(_ pretend: PretendLogin, _ token: Secret = "other-s3cret") async throws -> Bool
  {
    try await pretend.login.adopt(refreshToken: token, scopes: ["openid offline_access"])
  }

  private func adopted(store: any SecretStore = InMemoryStore()) async throws -> PretendLogin {
    let pretend = try await PretendLogin(store: store)
    #expect(try await adopt(pretend))
    return pretend
  }

  @Test func adoptedTokenIsRefreshedBeforeTheFirstCall() async throws {
    let store = InMemoryStore()
    let pretend = try await adopted(store: store)
    #expect(await pretend.server.requests.count == 0)
    #expect(String(decoding: store.read() ?? Data(), as: UTF8.self).contains("other-s3cret"))
    await pretend.grant(idToken: ["name": "Ada"])
    #expect(try await pretend.login.sessions.credential()?.token.reveal() == "access-1")
    #expect(
      await pretend.server.lastBody("/oauth/token") == [
        "grant_type": "refresh_token", "client_id": PretendServer.clientID,
        "refresh_token": "other-s3cret",
      ])
    let session = try #require(await pretend.session)
    #expect(session.subject == "user-1" && session.claims?.name == "Ada")
    #expect(session.refreshToken == "refresh-1" && session.scopes == ["openid", "offline_access"])
    #expect(!String(decoding: store.read() ?? Data(), as: UTF8.self).contains("other-s3cret"))
  }

  @Test func emptyTokenIsNotAdopted() async throws {
    let store = InMemoryStore()
    let pretend = try await PretendLogin(store: store)
    #expect(try await !adopt(pretend, ""))
    #expect(store.read() == nil)
    #expect(await pretend.session == nil)
  }

  /// The device's clock may be far behind.
  @Test func emptyAccessTokenIsNeverSent() async throws {
    let pretend = try await adopted()
    pretend.clock.withLock { $0 = Date(timeIntervalSince1970: 0) }
    await pretend.server.disconnect("/oauth/token")
    await #expect(throws: CredentialUnavailable.self) {
      try await pretend.login.sessions.credential()
    }
    #expect(await pretend.session?.refreshToken == "other-s3cret")
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
    let pretend = try await PretendLogin.loggedIn()
    let session = await pretend.session
    let count = await pretend.server.requests.count
    #expect(try await !adopt(pretend))
    await pretend.login.sessions.settle()
    #expect(await pretend.session == session)
    #expect(await pretend.server.requests.count == count)
  }

  /// Also if another process has logged in since this one has read the store.
  @Test func adoptedTokenReplacesNoLoginOfAnotherProcess() async throws {
    let store = InMemoryStore()
    let pretend = try await PretendLogin(store: store)
    #expect(await pretend.login.sessions.state == .signedOut(.noSession))
    _ = try await PretendLogin.loggedIn(store: store)
    #expect(try await !adopt(pretend))
    #expect(await pretend.session?.refreshToken == "refresh-1")
  }

  @Test(arguments: [
    [FaultyStore.Call.write: StoreError.Reason.noSpace], [.read: .unavailable],
  ])
  func tokenThatCannotBeStoredIsNotUsed(
    reasons: [FaultyStore.Call: StoreError.Reason]
  ) async throws {
    let store = FaultyStore(reasons)
    let pretend = try await PretendLogin(store: store)
    await #expect(throws: StoreError.self) { try await adopt(pretend) }
    let credential = try? await pretend.login.sessions.credential()
    #expect(credential == nil)
    #expect(await pretend.server.requests.count == 0)
    store.fail(by: nil)
    #expect(try await adopt(pretend))
  }

  @Test func removedAccountAdoptsNoToken() async throws {
    let pretend = try await PretendLogin()
    let accounts = Accounts(list: InMemoryStore()) { [login = pretend.login] _ in login }
    let account = try await accounts.add("Ada")
    _ = try await accounts.login(of: account.id)
    try await accounts.remove(account.id)
    let error = await #expect(throws: StoreError.self) { try await adopt(pretend) }
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
