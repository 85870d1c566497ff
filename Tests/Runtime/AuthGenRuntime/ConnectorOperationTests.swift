// Tests operations that call REST services: the requests they send, how they read responses, and what they
// must never do.

import Auth0API
import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import OryAPI
import PreludeAPI
import Testing

import struct OpenIDAPI.JSONWebKeySetQuery
import struct OpenIDAPI.UserInfoQuery

@Suite struct ConnectorOperationTests {
  private func client(
    _ responses: [HTTPResponse], log: RequestLog = RequestLog(),
    endpoint: String = "https://auth.example.com/v1/session/",
    _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) throws -> GraphQLClient {
    var configuration = ClientConfiguration(endpoint: try #require(URL(string: endpoint)))
    configure(&configuration)
    let transport = InMemoryTransport { request in
      let number = log.add(request)
      return responses[min(number, responses.count) - 1]
    }
    return GraphQLClient(configuration, transport: transport, clock: InstantClock())
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
  ) async throws -> RequestError {
    do throws(RequestError) {
      _ = try await call()
    } catch {
      return error
    }
    throw Missing()
  }

  private struct Missing: Error {}

  private func text(of request: HTTPRequest?) -> String {
    String(decoding: request?.body ?? Data(), as: UTF8.self)
  }

  private let exchange = ExchangeCodeMutation(
    clientId: "c1 &", code: "the-code", codeVerifier: "the-verifier", redirectUri: "app://back")
  private let tokens = #"{"access_token": "at", "token_type": "Bearer", "expires_in": 60}"#

  // MARK: Whole bodies

  private func users(_ body: String) throws -> AuthenticatedGraphQLClient {
    try client([json(body)]).authenticated(by: Credential(scheme: "Bearer", token: "t"))
  }

  @Test(arguments: ["", "\u{FEFF}", "\n "])
  func wholeBodyIsReadBesideItsMembers(_ start: String) async throws {
    let body = #"{ "name": "Ada", "sub": "u", "address": { "locality": "Wien" }, "roles": ["a"] }"#
    let data = try await users(start + body).execute(OpenIDAPI.UserInfoQuery())
    struct Claims: Decodable, Equatable { let roles: [String] }
    func check(_ user: OpenIDAPI.UserInfoQuery.Data.UserInfo) {
      #expect(user.sub == "u" && user.name == "Ada")
      #expect(user.all["address", "locality"]?.string == "Wien" && user.all["email"] == nil)
      #expect(user.all.decoded(as: Claims.self) == Claims(roles: ["a"]))
    }
    check(data.userInfo)
    let copy = try JSONDecoder().decode(
      OpenIDAPI.UserInfoQuery.Data.self, from: try JSONEncoder().encode(data))
    check(copy.userInfo)
  }

  @Test(arguments: [
    #"{"sub": "u"} , "x": 1}"#, #"{"sub": "u"}}"#, #"{"name": "Ada"}"#, "[]", #"{"sub": "u""#, "",
  ])
  func wholeBodyMustBeOneObject(_ body: String) async throws {
    let client = try users(body)
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(OpenIDAPI.UserInfoQuery())
    }
    guard case .decoding = error.reason else {
      Issue.record("\(error)")
      return
    }
  }

  // MARK: Requests

  @Test func bodyIsJSONWithTheServicesNames() async throws {
    let log = RequestLog()
    let data = try await client([json(tokens)], log: log).execute(exchange)
    #expect(data.exchangeCode.accessToken.reveal() == "at")
    #expect(data.exchangeCode.expiresIn == 60)
    #expect(data.exchangeCode.refreshToken == nil)
    let request = try #require(log.requests.first)
    #expect(request.method == .post)
    #expect(request.url.absoluteString == "https://auth.example.com/v1/session/oauth/token")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["Accept"] == "application/json")
    let body = try JSONDecoder().decode([String: String].self, from: request.body ?? Data())
    #expect(
      body == [
        "grant_type": "authorization_code", "client_id": "c1 &", "code": "the-code",
        "code_verifier": "the-verifier", "redirect_uri": "app://back",
      ])
  }

  @Test func formEncodedBodyIsSentWhereTheServerRequiresOne() async throws {
    let log = RequestLog()
    _ = try await client([json(tokens)], log: log) { $0.bodyEncoding = .form }.execute(exchange)
    let request = log.requests.first
    #expect(request?.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(
      text(of: request)
        == "client_id=c1%20%26&code=the-code&code_verifier=the-verifier"
        + "&grant_type=authorization_code&redirect_uri=app%3A%2F%2Fback")
  }

  @Test func nilIsLeftOut() async throws {
    let log = RequestLog()
    let client = try client([json(tokens)], log: log)
    _ = try await client.execute(RefreshTokensMutation(clientId: "c", refreshToken: "r"))
    _ = try await client.execute(
      RefreshTokensMutation(clientId: "c", refreshToken: "r", scope: "openid"))
    let bodies = try log.requests.map {
      try JSONDecoder().decode([String: String].self, from: $0.body ?? Data())
    }
    #expect(bodies.first?.keys.sorted() == ["client_id", "grant_type", "refresh_token"])
    #expect(bodies.last?["scope"] == "openid")
  }

  @Test func requestWithoutBodyHasNoContentType() async throws {
    let log = RequestLog()
    _ = try await client([json("", status: 204, type: "text/plain")], log: log)
      .execute(RetryOTPMutation(verificationToken: "v"))
    let request = log.requests.first
    #expect(request?.headers.names == ["accept", "x-verification-token"])
    #expect(request?.headers["X-Verification-Token"] == "v")
    #expect(request?.body == nil)
  }

  @Test func queryIsEncoded() async throws {
    let log = RequestLog()
    _ = try? await client([json("{}")], log: log, endpoint: "https://ory.example.com")
      .execute(CreateLoginFlowMutation(returnTo: "app://x?a=b&c=d#e +é"))
    #expect(
      log.requests.first?.url.absoluteString
        == "https://ory.example.com/self-service/login/api?return_session_token_exchange_code=true"
        + "&return_to=app%3A%2F%2Fx%3Fa%3Db%26c%3Dd%23e%20%2B%C3%A9")
  }

  /// A value in a path stays one segment.
  @Test(arguments: [
    ("a/b", "a%2Fb"), ("../admin", "..%2Fadmin"), ("a%2fb", "a%252fb"), ("a?b#c", "a%3Fb%23c"),
    ("a\r\nX: y", "a%0D%0AX%3A%20y"), ("ünï ☃", "%C3%BCn%C3%AF%20%E2%98%83"),
    ("a;b=c", "a%3Bb%3Dc"),
    ("\u{0}", "%00"), ("...", "..."),
  ])
  func valueInAPathIsOneSegment(_ value: String, _ encoded: String) async throws {
    let log = RequestLog()
    _ = try? await client([json("{}")], log: log).execute(
      AuthorizeOAuthMutation(
        provider: .unknown(value), redirectUri: "app://x", codeChallenge: "c"))
    #expect(
      log.requests.first?.url.absoluteString
        == "https://auth.example.com/v1/session/login/oauth/\(encoded)/authorize")
  }

  /// Over the network, too: no part on the way undoes the escapes.
  @Test func hostileValueArrivesAsOneSegment() async throws {
    let targets = Shared<[String]>([])
    let server = try LoopbackServer { request in
      targets.withLock { $0.append(request.target) }
      return LoopbackServer.response(#"{"authorization_url": "https://p.example/"}"#)
    }
    let client = GraphQLClient(ClientConfiguration(endpoint: server.url))
    let values = ["../../admin", "a/b?c#d", "%2e%2e%2f", "é ☃\r\nX: y", "..;/x"]
    for value in values {
      _ = try await client.execute(
        AuthorizeOAuthMutation(
          provider: .unknown(value), redirectUri: "app://x", codeChallenge: "c"))
    }
    #expect(
      targets.withLock { $0 } == [
        "/graphql/login/oauth/..%2F..%2Fadmin/authorize",
        "/graphql/login/oauth/a%2Fb%3Fc%23d/authorize",
        "/graphql/login/oauth/%252e%252e%252f/authorize",
        "/graphql/login/oauth/%C3%A9%20%E2%98%83%0D%0AX%3A%20y/authorize",
        "/graphql/login/oauth/..%3B%2Fx/authorize",
      ])
  }

  @Test(arguments: ["", ".", ".."])
  func valueThatChangesThePathIsNotSent(_ value: String) async throws {
    let log = RequestLog()
    let client = try client([json("{}")], log: log)
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(
        AuthorizeOAuthMutation(
          provider: .unknown(value), redirectUri: "app://x", codeChallenge: "c"))
    }
    guard case .notSent(.invalidVariables) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.progress == .notSent && log.requests.isEmpty)
  }

  @Test func headerValueCannotAddAHeader() async throws {
    let log = RequestLog()
    let client = try client([json("{}")], log: log)
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(RetryOTPMutation(verificationToken: "v\r\nX-Admin: yes"))
    }
    guard case .notSent(.invalidHeader) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(log.requests.isEmpty)
  }

  // MARK: URLs from the server

  private func submit(_ action: String) -> SubmitLoginFlowMutation {
    SubmitLoginFlowMutation(action: Secret(action), method: .oidc, provider: "google")
  }

  @Test func serverProvidedURLOfTheSameServerIsUsedWithItsQuery() async throws {
    let log = RequestLog()
    let client = try client(
      [json(#"{"redirect_browser_to": "https://p.example/x"}"#, status: 422)], log: log,
      endpoint: "https://ory.example.com")
    let data = try await client.execute(
      submit("https://ory.example.com:443/self-service/login?flow=f%201#part"))
    guard case .browserRedirect(let redirect) = data.submitLoginFlow.concrete else {
      Issue.record("\(data)")
      return
    }
    #expect(redirect.url == "https://p.example/x")
    #expect(
      log.requests.first?.url.absoluteString
        == "https://ory.example.com:443/self-service/login?flow=f%201")
    #expect(text(of: log.requests.first) == #"{"method":"oidc","provider":"google"}"#)
  }

  @Test(arguments: [
    "https://evil.example/self-service/login", "http://ory.example.com/self-service/login",
    "https://ory.example.com:8443/x", "https://ory.example.com@evil.example/",
    "https://evil.example#@ory.example.com", "https://user:pass@ory.example.com/x",
    "//ory.example.com/x", "/self-service/login", "javascript:alert(1)", "", "https://",
    "https://ory.example.com.evil.example/", "https://ory.example.com\\@evil.example/",
    "file:///etc/passwd",
  ])
  func serverProvidedURLOfAnotherServerIsNotUsed(_ action: String) async throws {
    let log = RequestLog()
    let client = try client([json("{}")], log: log, endpoint: "https://ory.example.com")
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(submit(action))
    }
    guard case .notSent(let reason) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect([.foreignOrigin, .invalidVariables].contains(reason))
    #expect(log.requests.isEmpty)
  }

  // MARK: Outcomes

  private let flow = """
    {"id": "f1", "type": "api", "expires_at": "2026-01-31T12:00:00Z", "state": "choose_method",
     "session_token_exchange_code": "half-one",
     "ui": {"action": "https://ory.example.com/a", "method": "POST",
       "messages": [{"id": 4000001, "text": "No.", "type": "error"}],
       "nodes": [{"type": "input", "group": "oidc", "meta": {}, "messages": [],
         "attributes": {"name": "provider", "value": "google", "node_type": "input"}}]}}
    """

  @Test func errorStatusCanBeAnOutcome() async throws {
    let client = try client([json(flow, status: 400)], endpoint: "https://ory.example.com")
    let data = try await client.execute(submit("https://ory.example.com/a"))
    guard case .flow(let flow) = data.submitLoginFlow.concrete else {
      Issue.record("\(data)")
      return
    }
    #expect(data.submitLoginFlow.typename == "Flow")
    #expect(flow.messages?.first?.id == 4_000_001 && flow.messages?.first?.type == .error)
    #expect(flow.nodes.first?.value?.string == "google" && flow.nodes.first?.name == "provider")
    #expect(flow.sessionTokenExchangeCode?.reveal() == "half-one")
    #expect(flow.action == "https://ory.example.com/a")
  }

  @Test func unknownErrorBodyIsAnError() async throws {
    let body =
      #"{"error": {"id": "session_already_available", "code": 400, "reason": "r", "message": "m"}}"#
    let client = try client([json(body, status: 400)], endpoint: "https://ory.example.com")
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(submit("https://ory.example.com/a"))
    }
    #expect(error.oryError?.code == .sessionAlreadyAvailable)
    #expect(error.oryError?.status == 400 && error.oryError?.reason == "r")
  }

  @Test func invalidSuccessBodyErrorNamesTheField() async throws {
    let client = try client([json(#"{"token_type": "Bearer"}"#)])
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(exchange)
    }
    guard case .decoding(let decoding) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(decoding.reason == .missing && decoding.path == ["access_token"])
    #expect(error.progress == .responded)
  }

  @Test func responseHeadersAreRead() async throws {
    let client = try client([
      json(
        #"{"access_token": "at", "expires_at": "2026-01-31T12:00:00Z"}"#,
        headers: ["x-refresh-token": "rt", "X-Refresh-Token-Expires-At": "2026-03-01T00:00:00Z"])
    ])
    let session = try await client.execute(RefreshSessionMutation(refreshToken: "old"))
      .refreshSession
    #expect(session.refreshToken.reveal() == "rt")
    #expect(session.refreshTokenExpiresAt == DateTime("2026-03-01T00:00:00Z"))
  }

  @Test func missingHeaderIsNamed() async throws {
    let client = try client([HTTPResponse(status: 204)])
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(StartOTPMutation(challengeToken: "c"))
    }
    guard case .decoding(let decoding) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(decoding.path == ["$response", "headers", "x-verification-token"])
  }

  // MARK: Responses of other forms

  @Test(arguments: ["text/html", "application/octet-stream", "application/x-www-form-urlencoded"])
  func otherMediaTypeIsAnErrorThatNamesIt(_ type: String) async throws {
    let body = "access_token=a"
    let client = try client([json(body, type: type)])
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(exchange)
    }
    guard case .httpStatus(let failure) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.mediaType == type && failure.status == 200)
    #expect(failure.bodySize == body.utf8.count)
  }

  @Test(arguments: ["application/json; charset=utf-8", "application/problem+json"])
  func allJSONMediaTypesAreRead(_ type: String) async throws {
    _ = try await client([json(tokens, type: type)]).execute(exchange)
  }

  @Test(arguments: [
    "", "{", "}", "[]", "null", "{\"access_token\": }", "1", "\"x\"", "[1],\"x\":{\"y\":2",
    "{}{}", "{\"access_token\":\"a\",\"token_type\":\"b\"}}",
  ])
  func otherBodyIsADecodingError(_ body: String) async throws {
    let client = try client([json(body)])
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(exchange)
    }
    guard case .decoding = error.reason else {
      Issue.record("\(body): \(error)")
      return
    }
  }

  @Test func emptyObjectWithSpacesIsRead() async throws {
    let client = try client([json("  \n{ \t}\n", status: 200)])
    _ = try await client.execute(RevokeTokenMutation(clientId: "c", token: "t"))
  }

  @Test(arguments: [201, 204, 299])
  func everySuccessStatusIsSuccess(_ status: Int) async throws {
    _ = try await client([HTTPResponse(status: status)])
      .execute(RevokeTokenMutation(clientId: "c", token: "t"))
  }

  @Test(arguments: [400, 401, 403, 404, 409, 410, 418, 422, 429, 500, 503, 599])
  func everyErrorStatusIsAnError(_ status: Int) async throws {
    let client = try client([json(#"{"code": "c\#(status)"}"#, status: status)])
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(RevokeSessionMutation(refreshToken: "r"))
    }
    guard case .service(let failure) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.http.status == status)
    #expect(error.preludeError?.code == .unknown("c\(status)"))
  }

  // MARK: Errors

  /// Every error code of Prelude by its name in Prelude's API.
  @Test func allPreludeErrorCodesAreKnown() async throws {
    for name in PreludeErrorCode.graphQLNames {
      let body = #"{"code": "\#(name)", "message": "m", "type": "t", "request_id": "r1"}"#
      let client = try client([json(body, status: 400)])
      let error = try await failure { () async throws(RequestError) in
        try await client.execute(CheckOTPMutation(verificationToken: "v", code: "000000"))
      }
      let code = try #require(error.preludeError?.code)
      #expect(code.graphQLName == name)
      if case .unknown = code { Issue.record("\(name) is not known") }
      #expect(error.preludeError?.requestId == "r1" && error.preludeError?.message == "m")
    }
  }

  @Test func allAuth0ErrorBodiesAreRead() async throws {
    let bodies: [(String, Int, Auth0ErrorCode, String)] = [
      (#"{"error": "invalid_grant", "error_description": "d"}"#, 403, .invalidGrant, "d"),
      (
        #"{"code": "unauthorized", "description": "d", "name": "n", "statusCode": 401}"#, 401,
        .unauthorized, "d"
      ),
      (#"{"code": "unauthorized", "message": "d", "statusCode": 401}"#, 401, .unauthorized, "d"),
      (#"{"error": "too_many_attempts", "error_description": "d"}"#, 429, .tooManyAttempts, "d"),
      (#"{"error": "new_in_2027", "error_description": "d"}"#, 400, .unknown("new_in_2027"), "d"),
    ]
    for (body, status, code, message) in bodies {
      let client = try client([json(body, status: status)])
      let error = try await failure { () async throws(RequestError) in
        try await client.execute(exchange)
      }
      #expect(error.auth0Error?.code == code && error.auth0Error?.message == message)
    }
  }

  @Test func requiredSecondFactorErrorHasItsToken() async throws {
    let body = """
      {"error": "mfa_required", "error_description": "d", "mfa_token": "the-mfa-token",
       "mfa_requirements": {"challenge": [{"type": "otp"}]}}
      """
    let client = try client([json(body, status: 403)])
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(exchange)
    }
    #expect(error.auth0Error?.code == .mfaRequired)
    #expect(error.auth0Error?.mfaToken?.reveal() == "the-mfa-token")
    #expect(error.auth0Error?.mfaRequirements?.challenge?.map(\.type) == ["otp"])
    #expect(error.auth0Error?.mfaRequirements?.enroll == nil)
  }

  @Test func errorOfAnotherFormKeepsTheReadableParts() async throws {
    let body =
      #"{"error": {"odd": 1}, "error_description": "d", "mfa_token": {}, "mfa_requirements": [[]]}"#
    let client = try client([json(body, status: 400)])
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(exchange)
    }
    let found = try #require(error.auth0Error)
    #expect(found.code == nil && found.message == "d")
    #expect(found.mfaToken == nil && found.mfaRequirements == nil)
  }

  /// A gateway's response must not end a session.
  @Test(arguments: ["text/html", "application/xml"])
  func refusalInAPageIsNotTheServices(_ type: String) async throws {
    let client = try client([json(#"{"error": "invalid_grant"}"#, status: 400, type: type)])
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(exchange)
    }
    #expect(error.auth0Error == nil)
    guard case .httpStatus(let failure) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.status == 400)
  }

  @Test(arguments: ["", "<html>", "[1]", "null"])
  func errorWithoutAnObjectHasItsStatus(_ body: String) async throws {
    let type = body.hasPrefix("<") ? "text/html" : "application/json"
    let client = try client([json(body, status: 502, type: type)])
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(exchange)
    }
    guard case .httpStatus(let failure) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.status == 502)
  }

  // MARK: The same client

  @Test func credentialIsSentInItsHeaderAndEndsWithStatus401() async throws {
    let log = RequestLog()
    let source = EndingSource(Credential(.header("X-Session-Token"), token: "st"))
    let body = #"{"error": {"id": "session_inactive", "code": 401, "message": "m"}}"#
    let client = try client([json(body, status: 401)], log: log).authenticated(by: source)
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(WhoAmIQuery())
    }
    #expect(log.requests.first?.headers["X-Session-Token"] == "st")
    #expect(log.requests.first?.headers["Authorization"] == nil)
    #expect(error.oryError?.code == .sessionInactive)
    #expect(await source.ended == ["st"])
  }

  @Test func otherErrorsEndNoSession() async throws {
    let source = EndingSource(Credential(.header("X-Session-Token"), token: "st"))
    let body = #"{"error": {"id": "session_aal2_required", "code": 403, "message": "m"}}"#
    let client = try client([json(body, status: 403)]).authenticated(by: source)
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(WhoAmIQuery())
    }
    #expect(error.oryError?.code == .sessionAal2Required)
    #expect(await source.ended.isEmpty)
  }

  @Test func queriesAreRetriedAndMutationsAreNot() async throws {
    let busy = HTTPResponse(status: 503)
    let log = RequestLog()
    _ = try await client([busy, busy, json(#"{"keys": []}"#)], log: log)
      .execute(JSONWebKeySetQuery())
    #expect(log.requests.count == 3)
    let mutations = RequestLog()
    let client = try client([busy, json(tokens)], log: mutations)
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(exchange)
    }
    #expect(mutations.requests.count == 1)
    guard case .httpStatus = error.reason else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func headersAndInterceptorsApplyToConnectors() async throws {
    struct Stamp: Interceptor {
      func intercept(
        _ request: HTTPRequest, _ call: CallContext, next: Next
      ) async throws -> HTTPResponse {
        var request = request
        request.headers["X-Stamp"] = "\(call.operationName) \(call.kind)"
        return try await next(request)
      }
    }
    let log = RequestLog()
    let endpoint = try #require(URL(string: "https://auth.example.com"))
    let transport = InMemoryTransport { request in
      _ = log.add(request)
      return HTTPResponse(status: 204)
    }
    let client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint, headers: ["X-Device-Id": "d1"]),
      transport: transport, interceptors: [Stamp()])
    _ = try await client.execute(RevokeSessionMutation(refreshToken: "r"))
    let headers = log.requests.first?.headers
    #expect(headers?["X-Device-Id"] == "d1")
    #expect(headers?["X-Stamp"] == "RevokeSession mutation")
  }

  @Test func errorsAndDescriptionsHaveNoSecret() async throws {
    let body =
      #"{"error": "mfa_required", "error_description": "of-the-server", "mfa_token": "the-mfa-token"}"#
    let log = RequestLog()
    let client = try client([json(body, status: 403)], log: log)
    let error = try await failure { () async throws(RequestError) in
      try await client.execute(exchange)
    }
    let refresh = RefreshSessionMutation(refreshToken: "the-refresh-token")
    var text = "\(error) \(String(reflecting: error)) \(exchange) \(refresh.request)"
    dump(error, to: &text)
    dump(exchange, to: &text)
    dump(refresh.request, to: &text)
    dump("\(refresh.refreshToken)" as RequestText, to: &text)
    dump(try #require(log.requests.first), to: &text)
    for secret in [
      "the-refresh-token", "the-mfa-token", "the-code", "the-verifier", "of-the-server",
    ] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test func dataIsEncodedAsTheServiceSendsIt() async throws {
    let response = json(
      #"{"access_token": "at", "expires_at": "2026-01-31T12:00:00Z"}"#,
      headers: ["x-refresh-token": "rt"])
    let session = try await client([response]).execute(RefreshSessionMutation(refreshToken: "old"))
    let written = try JSONEncoder().encode(session)
    let read = try JSONDecoder().decode(RefreshSessionMutation.Data.self, from: written)
    #expect(read.refreshSession.refreshToken.reveal() == "rt")
    #expect(read.refreshSession.accessToken.reveal() == "at")
    let outcome = try await client([json(flow, status: 400)], endpoint: "https://ory.example.com")
      .execute(submit("https://ory.example.com/a"))
    let again = try JSONDecoder().decode(
      SubmitLoginFlowMutation.Data.self, from: try JSONEncoder().encode(outcome))
    guard case .flow(let flow) = again.submitLoginFlow.concrete else {
      Issue.record("\(again)")
      return
    }
    #expect(flow.messages?.first?.text == "No." && flow.nodes.first?.group == "oidc")
  }
}

/// A credential source that records the end of its session.
private actor EndingSource: CredentialSource {
  private let held: Credential
  private(set) var ended: [String] = []

  init(_ credential: Credential) {
    held = credential
  }

  func credential() async -> Credential? { held }

  func sessionHasEnded(_ credential: Credential) async {
    ended.append(credential.token.reveal())
  }
}
