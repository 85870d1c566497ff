// Tests what follows from a response that refuses the credential.

@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct RefusalTests {
  private static let rules: [RefusalRule] = [
    .status(401), .status(403), .extensions("flags", lack: "LOGGED_IN"),
    .extensions("code", in: ["EXPIRED"], beforeExecution: true),
    .extensions("exception", "code", in: ["Unknown", "Signature"]),
    .extensions("response", "statusCode", in: ["401"]), .errorMember("errorType", in: ["Expired"]),
  ]
  private static let messages: [RefusalRule] = [
    .message(in: ["expired"], beforeExecution: true), .message(in: ["expired too"]),
  ]

  /// Calls an operation at a server that refuses the first token with a response.
  ///
  /// - Returns: how often the call was sent, and the first field of the result.
  private func outcome<Operation: TestOperation>(
    of operation: Operation, _ body: String, status: Int = 200, _ source: ScriptedSource
  ) async throws -> (requests: Int, value: String?) {
    let log = RequestLog()
    let transport = InMemoryTransport { request in
      log.add(request)
      return request.headers["Authorization"] == "Bearer 1"
        ? .json(body, status: status) : .json(#"{"data": {"first": "second response"}}"#)
    }
    let client = try scriptedClient(transport) { $0.retry = .never }
    let response = try? await client.authenticated(by: source).response(to: operation)
    return (log.requests.count, response?.data?.first)
  }

  @Test(arguments: TextCase.all(in: "Fixtures/Calls/refusals.txt").flatMap(\.lines))
  func refusalDecidesHowOftenACallIsSent(line: String) async throws {
    let cells = line.split(separator: " ", maxSplits: 3).map(String.init)
    try #require(cells.count == 4)
    let (status, body) = (try #require(Int(cells[1])), cells[3])
    let source = ScriptedSource(Self.rules + (cells[0] == "field" ? Self.messages : []))
    let outcome =
      switch cells[0] {
      case "query": try await outcome(of: TestQuery(), body, status: status, source)
      case "mutation": try await outcome(of: TestMutation(), body, status: status, source)
      default: try await outcome(of: OneFieldMutation(), body, status: status, source)
      }
    #expect(outcome.requests == (cells[2] == "again" ? 2 : 1))
    // In any case, the credential is replaced for the next call.
    #expect(source.replaced.value == (cells[2] == "accepted" ? 0 : 1) && source.ended.value == 0)
    if cells[2] == "again" { #expect(outcome.value == "second response") }
    if body.contains("done") { #expect(outcome.value == "done") }
  }

  /// A refused mutation that may have been executed, while no other credential can be had.
  @Test(arguments: [false, true])
  func refusalWithoutAnotherCredentialIsNoLogout(isSlow: Bool) async throws {
    let source = ScriptedSource(
      [.extensions("code", in: ["UNAUTHENTICATED"])],
      next: { () async throws(CredentialUnavailable) in
        if isSlow { try? await Task.sleep(for: .seconds(3_600)) }
        throw CredentialUnavailable("the token endpoint responds with status 503")
      })
    let body =
      #"{"data": null, "errors": [{"message": "", "path": ["first"], "extensions": {"code": "UNAUTHENTICATED"}}]}"#
    let transport = InMemoryTransport { _ in .json(body) }
    let client = try scriptedClient(transport, clock: ContinuousClock()) {
      $0.timeout = .seconds(isSlow ? 5 : 60)
    }.authenticated(by: source)
    let response = try await client.response(to: TestMutation())
    #expect(response.credentialUnavailable != nil && response.errors.count == 1)
    let error = try #require(await failure { try await client.execute(TestMutation()) })
    #expect(error.short == "GraphQL: ")
    #expect(error.errorDescription == "Your sign-in cannot be checked right now.")
    let reason =
      isSlow
      ? "no other credential arrived within the call's time limit"
      : "the token endpoint responds with status 503"
    #expect("\(error)".contains(reason))
  }

  @Test(arguments: [nil, ScriptedSource.first])
  func callIsNotSentAgainWithoutAnotherCredential(next: Credential?) async throws {
    let source = ScriptedSource(Self.rules, next: { next })
    #expect(try await outcome(of: TestQuery(), "{}", status: 401, source).requests == 1)
  }

  @Test func secondRefusalEndsTheSession() async throws {
    let log = RequestLog()
    let source = ScriptedSource(Self.rules)
    let client = try scriptedClient([HTTPResponse(status: 401)], log: log)
      .authenticated(by: source)
    #expect(await failure { try await client.execute(TestQuery()) } != nil)
    #expect(log.requests.count == 2 && source.replaced.value == 1 && source.ended.value == 1)
  }

  /// Both a slow source and a slow server use the one time limit of a call.
  @Test func waitingForACredentialEndsWithTheCallsTimeLimit() async throws {
    let slow = ScriptedSource(
      now: { () async throws(CredentialUnavailable) in
        try? await Task.sleep(for: .seconds(60))
        throw CredentialUnavailable("cancelled")
      })
    let transport = InMemoryTransport { _ in HTTPResponse(status: 200) }
    let client = try scriptedClient(transport, clock: ContinuousClock()) {
      ($0.timeout, $0.retry) = (.milliseconds(20), .never)
    }.authenticated(by: slow)
    let error = await failure { try await client.execute(TestQuery()) }
    #expect(error?.short == "timedOut" && error?.progress == .notSent)
  }

  // MARK: Tokens in variables, refusals in data

  @Test func tokenIsSentInTheOperationsVariable() async throws {
    let log = RequestLog()
    let client = try scriptedClient([.json(#"{"data": {"first": null}}"#)], log: log) {
      ($0.persistedOperations, $0.usesGETForQueries) = (.automatic, true)
    }.authenticated(by: Credential(.variable, token: "t0ken"))
    _ = try await client.execute(TokenQuery())
    _ = try await client.execute(TestMutation())
    let sent = log.requests.map(\.text)
    #expect(sent.count == 2 && sent[0].contains(#""variables":{"accessToken":"t0ken"}"#))
    #expect(sent[0].contains(TokenQuery.document) && sent[1].contains(#""variables":{}"#))
  }

  @Test func dataCanRefuseTheCredential() async throws {
    let source = ScriptedSource([])
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
  static var kind: OperationKind { .query }
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
  static var tokenVariable: String? { "accessToken" }
}

private struct CheckingQuery: TestOperation, CredentialRefusingOperation {
  typealias Data = TestData
  static func refusesCredential(_ data: TestData) -> Bool { data.first == nil }
}
