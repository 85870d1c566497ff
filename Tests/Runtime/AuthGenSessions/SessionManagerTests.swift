// Tests which session is current, and when it ends.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@Suite struct SessionManagerTests {
  typealias Manager = SessionManager<TestSession>

  @Test func sessionOutlivesTheManager() async throws {
    let store = InMemoryStore()
    let first = Manager(store: store)
    #expect(await first.state == .signedOut(.noSession))
    #expect(try await first.credential() == nil)
    for token in ["one", "two"] {
      try await first.logIn { TestSession(token) }
      #expect(await first.state == .signedIn(TestSession(token)))
      #expect(try await first.credential() == TestSession(token).credential)
      #expect(await Manager(store: store).state == .signedIn(TestSession(token)))
    }

    let second = Manager(store: store)
    #expect(try await second.signOut() == TestSession("two"))
    #expect(try await second.signOut() == nil)
    #expect(await second.state == .signedOut(.loggedOut))
    #expect(store.read() == nil)
    #expect(await Manager(store: store).state == .signedOut(.noSession))
  }

  @Test func storeIsReadOnceAndOnlyOnUse() async throws {
    let store = FakeStore(try await stored(TestSession("one")))
    let manager = Manager(store: store)
    #expect(store.now.reads == 0)
    for _ in 0..<3 { #expect(try await manager.credential()?.token == "one") }
    #expect(store.now.reads == 1)
  }

  // MARK: Sessions that the server ends

  /// A response to another credential, or after the logout, changes nothing.
  @Test(arguments: [
    (Credential(scheme: "Opaque", token: "one"), false, SessionState.signedOut(.ended)),
    (Credential(scheme: "Opaque", token: "earlier"), false, .signedIn(TestSession("one"))),
    (Credential(scheme: "Bearer", token: "one"), false, .signedIn(TestSession("one"))),
    (Credential(scheme: "Opaque", token: "one"), true, .signedOut(.loggedOut)),
  ]) func serverEndsTheSessionOfTheCredential(
    refused: Credential, afterTheLogout: Bool, expected: SessionState<TestSession>
  ) async throws {
    let store = InMemoryStore()
    let manager = Manager(store: store)
    try await manager.logIn { TestSession("one") }
    if afterTheLogout { try await manager.signOut() }
    await manager.sessionHasEnded(refused)
    #expect(await manager.state == expected)
    #expect(try await manager.credential() == expected.session?.credential)
    #expect((store.read() == nil) == (expected.session == nil))
  }

  @Test func clientUsesTheSessionUntilTheServerEndsIt() async throws {
    let server = InMemoryTransport { request in
      let isOver = request.headers["Authorization"] != "Opaque one"
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Data(
          #"{"data": {"customer": null}, "extensions": {"state": "\#(isOver ? "over" : "valid")"}}"#
            .utf8))
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let manager = Manager(store: InMemoryStore())
    let client = HorizonClient(
      GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)
        .authenticated(by: manager))

    try await manager.logIn { TestSession("one") }
    _ = try await client.socialLinks(status: .linked)
    #expect(await manager.state == .signedIn(TestSession("one")))
    try await manager.logIn { TestSession("expired") }
    _ = try await client.socialLinks(status: .linked)
    #expect(await manager.state == .signedOut(.ended))
    await #expect(throws: RequestError.self) { try await client.socialLinks(status: .linked) }
  }

  // MARK: Store failures

  @Test func lockedStoreIsNotALogoutAndIsReadAgain() async throws {
    let store = FakeStore(try await stored(TestSession("one")), failing: .unavailable)
    let manager = Manager(store: store)
    #expect(await manager.state == .unavailable(StoreError(.unavailable)))
    let error = await #expect(throws: CredentialUnavailable.self) {
      try await manager.credential()
    }
    #expect(error?.explanation.contains("try again later, the user is still signed in") == true)
    // It is unknown whose session that was.
    await manager.sessionHasEnded(Credential(scheme: "Opaque", token: "one"))
    #expect(store.now.removals == 0)

    store.now.failure = nil
    #expect(try await manager.credential()?.token == "one")
    #expect(await manager.state == .signedIn(TestSession("one")))
  }

  @Test func sessionThatCannotBeStoredIsStillUsed() async throws {
    let store = FakeStore(try await stored(TestSession("before")))
    let manager = Manager(store: store)
    store.now.failure = .noSpace
    store.now.failsToRemove = false
    let error = await #expect(throws: StoreError.self) {
      try await manager.logIn { TestSession("one") }
    }
    #expect(error?.reason == .noSpace)
    #expect(try await manager.credential()?.token == "one")
    // The former session is not restored at the next start.
    store.now.failure = nil
    #expect(await Manager(store: store).state == .signedOut(.noSession))
  }

  @Test(arguments: [SignOutReason.loggedOut, .ended])
  func sessionEndsIfTheStoreFails(reason: SignOutReason) async throws {
    let store = FakeStore(try await stored(TestSession("one")))
    let manager = Manager(store: store)
    #expect(await manager.state.session == TestSession("one"))
    store.now.failure = .unavailable
    if reason == .loggedOut {
      await #expect(throws: StoreError.self) { try await manager.signOut() }
    } else {
      await manager.sessionHasEnded(TestSession("one").credential)
    }
    #expect(await manager.state == .signedOut(reason))
    #expect(try await manager.credential() == nil)
    store.now.failure = nil
    #expect(await manager.state == .signedOut(reason))
    try await manager.signOut()
    #expect(store.now.content == nil)
  }
}
