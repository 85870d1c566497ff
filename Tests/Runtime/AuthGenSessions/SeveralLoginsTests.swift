// Tests that calls, tokens and stored sessions of one login do not get mixed up with another's.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct SeveralLoginsTests {
  private let server = RotatingServer()
  private let store = InMemoryStore()

  // MARK: Calls

  @Test func refusedCallIsNotRepeatedForAnotherUser() async throws {
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1) }
    let ada = try #require(try await manager.credential())
    try await manager.logIn { RotatingSession(7) }
    #expect(try await manager.credential(insteadOf: ada) == nil)
    #expect(await manager.state == .signedIn(RotatingSession(7)))
    #expect(await server.refreshes == 0)
  }

  @Test func refusedCallIsRepeatedAfterTheLoginsOwnRefreshes() async throws {
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1) }
    let first = try #require(try await manager.credential())
    for number in 2...4 {
      #expect(try await manager.refreshedSession() == RotatingSession(number))
    }
    #expect(try await manager.credential(insteadOf: first) == RotatingSession(4).credential)
    #expect(await server.refreshes == 3)
  }

  @Test func waitingCallIsNotSentForAnotherUser() async throws {
    let gate = Gate()
    let manager = server.manager(store) { await gate.pass() }
    try await manager.logIn { RotatingSession(1, expiresAt: .distantPast) }
    let waiting = Task { try await manager.credential() }
    await gate.holdsACaller()
    try await manager.logIn { RotatingSession(7) }
    gate.open()
    #expect(try await waiting.value == nil)
    #expect(try await manager.credential() == RotatingSession(7).credential)
  }

  // MARK: Revocation

  /// Servers revoke all tokens of a login together.
  @Test func lateTokensOfTheLiveLoginAreNotRevoked() async throws {
    let gate = Gate()
    let app = SessionManager<RotatingSession>(
      store: store,
      refresh: { _ in
        await gate.pass()
        return RotatingSession(3)
      }, revoke: { await server.revoke($0) })
    try await app.logIn { RotatingSession(1, expiresAt: .distantPast) }
    // Another process refreshes the same session, within the time in which the server accepts a used
    // token again.
    let other = InMemoryStore(store.read())
    let late = Task { try await app.credential() }
    await gate.holdsACaller()
    #expect(try await server.manager(other).refreshedSession() == RotatingSession(2))
    if let data = other.read() { store.write(data) }
    gate.open()
    #expect(try await late.value == RotatingSession(2).credential)
    await app.settle()
    #expect(await server.revoked == [])
  }

  @Test func logoutEndsTheTokensOfAnotherProcess() async throws {
    let (app, widget) = (server.manager(store), server.manager(store))
    try await app.logIn { RotatingSession(1) }
    #expect(await widget.state.session == RotatingSession(1))
    #expect(try await widget.refreshedSession() == RotatingSession(2))
    let ended = Shared<[RotatingSession]>([])
    await app.logOut { session in ended.withLock { $0.append(session) } }
    #expect(ended.withLock { $0 } == [RotatingSession(2)])
  }

  @Test func loginRevokesTheTokensOfAnotherProcess() async throws {
    let (app, widget) = (server.manager(store), server.manager(store))
    try await app.logIn { RotatingSession(1) }
    #expect(try await widget.refreshedSession() == RotatingSession(2))
    try await app.logIn { RotatingSession(7) }
    await app.settle()
    #expect(await server.revoked == [Secret("refresh-2")])
  }

  // MARK: Changes that could not be stored

  @Test func unsavedLoginIsStoredLater() async throws {
    let store = FakeStore()
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1) }
    store.now.writesFail = true
    await #expect(throws: StoreError.self) { try await manager.logIn { RotatingSession(7) } }
    #expect(store.now.content == nil)
    store.now.writesFail = false
    #expect(try await manager.credential() == RotatingSession(7).credential)
    #expect(await server.manager(store).state.session == RotatingSession(7))
  }

  @Test func unsavedLoginDoesNotReplaceALaterOne() async throws {
    let store = FakeStore()
    let (app, widget) = (server.manager(store), server.manager(store))
    store.now.writesFail = true
    await #expect(throws: StoreError.self) { try await app.logIn { RotatingSession(1) } }
    store.now.writesFail = false
    try await widget.logIn { RotatingSession(7) }
    _ = try await app.credential()
    #expect(await app.state == .signedIn(RotatingSession(7)))
    #expect(await server.manager(store).state.session == RotatingSession(7))
    await app.settle()
    #expect(await server.revoked == [Secret("refresh-1")])
  }

  /// The managers of an app whose logout could not be stored, and of its widget.
  private func unsavedLogout(
    in store: FakeStore
  ) async throws -> (app: SessionManager<RotatingSession>, widget: SessionManager<RotatingSession>)
  {
    let (app, widget) = (server.manager(store), server.manager(store))
    try await app.logIn { RotatingSession(1) }
    store.now.failure = .unavailable
    await #expect(throws: StoreError.self) { try await app.signOut() }
    store.now.failure = nil
    return (app, widget)
  }

  @Test func unsavedLogoutIsCompletedLater() async throws {
    let store = FakeStore()
    let (app, widget) = try await unsavedLogout(in: store)
    // A refresh by another process does not undo the logout.
    #expect(try await widget.refreshedSession() == RotatingSession(2))
    #expect(await app.state == .signedOut(.loggedOut))
    #expect(store.now.content == nil)
  }

  @Test func unsavedLogoutIsNotUndoneByARefresh() async throws {
    let store = FakeStore()
    let gate = Gate()
    let app = server.manager(store) { await gate.pass() }
    try await app.logIn { RotatingSession(1, expiresAt: .distantPast) }
    let late = Task { try await app.credential() }
    await gate.holdsACaller()
    store.now.failure = .unavailable
    await #expect(throws: StoreError.self) { try await app.signOut() }
    store.now.failure = nil
    gate.open()
    #expect(try await late.value == nil)
    #expect(await app.state == .signedOut(.loggedOut))
    #expect(store.now.content == nil)
  }

  @Test func unsavedLogoutDoesNotEndALaterLogin() async throws {
    let store = FakeStore()
    let (app, widget) = try await unsavedLogout(in: store)
    try await widget.logIn { RotatingSession(7) }
    #expect(await app.state == .signedIn(RotatingSession(7)))
    #expect(store.now.content != nil)
  }

  @Test func unsavedEndDoesNotRemoveASuccessor() async throws {
    let store = FakeStore()
    let (app, widget) = (SessionManager<RotatingSession>(store: store), server.manager(store))
    try await widget.logIn { RotatingSession(1) }
    #expect(await app.state.session == RotatingSession(1))
    store.now.failure = .unavailable
    await app.sessionHasEnded(RotatingSession(1).credential)
    #expect(await app.state == .signedOut(.ended))
    store.now.failure = nil
    #expect(try await widget.refreshedSession() == RotatingSession(2))
    #expect(await app.state == .signedIn(RotatingSession(2)))
  }

  /// The disk is full from the end of one user's session until after the login of another.
  @Test(arguments: [true, false]) func unsavedLoginReplacesASessionWhoseEndIsUnsaved(
    logsIn: Bool
  ) async throws {
    let store = FakeStore()
    let app = SessionManager<RotatingSession>(store: store, revoke: { await server.revoke($0) })
    try await app.logIn { RotatingSession(1) }
    store.now.failure = .noSpace
    await app.sessionHasEnded(RotatingSession(1).credential)
    #expect(await app.state == .signedOut(.ended))
    if logsIn {
      await #expect(throws: StoreError.self) { try await app.logIn { RotatingSession(7) } }
    } else {
      await #expect(throws: StoreError.self) { try await app.signOut() }
    }
    store.now.failure = nil
    #expect(await app.state == (logsIn ? .signedIn(RotatingSession(7)) : .signedOut(.loggedOut)))
    await app.settle()
    #expect(await server.revoked == [])
    #expect(await server.manager(store).state.session == (logsIn ? RotatingSession(7) : nil))
  }

  @Test func refusedCallOfAnUnsavedLoginIsNotRepeatedForAnotherUser() async throws {
    let store = FakeStore()
    let (app, widget) = (server.manager(store), server.manager(store))
    store.now.writesFail = true
    await #expect(throws: StoreError.self) { try await app.logIn { RotatingSession(1) } }
    let ada = try #require(try await app.credential())
    store.now.writesFail = false
    try await widget.logIn { RotatingSession(7) }
    #expect(try await app.credential(insteadOf: ada) == nil)
    #expect(await app.state == .signedIn(RotatingSession(7)))
  }

  // MARK: Stored forms

  /// The stored form lacks a property.
  @Test func refusedCredentialOfASessionThatIsStoredInexactlyIsRefreshed() async throws {
    let manager = SessionManager<InexactSession>(
      store: store, refresh: { InexactSession(token: Secret("2"), refreshToken: $0.refreshToken) })
    try await manager.logIn { InexactSession(token: "1", refreshToken: "r", note: "not stored") }
    let refused = try #require(try await manager.credential())
    #expect(try await manager.credential(insteadOf: refused)?.token == Secret("2"))
  }
}

private struct InexactSession: StoredSession {
  var token: Secret
  var refreshToken: Secret?
  var note: String?

  private enum CodingKeys: CodingKey { case token, refreshToken }

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
}
