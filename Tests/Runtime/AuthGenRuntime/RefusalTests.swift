// Tests what follows from a response that refuses the credential.

@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct RefusalTests {
  private static let expired =
    #"{"message": "expired", "path": [PATH], "extensions": {"code": "EXPIRED"}}"#
  private static let other = #"{"message": "no", "path": [PATH], "extensions": {"code": "OTHER"}}"#

  private static func error(_ path: String, _ error: String = expired) -> String {
    error.replacingOccurrences(of: "PATH", with: path)
  }

  /// A source whose first token is refused, and its second one not.
  private final class Source: CredentialSource {
    let refusals: [RefusalRule]
    let replaced = Counter()
    let ended = Counter()
    private let next: Credential?

    init(_ refusals: [RefusalRule], next: Credential? = Credential(scheme: "Bearer", token: "2")) {
      self.refusals = refusals
      self.next = next
    }

    func credential() async -> Credential? { Credential(scheme: "Bearer", token: "1") }

    func credential(insteadOf refused: Credential) async -> Credential? {
      replaced.increment()
      return next
    }

    func sessionHasEnded(_ credential: Credential) async { ended.increment() }
  }

  private let rules: [RefusalRule] = [
    .status(401), .status(403), .extensions("flags", lack: "LOGGED_IN"),
    .extensions("code", in: ["EXPIRED"], beforeExecution: true),
    .extensions("exception", "code", in: ["Unknown", "Signature"]),
    .extensions("response", "statusCode", in: ["401"]), .errorMember("errorType", in: ["Expired"]),
  ]

  /// Calls an operation at a server that refuses the first token with a response.
  ///
  /// - Returns: how often the call was sent, and the first field of the result.
  private func outcome<Operation: TestOperation>(
    of operation: Operation, _ body: String, status: Int = 200, _ source: Source
  ) async throws -> (requests: Int, value: String?) {
    let requests = Counter()
    let transport = InMemoryTransport { request in
      requests.increment()
      let isRefused = request.headers["Authorization"] == "Bearer 1"
      return HTTPResponse(
        status: isRefused ? status : 200, headers: ["Content-Type": "application/json"],
        body: Data((isRefused ? body : #"{"data": {"first": "second response"}}"#).utf8))
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint, retry: .never), transport: transport)
    let response = try? await client.authenticated(by: source).response(to: operation)
    return (requests.value, response?.data?.first)
  }

  @Test(
    arguments: [
      (401, #"{"data": {"first": "1"}}"#), (403, "<html>"),
      (200, #"{"data": {"first": null}, "errors": [\#(error(#""first""#))]}"#),
      (
        200,
        #"{"data": null, "errors": [{"message": "", "extensions": {"exception": {"code": "Signature"}}}]}"#
      ),
      // NestJS
      (
        200,
        #"{"data": null, "errors": [{"message": "", "extensions": {"response": {"statusCode": 401}}}]}"#
      ),
      // AppSync
      (200, #"{"data": null, "errors": [{"message": "", "errorType": "Expired"}]}"#),
      (200, #"{"data": {"first": null}, "extensions": {"flags": ["OTHER"]}}"#),
      (200, #"{"data": {"first": null}, "extensions": {"code": "EXPIRED"}}"#),
    ] as [(Int, String)])
  func refusedQueryIsSentOnceMore(status: Int, body: String) async throws {
    let source = Source(rules)
    let outcome = try await outcome(of: TestQuery(), body, status: status, source)
    #expect(outcome == (2, "second response"))
    #expect(source.replaced.value == 1 && source.ended.value == 0)
  }

  @Test(
    arguments: [
      (200, #"{"data": {"first": null}}"#),
      (200, #"{"data": {"first": null}, "errors": [\#(error(#""first""#, other))]}"#),
      (200, #"{"data": {"first": null}, "extensions": {"flags": ["LOGGED_IN"]}}"#),
      (200, #"{"data": {"first": null}, "extensions": {"flags": null}}"#),
      (
        200,
        #"{"data": null, "errors": [{"message": "", "errorType": "x", "extensions": {"errorType": "Expired"}}]}"#
      ),
      (200, #"{"data": {"first": null}, "extensions": {"response": {"statusCode": 4010}}}"#),
      (500, "<html>"), (402, "{}"),
    ] as [(Int, String)])
  func otherResponsesRefuseNothing(status: Int, body: String) async throws {
    let source = Source(rules)
    #expect(try await outcome(of: TestQuery(), body, status: status, source).requests == 1)
    #expect(source.replaced.value == 0)
  }

  @Test(
    arguments: [
      (401, #"{"errors": [{"message": "no"}]}"#, 2), (401, "<html>", 2),
      // No `data`: a request error, before the execution.
      (200, #"{"errors": [{"message": "", "extensions": {"code": "EXPIRED"}}]}"#, 2),
      // All root fields failed before their execution.
      (200, #"{"data": {"first": null}, "errors": [\#(error(#""first""#))]}"#, 2),
      (
        200,
        #"{"data": {"first": null, "second": null}, "errors": [\#(error(#""first""#)), \#(error(#""second""#))]}"#,
        2
      ),
      // The first field succeeded.
      (
        200, #"{"data": {"first": "done", "second": null}, "errors": [\#(error(#""second""#))]}"#, 1
      ),
      (200, #"{"data": {"first": null, "second": null}, "errors": [\#(error(#""second""#))]}"#, 1),
      (
        200,
        #"{"data": {"first": null, "second": null}, "errors": [\#(error(#""first""#, other)), \#(error(#""second""#))]}"#,
        1
      ),
      // The error is inside the field, which was executed.
      (200, #"{"data": {"first": null}, "errors": [\#(error(#""first", "token""#))]}"#, 1),
      // A resolver's error sets the status: the field was executed.
      (401, #"{"data": {"first": "done"}, "errors": [\#(error(#""first", "owner""#))]}"#, 1),
      (401, #"{"errors": [\#(error(#""first""#))]}"#, 1),
      (401, #"{"data": null, "errors": [{"message": "no"}]}"#, 2),
      // The rule does not say when the error occurs.
      (
        200,
        #"{"data": {"first": null}, "errors": [{"message": "", "path": ["first"], "extensions": {"exception": {"code": "Signature"}}}]}"#,
        1
      ),
      // Another field may have been executed first.
      (200, #"{"data": null, "errors": [\#(error(#""first""#))]}"#, 1),
      (200, #"{"data": {"first": null}, "extensions": {"flags": []}}"#, 1),
      // Data without the root field, and a path that is no list.
      (200, #"{"data": {}, "errors": [\#(error(#""first""#))]}"#, 1),
      (
        200,
        #"{"data": {"first": null}, "errors": [{"message": "", "path": "first", "extensions": {"code": "EXPIRED"}}]}"#,
        1
      ),
      (
        200, #"{"errors": [{"message": "", "path": "first", "extensions": {"code": "EXPIRED"}}]}"#,
        1
      ),
      (200, #"{"errors": {"message": "", "extensions": {"code": "EXPIRED"}}}"#, 2),
      (403, "<html>", 1), (403, "{}", 1),
    ] as [(Int, String, Int)])
  func refusedMutationIsSentAgainOnlyIfItWasNotExecuted(
    status: Int, body: String, requests: Int
  ) async throws {
    let source = Source(rules)
    let outcome = try await outcome(of: TestMutation(), body, status: status, source)
    #expect(outcome.requests == requests, "\(body)")
    // In any case, the credential is replaced for the next call.
    #expect(source.replaced.value == 1 && source.ended.value == 0)
    if body.contains("done") { #expect(outcome.value == "done") }
  }

  /// The only root field is not null, so its error makes all data null, as Strawberry's permissions do.
  @Test(
    arguments: [
      (#"{"data": null, "errors": [\#(error(#""first""#))]}"#, 2),
      (#"{"data": null, "errors": [{"message": "expired", "path": ["first"]}]}"#, 2),
      (#"{"data": null, "errors": [\#(error(#""first", "id""#))]}"#, 1),
      (#"{"data": null, "errors": [\#(error(#""other""#))]}"#, 1),
      (#"{"data": null, "errors": [\#(error(#""first""#)), \#(error(#""first""#))]}"#, 1),
      (
        #"{"data": null, "errors": [{"message": "", "path": ["first"], "extensions": {"exception": {"code": "Signature"}}}]}"#,
        1
      ),
      (#"{"data": null, "errors": [{"message": "expired too", "path": ["first"]}]}"#, 1),
    ] as [(String, Int)])
  func mutationWithOneRootFieldIsSentAgainIfItsErrorPrecedesTheExecution(
    body: String, requests: Int
  ) async throws {
    let source = Source(
      rules + [
        .message(in: ["expired"], beforeExecution: true), .message(in: ["expired too"]),
      ])
    let outcome = try await outcome(of: OneFieldMutation(), body, source)
    #expect(outcome.requests == requests && source.replaced.value == 1, "\(body)")
  }

  /// A refused mutation that may have been executed, while no other credential can be had.
  @Test(arguments: [false, true])
  func refusalWithoutAnotherCredentialIsNoLogout(isSlow: Bool) async throws {
    struct Offline: CredentialSource {
      let refusals: [RefusalRule]
      let isSlow: Bool
      func credential() async -> Credential? { Credential(scheme: "Bearer", token: "1") }
      func credential(
        insteadOf refused: Credential
      ) async throws(CredentialUnavailable) -> Credential? {
        if isSlow { try? await Task.sleep(for: .seconds(3_600)) }
        throw CredentialUnavailable("the token endpoint responds with status 503")
      }
      func sessionHasEnded(_ credential: Credential) async {}
    }
    let body =
      #"{"data": null, "errors": [{"message": "", "path": ["first"], "extensions": {"code": "UNAUTHENTICATED"}}]}"#
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint, timeout: .seconds(isSlow ? 5 : 60)),
      transport: InMemoryTransport { _ in HTTPResponse(status: 200, body: Data(body.utf8)) }
    ).authenticated(
      by: Offline(refusals: [.extensions("code", in: ["UNAUTHENTICATED"])], isSlow: isSlow))
    let response = try await client.response(to: TestMutation())
    #expect(response.credentialUnavailable != nil && response.errors.count == 1)
    let error = await #expect(throws: RequestError.self) {
      try await client.execute(TestMutation())
    }
    guard case .graphQL? = error?.reason else {
      Issue.record("expected the server's errors, found \(String(describing: error))")
      return
    }
    #expect(error?.errorDescription == "Your sign-in cannot be checked right now.")
    let reason =
      isSlow
      ? "no other credential arrived within the call's time limit"
      : "the token endpoint responds with status 503"
    #expect("\(try #require(error))".contains(reason))
  }

  @Test func callIsNotSentAgainWithoutAnotherCredential() async throws {
    for next in [nil, Credential(scheme: "Bearer", token: "1")] {
      let source = Source(rules, next: next)
      #expect(try await outcome(of: TestQuery(), "{}", status: 401, source).requests == 1)
    }
  }

  @Test func secondRefusalEndsTheSession() async throws {
    let source = Source(rules, next: Credential(scheme: "Basic", token: "1"))
    let requests = Counter()
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint),
      transport: InMemoryTransport { _ in
        requests.increment()
        return HTTPResponse(status: 401)
      })
    await #expect(throws: RequestError.self) {
      try await client.authenticated(by: source).execute(TestQuery())
    }
    #expect(requests.value == 2 && source.replaced.value == 1 && source.ended.value == 1)
  }

  /// Both a slow source and a slow server use the one time limit of a call.
  @Test func waitingForACredentialEndsWithTheCallsTimeLimit() async throws {
    struct Slow: CredentialSource {
      func credential() async throws(CredentialUnavailable) -> Credential? {
        try? await Task.sleep(for: .seconds(60))
        throw CredentialUnavailable("cancelled")
      }
      func sessionHasEnded(_ credential: Credential) async {}
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint, timeout: .milliseconds(20), retry: .never),
      transport: InMemoryTransport { _ in HTTPResponse(status: 200) })
    let error = await #expect(throws: RequestError.self) {
      try await client.authenticated(by: Slow()).execute(TestQuery())
    }
    guard case .transport(let timeout) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(timeout.reason == .timedOut && error?.progress == .notSent)
  }

  // MARK: Tokens in variables, refusals in data

  @Test func tokenIsSentInTheOperationsVariable() async throws {
    let bodies = Shared<[String]>([])
    let transport = InMemoryTransport { request in
      bodies.withLock { $0.append(String(decoding: request.body ?? Data(), as: UTF8.self)) }
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Data(#"{"data": {"first": null}}"#.utf8))
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    var configuration = ClientConfiguration(endpoint: endpoint, persistedOperations: .automatic)
    configuration.usesGETForQueries = true
    let client = GraphQLClient(configuration, transport: transport)
      .authenticated(by: Credential(.variable, token: "t0ken"))
    _ = try await client.execute(TokenQuery())
    _ = try await client.execute(TestMutation())
    let sent = bodies.withLock { $0 }
    #expect(sent.count == 2 && sent[0].contains(#""variables":{"accessToken":"t0ken"}"#))
    #expect(sent[0].contains(TokenQuery.document) && sent[1].contains(#""variables":{}"#))
  }

  @Test func dataCanRefuseTheCredential() async throws {
    let source = Source([])
    let refused = try await outcome(of: CheckingQuery(), #"{"data": {"first": null}}"#, source)
    #expect(refused == (2, "second response"))
    let accepted = try await outcome(of: CheckingQuery(), #"{"data": {"first": "1"}}"#, source)
    #expect(accepted == (1, "1") && source.replaced.value == 1)
    // The error explains why there is no value.
    _ = try? await outcome(
      of: CheckingQuery(),
      #"{"data": {"first": null}, "errors": [{"message": "no", "path": ["first"]}]}"#, source)
    #expect(source.replaced.value == 1)
  }
}

// MARK: Operations

private struct TestData: ResponseObject {
  var first: String?

  init(fields: inout FieldReader) { self.first = fields.optionalString("first") }

  func encode(into fields: FieldWriter) { fields.optionalString("first", first) }
}

private protocol TestOperation: AnonymousOperation where Data == TestData {
  static var kind: OperationKind { get }
  static var tokenVariable: String? { get }
  static var onlyRootField: String? { get }
}

extension TestOperation {
  static var tokenVariable: String? { nil }
  static var onlyRootField: String? { nil }
  static var definition: OperationDefinition {
    OperationDefinition(
      kind, "\(Self.self)", credentialVariable: tokenVariable, onlyRootField: onlyRootField,
      hash: "0",
      document: "\(kind) \(Self.self) { first }")
  }
}

private struct TestQuery: TestOperation {
  typealias Data = TestData
  static var kind: OperationKind { .query }
}

private struct TestMutation: TestOperation {
  typealias Data = TestData
  static var kind: OperationKind { .mutation }
}

private struct OneFieldMutation: TestOperation {
  typealias Data = TestData
  static var kind: OperationKind { .mutation }
  static var onlyRootField: String? { "first" }
}

private struct TokenQuery: TestOperation {
  typealias Data = TestData
  static var kind: OperationKind { .query }
  static var tokenVariable: String? { "accessToken" }
}

private struct CheckingQuery: TestOperation, CredentialRefusingOperation {
  typealias Data = TestData
  static var kind: OperationKind { .query }
  static func refusesCredential(_ data: TestData) -> Bool { data.first == nil }
}
