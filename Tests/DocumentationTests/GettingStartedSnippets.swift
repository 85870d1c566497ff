// What GettingStarted shows, compiled and run.

import AuthGenRuntime
import Foundation
import HorizonAuth
import Testing

@Suite struct GettingStartedSnippets {
  @Test func anExecutorRunsOperations() async throws {
    let post: @Sendable (Data) async throws -> Data = { body in
      let request = try JSONSerialization.jsonObject(with: body) as? [String: Any]
      #expect(request?["operationName"] as? String == "Login")
      #expect(request?["query"] as? String == LoginMutation.document)
      let variables = request?["variables"] as? [String: [String: String]]
      #expect(
        variables == ["input": ["username": "ada@example.com", "password": "correct horse"]])
      return Data(#"{"data": {"login": {"token": "t0ken"}}}"#.utf8)
    }

    let visitor = HorizonClient(Visitor(post: post))
    let data = try await visitor.login(
      input: LoginInput(username: "ada@example.com", password: "correct horse"))

    #expect(data.login?.token?.reveal() == "t0ken")
  }

  @Test func anExecutorWithASessionRunsAllOperations() async throws {
    let token: Secret = "t0ken"
    let postWithToken: @Sendable (Data, Secret) async throws -> Data = { body, token in
      #expect(token.reveal() == "t0ken")
      return Data(#"{"data": {"customer": {"socialLinks": []}}}"#.utf8)
    }

    let customer = HorizonClient(Session(token: token, post: postWithToken))
    let links = try await customer.socialLinks(status: .linked).customer?.socialLinks

    #expect(links?.isEmpty == true)
    let anonymous: Bool? = try? await customer.getSocialProviders().socialLoginProviders.isEmpty
    #expect(anonymous == nil)
  }

  @Test func theServersErrorIsThrown() async throws {
    let visitor = HorizonClient(
      Visitor { _ in Data(#"{"errors": [{"message": "No."}]}"#.utf8) })
    await #expect(throws: GraphQLError(message: "No.")) {
      try await visitor.getSocialProviders()
    }
  }
}

/// The body of a request, as most GraphQL servers take it.
struct RequestBody<Operation: GraphQLOperation>: Encodable {
  let query: String
  let operationName = Operation.operationName
  let variables: Operation
}

/// Sends an operation.
///
/// - Parameter post: takes a request's body to the server, and gives back the response's.
func send<Operation: GraphQLOperation>(
  _ operation: Operation, through post: (Data) async throws -> Data
) async throws -> Operation.Data {
  guard let type = Operation.self as? any DocumentOperation.Type else {
    throw GraphQLError(message: "The server would have to know \(Operation.documentHash).")
  }
  let body = RequestBody(query: type.document, variables: operation)
  let response = try GraphQLResponse<Operation.Data>(
    json: try await post(try JSONEncoder().encode(body)))
  if let data = response.data { return data }
  throw response.errors.first ?? GraphQLError(message: "The response holds nothing.")
}

struct Visitor: OperationExecutor {
  typealias Failure = any Error

  let post: @Sendable (Data) async throws -> Data

  func execute<Operation: AnonymousOperation>(
    _ operation: Operation
  ) async throws(any Error) -> Operation.Data {
    try await send(operation, through: post)
  }
}

struct Session: AuthenticatedOperationExecutor {
  typealias Failure = any Error

  /// Goes into each request's `Authorization` header.
  let token: Secret
  let post: @Sendable (Data, Secret) async throws -> Data

  func execute<Operation: AnonymousOperation>(
    _ operation: Operation
  ) async throws(any Error) -> Operation.Data {
    try await send(operation) { try await post($0, token) }
  }

  func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation
  ) async throws(any Error) -> Operation.Data {
    try await send(operation) { try await post($0, token) }
  }
}
