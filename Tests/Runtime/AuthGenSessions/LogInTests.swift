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
    typealias Data = TokenData

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
    let client = try client { _ throws(TransportError) in
      requests.withLock { $0 += 1 }
      throw TransportError(.connectionLost, wasSent: true)
    }
    let manager = SessionManager<TestSession>(store: InMemoryStore())
    await #expect(throws: RequestError.self) { try await manager.logIn(LogIn(), with: client) }
    #expect(requests.withLock { $0 } == 1)
  }

  // MARK: Other tokens

  private struct ChangePassword: TokenReplacingOperation {
    static let definition = OperationDefinition(
      .mutation, "ChangePassword", document: "mutation ChangePassword { token }")
    typealias Data = TokenData

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
    try scriptedClient(
      InMemoryTransport { request throws(TransportError) in
        .json(#"{"data": {"token": "\#(try await respond(request))"}}"#)
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

  @Test func tokensAreNotReplacedWhileSignedOut() async throws {
    let manager = SessionManager<TestSession>(store: InMemoryStore())
    let error = await #expect(throws: RequestError.self) {
      try await manager.replaceTokens(ChangePassword(), with: client { _ in "two" })
    }
    #expect(error?.progress == .notSent)
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
    let gate = Gate()
    let client = try client { _ in
      await gate.pass()
      return "two"
    }
    let task = Task { try await manager.replaceTokens(ChangePassword(), with: client) }
    await gate.holdsACaller()
    task.cancel()
    guard case .failure(let error as RequestError) = await task.result,
      case .cancelled = error.reason
    else {
      Issue.record("expected a cancelled call")
      return
    }
    gate.open()
    for await state in manager.states where state.session == TestSession("two") { break }
  }

  private struct SwitchTenant: TokenReplacingOperation {
    static let definition = OperationDefinition(
      .mutation, "SwitchTenant", document: "mutation SwitchTenant { token }")
    typealias Data = TokenData

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
