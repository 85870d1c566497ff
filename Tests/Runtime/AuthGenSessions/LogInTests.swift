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
      return token.isEmpty ? nil : TestSession(token, customer: former?.customer ?? "unknown")
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
    try await manager.logIn { TestSession("one", customer: "bob") }
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
    try await manager.logIn { TestSession("one") }
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
    try await manager.logIn { TestSession("one") }
    let client = try client { _ in
      _ = try? await manager.signOut()
      return "two"
    }
    let late = await #expect(throws: RequestError.self) {
      try await manager.replaceTokens(ChangePassword(), with: client)
    }
    #expect(late != nil && late?.progress != .notSent)
    #expect(await manager.state == .signedOut(.loggedOut))
    await manager.settle()
    #expect(revoked.withLock { $0.map(\.token) } == ["two"])
  }

  /// The new tokens have no refresh token. That of the next user is not one of theirs.
  @Test func tokensThatArriveAfterAnotherLoginAreNotMixedWithIt() async throws {
    let server = RotatingServer()
    let manager = server.manager(InMemoryStore())
    try await manager.logIn { RotatingSession(1) }
    let client = try client { _ in
      _ = try? await manager.signOut()
      _ = try? await manager.logIn { RotatingSession(7) }
      return "switched"
    }
    await #expect(throws: RequestError.self) {
      try await manager.replaceTokens(SwitchTenant(), with: client)
    }
    await manager.settle()
    #expect(await manager.state.session == RotatingSession(7))
    #expect(await server.revoked == ["refresh-1"])
  }

  @Test func replacementAndRefreshTakeTurns() async throws {
    let server = RotatingServer()
    let manager = server.manager(InMemoryStore())
    try await manager.logIn { RotatingSession(1) }
    let client = try client { _ in
      // A refresh that would use up the refresh token waits.
      for _ in 0..<100 { await Task.yield() }
      return "switched"
    }
    async let replaced = manager.replaceTokens(SwitchTenant(), with: client)
    async let refreshed = manager.refreshedSession()
    _ = try await (replaced, refreshed)
    let session = try #require(await manager.state.session)
    let refreshes = await server.refreshes
    #expect(session.refreshToken == RotatingSession(refreshes + 1).refreshToken)
    #expect(try await manager.refreshedSession() != nil)
    await manager.settle()
    #expect(await server.revoked.isEmpty)
  }

  /// The server has replaced the tokens, so they must be stored.
  @Test func cancelledReplacementIsStored() async throws {
    let manager = SessionManager<TestSession>(store: InMemoryStore())
    try await manager.logIn { TestSession("one") }
    let (arrived, arrival) = AsyncStream<Void>.makeStream()
    let (released, release) = AsyncStream<Void>.makeStream()
    let client = try client { _ in
      arrival.yield()
      for await _ in released { break }
      return "two"
    }
    let task = Task { try await manager.replaceTokens(ChangePassword(), with: client) }
    for await _ in arrived { break }
    task.cancel()
    guard case .failure(let error as RequestError) = await task.result,
      case .cancelled = error.reason
    else {
      Issue.record("expected a cancelled call")
      return
    }
    release.yield()
    for await state in manager.states where state.session == TestSession("two") { break }
  }

  private struct SwitchTenant: TokenReplacingOperation {
    static let definition = OperationDefinition(
      .mutation, "SwitchTenant", document: "mutation SwitchTenant { token }")
    typealias Data = LogIn.Data

    func encode(into fields: FieldWriter) {}

    static func session(
      of data: Data, _ response: TokenResponse, after former: RotatingSession?
    ) -> RotatingSession? {
      var session = RotatingSession(0)
      session.token = data.token
      session.refreshToken = former?.refreshToken
      return session
    }
  }
}

extension LogInResult {
  fileprivate var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
}
