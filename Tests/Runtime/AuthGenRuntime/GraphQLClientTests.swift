// Tests the client: the requests it sends, how it reads responses, and that it never prints secrets.

@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@Suite struct GraphQLClientTests {
  private let login = LoginMutation(
    input: LoginInput(username: "ada@example.com", password: "correct horse"))
  private let loggedIn = #"{"data": {"login": {"token": "t0ken"}}}"#
  private let noProviders = #"{"data": {"socialLoginProviders": []}}"#

  /// A client whose server gives these responses in turn, and repeats the last one.
  private func client(
    _ responses: [HTTPResponse], log: RequestLog = RequestLog(),
    interceptors: [any Interceptor] = [],
    _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) throws -> GraphQLClient {
    let endpoint = try #require(URL(string: "https://api.example.com/shop/en/graphql"))
    var configuration = ClientConfiguration(endpoint: endpoint)
    configure(&configuration)
    let transport = InMemoryTransport { request in
      let number = log.add(request)
      return responses[min(number, responses.count) - 1]
    }
    return GraphQLClient(
      configuration, transport: transport, interceptors: interceptors, clock: InstantClock())
  }

  private func json(
    _ body: String, status: Int = 200, type: String = "application/json",
    headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = type
    return HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
  }

  private func failure<Data>(
    _ call: () async throws(RequestError) -> Data
  ) async -> RequestError? {
    do throws(RequestError) {
      _ = try await call()
      return nil
    } catch {
      return error
    }
  }

  // MARK: Requests

  @Test func operationIsPostedWithDocumentNameAndVariables() async throws {
    let log = RequestLog()
    _ = try await client([json(loggedIn)], log: log).execute(login)
    let request = try #require(log.requests.first)
    #expect(request.method == .post)
    #expect(request.url.absoluteString == "https://api.example.com/shop/en/graphql")
    #expect(request.headers["content-type"] == "application/json")
    #expect(
      request.headers["accept"] == "application/graphql-response+json, application/json;q=0.9")
    #expect(request.headers["authorization"] == nil)
    let body = try #require(
      try JSONSerialization.jsonObject(with: request.body ?? Data()) as? [String: Any])
    #expect(Set(body.keys) == ["query", "operationName", "variables"])
    #expect(body["query"] as? String == LoginMutation.document)
    #expect(body["operationName"] as? String == "Login")
    let input = (body["variables"] as? [String: Any])?["input"] as? [String: String]
    #expect(input == ["username": "ada@example.com", "password": "correct horse"])
  }

  @Test func headersOfTheConfigurationAndOfTheCallAreSent() async throws {
    let log = RequestLog()
    let client = try client([json(loggedIn)], log: log) {
      $0.headers = ["User-Agent": "Shop/7.1", "X-Trial": "all"]
    }
    _ = try await client.execute(login, options: CallOptions(headers: ["X-Trial": "this"]))
    let headers = try #require(log.requests.first?.headers)
    #expect(headers["User-Agent"] == "Shop/7.1" && headers["X-Trial"] == "this")
  }

  @Test func credentialIsSentWithEveryAuthenticatedCall() async throws {
    let log = RequestLog()
    let client = try client([json(noProviders)], log: log)
      .authenticated(by: Credential(scheme: "Opaque", token: "t0ken"))
    _ = try await client.execute(GetSocialProvidersQuery())
    #expect(log.requests.first?.headers["Authorization"] == "Opaque t0ken")
  }

  @Test func clientWithoutSessionSendsNothing() async throws {
    struct Gone: CredentialSource {
      func credential() async -> Credential? { nil }
      func sessionHasEnded(_ credential: Credential) async {}
    }
    let log = RequestLog()
    let client = try client([json(noProviders)], log: log).authenticated(by: Gone())
    let error = await failure { () async throws(RequestError) in
      try await client.execute(SocialLinksQuery())
    }
    guard case .notSent(.noSession) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(error?.progress == .notSent)
    #expect(log.requests.isEmpty)
  }

  @Test func unreadableSessionIsNotAnEndedSession() async throws {
    struct Locked: CredentialSource {
      func credential() async throws(CredentialUnavailable) -> Credential? {
        throw CredentialUnavailable("the device is locked")
      }
      func sessionHasEnded(_ credential: Credential) async {
        Issue.record("the session has not ended")
      }
    }
    let log = RequestLog()
    let client = try client([json(noProviders)], log: log).authenticated(by: Locked())
    let error = await failure { () async throws(RequestError) in
      try await client.execute(SocialLinksQuery())
    }
    guard case .notSent(.credentialUnavailable(let why)) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(why.explanation == "the device is locked")
    #expect(error?.progress == .notSent)
    #expect(
      error?.description
        == "SocialLinks: not sent: the credential is not available: the device is locked")
    #expect(log.requests.isEmpty)
  }

  @Test(arguments: ["http://api.example.com/graphql", "ftp://api.example.com/", "file:///tmp/x"])
  func onlyHTTPSIsUsedBeyondThisMachine(_ endpoint: String) async throws {
    let url = try #require(URL(string: endpoint))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: url),
      transport: InMemoryTransport { _ in HTTPResponse(status: 200) })
    let error = await failure { () async throws(RequestError) in try await client.execute(login) }
    guard case .notSent(.insecureEndpoint) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test func headerValueCannotAddAHeader() async throws {
    let log = RequestLog()
    let client = try client([json(loggedIn)], log: log) {
      $0.headers["X-App"] = "a\r\nX-Admin: true"
    }
    let error = await failure { () async throws(RequestError) in try await client.execute(login) }
    guard case .notSent(.invalidHeader) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(log.requests.isEmpty)
  }

  // MARK: GET and hashes

  @Test func queriesMayBeSentWithGET() async throws {
    let log = RequestLog()
    let client = try client([json(noProviders), json(loggedIn)], log: log) {
      $0.usesGETForQueries = true
    }
    _ = try await client.execute(GetSocialProvidersQuery())
    _ = try await client.execute(login)
    let query = try #require(log.requests.first)
    #expect(query.method == .get && query.body == nil)
    let items = URLComponents(url: query.url, resolvingAgainstBaseURL: false)?.queryItems
    #expect(items?.first { $0.name == "query" }?.value == GetSocialProvidersQuery.document)
    #expect(log.requests.last?.method == .post)
  }

  @Test func queryWithALongURLIsPosted() async throws {
    let log = RequestLog()
    let client = try client([json(#"{"data": {}}"#)], log: log) { $0.usesGETForQueries = true }
    for length in [100, 20_000] {
      _ = try await client.execute(FindByEmail(email: String(repeating: "x", count: length)))
    }
    #expect(log.requests.map(\.method) == [.get, .post])
    #expect(log.requests.last?.body.map { $0.count > 20_000 } == true)
  }

  /// A server that decodes forms reads an unescaped plus sign as a space.
  @Test func plusSignInAVariableOfAGETRequestIsEscaped() async throws {
    let log = RequestLog()
    let client = try client([json(#"{"data": {}}"#)], log: log) { $0.usesGETForQueries = true }
    _ = try await client.execute(FindByEmail(email: "ada+shop@example.com"))
    let query = try #require(log.requests.first?.url.query(percentEncoded: true))
    #expect(query.contains("ada%2Bshop%40example.com"))
    #expect(!query.contains("+"))
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
    struct Renewing: CredentialSource {
      func credential() async -> Credential? { Credential(scheme: "Bearer", token: "1") }
      func credential(insteadOf refused: Credential) async -> Credential? {
        Credential(scheme: "Bearer", token: "2")
      }
      func sessionHasEnded(_ credential: Credential) async {}
      var refusals: [RefusalRule] { [.status(401), .message(in: ["expired"])] }
    }
    let log = RequestLog()
    let transport = InMemoryTransport { request throws(TransportError) in
      log.add(request)
      if failure == "lost" { throw TransportError(.connectionLost, wasSent: true) }
      guard let status = Int(failure) else {
        return json(#"{"data": null, "errors": [{"message": "expired"}]}"#)
      }
      return HTTPResponse(status: status, headers: ["Content-Type": "text/plain"])
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint), transport: transport, clock: InstantClock()
    ).authenticated(by: Renewing())
    _ = try? await client.response(to: LookUp(code: code))
    #expect(log.requests.count == sent)
  }

  @Test func secretNeverShowsInAURL() async throws {
    let log = RequestLog()
    let client = try client([json(#"{"data": {}}"#)], log: log) { $0.usesGETForQueries = true }
    _ = try await client.execute(LookUp(code: nil))
    _ = try await client.execute(LookUp(code: "s3cret"))
    #expect(log.requests.map(\.method) == [.get, .post])
    #expect(!log.requests.contains { $0.url.absoluteString.contains("s3cret") })
  }

  @Test(arguments: [
    #"{"message": "PersistedQueryNotFound"}"#, #"{"message": "PersistedQueryNotSupported"}"#,
    #"{"message": "no", "extensions": {"code": "PERSISTED_QUERY_NOT_SUPPORTED"}}"#,
  ])
  func hashReplacesADocumentThatTheServerKnows(_ error: String) async throws {
    let log = RequestLog()
    let unknown = json(#"{"errors": [\#(error)]}"#)
    let client = try client([unknown, json(noProviders)], log: log) {
      $0.persistedOperations = .automatic
    }
    _ = try await client.execute(GetSocialProvidersQuery())
    let bodies = log.requests.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
    #expect(bodies.count == 2)
    #expect(bodies.allSatisfy { $0.contains(GetSocialProvidersQuery.documentHash) })
    #expect(!bodies[0].contains("\"query\"") && bodies[1].contains("\"query\""))
    _ = try await client.execute(GetSocialProvidersQuery())
    #expect(log.requests.count == 3)
  }

  @Test func documentIsNotSentForAnotherUserThanItsHash() async throws {
    struct Changing: CredentialSource {
      func credential() async -> Credential? { Credential(scheme: "Bearer", token: "1") }
      func credential(after earlier: Credential) async -> Credential? { nil }
      func sessionHasEnded(_ credential: Credential) async {}
    }
    let log = RequestLog()
    let unknown = json(#"{"errors": [{"message": "PersistedQueryNotFound"}]}"#)
    let client = try client([unknown, json(noProviders)], log: log) {
      $0.persistedOperations = .automatic
    }
    let error = await #expect(throws: RequestError.self) {
      try await client.authenticated(by: Changing()).execute(
        GetSocialProvidersQuery(), options: CallOptions())
    }
    guard case .notSent(.noSession)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(log.requests.count == 1)
  }

  @Test func mutationsAndSecretsAreSentWithTheirDocument() async throws {
    let log = RequestLog()
    let client = try client([json(loggedIn), json(#"{"data": {}}"#)], log: log) {
      $0.persistedOperations = .automatic
    }
    _ = try await client.execute(login)
    _ = try await client.execute(LookUp(code: "s3cret"))
    let bodies = log.requests.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
    #expect(bodies.count == 2)
    #expect(bodies.allSatisfy { $0.contains("\"query\"") && !$0.contains("persistedQuery") })
  }

  @Test func onlyHashesSendsNoDocument() async throws {
    let log = RequestLog()
    let unknown = json(
      #"{"errors": [{"message": "?", "extensions": {"code": "PERSISTED_QUERY_NOT_FOUND"}}]}"#)
    let client = try client([unknown], log: log) { $0.persistedOperations = .only }
    let error = await failure { () async throws(RequestError) in
      try await client.execute(GetSocialProvidersQuery())
    }
    guard case .unknownDocument = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(log.requests.count == 1)
    #expect(!String(decoding: log.requests[0].body ?? Data(), as: UTF8.self).contains("\"query\""))
  }

  // MARK: Responses

  @Test func wholeResponseHasDataErrorsAndExtensions() async throws {
    let body = """
      {"data": {"socialLoginProviders": []}, "errors": [{"message": "half of it failed",
         "extensions": {"code": "LATE", "exception": {"code": 7, "fields": ["a"]}}}],
       "extensions": {"cost": {"actual": 5}, "secret": "s3cret"}}
      """
    let client = try client([json(body)])
    let response = try await client.response(to: GetSocialProvidersQuery())
    #expect(response.data?.socialLoginProviders.isEmpty == true)
    #expect(response.errors.map(\.message) == ["half of it failed"])
    #expect(response.errors.first?.code == "LATE")
    #expect(response.errors.first?.extensions["exception", "code"]?.integer == 7)
    #expect(
      response.errors.first?.extensions.decoded(as: [String].self, at: "exception", "fields")
        == ["a"])
    #expect(response.extensions["cost", "actual"] == .integer(5))
    #expect(response.extensions["cost", "actual", "more"] == nil)
    let error = await failure { () async throws(RequestError) in
      try await client.execute(GetSocialProvidersQuery())
    }
    guard case .graphQL(let errors) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(errors.count == 1 && error?.progress == .responded)
    #expect(error?.extensions["cost", "actual"] == .integer(5))
    var dumped = ""
    dump(response.extensions, to: &dumped)
    dump(errors, to: &dumped)
    for text in [dumped, "\(response.extensions)", "\(errors)", String(reflecting: response)] {
      #expect(!text.contains("s3cret") && !text.contains("LATE"))
    }
  }

  @Test(arguments: [
    #"{"data": {"socialLoginProviders": []}, "extensions": 7}"#,
    #"{"data": {"socialLoginProviders": []}, "extensions": "none"}"#,
    #"{"data": {"socialLoginProviders": []}, "extensions": null}"#,
  ])
  func extensionsOfAnotherFormAreIgnored(_ body: String) async throws {
    let response = try await client([json(body)]).response(to: GetSocialProvidersQuery())
    #expect(response.data != nil)
    #expect(response.extensions["any"] == nil)
  }

  @Test func mediaTypeDecidesHowAResponseIsRead() async throws {
    func outcome(_ response: HTTPResponse) async throws -> String {
      let client = try client([response]) { $0.retry = .never }
      let error = await failure { () async throws(RequestError) in
        try await client.execute(GetSocialProvidersQuery())
      }
      return switch error?.reason {
      case nil: "data"
      case .graphQL: "errors"
      case .httpStatus(let failure): "status \(failure.status) \(failure.mediaType ?? "-")"
      case .decoding(let error): "\(error)"
      default: "\(error as Any)"
      }
    }
    let errors = #"{"errors": [{"message": "no"}]}"#
    let own = "application/graphql-response+json"
    #expect(try await outcome(json(noProviders)) == "data")
    #expect(try await outcome(json(noProviders, type: own + "; charset=utf-8")) == "data")
    #expect(try await outcome(json(errors, status: 400)) == "errors")
    #expect(try await outcome(json(errors, status: 400, type: own)) == "errors")
    #expect(try await outcome(json("{}", status: 500)) == "status 500 application/json")
    #expect(try await outcome(json("<html>", type: "text/html")) == "status 200 text/html")
    #expect(
      try await outcome(json("<html>", status: 502, type: "TEXT/HTML ;x")) == "status 502 text/html"
    )
    #expect(try await outcome(HTTPResponse(status: 204)) == "status 204 -")
    #expect(try await outcome(json("<html>")) == "the response is not valid JSON")
    #expect(try await outcome(json(#"{"data": null}"#)) == "data is missing")
    #expect(try await outcome(json(#"{"data": {}}"#)) == "data.socialLoginProviders is missing")
    let deep = String(repeating: "[", count: 100_000)
    #expect(try await outcome(json(#"{"data": "# + deep)) == "the response is not valid JSON")
    let invalid = HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"],
      body: Data([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D]))
    #expect(try await outcome(invalid) == "the response is not valid JSON")
  }

  @Test func responseHasTheHeadersOfItsHTTPResponse() async throws {
    let client = try client([json(noProviders, headers: ["X-Trial": "all"])])
    let response = try await client.response(to: GetSocialProvidersQuery())
    #expect(response.headers["x-trial"] == "all")
    #expect(!"\(response)".contains("all"))
  }

  // MARK: Retries

  @Test func queriesAreRetriedAndMutationsAreNot() async throws {
    let busy = HTTPResponse(status: 503)
    let log = RequestLog()
    let retried = try client([busy, busy, json(noProviders)], log: log)
    _ = try await retried.execute(GetSocialProvidersQuery())
    #expect(log.requests.count == 3)
    let once = RequestLog()
    let single = try client([busy], log: once)
    let error = await failure { () async throws(RequestError) in try await single.execute(login) }
    #expect(error != nil)
    #expect(once.requests.count == 1)
  }

  @Test(arguments: [("2", 3), ("21", 1), ("Fri, 31 Dec 1999 23:59:59 GMT", 3), ("soon", 3)])
  func retryAfterIsRespected(_ retryAfter: String, _ attempts: Int) async throws {
    let log = RequestLog()
    let busy = HTTPResponse(status: 429, headers: ["Retry-After": retryAfter])
    let client = try client([busy], log: log)
    let error = await failure { () async throws(RequestError) in
      try await client.execute(GetSocialProvidersQuery())
    }
    guard case .httpStatus(let failure) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.status == 429)
    #expect(log.requests.count == attempts)
  }

  @Test(arguments: [429, 503], ["application/json", "application/graphql-response+json"])
  func queryIsRetriedAfterABusyServersGraphQLBody(_ status: Int, _ type: String) async throws {
    let log = RequestLog()
    let busy = json(
      #"{"errors": [{"message": "slow down"}]}"#, status: status, type: type,
      headers: ["Retry-After": "2"])
    _ = try await client([busy, busy, json(noProviders)], log: log).execute(
      GetSocialProvidersQuery())
    #expect(log.requests.count == 3)
    // The error of the last attempt has the server's texts and its wait.
    let busyClient = try client([busy])
    let error = await failure { () async throws(RequestError) in
      try await busyClient.execute(GetSocialProvidersQuery())
    }
    guard case .graphQL(let errors) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(errors.map(\.message) == ["slow down"] && error?.retryAfter == .seconds(2))
    // A response with data is not asked for again.
    let partial = RequestLog()
    let response = json(
      #"{"data": {"socialLoginProviders": []}, "errors": [{"message": "slow down"}]}"#,
      status: status, type: "application/graphql-response+json")
    _ = try await client([response], log: partial).response(to: GetSocialProvidersQuery())
    #expect(partial.requests.count == 1)
  }

  /// The device's clock is years ahead of the server's.
  @Test(arguments: [
    "Fri, 31 Dec 1999 23:59:59 GMT", "Friday, 31-Dec-99 23:59:59 GMT", "Fri Dec 31 23:59:59 1999",
  ])
  func waitUntilADateCountsByTheServersClock(_ date: String) async throws {
    let busy = HTTPResponse(
      status: 429, headers: ["Retry-After": date, "Date": "Fri, 31 Dec 1999 23:59:00 GMT"])
    let busyClient = try client([busy])
    let error = await failure { () async throws(RequestError) in
      try await busyClient.execute(GetSocialProvidersQuery())
    }
    #expect(error?.retryAfter == .seconds(59))
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
    let endpoint = try #require(URL(string: "https://api.example.com/"))
    let attempts = Counter()
    let client = GraphQLClient(
      ClientConfiguration(
        endpoint: endpoint, deadline: .seconds(2),
        retry: RetryPolicy(
          maximumAttempts: 1_000, baseDelay: .milliseconds(20), maximumDelay: .milliseconds(20))),
      transport: InMemoryTransport { _ in
        attempts.increment()
        return HTTPResponse(status: 503)
      })
    let error = await failure { () async throws(RequestError) in
      try await client.execute(GetSocialProvidersQuery())
    }
    guard case .transport(let failure) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.reason == .timedOut && attempts.value > 1)
  }

  @Test func lateResponseTimesOut() async throws {
    let endpoint = try #require(URL(string: "https://api.example.com/"))
    let transport = InMemoryTransport { (_) async throws(TransportError) in
      try? await Task.sleep(for: .seconds(20))
      throw TransportError(.cancelled, wasSent: true)
    }
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint, timeout: .milliseconds(50), retry: .never),
      transport: transport)
    let error = await failure { () async throws(RequestError) in try await client.execute(login) }
    guard case .transport(let failure) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.reason == .timedOut && error?.progress == .sent)
  }

  // MARK: Interceptors

  @Test func interceptorsRunInOrderAndSeeNoCredential() async throws {
    struct Stamp: Interceptor {
      let name: String
      let log: RequestLog

      func intercept(
        _ request: HTTPRequest, _ call: CallContext, next: Next
      ) async throws -> HTTPResponse {
        log.add(request)
        var request = request
        request.headers["X-Stamps"] = (request.headers["X-Stamps"] ?? "") + name
        return try await next(request)
      }
    }
    let (seen, sent) = (RequestLog(), RequestLog())
    let client = try client(
      [json(noProviders)], log: sent,
      interceptors: [Stamp(name: "a", log: seen), Stamp(name: "b", log: seen)]
    ).authenticated(by: Credential(scheme: "Opaque", token: "t0ken"))
    _ = try await client.execute(GetSocialProvidersQuery())
    #expect(sent.requests.first?.headers["X-Stamps"] == "ab")
    #expect(sent.requests.first?.headers["Authorization"] == "Opaque t0ken")
    #expect(seen.requests.count == 2)
    #expect(seen.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func credentialIsSentToTheEndpointsServerOnly() async throws {
    let log = RequestLog()
    let client = try client([json(noProviders)], log: log, interceptors: [Diversion()])
      .authenticated(by: Credential(scheme: "Opaque", token: "t0ken"))
    let error = await failure { () async throws(RequestError) in
      try await client.execute(GetSocialProvidersQuery())
    }
    guard case .notSent(.foreignOrigin) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(log.requests.isEmpty)
  }

  // MARK: Secrecy

  @Test func printedValuesHaveNoSecret() async throws {
    struct Leak: Error { let text = "s3cret" }
    struct Leaky: Interceptor {
      func intercept(
        _ request: HTTPRequest, _ call: CallContext, next: Next
      ) async throws -> HTTPResponse { throw Leak() }
    }
    let log = RequestLog()
    let secretBody = #"{"errors": [{"message": "s3cret"}], "data": {"login": {"token": "s3cret"}}}"#
    let mutation = LoginMutation(input: LoginInput(username: "ada", password: "s3cret"))
    let responses = [
      json(secretBody), json(secretBody, type: "text/html"),
      json(#"{"data": {"login": "s3cret"}}"#),
      json("s3cret"), json(secretBody, status: 500),
    ]
    var printed = ""
    for response in responses {
      let client = try client([response], log: log) { $0.retry = .never }
        .authenticated(by: Credential(scheme: "Opaque", token: "s3cret"))
      let error = await failure { () async throws(RequestError) in
        try await client.execute(mutation)
      }
      printed += "\(try #require(error)) \(String(reflecting: error))"
      dump(error, to: &printed)
    }
    let leaky = try client([json(loggedIn)], interceptors: [Leaky()])
    let error = await failure { () async throws(RequestError) in try await leaky.execute(mutation) }
    printed += "\(error as Any)"
    dump(error, to: &printed)
    for request in log.requests {
      printed += "\(request) \(String(reflecting: request)) \(request.headers)"
      dump(request, to: &printed)
      dump(request.headers, to: &printed)
    }
    dump(responses, to: &printed)
    #expect(log.requests.count == responses.count)
    #expect(!printed.contains("s3cret"))
  }
}

/// A query with a secret variable. Horizon has no such query.
private struct LookUp: AnonymousOperation {
  static var definition: OperationDefinition {
    OperationDefinition(
      .query, "LookUp", hash: "00", document: "query LookUp($code:String){lookUp(code:$code)}")
  }

  var code: Secret?

  func encode(into fields: FieldWriter) {
    fields.optionalValue("code", code)
  }

  struct Data: ResponseObject {
    init(fields: inout FieldReader) {}

    func encode(into fields: FieldWriter) {}
  }
}

private struct FindByEmail: AnonymousOperation {
  static var definition: OperationDefinition {
    OperationDefinition(
      .query, "FindByEmail", hash: "00",
      document: "query FindByEmail($email:String!){find(email:$email)}")
  }

  var email: String

  func encode(into fields: FieldWriter) {
    fields.value("email", email)
  }

  struct Data: ResponseObject {
    init(fields: inout FieldReader) {}

    func encode(into fields: FieldWriter) {}
  }
}

/// Sends requests to another server.
struct Diversion: Interceptor {
  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    var request = request
    request.url = URL(string: "https://elsewhere.example.com/graphql") ?? request.url
    return try await next(request)
  }
}

/// Records the requests in order.
struct RequestLog: Sendable {
  private let all = Shared<[HTTPRequest]>([])

  var requests: [HTTPRequest] { all.withLock { $0 } }

  /// - Returns: the number of the request, from 1.
  @discardableResult
  func add(_ request: HTTPRequest) -> Int {
    all.withLock { all in
      all.append(request)
      return all.count
    }
  }
}

/// A clock that ends waits between attempts at once. Deadlines, which are long, never expire.
struct InstantClock: Clock {
  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    guard deadline - now > .seconds(25) else { return }
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }
}
