// Tests which session is current, and when it ends.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@Suite struct SessionManagerTests {
  typealias Manager = SessionManager<TestSession>

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
      let state = isOver ? "over" : "valid"
      return .json(#"{"data": {"customer": null}, "extensions": {"state": "\#(state)"}}"#)
    }
    let manager = Manager(store: InMemoryStore())
    let client = HorizonClient(try scriptedClient(server).authenticated(by: manager))

    try await manager.logIn { TestSession("one") }
    _ = try await client.socialLinks(status: .linked)
    #expect(await manager.state == .signedIn(TestSession("one")))
    try await manager.logIn { TestSession("expired") }
    _ = try await client.socialLinks(status: .linked)
    #expect(await manager.state == .signedOut(.ended))
    await #expect(throws: RequestError.self) { try await client.socialLinks(status: .linked) }
  }
}
