// Tests access tokens for single APIs.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import OpenIDAPI
import Testing

/// A server that accepts each refresh token once.
private final class RotatingTokens: Sendable {
  struct State {
    var count = 0
    var refreshToken = "refresh-1"
    /// The requests under way now, and the most at once.
    var underWay = 0
    var most = 0
    /// The audience and the scope of each request.
    var requests: [[String: String]] = []
    /// How long tokens last, by their audience, in seconds.
    var lives: [String: Int] = [:]
    /// The error of all requests.
    var error: String?
    /// An audience that is refused like an invalid refresh token.
    var refused: String?
  }

  let state = Shared(State())

  func response(to request: HTTPRequest) async -> HTTPResponse {
    let body = request.body.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) }
    state.withLock { state in
      state.underWay += 1
      state.most = max(state.most, state.underWay)
    }
    for _ in 0..<20 { await Task.yield() }
    return state.withLock { state in
      state.underWay -= 1
      let body = body ?? [:]
      state.requests.append(body.filter { ["audience", "resource", "scope"].contains($0.key) })
      if let error = state.error { return Self.refusal(error) }
      let isRefused = state.refused != nil && state.refused == body["audience"]
      guard !isRefused, body["refresh_token"] == state.refreshToken else {
        return Self.refusal("invalid_grant")
      }
      state.count += 1
      state.refreshToken = "refresh-\(state.count + 1)"
      let name = body["audience"] ?? body["resource"] ?? "own"
      let tokens: [String: any Sendable] = [
        "access_token": "\(name)-\(state.count)", "refresh_token": state.refreshToken,
        "token_type": "Bearer", "expires_in": state.lives[name] ?? 600,
      ]
      return PretendServer.response(
        200, (try? JSONSerialization.data(withJSONObject: tokens)) ?? Data())
    }
  }

  private static func refusal(_ code: String) -> HTTPResponse {
    PretendServer.response(400, Data(#"{"error": "\#(code)"}"#.utf8))
  }
}

@Suite struct APITokensTests {
  private let tokens = RotatingTokens()

  /// A user who is logged in, with a server that rotates refresh tokens.
  private func loggedIn(
    _ store: any SecretStore = InMemoryStore(), _ change: (inout OpenIDProvider) -> Void = { _ in }
  ) async throws -> PretendLogin {
    let pretend = try await PretendLogin(store: store, change)
    if await pretend.session == nil { #expect(try await pretend.reason() == nil) }
    await pretend.server.respond(to: "/oauth/token") { [tokens] request in
      await tokens.response(to: request)
    }
    return pretend
  }

  private func failure(_ source: APITokens) async -> CredentialUnavailable? {
    await #expect(throws: CredentialUnavailable.self) { try await token(source) }
  }

  private func token(_ source: APITokens) async throws -> String? {
    try await source.credential()?.token.reveal()
  }

  @Test func tokenIsRequestedOnceAndUsedUntilItExpires() async throws {
    let pretend = try await loggedIn()
    tokens.state.withLock { $0.lives["short"] = 100 }
    let short = pretend.login.tokens(audience: "short", scopes: ["read", "write"])
    let long = pretend.login.tokens(audience: "long")
    #expect(try await token(short) == "short-1")
    #expect(try await token(long) == "long-2")
    pretend.clock.withLock { $0 += 60 }
    #expect(try await token(short) == "short-1")
    #expect(try await token(long) == "long-2")
    // Half a minute before the expiry.
    pretend.clock.withLock { $0 += 15 }
    #expect(try await token(short) == "short-3")
    #expect(try await token(long) == "long-2")
    #expect(
      tokens.state.withLock { $0.requests } == [
        ["audience": "short", "scope": "read write"], ["audience": "long"],
        ["audience": "short", "scope": "read write"],
      ])
    // The session's own token differs.
    #expect(try await pretend.login.sessions.credential()?.token.reveal() == "access-1")
  }

  /// A stream with such a token ends with its login, and moves to each new token.
  @Test(arguments: ["logout", "other login"]) func endOfTheLoginIsReported(change: String)
    async throws
  {
    let pretend = try await loggedIn()
    let source = pretend.login.tokens(audience: "api")
    let credential = try #require(try await source.credential())
    let changes = Shared<[CredentialChange]>([])
    let observation = await source.observe(credential) { change in
      changes.withLock { $0.append(change) }
    }
    _ = try await pretend.login.sessions.refreshedSession()
    #expect(changes.withLock { $0 }.isEmpty)
    _ = try await source.credential(insteadOf: credential)
    #expect(changes.withLock { $0 } == [.replaced])
    if change == "logout" {
      _ = try await pretend.login.sessions.signOut()
    } else {
      let session = try #require(await pretend.session)
      try await pretend.login.sessions.logIn { session }
    }
    #expect(
      changes.withLock { $0 } == [
        .replaced, .ended(change == "logout" ? .loggedOut : .otherLogin),
      ])
    #expect(observation != nil)
  }

  /// The same scopes, written in two ways, are one target.
  @Test func differentScopesHaveDifferentTokens() async throws {
    let pretend = try await loggedIn()
    async let one = token(pretend.login.tokens(audience: "", scopes: ["read", "write"]))
    async let two = token(pretend.login.tokens(scopes: ["read write"]))
    let found = try await [one, two]
    #expect(found == ["own-1", "own-1"] && tokens.state.withLock { $0.count } == 1)
    #expect(try await token(pretend.login.tokens(scopes: ["write"])) == "own-2")
    #expect(try await token(pretend.login.tokens(scopes: ["read", "write"])) == "own-1")
  }

  /// A server may end the session if it sees a refresh token twice.
  @Test func requestsForTokensAndRefreshesAreMadeOneAtATime() async throws {
    let pretend = try await loggedIn()
    pretend.clock.withLock { $0 += 600 }
    let sources = (0..<5).map { pretend.login.tokens(audience: "api\($0)") }
    let sessions = pretend.login.sessions
    let found = try await withThrowingTaskGroup(of: String?.self) { group in
      for source in sources + sources {
        for _ in 0..<10 { group.addTask { try await source.credential()?.token.reveal() } }
      }
      for _ in 0..<10 { group.addTask { try await sessions.credential()?.token.reveal() } }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(found.count == 6 && !found.contains(nil))
    let state = tokens.state.withLock { $0 }
    #expect(state.count == 6 && state.requests.count == 6 && state.most == 1)
    #expect(await sessions.state.session?.refreshToken == "refresh-7")
  }

  /// A session of an earlier version has no tokens for APIs.
  @Test func tokensAreStoredWithTheSession() async throws {
    let store = InMemoryStore()
    let pretend = try await loggedIn(store)
    #expect(!String(decoding: try #require(store.read()), as: UTF8.self).contains("apiTokens"))
    #expect(try await token(pretend.login.tokens(audience: "api")) == "api-1")
    let restarted = try await loggedIn(store)
    #expect(try await token(restarted.login.tokens(audience: "api")) == "api-1")
    #expect(tokens.state.withLock { $0.count } == 1)
    _ = try await restarted.login.sessions.refreshedSession()
    #expect(try await token(restarted.login.tokens(audience: "api")) == "api-1")
    let session = try #require(await restarted.session)
    for text in shapes(of: session) + ["\(restarted.login.sessions)"] {
      #expect(!text.contains("api-1"))
    }
  }

  @Test func refusedTokenIsReplacedOnce() async throws {
    let pretend = try await loggedIn()
    let source = pretend.login.tokens(audience: "api")
    let endpoint = try #require(URL(string: "https://api.example"))
    let sent = Shared<[String?]>([])
    let api = GraphQLClient(
      ClientConfiguration(endpoint: endpoint, retry: .never),
      transport: InMemoryTransport { request in
        sent.withLock { $0.append(request.headers["Authorization"]) }
        return PretendServer.response(401)
      }
    ).authenticated(by: source)
    await #expect(throws: RequestError.self) { try await OpenIDClient(api).userInfo() }
    #expect(sent.withLock { $0 } == ["Bearer api-1", "Bearer api-2"])
    // The API refuses its own token: that does not end the session.
    #expect(await pretend.session != nil)
  }

  @Test func callIsNotSentWithAnotherUsersSession() async throws {
    let pretend = try await loggedIn()
    let source = pretend.login.tokens(audience: "api")
    let first = try #require(try await source.credential())
    let call = pretend.login.tokens(audience: "other").forOneCall()
    tokens.state.withLock { $0.error = "temporarily_unavailable" }
    await #expect(throws: CredentialUnavailable.self) { try await call.credential() }
    tokens.state.withLock { $0.error = nil }
    try await pretend.login.sessions.logIn {
      OpenIDSession(
        accessToken: "other", tokenType: .bearer, refreshToken: "refresh-2", idToken: nil,
        expiresAt: nil, scopes: [], subject: "user-2")
    }
    #expect(try await call.credential() == nil)
    #expect(try await source.credential(insteadOf: first) == nil)
    #expect(try await token(source) != first.token.reveal())
    try await pretend.login.sessions.signOut()
    #expect(try await token(source) == nil)
  }

  @Test func refusedAudienceLeavesTheSession() async throws {
    let pretend = try await loggedIn()
    for error in ["invalid_target", "invalid_scope", "invalid_request"] {
      tokens.state.withLock { $0.error = error }
      let failure = await failure(pretend.login.tokens(audience: error))
      #expect(failure.map { "\($0)" }?.contains("refused the request") == true)
      #expect(failure?.refusal?.code == error)
    }
    #expect(await pretend.session != nil)
    tokens.state.withLock { $0.error = nil }
    #expect(try await token(pretend.login.tokens(audience: "api")) == "api-1")
  }

  @Test func refusedRefreshTokenEndsTheSession() async throws {
    let pretend = try await loggedIn()
    tokens.state.withLock { $0.error = "invalid_grant" }
    #expect(try await token(pretend.login.tokens(audience: "api")) == nil)
    #expect(await pretend.login.sessions.state == .signedOut(.ended))
  }

  /// Some servers send `invalid_grant` for an API without consent. The refresh token is still valid.
  @Test func apiThatIsRefusedLikeAnInvalidRefreshTokenLeavesTheSession() async throws {
    let pretend = try await loggedIn()
    tokens.state.withLock { $0.refused = "api" }
    let failure = await failure(pretend.login.tokens(audience: "api"))
    #expect(failure.map { "\($0)" }?.contains("refuses a token for this API") == true)
    #expect(await pretend.session?.refreshToken == "refresh-2")
    #expect(try await token(pretend.login.tokens(audience: "other")) == "other-2")
  }

  /// Another token does not count as a refresh.
  @Test func refreshIsMadeAfterATokenForAnAPI() async throws {
    let pretend = try await loggedIn()
    let sessions = pretend.login.sessions
    async let other = token(pretend.login.tokens(audience: "api"))
    async let refreshed = sessions.refreshedSession()
    _ = try await (other, refreshed)
    #expect(await sessions.state.session?.accessToken.reveal().hasPrefix("own-") == true)
    #expect(tokens.state.withLock { $0.count } == 2)
  }

  @Test func validTokenIsUsedAfterAFailedRequest() async throws {
    let pretend = try await loggedIn()
    let source = pretend.login.tokens(audience: "api")
    #expect(try await token(source) == "api-1")
    tokens.state.withLock { $0.error = "temporarily_unavailable" }
    pretend.clock.withLock { $0 += 590 }
    #expect(try await token(source) == "api-1")
    pretend.clock.withLock { $0 += 10 }
    await #expect(throws: CredentialUnavailable.self) { try await token(source) }
  }

  @Test func sessionWithoutRefreshTokenHasNoTokensForAPIs() async throws {
    let pretend = try await PretendLogin()
    try await pretend.login.sessions.logIn {
      OpenIDSession(
        accessToken: "a", tokenType: .bearer, refreshToken: nil, idToken: nil, expiresAt: nil,
        scopes: [], subject: nil)
    }
    let failure = await failure(pretend.login.tokens(audience: "api"))
    #expect(failure.map { "\($0)" }?.contains("offline_access") == true)
    #expect(await pretend.session != nil)
    #expect(await pretend.server.requests.isEmpty)
  }

  @Test func audienceIsAResourceForServersThatFollowRFC8707() async throws {
    let pretend = try await loggedIn { $0.audienceParameter = .resource }
    #expect(
      try await token(pretend.login.tokens(audience: "https://api.example"))
        == "https://api.example-1")
    #expect(tokens.state.withLock { $0.requests } == [["resource": "https://api.example"]])
    var options = try pretend.options()
    options.audience = "https://api.example"
    let page = PretendLogin.parameters(of: try await pretend.login.begin(options).page)
    #expect(page["resource"] == "https://api.example" && page["audience"] == nil)
  }
}
