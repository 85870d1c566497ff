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
}
