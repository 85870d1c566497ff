// Tests the refresh of a session by one manager.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@Suite struct ManagerRefreshTests {
  private let server = RotatingServer()
  private let store = InMemoryStore()

  private func client(
    _ manager: SessionManager<RotatingSession>, timeout: Duration = .seconds(30)
  ) throws -> HorizonClient<AuthenticatedGraphQLClient> {
    let transport = InMemoryTransport { [server] in await server.response(to: $0) }
    let client = try scriptedClient(transport, clock: ContinuousClock()) {
      ($0.timeout, $0.retry) = (timeout, .never)
    }
    return HorizonClient(client.authenticated(by: manager))
  }

  @Test func expiredCredentialIsRefreshedBeforeTheCall() async throws {
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1, expiresAt: Date(timeIntervalSinceNow: 29)) }
    _ = try await client(manager).getSocialProviders()
    #expect(await [server.refreshes, server.calls] == [1, 1])
    #expect(await server.manager(store).state.session == RotatingSession(2))
  }

  @Test func validCredentialIsUsedAfterAFailedRefresh() async throws {
    let manager = server.manager(store)
    let session = RotatingSession(1, expiresAt: Date(timeIntervalSinceNow: 29))
    try await manager.logIn { session }
    await server.fail(with: TransportError(.connectionLost, wasSent: true))
    for _ in 0..<2 { #expect(try await manager.credential() == session.credential) }
    #expect(await server.refreshes == 1)
    // Refused, it is not valid.
    await #expect(throws: CredentialUnavailable.self) {
      try await manager.credential(insteadOf: session.credential)
    }
  }

  /// A call that gets no credential in time, and a stream that is opened later, are not another user's. The
  /// call may be the first use of the store, and the other user may log in elsewhere.
  @Test(arguments: [true, false])
  func sourceOfACallKeepsTheLoginOfItsFirstRequest(isFirstUse: Bool) async throws {
    let sessions = SessionManager<RotatingSession>(
      store: store, refresh: { _ in throw URLError(.timedOut) })
    let other = isFirstUse ? SessionManager<RotatingSession>(store: store) : sessions
    try await other.logIn { RotatingSession(1, expiresAt: .distantPast) }
    let call = sessions.forOneCall()
    await #expect(throws: CredentialUnavailable.self) { try await call.credential() }
    try await other.logIn { RotatingSession(7) }
    _ = await sessions.loginStart
    #expect(try await call.credential() == nil)
    // Of a call that begins while no user is known, the login is the first one that it finds.
    try await sessions.signOut()
    let second = sessions.forOneCall()
    #expect(try await second.credential() == nil)
    try await other.logIn { RotatingSession(8) }
    let first = isFirstUse ? RotatingSession(8).credential : nil
    #expect(try await second.credential() == first)
    try await other.logIn { RotatingSession(9) }
    _ = await sessions.loginStart
    #expect(try await second.credential() == nil)
    #expect(try await sessions.forOneCall().credential() == RotatingSession(9).credential)
  }

  @Test func sessionIsOfTheLoginThatAnotherProcessHasStored() async throws {
    let here = SessionManager<RotatingSession>(store: store)
    try await here.logIn { RotatingSession(1) }
    try await SessionManager<RotatingSession>(store: store).logIn { RotatingSession(7) }
    #expect(try await here.refreshedSession() == RotatingSession(7))
    try await SessionManager<RotatingSession>(store: store).logIn { RotatingSession(8) }
    #expect(try await here.currentSession() == RotatingSession(8))
  }

  @Test func refreshOfAnotherProcessIsEnough() async throws {
    let (here, elsewhere) = (server.manager(store), server.manager(store))
    try await here.logIn { RotatingSession(1) }
    _ = await elsewhere.state
    #expect(try await here.refreshedSession() == RotatingSession(2))
    #expect(try await elsewhere.refreshedSession() == RotatingSession(2))
    #expect(try await elsewhere.refreshedSession() == RotatingSession(3))
  }

  @Test func thousandRefusedCallsShareOneRefreshAndAreSentOnceMore() async throws {
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1) }
    await server.revokeAccessToken()
    // The limit of a call counts from its creation, and the last of them waits for the others.
    let client = try client(manager, timeout: .seconds(600))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<1_000 { group.addTask { _ = try await client.getSocialProviders() } }
      try await group.waitForAll()
    }
    #expect(await server.refreshes == 1)
    // A call that was refused is sent twice. A late one gets the new token at once.
    let calls = await server.calls
    #expect((1_001...2_000).contains(calls))
    #expect(await manager.state == .signedIn(RotatingSession(2)))
  }

  /// Each reads the store before a refresh of its own.
  @Test func concurrentCallsShareOneReadOfTheStore() async throws {
    let store = FakeStore()
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1, expiresAt: .distantPast) }
    let before = store.now.reads
    try await withThrowingTaskGroup(of: Credential?.self) { group in
      for _ in 0..<50 { group.addTask { try await manager.credential() } }
      for try await credential in group { #expect(credential == RotatingSession(2).credential) }
    }
    #expect(store.now.reads - before < 10)
    #expect(await server.refreshes == 1)
  }

  @Test func refusedRefreshEndsTheSession() async throws {
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1) }
    await server.endSession()
    await #expect(throws: RequestError.self) { try await client(manager).getSocialProviders() }
    #expect(await manager.state == .signedOut(.ended))
    #expect(store.read() == nil)
    #expect(await [server.refreshes, server.calls] == [1, 1])
  }

  @Test func errorOfARefreshIsNotQuoted() async throws {
    struct Talkative: Error { let text = "s3cret" }
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1) }
    await server.fail(with: Talkative())
    let error = await #expect(throws: CredentialUnavailable.self) {
      try await manager.refreshedSession()
    }
    #expect(error.map { "\($0)" } == "the session cannot be refreshed now: Talkative")
  }

  @Test func refreshHasATimeLimit() async throws {
    let manager = server.manager(store, limit: .milliseconds(20)) {
      try? await Task.sleep(for: .seconds(60))
    }
    try await manager.logIn { RotatingSession(1) }
    await #expect(throws: CredentialUnavailable.self) { try await manager.refreshedSession() }
    #expect(await manager.state == .signedIn(RotatingSession(1)))
  }

  /// Neither ends the wait of another call.
  @Test func waitEndsWithTheCallsCancellationOrTimeLimit() async throws {
    let gate = Gate()
    let manager = server.manager(store) { await gate.pass() }
    try await manager.logIn { RotatingSession(1, expiresAt: .distantPast) }
    let patient = Task { try await client(manager).getSocialProviders() }
    await gate.holdsACaller()
    let cancelled = Task { try await client(manager).getSocialProviders() }
    cancelled.cancel()
    await #expect(throws: RequestError.self) { try await cancelled.value }
    await #expect(throws: RequestError.self) {
      try await client(manager, timeout: .milliseconds(20)).getSocialProviders()
    }
    gate.open()
    _ = try await patient.value
    #expect(await [server.refreshes, server.calls] == [1, 1])
  }

  /// It says nothing about the session.
  @Test func callThatIsCancelledDuringARefreshIsCancelled() async throws {
    let gate = Gate()
    let manager = server.manager(store) { await gate.pass() }
    try await manager.logIn { RotatingSession(1) }
    await server.revokeAccessToken()
    let call = Task { try await client(manager).getSocialProviders() }
    await gate.holdsACaller()
    call.cancel()
    let error = await #expect(throws: RequestError.self) { try await call.value }
    guard case .cancelled = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    gate.open()
    await manager.settle()
    #expect(await manager.state == .signedIn(RotatingSession(2)))
  }

  /// The removal fails, so the store still contains the session when the refresh gets its turn.
  @Test func logoutBeforeTheTurnOfARefreshIsNotUndone() async throws {
    let store = FakeStore()
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1, expiresAt: .distantPast) }
    // Another process has the turn.
    let content = String(decoding: try #require(store.now.content), as: UTF8.self)
    let other =
      #"{"generation":2"#
      + content.dropFirst(#"{"generation":1"#.count).dropLast(#","version":1}"#.count)
      + #","turn":{"endsAt":\#(Date(timeIntervalSinceNow: 20).timeIntervalSinceReferenceDate),"id":"\#(UUID())","launch":{"id":"\#(UUID())","process":1,"program":"widget"}},"version":1}"#
    store.now.content = Data(other.utf8)
    let late = Task { try await manager.credential() }
    try await wait { store.now.reads >= 3 }
    store.now.failure = .unavailable
    await #expect(throws: StoreError.self) { try await manager.signOut() }
    store.now.failure = nil
    store.now.content = Data(content.utf8)
    #expect(try await late.value == nil)
    #expect(await manager.state == .signedOut(.loggedOut))
    #expect(await server.refreshes == 0)
  }

  /// The credential may be an old one that another process has stored.
  @Test func refusedCredentialOfAnotherProcessIsRefreshedFirst() async throws {
    let (app, widget) = (server.manager(store), server.manager(store))
    try await app.logIn { RotatingSession(1) }
    #expect(await widget.state.session == RotatingSession(1))
    #expect(try await app.refreshedSession() == RotatingSession(2))
    await server.revokeAccessToken()
    await #expect(throws: RequestError.self) { try await client(widget).getSocialProviders() }
    #expect(await widget.state == .signedIn(RotatingSession(2)))
    _ = try await client(widget).getSocialProviders()
    #expect(await widget.state == .signedIn(RotatingSession(3)))
  }

  /// Some servers renew a token in place: the same token is valid again.
  @Test func sameTokenAfterARefreshIsUsed() async throws {
    let refreshes = Shared(0)
    let manager = SessionManager<RotatingSession>(
      store: store,
      refresh: { session in
        refreshes.withLock { $0 += 1 }
        return session
      })
    try await manager.logIn { RotatingSession(1) }
    let refused = try #require(try await manager.credential())
    #expect(try await manager.credential(insteadOf: refused) == refused)
    for _ in 0..<3 { #expect(try await manager.credential() == refused) }
    #expect(refreshes.withLock { $0 } == 1)
  }

  // MARK: Storing

  /// The refresh token is not used up while its successor could not be stored.
  @Test(arguments: [true, false])
  func fullDiskIsDetectedBeforeTheRefresh(withLocks: Bool) async throws {
    let store = FakeStore(withLocks: withLocks)
    let manager = server.manager(store)
    try await manager.logIn { RotatingSession(1) }
    store.now.writesFail = true
    await #expect(throws: CredentialUnavailable.self) { try await manager.refreshedSession() }
    #expect(await server.refreshes == 0)
  }

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
