// Tests that printing a value with a session shows nothing of the session.

import AuthGenRuntime
import AuthGenSessions
import AuthGenStreams
import Foundation
import Testing

@Suite struct SecrecyTests {
  /// A session that does not redact its secrets.
  struct Careless: StoredSession {
    var token = "s3cret"
    var email = "ada@example.com"
    var credential: Credential { Credential(scheme: "Opaque", token: Secret(token)) }
  }

  @Test func printedValuesShowNoSession() async throws {
    let store = InMemoryStore()
    let manager = SessionManager<Careless>(store: store)
    try await manager.logIn { Careless() }
    let state = await manager.state
    let stream = manager.states
    #expect(state.session == Careless())

    var shown = shapes(of: state) + shapes(of: manager) + shapes(of: store) + shapes(of: stream)
    shown += shapes(of: [state]) + shapes(of: (state, 1))
    // Small enough that a dump shows its bytes one by one.
    let data = Data("s3cret".utf8)
    shown += shapes(of: InMemoryStore(data))
    shown += shapes(of: [WebSocketMessage.text(data), .binary(data)])
    for text in shown {
      for part in ["s3cret", "ada@", "Careless(", bytes("s3cret")] {
        #expect(!text.contains(part), "\(text)")
      }
    }
    // How they look without redaction.
    #expect(shapes(of: data).contains { $0.contains(bytes("s3cret")) })
    #expect(shapes(of: Careless()).contains { $0.contains("s3cret") })
    #expect("\(state)" == "signed in")
    #expect("\(manager)" == "SessionManager")
  }

  @Test func errorsShowNoStoredData() async throws {
    let store = InMemoryStore(
      Data(#"{"version": 1, "session": {"token": {"s3cret": 1}, "email": "ada@example.com"}}"#.utf8)
    )
    let manager = SessionManager<Careless>(store: store)
    let state = await manager.state
    guard case .unavailable(let error) = state else {
      Issue.record("\(state)")
      return
    }
    let thrown = try #require(
      await #expect(throws: CredentialUnavailable.self) { try await manager.credential() })
    let call = RequestError(
      .notSent(.credentialUnavailable(thrown)), progress: .notSent, operationName: "Customer")
    for text in shapes(of: state) + shapes(of: error) + shapes(of: thrown) + shapes(of: call) {
      #expect(!text.contains("s3cret") && !text.contains("ada@"), "\(text)")
    }
  }

  @Test(arguments: [
    StoreError.Reason.unavailable, .insecurePermissions(mode: 0o644), .unreadable, .notEncodable,
    .notAFile, .noSpace, .notPermitted, .other(code: 5), .gateIsClosed(.cancelled),
    .gateIsClosed(.notEnrolled), .unreadableList, .accountRemoved,
  ])
  func errorsAreSentencesWithTheirLocation(reason: StoreError.Reason) {
    let error = StoreError(reason, place: "the file /tmp/session")
    #expect(error.description.contains("the file /tmp/session"))
    #expect(error.description.count > 50)
    #expect(error.debugDescription == error.description)
  }

  private func shapes(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [
      "\(value)", String(reflecting: value), dumped.replacingOccurrences(of: "  ", with: ""),
      "\(Mirror(reflecting: value).children.map { "\($0)" })",
    ]
  }

  /// How a dump of `Data` shows a text's bytes.
  private func bytes(_ text: String) -> String {
    text.utf8.map { "- \($0)\n" }.joined()
  }
}
