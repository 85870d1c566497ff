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
    try await first.signIn(TestSession("one"))
    #expect(await first.state == .signedIn(TestSession("one")))
    #expect(try await first.credential() == Credential(scheme: "Opaque", token: "one"))

    let second = Manager(store: store)
    #expect(await second.state == .signedIn(TestSession("one")))
    #expect(try await second.signOut() == TestSession("one"))
    #expect(await second.state == .signedOut(.loggedOut))
    #expect(store.read() == nil)
    #expect(await Manager(store: store).state == .signedOut(.noSession))
  }

  @Test func signingOutTwiceSucceeds() async throws {
    let manager = Manager(store: InMemoryStore())
    #expect(try await manager.signOut() == nil)
    #expect(try await manager.signOut() == nil)
    #expect(await manager.state == .signedOut(.loggedOut))
  }

  @Test func sessionIsReplaced() async throws {
    let store = InMemoryStore()
    let manager = Manager(store: store)
    try await manager.signIn(TestSession("one"))
    try await manager.signIn(TestSession("two"))
    #expect(await manager.state.session == TestSession("two"))
    #expect(await Manager(store: store).state.session == TestSession("two"))
  }

  @Test func storeIsReadOnceAndOnlyOnUse() async throws {
    let store = FakeStore(try await stored(TestSession("one")))
    let manager = Manager(store: store)
    #expect(store.now.reads == 0)
    for _ in 0..<3 { #expect(try await manager.credential()?.token == "one") }
    #expect(store.now.reads == 1)
  }

  // MARK: Sessions that the server ends

  @Test func serverEndsTheSession() async throws {
    let store = InMemoryStore()
    let manager = Manager(store: store)
    try await manager.signIn(TestSession("one"))
    await manager.sessionHasEnded(Credential(scheme: "Opaque", token: "one"))
    #expect(await manager.state == .signedOut(.ended))
    #expect(try await manager.credential() == nil)
    #expect(store.read() == nil)
  }

  @Test func earlierSessionsResponseDoesNotEndANewerSession() async throws {
    let store = InMemoryStore()
    let manager = Manager(store: store)
    try await manager.signIn(TestSession("two"))
    await manager.sessionHasEnded(Credential(scheme: "Opaque", token: "one"))
    await manager.sessionHasEnded(Credential(scheme: "Bearer", token: "two"))
    #expect(await manager.state.session == TestSession("two"))
    #expect(store.read() != nil)
  }

  @Test func responseAfterTheLogoutChangesNothing() async throws {
    let manager = Manager(store: InMemoryStore())
    try await manager.signIn(TestSession("one"))
    try await manager.signOut()
    await manager.sessionHasEnded(Credential(scheme: "Opaque", token: "one"))
    #expect(await manager.state == .signedOut(.loggedOut))
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

    try await manager.signIn(TestSession("one"))
    _ = try await client.socialLinks(status: .linked)
    #expect(await manager.state == .signedIn(TestSession("one")))
    try await manager.signIn(TestSession("expired"))
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
      try await manager.signIn(TestSession("one"))
    }
    #expect(error?.reason == .noSpace)
    #expect(try await manager.credential()?.token == "one")
    // The former session is not restored at the next start.
    store.now.failure = nil
    #expect(await Manager(store: store).state == .signedOut(.noSession))
  }

  @Test func logoutSucceedsIfTheStoreFails() async throws {
    let store = FakeStore(try await stored(TestSession("one")))
    let manager = Manager(store: store)
    #expect(await manager.state.session == TestSession("one"))
    store.now.failure = .unavailable
    await #expect(throws: StoreError.self) { try await manager.signOut() }
    #expect(await manager.state == .signedOut(.loggedOut))
    #expect(try await manager.credential() == nil)
    store.now.failure = nil
    #expect(await manager.state == .signedOut(.loggedOut))
    try await manager.signOut()
    #expect(store.now.content == nil)
  }

  @Test func sessionEndsIfTheStoreFails() async throws {
    let store = FakeStore(try await stored(TestSession("one")))
    let manager = Manager(store: store)
    #expect(await manager.state.session == TestSession("one"))
    store.now.failure = .unavailable
    await manager.sessionHasEnded(Credential(scheme: "Opaque", token: "one"))
    #expect(await manager.state == .signedOut(.ended))
  }
}
