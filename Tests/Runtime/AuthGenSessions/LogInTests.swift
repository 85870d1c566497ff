// Logins with an operation of a generated session.

@_spi(Generated) import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct LogInTests {
  /// Some servers have logins that are queries.
  private struct LogIn: LogInOperation {
    static let definition = OperationDefinition(.query, "LogIn", document: "query LogIn { token }")

    struct Data: ResponseObject {
      let token: Secret

      init(fields: inout FieldReader) { token = fields.value("token") }

      func encode(into fields: FieldWriter) { fields.value("token", token) }
    }

    func encode(into fields: FieldWriter) {}

    static func session(
      of data: Data, _ response: TokenResponse, after former: TestSession?
    ) -> TestSession? {
      TestSession(data.token.reveal())
    }
  }

  /// The server may have used up a code, or counts attempts.
  @Test func loginIsSentOnce() async throws {
    let requests = Shared(0)
    let transport = InMemoryTransport { _ throws(TransportError) in
      requests.withLock { $0 += 1 }
      throw TransportError(.connectionLost, wasSent: true)
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: transport)
    let manager = SessionManager<TestSession>(store: InMemoryStore())
    await #expect(throws: RequestError.self) { try await manager.logIn(LogIn(), with: client) }
    #expect(requests.withLock { $0 } == 1)
  }

  // MARK: Other tokens

  private struct ChangePassword: TokenReplacingOperation {
    static let definition = OperationDefinition(
      .mutation, "ChangePassword", document: "mutation ChangePassword { token }")
    typealias Data = LogIn.Data

    func encode(into fields: FieldWriter) {}

    static func session(
      of data: Data, _ response: TokenResponse, after former: TestSession?
    ) -> TestSession? {
      let token = data.token.reveal()
      return token.isEmpty ? nil : TestSession(token, customer: former?.customer ?? "nobody")
    }
  }

  private func client(
    _ respond: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> String
  ) throws -> GraphQLClient {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    return GraphQLClient(
      ClientConfiguration(endpoint: endpoint),
      transport: InMemoryTransport { request throws(TransportError) in
        HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"],
          body: Data(#"{"data": {"token": "\#(try await respond(request))"}}"#.utf8))
      })
  }

  @Test func newTokensReplaceThoseOfTheSession() async throws {
    let revoked = Shared<[TestSession]>([])
    let store = InMemoryStore()
    let manager = SessionManager<TestSession>(
      store: store, revoke: { session in revoked.withLock { $0.append(session) } })
    try await manager.signIn(TestSession("one", customer: "bob"))
    let before = try #require(await manager.currentLogin)
    let credential = try #require(try await manager.credential())
    let sent = Shared<[String?]>([])
    let client = try client { request in
      sent.withLock { $0.append(request.headers["Authorization"]) }
      return "two"
    }
    let result = try await manager.replaceTokens(ChangePassword(), with: client)
    #expect(result.isSignedIn && sent.withLock { $0 } == ["Opaque one"])
    #expect(await manager.state.session == TestSession("two", customer: "bob"))
    #expect(await SessionManager<TestSession>(store: store).state.session?.token == "two")
    // For another tenant, the new tokens must not complete a call of the former one.
    #expect(await manager.currentLogin != before)
    #expect(try await manager.credential(insteadOf: credential) == nil)
    await manager.settle()
    #expect(revoked.withLock { $0.isEmpty })
  }

  @Test func declinedChangeLeavesTheSession() async throws {
    let manager = SessionManager<TestSession>(store: InMemoryStore())
    try await manager.signIn(TestSession("one"))
    let before = await manager.currentLogin
    let result = try await manager.replaceTokens(ChangePassword(), with: client { _ in "" })
    #expect(!result.isSignedIn)
    #expect(await manager.state.session == TestSession("one"))
    #expect(await manager.currentLogin == before)
  }

  @Test func tokensThatArriveAfterALogoutAreRevoked() async throws {
    let revoked = Shared<[TestSession]>([])
    let manager = SessionManager<TestSession>(
      store: InMemoryStore(), revoke: { session in revoked.withLock { $0.append(session) } })
    let signedOut = try client { _ in "two" }
    let error = await #expect(throws: RequestError.self) {
      try await manager.replaceTokens(ChangePassword(), with: signedOut)
    }
    #expect(error?.progress == .notSent)
    try await manager.signIn(TestSession("one"))
    let client = try client { _ in
      _ = try? await manager.signOut()
      return "two"
    }
    let late = await #expect(throws: RequestError.self) {
      try await manager.replaceTokens(ChangePassword(), with: client)
    }
    #expect(late?.progress == .answered)
    #expect(await manager.state == .signedOut(.loggedOut))
    await manager.settle()
    #expect(revoked.withLock { $0.map(\.token) } == ["two"])
  }
}

extension LogInResult {
  fileprivate var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
}
