// Tests the stored form of sessions, and how other stored data is handled.

import AuthGenRuntime
import AuthGenSessions
import Foundation
import Testing

@Suite struct SessionFormTests {
  @Test func storedFormIsStable() async throws {
    let data = try #require(try await stored(TestSession("t0ken")))
    let login = try JSONDecoder().decode(Login.self, from: data).login
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"generation":1,"login":"\#(login)","session":{"customer":"ada","token":"t0ken"},"version":1}"#
    )
  }

  private struct Login: Decodable { let login: UUID }

  @Test(arguments: [
    "", "null", "[]", "{}", "s3cret", #""s3cret""#, #"{"version": 1}"#,
    #"{"version": 2, "session": {"token": "s3cret", "customer": "ada"}}"#,
    #"{"version": 0, "session": {"token": "s3cret", "customer": "ada"}}"#,
    #"{"version": "1", "session": {"token": "s3cret", "customer": "ada"}}"#,
    #"{"version": 1e99, "session": {"token": "s3cret", "customer": "ada"}}"#,
    #"{"version": 1, "session": {"token": "s3cret"}}"#,
    #"{"version": 1, "session": {"token": ["s3cret"], "customer": "ada"}}"#,
    #"{"version": 1, "session": {"token": "s3cret", "customer": "ada"}"#,
    "\u{0}\u{1}\u{FFFD}", String(repeating: "[", count: 100_000),
    String(repeating: #"{"session":"#, count: 100_000),
  ])
  func otherDataIsNeitherUsedNorDeleted(text: String) async throws {
    let store = InMemoryStore(Data(text.utf8))
    let manager = SessionManager<TestSession>(store: store)
    #expect(await manager.state == .unavailable(StoreError(.unreadable)))
    let error = await #expect(throws: CredentialUnavailable.self) {
      try await manager.credential()
    }
    #expect(error.map { "\($0)".contains("s3cret") } == false)
    #expect(store.read() == Data(text.utf8))

    try await manager.logIn { TestSession("new") }
    #expect(await SessionManager<TestSession>(store: store).state.session == TestSession("new"))
  }

  @Test func invalidUTF8IsNotASession() async throws {
    let store = InMemoryStore(Data([0xFF, 0xFE, 0x00, 0x80]))
    #expect(
      await SessionManager<TestSession>(store: store).state
        == .unavailable(StoreError(.unreadable)))
  }

  @Test func signingOutRemovesOtherData() async throws {
    let store = InMemoryStore(Data("s3cret".utf8))
    let manager = SessionManager<TestSession>(store: store)
    #expect(try await manager.signOut() == nil)
    #expect(store.read() == nil)
  }

  @Test func sessionThatCannotBeEncodedIsUsedButNotStored() async throws {
    struct Infinite: StoredSession {
      var expires = Double.infinity
      var credential: Credential { Credential(scheme: "Opaque", token: "s3cret") }
    }
    let store = InMemoryStore()
    let manager = SessionManager<Infinite>(store: store)
    let error = await #expect(throws: StoreError.self) { try await manager.logIn { Infinite() } }
    #expect(error?.reason == .notEncodable)
    #expect(try await manager.credential()?.token == "s3cret")
    #expect(store.read() == nil)
  }
}
