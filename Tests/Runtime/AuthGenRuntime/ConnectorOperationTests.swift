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
  private let log = RequestLog()
  private let exchange = ExchangeCodeMutation(
    clientId: "c1 &", code: "the-code", codeVerifier: "the-verifier", redirectUri: "app://back")
  private let tokens = HTTPResponse.json(
    #"{"access_token": "at", "token_type": "Bearer", "expires_in": 60}"#)
  private let empty = HTTPResponse.json("{}")

  private func client(
    _ responses: HTTPResponse..., endpoint: String = "https://auth.example.com/v1/session/",
    _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) throws -> GraphQLClient {
    try scriptedClient(responses, log: log, endpoint: endpoint, configure)
  }

  /// The error of an exchange of a code.
  private func exchangeError(_ response: HTTPResponse) async throws -> RequestError {
    let client = try client(response)
    return try #require(await failure { try await client.execute(exchange) })
  }

  // MARK: Whole bodies

  private func users(_ body: String) throws -> AuthenticatedGraphQLClient {
    try client(.json(body)).authenticated(by: Credential(scheme: "Bearer", token: "t"))
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
    #expect(await failure { try await client.execute(UserInfoQuery()) }?.decodingError != nil)
  }

  // MARK: Requests

  @Test func bodyIsJSONWithTheServicesNames() async throws {
    let data = try await client(tokens).execute(exchange).exchangeCode
    #expect(data.accessToken.reveal() == "at" && data.expiresIn == 60 && data.refreshToken == nil)
    let request = try #require(log.requests.first)
    #expect(request.method == .post)
    #expect(request.url.absoluteString == "https://auth.example.com/v1/session/oauth/token")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["Accept"] == "application/json")
    let members: [ExactString: String] = [
      "grant_type": "authorization_code", "client_id": "c1 &", "code": "the-code",
      "code_verifier": "the-verifier", "redirect_uri": "app://back",
    ]
    #expect(request.json == .object(members.mapValues { .string($0) }))
  }

  @Test func formEncodedBodyIsSentWhereTheServerRequiresOne() async throws {
    _ = try await client(tokens) { $0.bodyEncoding = .form }.execute(exchange)
    let request = log.requests.first
    #expect(request?.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(
      request?.text == "client_id=c1%20%26&code=the-code&code_verifier=the-verifier"
        + "&grant_type=authorization_code&redirect_uri=app%3A%2F%2Fback")
  }

  @Test func nilIsLeftOut() async throws {
    let client = try client(tokens)
    for scope in [nil, "openid"] {
      _ = try await client.execute(
        RefreshTokensMutation(clientId: "c", refreshToken: "r", scope: scope))
    }
    #expect(log.requests.map { $0.json?["scope"] } == [nil, .string("openid")])
    #expect(log.requests.first?.json?["client_id"] == .string("c"))
  }

  @Test func requestWithoutBodyHasNoContentType() async throws {
    _ = try await client(.json("", status: 204, type: "text/plain"))
      .execute(RetryOTPMutation(verificationToken: "v"))
    let request = log.requests.first
    #expect(request?.headers.names == ["accept", "x-verification-token"])
    #expect(request?.headers["X-Verification-Token"] == "v" && request?.body == nil)
  }

  @Test func queryIsEncoded() async throws {
    _ = try? await client(empty, endpoint: "https://ory.example.com")
      .execute(CreateLoginFlowMutation(returnTo: "app://x?a=b&c=d#e +é"))
    #expect(
      log.requests.first?.url.absoluteString
        == "https://ory.example.com/self-service/login/api?return_session_token_exchange_code=true"
        + "&return_to=app%3A%2F%2Fx%3Fa%3Db%26c%3Dd%23e%20%2B%C3%A9")
  }

  private func authorize(_ provider: String) -> AuthorizeOAuthMutation {
    AuthorizeOAuthMutation(
      provider: .unknown(provider), redirectUri: "app://x", codeChallenge: "c")
  }

  /// A value in a path stays one segment.
  @Test(arguments: [
    ("a/b", "a%2Fb"), ("../admin", "..%2Fadmin"), ("a%2fb", "a%252fb"), ("a?b#c", "a%3Fb%23c"),
    ("a\r\nX: y", "a%0D%0AX%3A%20y"), ("ünï ☃", "%C3%BCn%C3%AF%20%E2%98%83"),
    ("a;b=c", "a%3Bb%3Dc"), ("\u{0}", "%00"), ("...", "..."),
  ])
  func valueInAPathIsOneSegment(_ value: String, _ encoded: String) async throws {
    _ = try? await client(empty).execute(authorize(value))
    #expect(
      log.requests.first?.url.absoluteString
        == "https://auth.example.com/v1/session/login/oauth/\(encoded)/authorize")
  }

  /// Over the network, too: no part on the way undoes the escapes.
  @Test(arguments: [
    ("../../admin", "..%2F..%2Fadmin"), ("a/b?c#d", "a%2Fb%3Fc%23d"),
    ("%2e%2e%2f", "%252e%252e%252f"), ("é ☃\r\nX: y", "%C3%A9%20%E2%98%83%0D%0AX%3A%20y"),
    ("..;/x", "..%3B%2Fx"),
  ])
  func hostileValueArrivesAsOneSegment(_ value: String, _ encoded: String) async throws {
    let targets = Shared<[String]>([])
    let server = try LoopbackServer { request in
      targets.withLock { $0.append(request.target) }
      return LoopbackServer.response(#"{"authorization_url": "https://p.example/"}"#)
    }
    let client = GraphQLClient(ClientConfiguration(endpoint: server.url))
    _ = try await client.execute(authorize(value))
    #expect(targets.withLock { $0 } == ["/graphql/login/oauth/\(encoded)/authorize"])
  }

  @Test(arguments: ["", ".", ".."])
  func valueThatChangesThePathIsNotSent(_ value: String) async throws {
    let client = try client(empty)
    let error = await failure { try await client.execute(authorize(value)) }
    #expect(error?.short == "not sent: invalidVariables" && error?.progress == .notSent)
    #expect(log.requests.isEmpty)
  }

  @Test func headerValueCannotAddAHeader() async throws {
    let client = try client(empty)
    let error = await failure {
      try await client.execute(RetryOTPMutation(verificationToken: "v\r\nX-Admin: yes"))
    }
    #expect(error?.short == "not sent: invalidHeader" && log.requests.isEmpty)
  }

  // MARK: URLs from the server

  private func submit(
    _ action: String = "https://ory.example.com/a", _ response: HTTPResponse = .json("{}")
  ) async throws -> SubmitLoginFlowMutation.Data {
    try await client(response, endpoint: "https://ory.example.com").execute(
      SubmitLoginFlowMutation(action: Secret(action), method: .oidc, provider: "google"))
  }

  @Test func serverProvidedURLOfTheSameServerIsUsedWithItsQuery() async throws {
    let data = try await submit(
      "https://ory.example.com:443/self-service/login?flow=f%201#part",
      .json(#"{"redirect_browser_to": "https://p.example/x"}"#, status: 422))
    guard case .browserRedirect(let redirect) = data.submitLoginFlow.concrete else {
      Issue.record("\(data)")
      return
    }
    #expect(redirect.url == "https://p.example/x")
    let request = log.requests.first
    #expect(
      request?.url.absoluteString
        == "https://ory.example.com:443/self-service/login?flow=f%201")
    #expect(request?.text == #"{"method":"oidc","provider":"google"}"#)
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
    let reason = await failure { try await submit(action) }?.short ?? ""
    #expect(["not sent: foreignOrigin", "not sent: invalidVariables"].contains(reason))
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
    let data = try await submit("https://ory.example.com/a", .json(flow, status: 400))
    let copy = try JSONDecoder().decode(
      SubmitLoginFlowMutation.Data.self, from: try JSONEncoder().encode(data))
    for data in [data, copy] {
      guard case .flow(let flow) = data.submitLoginFlow.concrete else {
        Issue.record("\(data)")
        return
      }
      #expect(data.submitLoginFlow.typename == "Flow")
      let message = flow.messages?.first
      #expect(message?.id == 4_000_001 && message?.type == .error && message?.text == "No.")
      let node = flow.nodes.first
      #expect(node?.value?.string == "google" && node?.name == "provider" && node?.group == "oidc")
      #expect(flow.sessionTokenExchangeCode?.reveal() == "half-one")
      #expect(flow.action == "https://ory.example.com/a")
    }
  }

  @Test func unknownErrorBodyIsAnError() async throws {
    let body =
      #"{"error": {"id": "session_already_available", "code": 400, "reason": "r", "message": "m"}}"#
    let error = await failure {
      try await submit("https://ory.example.com/a", .json(body, status: 400))
    }?.oryError
    #expect(error?.code == .sessionAlreadyAvailable && error?.status == 400 && error?.reason == "r")
  }

  @Test func invalidSuccessBodyErrorNamesTheField() async throws {
    let error = try await exchangeError(.json(#"{"token_type": "Bearer"}"#))
    #expect(error.short == "access_token missing" && error.progress == .responded)
  }

  @Test(arguments: [nil, "2026-03-01T00:00:00Z"])
  func responseHeadersAreRead(expiry: String?) async throws {
    var response = HTTPResponse.json(
      #"{"access_token": "at", "expires_at": "2026-01-31T12:00:00Z"}"#,
      headers: ["x-refresh-token": "rt"])
    response.headers["X-Refresh-Token-Expires-At"] = expiry
    let data = try await client(response).execute(RefreshSessionMutation(refreshToken: "old"))
    let written = try JSONEncoder().encode(data)
    let copy = try JSONDecoder().decode(RefreshSessionMutation.Data.self, from: written)
    for session in [data.refreshSession, copy.refreshSession] {
      #expect(session.accessToken.reveal() == "at" && session.refreshToken.reveal() == "rt")
      #expect(session.refreshTokenExpiresAt == expiry.flatMap { DateTime($0) })
    }
  }

  @Test func missingHeaderIsNamed() async throws {
    let client = try client(HTTPResponse(status: 204))
    let error = await failure { try await client.execute(StartOTPMutation(challengeToken: "c")) }
    #expect(error?.short == "$response headers x-verification-token missing")
  }

  // MARK: Responses of other forms

  /// A gateway's response must not end a session.
  @Test(arguments: [
    (200, "text/html", "access_token=a"), (200, "application/octet-stream", "access_token=a"),
    (200, "application/x-www-form-urlencoded", "access_token=a"),
    (400, "text/html", #"{"error": "invalid_grant"}"#),
    (400, "application/xml", #"{"error": "invalid_grant"}"#), (502, "application/json", ""),
    (502, "text/html", "<html>"), (502, "application/json", "[1]"),
    (502, "application/json", "null"),
  ])
  func responseWithoutAnObjectIsAnErrorWithItsStatus(
    status: Int, type: String, body: String
  ) async throws {
    let error = try await exchangeError(.json(body, status: status, type: type))
    #expect(error.short == "status \(status) \(type)" && error.auth0Error == nil)
    #expect(error.httpFailure?.bodySize == body.utf8.count)
  }

  @Test(arguments: ["application/json; charset=utf-8", "application/problem+json"])
  func allJSONMediaTypesAreRead(_ type: String) async throws {
    let body = String(decoding: tokens.body, as: UTF8.self)
    _ = try await client(.json(body, type: type)).execute(exchange)
  }

  @Test(arguments: [
    "", "{", "}", "[]", "null", "{\"access_token\": }", "1", "\"x\"", "[1],\"x\":{\"y\":2",
    "{}{}", "{\"access_token\":\"a\",\"token_type\":\"b\"}}",
  ])
  func otherBodyIsADecodingError(_ body: String) async throws {
    #expect(try await exchangeError(.json(body)).decodingError != nil)
  }

  @Test(arguments: [
    .json("  \n{ \t}\n"), HTTPResponse(status: 201), HTTPResponse(status: 204),
    HTTPResponse(status: 299),
  ])
  func everySuccessStatusIsSuccess(_ response: HTTPResponse) async throws {
    _ = try await client(response).execute(RevokeTokenMutation(clientId: "c", token: "t"))
  }

  @Test(arguments: [400, 401, 403, 404, 409, 410, 418, 422, 429, 500, 503, 599])
  func everyErrorStatusIsAnError(_ status: Int) async throws {
    let client = try client(.json(#"{"code": "c\#(status)"}"#, status: status))
    let error = await failure { try await client.execute(RevokeSessionMutation(refreshToken: "r")) }
    #expect(error?.short == "service \(status)")
    #expect(error?.preludeError?.code == .unknown("c\(status)"))
  }

  // MARK: Errors

  /// Every error code of Prelude by its name in Prelude's API.
  @Test(arguments: PreludeErrorCode.graphQLNames)
  func allPreludeErrorCodesAreKnown(_ name: String) async throws {
    let body = #"{"code": "\#(name)", "message": "m", "type": "t", "request_id": "r1"}"#
    let client = try client(.json(body, status: 400))
    let error = await failure {
      try await client.execute(CheckOTPMutation(verificationToken: "v", code: "000000"))
    }?.preludeError
    #expect(error?.code?.graphQLName == name)
    if case .unknown? = error?.code { Issue.record("\(name) is not known") }
    #expect(error?.requestId == "r1" && error?.message == "m")
  }

  @Test(
    arguments: [
      (#"{"error": "invalid_grant", "error_description": "d"}"#, .invalidGrant),
      (
        #"{"code": "unauthorized", "description": "d", "name": "n", "statusCode": 401}"#,
        .unauthorized
      ),
      (#"{"code": "unauthorized", "message": "d", "statusCode": 401}"#, .unauthorized),
      (#"{"error": "too_many_attempts", "error_description": "d"}"#, .tooManyAttempts),
      (#"{"error": "new_in_2027", "error_description": "d"}"#, .unknown("new_in_2027")),
      // A part of another form is left out.
      (
        #"{"error": {"odd": 1}, "error_description": "d", "mfa_token": {}, "mfa_requirements": [[]]}"#,
        nil
      ),
    ] as [(String, Auth0ErrorCode?)])
  func allAuth0ErrorBodiesAreRead(body: String, code: Auth0ErrorCode?) async throws {
    let error = try #require(try await exchangeError(.json(body, status: 400)).auth0Error)
    #expect(error.code == code && error.message == "d")
    #expect(error.mfaToken == nil && error.mfaRequirements == nil)
  }

  @Test func requiredSecondFactorErrorHasItsToken() async throws {
    let body = """
      {"error": "mfa_required", "error_description": "d", "mfa_token": "the-mfa-token",
       "mfa_requirements": {"challenge": [{"type": "otp"}]}}
      """
    let error = try await exchangeError(.json(body, status: 403)).auth0Error
    #expect(error?.code == .mfaRequired && error?.mfaToken?.reveal() == "the-mfa-token")
    #expect(error?.mfaRequirements?.challenge?.map(\.type) == ["otp"])
    #expect(error?.mfaRequirements?.enroll == nil)
  }

  // MARK: The same client

  @Test(
    arguments: [
      ("session_inactive", 401, .sessionInactive, true),
      ("session_aal2_required", 403, .sessionAal2Required, false),
    ] as [(String, Int, OryErrorCode, Bool)])
  func credentialIsSentInItsHeaderAndEndsWithStatus401(
    id: String, status: Int, code: OryErrorCode, ends: Bool
  ) async throws {
    let source = EndingSource()
    let body = #"{"error": {"id": "\#(id)", "code": \#(status), "message": "m"}}"#
    let client = try client(.json(body, status: status)).authenticated(by: source)
    let error = await failure { try await client.execute(WhoAmIQuery()) }
    #expect(log.requests.first?.headers["X-Session-Token"] == "st")
    #expect(log.requests.first?.headers["Authorization"] == nil)
    #expect(error?.oryError?.code == code)
    #expect(source.ended.value == (ends ? 1 : 0))
  }

  @Test func queriesAreRetriedAndMutationsAreNot() async throws {
    let busy = HTTPResponse(status: 503)
    _ = try await client(busy, busy, .json(#"{"keys": []}"#)).execute(JSONWebKeySetQuery())
    #expect(log.requests.count == 3)
    #expect(try await exchangeError(busy).short == "status 503 -")
    #expect(log.requests.count == 4)
  }

  @Test func headersAndInterceptorsApplyToConnectors() async throws {
    let stamp = Change { $0.headers["X-Stamp"] = "\($1.operationName) \($1.kind)" }
    let client = try scriptedClient([HTTPResponse(status: 204)], log: log, interceptors: [stamp]) {
      $0.headers = ["X-Device-Id": "d1"]
    }
    _ = try await client.execute(RevokeSessionMutation(refreshToken: "r"))
    let headers = log.requests.first?.headers
    #expect(headers?["X-Device-Id"] == "d1")
    #expect(headers?["X-Stamp"] == "RevokeSession mutation")
  }

  @Test func errorsAndDescriptionsHaveNoSecret() async throws {
    let body =
      #"{"error": "mfa_required", "error_description": "of-the-server", "mfa_token": "the-mfa-token"}"#
    let error = try await exchangeError(.json(body, status: 403))
    let refresh = RefreshSessionMutation(refreshToken: "the-refresh-token")
    let text = [
      error, exchange, refresh.request, "\(refresh.refreshToken)" as RequestText,
      try #require(log.requests.first),
    ].map(printedForms).joined()
    for secret in [
      "the-refresh-token", "the-mfa-token", "the-code", "the-verifier", "of-the-server",
    ] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }
}

/// A source that cannot replace its credential.
private struct EndingSource: CredentialSource {
  let ended = Counter()

  func credential() async -> Credential? { Credential(.header("X-Session-Token"), token: "st") }

  func sessionHasEnded(_ credential: Credential) async {
    #expect(credential.token == "st")
    ended.increment()
  }
}
