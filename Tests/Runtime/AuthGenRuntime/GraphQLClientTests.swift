// Tests the client: the requests it sends, how it reads responses, and that it never prints secrets.

@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@Suite struct GraphQLClientTests {
  private let login = LoginMutation(
    input: LoginInput(username: "ada@example.com", password: "correct horse"))
  private let loggedIn = HTTPResponse.json(#"{"data": {"login": {"token": "t0ken"}}}"#)
  private static let noProviders = HTTPResponse.json(#"{"data": {"socialLoginProviders": []}}"#)
  private let noData = HTTPResponse.json(#"{"data": {}}"#)
  private let busy = HTTPResponse(status: 503)
  private let query = GetSocialProvidersQuery()
  private let log = RequestLog()

  private func client(
    _ responses: HTTPResponse..., interceptors: [any Interceptor] = [],
    _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) throws -> GraphQLClient {
    try scriptedClient(responses, log: log, interceptors: interceptors, configure)
  }

  // MARK: Requests

  @Test func operationIsPostedWithDocumentNameAndVariables() async throws {
    _ = try await client(loggedIn).execute(login)
    let request = try #require(log.requests.first)
    #expect(request.method == .post)
    #expect(request.url.absoluteString == "https://api.example.com/shop/en/graphql")
    #expect(request.headers["content-type"] == "application/json")
    #expect(
      request.headers["accept"] == "application/graphql-response+json, application/json;q=0.9")
    #expect(request.headers["authorization"] == nil)
    let input: JSON.Object = [
      "username": .string("ada@example.com"), "password": .string("correct horse"),
    ]
    let body: JSON.Object = [
      "query": .string(LoginMutation.document), "operationName": .string("Login"),
      "variables": .object(["input": .object(input)]),
    ]
    #expect(request.json == .object(body))
  }

  @Test func headersOfTheConfigurationAndOfTheCallAreSent() async throws {
    let client = try client(loggedIn) { $0.headers = ["User-Agent": "Shop/7.1", "X-Trial": "all"] }
    _ = try await client.execute(login, options: CallOptions(headers: ["X-Trial": "this"]))
    let headers = try #require(log.requests.first?.headers)
    #expect(headers["User-Agent"] == "Shop/7.1" && headers["X-Trial"] == "this")
  }

  @Test(arguments: [
    (ScriptedSource(now: { nil }), "not sent: noSession"),
    (
      ScriptedSource(now: { () throws(CredentialUnavailable) in
        throw CredentialUnavailable("the device is locked")
      }), "no credential: the device is locked"
    ),
  ])
  func callWithoutACredentialIsNotSent(source: ScriptedSource, reason: String) async throws {
    let client = try client(Self.noProviders).authenticated(by: source)
    let error = await failure { try await client.execute(SocialLinksQuery()) }
    #expect(error?.short == reason && error?.progress == .notSent)
    #expect(error?.description.hasPrefix("SocialLinks: not sent: ") == true)
    #expect(log.requests.isEmpty && source.ended.value == 0)
  }

  @Test(arguments: ["http://api.example.com/graphql", "ftp://api.example.com/", "file:///tmp/x"])
  func onlyHTTPSIsUsedBeyondThisMachine(_ endpoint: String) async throws {
    let client = try scriptedClient([loggedIn], log: log, endpoint: endpoint)
    let error = await failure { try await client.execute(login) }
    #expect(error?.short == "not sent: insecureEndpoint" && log.requests.isEmpty)
  }

  @Test func headerValueCannotAddAHeader() async throws {
    let client = try client(loggedIn) { $0.headers["X-App"] = "a\r\nX-Admin: true" }
    let error = await failure { try await client.execute(login) }
    #expect(error?.short == "not sent: invalidHeader" && log.requests.isEmpty)
  }

  // MARK: GET and hashes

  @Test func queriesMayBeSentWithGET() async throws {
    let client = try client(Self.noProviders, loggedIn) { $0.usesGETForQueries = true }
    _ = try await client.execute(query)
    _ = try await client.execute(login)
    let sent = try #require(log.requests.first)
    #expect(sent.method == .get && sent.body == nil)
    let items = URLComponents(url: sent.url, resolvingAgainstBaseURL: false)?.queryItems
    #expect(items?.first { $0.name == "query" }?.value == GetSocialProvidersQuery.document)
    #expect(log.requests.last?.method == .post)
  }

  @Test func queryWithALongURLIsPosted() async throws {
    let client = try client(noData) { $0.usesGETForQueries = true }
    for length in [100, 20_000] {
      _ = try await client.execute(LookUp(email: String(repeating: "x", count: length)))
    }
    #expect(log.requests.map(\.method) == [.get, .post])
    #expect(log.requests.last?.body.map { $0.count > 20_000 } == true)
  }

  /// A server that decodes forms reads an unescaped plus sign as a space.
  @Test func plusSignInAVariableOfAGETRequestIsEscaped() async throws {
    let client = try client(noData) { $0.usesGETForQueries = true }
    _ = try await client.execute(LookUp(email: "ada+shop@example.com"))
    let sent = try #require(log.requests.first?.url.query(percentEncoded: true))
    #expect(sent.contains("ada%2Bshop%40example.com") && !sent.contains("+"))
  }

  @Test(arguments: [
    ("https://example.com/", "https://example.com/?a=b%26c"),
    ("https://example.com/?", "https://example.com/?a=b%26c"),
    ("https://example.com/?x=%2F", "https://example.com/?x=%2F&a=b%26c"),
  ])
  func parameterIsAppendedToTheQuery(_ url: String, _ expected: String) throws {
    let url = try #require(URL(string: url))
    #expect(url.adding([("a", "b&c")])?.absoluteString == expected)
    #expect(url.adding([]) == url)
  }

  /// A server may accept a code once. A session's operations are such, also without secrets.
  @Test(
    arguments: [
      ("lost", nil, 3), ("lost", "s3cret", 1), ("503", "s3cret", 1), ("503", nil, 3),
      ("401", nil, 2), ("401", "s3cret", 2), ("null", nil, 2), ("null", "s3cret", 1),
    ] as [(String, Secret?, Int)])
  func queryWithASecretIsSentOnce(failure: String, code: Secret?, sent: Int) async throws {
    let transport = InMemoryTransport { [log] request throws(TransportError) in
      log.add(request)
      if failure == "lost" { throw TransportError(.connectionLost, wasSent: true) }
      guard let status = Int(failure) else {
        return .json(#"{"data": null, "errors": [{"message": "expired"}]}"#)
      }
      return HTTPResponse(status: status, headers: ["Content-Type": "text/plain"])
    }
    let source = ScriptedSource([.status(401), .message(in: ["expired"])])
    let client = try scriptedClient(transport).authenticated(by: source)
    _ = try? await client.response(to: LookUp(code: code))
    #expect(log.requests.count == sent)
    // A cache stores a call with an identity.
    #expect((CallIdentity(LookUp(code: code)) == nil) == (code != nil))
  }

  @Test func secretNeverShowsInAURL() async throws {
    let client = try client(noData) { $0.usesGETForQueries = true }
    _ = try await client.execute(LookUp())
    _ = try await client.execute(LookUp(code: "s3cret"))
    #expect(log.requests.map(\.method) == [.get, .post])
    #expect(!log.requests.contains { $0.url.absoluteString.contains("s3cret") })
  }

  @Test(arguments: [
    #"{"message": "PersistedQueryNotFound"}"#, #"{"message": "PersistedQueryNotSupported"}"#,
    #"{"message": "no", "extensions": {"code": "PERSISTED_QUERY_NOT_SUPPORTED"}}"#,
  ])
  func hashReplacesADocumentThatTheServerKnows(_ error: String) async throws {
    let client = try client(.json(#"{"errors": [\#(error)]}"#), Self.noProviders) {
      $0.persistedOperations = .automatic
    }
    _ = try await client.execute(query)
    let bodies = log.requests.map(\.text)
    #expect(bodies.allSatisfy { $0.contains(GetSocialProvidersQuery.documentHash) })
    #expect(bodies.map { $0.contains("\"query\"") } == [false, true])
    _ = try await client.execute(query)
    #expect(log.requests.count == 3)
  }

  @Test func documentIsNotSentForAnotherUserThanItsHash() async throws {
    let unknown = HTTPResponse.json(#"{"errors": [{"message": "PersistedQueryNotFound"}]}"#)
    let client = try client(unknown, Self.noProviders) { $0.persistedOperations = .automatic }
      .authenticated(by: ScriptedSource(later: { nil }))
    #expect(await failure { try await client.execute(query) }?.short == "not sent: noSession")
    #expect(log.requests.count == 1)
  }

  @Test func mutationsAndSecretsAreSentWithTheirDocument() async throws {
    let client = try client(loggedIn, noData) { $0.persistedOperations = .automatic }
    _ = try await client.execute(login)
    _ = try await client.execute(LookUp(code: "s3cret"))
    let bodies = log.requests.map(\.text)
    #expect(bodies.map { $0.contains("\"query\"") } == [true, true])
    #expect(!bodies.contains { $0.contains("persistedQuery") })
  }

  @Test func onlyHashesSendsNoDocument() async throws {
    let unknown = HTTPResponse.json(
      #"{"errors": [{"message": "?", "extensions": {"code": "PERSISTED_QUERY_NOT_FOUND"}}]}"#)
    let client = try client(unknown) { $0.persistedOperations = .only }
    #expect(await failure { try await client.execute(query) }?.short == "unknown document")
    #expect(log.requests.map { $0.text.contains("\"query\"") } == [false])
  }

  // MARK: Responses

  @Test func wholeResponseHasDataErrorsAndExtensions() async throws {
    let body = """
      {"data": {"socialLoginProviders": []}, "errors": [{"message": "half of it failed",
         "extensions": {"code": "LATE", "exception": {"code": 7, "fields": ["a"]}}}],
       "extensions": {"cost": {"actual": 5}, "secret": "s3cret"}}
      """
    let client = try client(.json(body))
    let response = try await client.response(to: query)
    #expect(response.data?.socialLoginProviders.isEmpty == true)
    #expect(response.errors.map(\.message) == ["half of it failed"])
    let found = try #require(response.errors.first)
    #expect(found.code == "LATE" && found.extensions["exception", "code"]?.integer == 7)
    #expect(found.extensions.decoded(as: [String].self, at: "exception", "fields") == ["a"])
    #expect(response.extensions["cost", "actual"] == .integer(5))
    #expect(response.extensions["cost", "actual", "more"] == nil)
    let error = await failure { try await client.execute(query) }
    #expect(error?.short == "GraphQL: half of it failed" && error?.progress == .responded)
    #expect(error?.extensions["cost", "actual"] == .integer(5))
    let printed =
      printedForms(of: response.extensions) + printedForms(of: response.errors)
      + String(reflecting: response)
    #expect(!printed.contains("s3cret") && !printed.contains("LATE"))
  }

  @Test(arguments: ["7", #""none""#, "null"])
  func extensionsOfAnotherFormAreIgnored(_ extensions: String) async throws {
    let body = #"{"data": {"socialLoginProviders": []}, "extensions": \#(extensions)}"#
    let response = try await client(.json(body)).response(to: query)
    #expect(response.data != nil && response.extensions["any"] == nil)
  }

  private static let errors = #"{"errors": [{"message": "no"}]}"#
  private static let own = "application/graphql-response+json"

  @Test(
    arguments: [
      (noProviders, nil), (.json(noProviders.text, type: own + "; charset=utf-8"), nil),
      (.json(errors, status: 400), "GraphQL: no"),
      (.json(errors, status: 400, type: own), "GraphQL: no"),
      (.json("{}", status: 500), "status 500 application/json"),
      (.json("<html>", type: "text/html"), "status 200 text/html"),
      (.json("<html>", status: 502, type: "TEXT/HTML ;x"), "status 502 text/html"),
      (HTTPResponse(status: 204), "status 204 -"), (.json("<html>"), "invalidJSON"),
      (.json(#"{"data": null}"#), "data missing"),
      (.json(#"{"data": {}}"#), "data socialLoginProviders missing"),
      (.json(#"{"data": "# + String(repeating: "[", count: 100_000)), "invalidJSON"),
      (
        HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"],
          body: Data([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D])), "invalidJSON"
      ),
    ] as [(HTTPResponse, String?)])
  func mediaTypeDecidesHowAResponseIsRead(response: HTTPResponse, error: String?) async throws {
    let client = try client(response) { $0.retry = .never }
    #expect(await failure { try await client.execute(query) }?.short == error)
  }

  @Test func responseHasTheHeadersOfItsHTTPResponse() async throws {
    var sent = Self.noProviders
    sent.headers["X-Trial"] = "all"
    let response = try await client(sent).response(to: query)
    #expect(response.headers["x-trial"] == "all")
    #expect(!"\(response)".contains("all"))
  }

  // MARK: Retries

  @Test func queriesAreRetriedAndMutationsAreNot() async throws {
    _ = try await client(busy, busy, Self.noProviders).execute(query)
    #expect(log.requests.count == 3)
    let client = try client(busy)
    #expect(await failure { try await client.execute(login) } != nil)
    #expect(log.requests.count == 4)
  }

  @Test(arguments: [("2", 3), ("21", 1), ("Fri, 31 Dec 1999 23:59:59 GMT", 3), ("soon", 3)])
  func retryAfterIsRespected(_ retryAfter: String, _ attempts: Int) async throws {
    let client = try client(HTTPResponse(status: 429, headers: ["Retry-After": retryAfter]))
    #expect(await failure { try await client.execute(query) }?.short == "status 429 -")
    #expect(log.requests.count == attempts)
  }

  @Test(arguments: [429, 503], ["application/json", own])
  func queryIsRetriedAfterABusyServersGraphQLBody(_ status: Int, _ type: String) async throws {
    let busy = HTTPResponse.json(
      Self.errors, status: status, type: type, headers: ["Retry-After": "2"])
    _ = try await client(busy, busy, Self.noProviders).execute(query)
    #expect(log.requests.count == 3)
    // The error of the last attempt has the server's messages and its wait.
    let busyClient = try client(busy)
    let error = await failure { try await busyClient.execute(query) }
    #expect(error?.short == "GraphQL: no" && error?.retryAfter == .seconds(2))
    // A response with data is not asked for again.
    let body = #"{"data": {"socialLoginProviders": []}, "errors": [{"message": "slow down"}]}"#
    let before = log.requests.count
    _ = try await client(.json(body, status: status, type: Self.own)).response(to: query)
    #expect(log.requests.count == before + 1)
  }

  /// The device's clock is years ahead of the server's.
  @Test(arguments: [
    "Fri, 31 Dec 1999 23:59:59 GMT", "Friday, 31-Dec-99 23:59:59 GMT", "Fri Dec 31 23:59:59 1999",
  ])
  func waitUntilADateCountsByTheServersClock(_ date: String) async throws {
    let client = try client(
      HTTPResponse(
        status: 429, headers: ["Retry-After": date, "Date": "Fri, 31 Dec 1999 23:59:00 GMT"]))
    #expect(await failure { try await client.execute(query) }?.retryAfter == .seconds(59))
  }

  @Test func retriesOfClientsAreSpread() {
    let policy = RetryPolicy()
    let waits = [0, 0.5, 1].map {
      policy.delay(afterAttempt: 1, retryAfter: .seconds(3), random: $0)
    }
    #expect(waits == [.seconds(3), .milliseconds(3_250), .milliseconds(3_500)])
  }

  /// A cancelled wait keeps its memory until its step ends. So no step is long.
  @Test func timeLimitsWaitInSteps() async throws {
    let steps = Shared<[Duration]>([])
    let clock = RunningClock { step in steps.withLock { $0.append(step) } }
    try await clock.sleep(for: .milliseconds(2_500))
    let (whole, last) = steps.withLock { ($0.dropLast(), $0.last) }
    #expect(whole == [.seconds(1), .seconds(1)])
    // The time between the deadline's calculation and its use is missing.
    #expect(last.map { $0 <= .milliseconds(500) } == true)
    let cancelled = RunningClock { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await cancelled.sleep(for: .seconds(600)) }
  }

  /// One limit for all attempts.
  @Test func deadlineEndsACallBetweenItsAttempts() async throws {
    let attempts = Counter()
    let transport = InMemoryTransport { _ in
      attempts.increment()
      return HTTPResponse(status: 503)
    }
    let client = try scriptedClient(transport, clock: ContinuousClock()) {
      $0.deadline = .seconds(2)
      $0.retry = RetryPolicy(
        maximumAttempts: 1_000, baseDelay: .milliseconds(20), maximumDelay: .milliseconds(20))
    }
    #expect(await failure { try await client.execute(query) }?.short == "timedOut")
    #expect(attempts.value > 1)
  }

  @Test func lateResponseTimesOut() async throws {
    let transport = InMemoryTransport { (_) async throws(TransportError) in
      try? await Task.sleep(for: .seconds(20))
      throw TransportError(.cancelled, wasSent: true)
    }
    let client = try scriptedClient(transport, clock: ContinuousClock()) {
      ($0.timeout, $0.retry) = (.milliseconds(50), .never)
    }
    let error = await failure { try await client.execute(login) }
    #expect(error?.short == "timedOut" && error?.progress == .sent)
  }

  // MARK: Interceptors

  @Test func interceptorsRunInOrderAndSeeNoCredential() async throws {
    let seen = RequestLog()
    let stamps = ["a", "b"].map { name in
      Change { request, _ in
        seen.add(request)
        request.headers["X-Stamps"] = (request.headers["X-Stamps"] ?? "") + name
      }
    }
    let client = try client(Self.noProviders, interceptors: stamps)
      .authenticated(by: Credential(scheme: "Opaque", token: "t0ken"))
    _ = try await client.execute(query)
    #expect(log.requests.first?.headers["X-Stamps"] == "ab")
    #expect(log.requests.first?.headers["Authorization"] == "Opaque t0ken")
    #expect(seen.requests.map { $0.headers["Authorization"] } == [nil, nil])
  }

  @Test func credentialIsSentToTheEndpointsServerOnly() async throws {
    let client = try client(Self.noProviders, interceptors: [Change.diversion])
      .authenticated(by: Credential(scheme: "Opaque", token: "t0ken"))
    #expect(await failure { try await client.execute(query) }?.short == "not sent: foreignOrigin")
    #expect(log.requests.isEmpty)
  }

  // MARK: Secrecy

  @Test func printedValuesHaveNoSecret() async throws {
    struct Leak: Error { let text = "s3cret" }
    let secretBody = #"{"errors": [{"message": "s3cret"}], "data": {"login": {"token": "s3cret"}}}"#
    let mutation = LoginMutation(input: LoginInput(username: "ada", password: "s3cret"))
    let responses: [HTTPResponse] = [
      .json(secretBody), .json(secretBody, type: "text/html"),
      .json(#"{"data": {"login": "s3cret"}}"#), .json("s3cret"), .json(secretBody, status: 500),
    ]
    var printed = printedForms(of: responses)
    for response in responses {
      let client = try client(response) { ($0.retry, $0.headers) = (.never, ["X-New": "s3cret"]) }
        .authenticated(by: Credential(scheme: "Opaque", token: "s3cret"))
      let error = await failure { try await client.execute(mutation) }
      printed += printedForms(of: try #require(error))
    }
    #expect(log.requests.count == responses.count)
    let leaky = try client(loggedIn, interceptors: [Change { _, _ in throw Leak() }])
    printed += printedForms(of: try #require(await failure { try await leaky.execute(mutation) }))
    for request in log.requests {
      printed += printedForms(of: request) + printedForms(of: request.headers)
    }
    #expect(!printed.contains("s3cret"))
  }
}

/// A query with a secret variable. Horizon has no such query.
private struct LookUp: AnonymousOperation {
  static var definition: OperationDefinition {
    OperationDefinition(
      .query, "LookUp", hash: "00",
      document: "query LookUp($code:String,$email:String){lookUp(code:$code,email:$email)}")
  }

  var code: Secret?
  var email: String?

  func encode(into fields: FieldWriter) {
    fields.optionalValue("code", code)
    fields.optionalString("email", email)
  }

  struct Data: ResponseObject {
    init(fields: inout FieldReader) {}

    func encode(into fields: FieldWriter) {}
  }
}

extension HTTPResponse {
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}
