// Runs the code of GettingStarted and the sample app's client with the demo service. `GettingStartedTests`
// runs the programs as a whole.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import Foundation
import Testing

@Suite struct GettingStartedSnippets {
  private let client: GraphQLClient
  private let user: ExampleSession

  init() {
    client = GraphQLClient(
      ClientConfiguration(endpoint: DemoService.endpoint), transport: DemoService())
    user = ExampleSession(client, store: InMemoryStore())
  }

  private func logIn(password: Secret = "correct horse") async throws {
    let result = try await user.logIn(.logIn(email: "ada@example.com", password: password))
    guard case .signedIn(_, storeError: nil) = result else { throw WrongPassword() }
  }

  private struct WrongPassword: Error {}

  @Test func signedInUserHasOrders() async throws {
    #expect(try await ExampleClient(client).hello().hello == "Hello!")
    try await logIn()
    #expect(try await user.client.me().me.email == "ada@example.com")
    let orders = try await user.client.orders().me.orders
    #expect(orders.map(\.id) == ["1-1", "1-2"])
    #expect(await user.logOut().data?.logOut == true)
    await #expect(throws: RequestError.self) { try await user.client.me() }
  }

  @Test func wrongPasswordIsDeclined() async throws {
    await #expect(throws: WrongPassword.self) { try await logIn(password: "wrong") }
  }

  /// The service and the session measure the lifetime of a token.
  @Test func expiredTokenIsRefreshed() async throws {
    let requests = Shared(0)
    let service = DemoService(tokenLifetime: .seconds(20))
    let transport = InMemoryTransport { request throws(TransportError) in
      requests.withLock { $0 += 1 }
      return try await service.send(request)
    }
    let client = GraphQLClient(
      ClientConfiguration(endpoint: DemoService.endpoint), transport: transport)
    let user = ExampleSession(client, store: InMemoryStore())
    _ = try await user.logIn(.logIn(email: "ada@example.com", password: "correct horse"))
    // The session refreshes a token that expires in less than 30 seconds.
    #expect(try await user.client.me().me.name == "Ada Lovelace")
    #expect(requests.withLock { $0 } == 3)
  }

  @Test func errorsDescribeTheFailure() async throws {
    var output: [String] = []
    func print(_ text: String) { output.append(text) }

    do throws(RequestError) {
      _ = try await user.client.me()
    } catch {
      switch error.reason {
      case .notSent(.noSession): print("Sign in first.")
      case .graphQL(let errors): print("The server says: \(errors[0].message)")
      default: print(error.localizedDescription)
      }
    }
    #expect(output == ["Sign in first."])
  }
}
