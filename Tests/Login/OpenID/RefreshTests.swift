// Tests the requirements in "Refresh" of Security.md.

import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

struct RefreshTests {
  /// Makes the access token expire. The server then issues other tokens, without an ID token.
  private func expire(
    _ pretend: PretendLogin, gate: Gate? = nil, _ more: [String: any Sendable] = [:]
  ) async {
    pretend.clock.withLock { $0 += 600 }
    await allowRefresh(pretend, gate: gate, more)
  }

  private func allowRefresh(
    _ pretend: PretendLogin, gate: Gate? = nil, _ more: [String: any Sendable] = [:]
  ) async {
    let body: [String: any Sendable] = [
      "access_token": "access-2", "refresh_token": "refresh-2", "token_type": "Bearer",
      "expires_in": 600,
    ].merging(more) { $1 }
    await pretend.server.respond(to: "/oauth/token") { _ throws(TransportError) in
      await gate?.pass()
      // As with the network, a cancelled request gets no response.
      guard !Task.isCancelled else { throw TransportError(.cancelled, wasSent: true) }
      return PretendServer.response(
        200, (try? JSONSerialization.data(withJSONObject: body)) ?? Data())
    }
  }

  /// The access token after a refresh with an ID token.
  private func refreshed(
    _ pretend: PretendLogin, _ claims: [String: any Sendable] = [:], keyID: String? = "key-1",
    signer: TokenSigner? = nil
  ) async throws -> (token: String?, idToken: Secret) {
    let idToken = try await (signer ?? pretend.signer).token(
      pretend.claims.merging(claims) { $1 }, header: keyID.map { ["kid": $0] } ?? [:])
    await expire(pretend, ["id_token": idToken.reveal()])
    return (try await token(pretend), idToken)
  }

  private func token(_ pretend: PretendLogin) async throws -> String? {
    try await pretend.login.sessions.credential()?.token.reveal()
  }

  @Test func validAccessTokenIsNotRefreshed() async throws {
    let pretend = try await PretendLogin.loggedIn()
    pretend.clock.withLock { $0 += 500 }
    #expect(try await token(pretend) == "access-1")
    #expect(await pretend.server.count("/oauth/token") == 1)
  }

  @Test func concurrentCallersShareOneRefresh() async throws {
    let pretend = try await PretendLogin.loggedIn()
    let gate = Gate()
    await expire(pretend, gate: gate)
    let found = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<50 { group.addTask { try await token(pretend) } }
      await gate.holdsACaller()
      gate.open()
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(found == ["access-2"])
    #expect(await pretend.server.count("/oauth/token") == 2)
    let body = await pretend.server.lastBody("/oauth/token")
    #expect(body["grant_type"] == "refresh_token" && body["refresh_token"] == "refresh-1")
  }

  @Test func rotatedTokenIsStoredBeforeTheAccessTokenIsUsed() async throws {
    let store = FaultyStore()
    let pretend = try await PretendLogin.loggedIn(store: store)
    let gate = Gate()
    await expire(pretend, gate: gate)
    let first = Task { try await token(pretend) }
    await gate.holdsACaller()
    store.fail([.write, .remove], by: .noSpace)
    gate.open()
    await #expect(throws: CredentialUnavailable.self) { try await first.value }
    for _ in 0..<2 {
      await #expect(throws: CredentialUnavailable.self) { try await token(pretend) }
      // The server received one request: the new tokens are not lost meanwhile.
      #expect(await pretend.server.count("/oauth/token") == 2)
    }
    store.fail(by: nil)
    #expect(try await token(pretend) == "access-2")
    #expect(store.text.contains("refresh-2"))
    #expect(await pretend.server.count("/oauth/token") == 2)
  }

  /// The store still contains the former session, which may be another user's.
  @Test func unstoredLoginIsNotReplacedByTheStoredOne() async throws {
    let store = FaultyStore()
    let pretend = try await PretendLogin.loggedIn(store: store)
    store.fail([.write, .remove], by: .noSpace)
    let mine = OpenIDSession(
      accessToken: "mine", tokenType: .bearer, refreshToken: "mine", idToken: nil,
      expiresAt: PretendLogin.start.addingTimeInterval(300), scopes: [], subject: "user-2")
    await #expect(throws: StoreError.self) { try await pretend.login.sessions.logIn { mine } }
    #expect(try await token(pretend) == "mine" && store.text.contains("user-1"))
    await expire(pretend)
    store.fail(by: nil)
    #expect(try await token(pretend) == "access-2")
    #expect(await pretend.session?.subject == "user-2")
    #expect(await pretend.server.lastBody("/oauth/token")["refresh_token"] == "mine")
  }

  /// The server no longer accepts the old tokens. The new ones are not lost if its keys are unavailable.
  @Test func newTokensAreKeptIfTheirIDTokenCannotBeChecked() async throws {
    let store = InMemoryStore()
    let before = try await PretendLogin.loggedIn(store: store).session?.idToken
    // The app restarts without keys.
    let pretend = try await PretendLogin(store: store)
    await pretend.server.respond(to: "/.well-known/jwks.json") { _ in PretendServer.response(503) }
    #expect(try await refreshed(pretend).token == "access-2")
    let session = await pretend.session
    #expect(session?.refreshToken == "refresh-2" && session?.idToken == before)
  }

  /// The server has a new key within a minute of the last request for its keys.
  @Test func newTokensAreKeptIfTheirKeyMayNotBeFetchedYet() async throws {
    let pretend = try await PretendLogin.loggedIn()
    let before = await pretend.session?.idToken
    let rotated = try await TokenSigner.otherRSA.value
    try await pretend.server.respond(
      to: "/.well-known/jwks.json", ["keys": [pretend.key(rotated, id: "key-2")]])
    func refreshed(_ claims: [String: any Sendable]) async throws -> OpenIDSession? {
      let idToken = try await rotated.token(claims, header: ["kid": "key-2"])
      await allowRefresh(pretend, ["id_token": idToken.reveal()])
      return try await pretend.login.sessions.refreshedSession()
    }
    let session = try await refreshed(pretend.claims)
    #expect(session?.refreshToken == "refresh-2" && session?.idToken == before)
    #expect(await pretend.server.count("/.well-known/jwks.json") == 1)
    var others = pretend.claims
    others["sub"] = "user-2"
    #expect(try await refreshed(others) == nil)
  }

  /// The device's clock is wrong since the login. The new tokens are not lost, because the server no longer
  /// accepts the old ones.
  @Test(arguments: [-86_400, -600, 7 * 86_400])
  func newTokensAreKeptIfTheDevicesClockIsWrong(seconds: TimeInterval) async throws {
    let pretend = try await PretendLogin.loggedIn()
    let before = await pretend.session?.idToken
    let idToken = try await pretend.signer.token(pretend.claims, header: ["kid": "key-1"])
    pretend.clock.withLock { $0 += seconds }
    await allowRefresh(pretend, ["id_token": idToken.reveal()])
    #expect(try await pretend.login.sessions.refreshedSession()?.accessToken == "access-2")
    let session = await pretend.session
    #expect(session?.refreshToken == "refresh-2" && session?.idToken == before)
  }

  @Test func sessionWithoutRefreshTokenIsNotEndedByARefresh() async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason(tokens: ["refresh_token": NSNull()]) == nil)
    #expect(try await pretend.login.sessions.refreshedSession()?.accessToken == "access-1")
    pretend.clock.withLock { $0 += 580 }
    #expect(try await token(pretend) == "access-1")
  }

  /// An update of the app adds a key, or removes it.
  @Test func tokensOfTheFormerTypeAreRefreshedOrEnded() async throws {
    let store = InMemoryStore()
    _ = try await PretendLogin.loggedIn(store: store)
    let bound = try await PretendLogin(store: store, key: OpenSSLKey())
    await expire(bound, ["token_type": "DPoP"])
    bound.clock.withLock { $0 -= 600 }
    #expect(
      try await bound.login.sessions.credential()?.placement == .authorization(scheme: "DPoP"))
    let unbound = try await PretendLogin(store: store)
    #expect(try await token(unbound) == nil)
    #expect(await unbound.server.count("/oauth/token") == 0)
  }

  @Test func responseWithoutARefreshTokenKeepsTheOldOne() async throws {
    let pretend = try await PretendLogin.loggedIn()
    await expire(pretend, ["refresh_token": NSNull()])
    #expect(try await token(pretend) == "access-2")
    #expect(await pretend.session?.refreshToken == "refresh-1")
  }

  @Test func rejectedRefreshTokenEndsTheSession() async throws {
    let pretend = try await PretendLogin.loggedIn()
    await expire(pretend)
    try await pretend.server.respond(to: "/oauth/token", status: 403, ["error": "invalid_grant"])
    #expect(try await token(pretend) == nil)
    #expect(await pretend.login.sessions.state == .signedOut(.ended))
    #expect(try pretend.store.read() == nil)
  }

  /// A busy server ends no session, even if it responds with `invalid_grant`, and neither does the network.
  @Test(
    arguments: [
      (400, "temporarily_unavailable"), (401, "temporarily_unavailable"),
      (403, "temporarily_unavailable"), (429, "temporarily_unavailable"),
      (500, "temporarily_unavailable"), (503, "temporarily_unavailable"), (429, "invalid_grant"),
      (503, "invalid_grant"), (401, ""), (nil, ""),
    ] as [(Int?, String)])
  func failingServerEndsNoSession(_ status: Int?, _ code: String) async throws {
    let pretend = try await PretendLogin.loggedIn()
    await expire(pretend)
    if let status {
      let body = code.isEmpty ? "<html>" : #"{"error": "\#(code)"}"#
      await pretend.server.respond(to: "/oauth/token") { _ in
        PretendServer.response(status, Data(body.utf8))
      }
    } else {
      await pretend.server.disconnect("/oauth/token")
    }
    await #expect(throws: CredentialUnavailable.self) { try await token(pretend) }
    #expect(await pretend.session?.refreshToken == "refresh-1")
    // The refresh is not retried automatically.
    #expect(await pretend.server.count("/oauth/token") == 2)
    await expire(pretend)
    #expect(try await token(pretend) == "access-2")
  }

  @Test func logoutWinsOverARunningRefresh() async throws {
    let pretend = try await PretendLogin.loggedIn()
    let gate = Gate()
    await expire(pretend, gate: gate)
    async let late = token(pretend)
    await gate.holdsACaller()
    await pretend.login.logOut()
    gate.open()
    #expect(try await late == nil)
    #expect(await pretend.login.sessions.state == .signedOut(.loggedOut))
    #expect(try pretend.store.read() == nil)
    // The late tokens are revoked as well.
    await pretend.login.sessions.settle()
    let revoked = await pretend.server.requests.filter { $0.url.path == "/oauth/revoke" }
    #expect(
      revoked.map { String(decoding: $0.body ?? Data(), as: UTF8.self).contains("refresh-2") }
        == [false, true])
  }

  @Test func newLoginWinsOverARunningRefresh() async throws {
    let pretend = try await PretendLogin.loggedIn()
    let gate = Gate()
    await expire(pretend, gate: gate)
    async let late = token(pretend)
    await gate.holdsACaller()
    let other = OpenIDSession(
      accessToken: "other", tokenType: .bearer, refreshToken: nil, idToken: nil, expiresAt: nil,
      scopes: [], subject: "user-2")
    try await pretend.login.sessions.logIn { other }
    gate.open()
    // The call began in the other login.
    #expect(try await late == nil)
    #expect(await pretend.session == other)
  }

  @Test func replacedSessionIsRevoked() async throws {
    let pretend = try await PretendLogin.loggedIn()
    let other = OpenIDSession(
      accessToken: "other", tokenType: .bearer, refreshToken: "refresh-9", idToken: nil,
      expiresAt: nil, scopes: [], subject: "user-2")
    try await pretend.login.sessions.logIn { other }
    // The same login again, for example with an extended expiry, revokes nothing.
    try await pretend.login.sessions.logIn { other }
    await pretend.login.sessions.settle()
    #expect(await pretend.server.count("/oauth/revoke") == 1)
    #expect(await pretend.server.lastBody("/oauth/revoke")["token"] == "refresh-1")
  }

  @Test func tokensThatFailTheirChecksAreRevoked() async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason(tokens: ["token_type": "mac"]) != nil)
    try await wait { await pretend.server.count("/oauth/revoke") != 0 }
    #expect(await pretend.server.lastBody("/oauth/revoke")["token"] == "refresh-1")
  }

  @Test func cancellingOneCallerCancelsNoOther() async throws {
    let pretend = try await PretendLogin.loggedIn()
    let gate = Gate()
    await expire(pretend, gate: gate)
    let first = Task { try await token(pretend) }
    await gate.holdsACaller()
    let second = Task { try await token(pretend) }
    for _ in 0..<10 { await Task.yield() }
    first.cancel()
    gate.open()
    #expect(try await second.value == "access-2")
    #expect(await pretend.server.count("/oauth/token") == 2)
  }

  /// Another process, such as an extension of the app, has used the refresh token and stored the new one.
  @Test func usedRefreshTokenIsLookedUpInTheStore() async throws {
    let store = InMemoryStore()
    let pretend = try await PretendLogin.loggedIn(store: store)
    let stored = try #require(store.read())
    await expire(pretend)
    // The new token is stored during the request.
    await pretend.server.respond(to: "/oauth/token") { _ in
      let newer = String(decoding: stored, as: UTF8.self)
        .replacingOccurrences(of: "refresh-1", with: "refresh-9")
        .replacingOccurrences(of: "access-1", with: "access-9")
      store.write(Data(newer.utf8))
      return PretendServer.response(403, Data(#"{"error":"invalid_grant"}"#.utf8))
    }
    #expect(try await token(pretend) == "access-9")
    #expect(await pretend.session?.refreshToken == "refresh-9")
    #expect(store.read() != nil)
  }

  @Test func storedSuccessorIsUsedBeforeARequest() async throws {
    let store = InMemoryStore()
    let pretend = try await PretendLogin.loggedIn(store: store)
    let other = try await PretendLogin(store: store)
    await expire(other, ["access_token": "access-9"])
    #expect(try await token(other) == "access-9")
    await expire(pretend)
    #expect(try await token(pretend) == "access-9")
    #expect(await pretend.server.count("/oauth/token") == 1)
  }

  /// The device's clock may be wrong.
  @Test func sessionWithoutARefreshTokenIsUsedUntilTheServerRefusesIt() async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason(tokens: ["refresh_token": NSNull()]) == nil)
    let credential = try #require(try await pretend.login.sessions.credential())
    pretend.clock.withLock { $0 += 600 }
    #expect(try await pretend.login.sessions.credential() == credential)
    #expect(try await pretend.login.sessions.credential(insteadOf: credential) == nil)
    #expect(await pretend.login.sessions.state == .signedOut(.ended))
  }

  @Test func refusedAccessTokenIsRefreshedBeforeItExpires() async throws {
    let pretend = try await PretendLogin.loggedIn()
    await allowRefresh(pretend)
    await pretend.server.respond(to: "/userinfo") { request in
      request.headers["Authorization"] == "Bearer access-2"
        ? PretendServer.response(200, Data(#"{"sub": "user-1"}"#.utf8))
        : PretendServer.response(401)
    }
    _ = try await pretend.login.userInfo()
    #expect(await pretend.server.count("/userinfo") == 2)
    #expect(await pretend.session?.refreshToken == "refresh-2")
  }

  @Test func unavailableRefreshAfterARefusalEndsNoSession() async throws {
    let pretend = try await PretendLogin.loggedIn()
    await pretend.server.respond(to: "/userinfo") { _ in PretendServer.response(401) }
    await pretend.server.respond(to: "/oauth/token") { _ in PretendServer.response(503) }
    await #expect(throws: WebLoginError.self) { try await pretend.login.userInfo() }
    #expect(await pretend.session?.refreshToken == "refresh-1")
    #expect(await pretend.server.count("/userinfo") == 1)
    // The next call refreshes first.
    await allowRefresh(pretend)
    #expect(try await token(pretend) == "access-2")
  }

  /// The server requires other nonces than it issues. The refusal is not about the token.
  @Test func rejectedProofEndsNoSession() async throws {
    let pretend = try await PretendLogin(key: OpenSSLKey())
    let bound: [String: any Sendable] = ["token_type": "DPoP", "refresh_token": NSNull()]
    #expect(try await pretend.reason(tokens: bound) == nil)
    await pretend.server.respond(to: "/userinfo") { _ in
      PretendServer.response(
        401,
        headers: [
          "WWW-Authenticate": #"DPoP error="use_dpop_nonce""#, "DPoP-Nonce": UUID().uuidString,
        ])
    }
    let error = await #expect(throws: WebLoginError.self) { try await pretend.login.userInfo() }
    guard case .request(let refused) = error?.reason,
      case .transport(let transportError) = refused.reason
    else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(transportError.reason == .proofRefused && refused.progress == .responded)
    #expect(await pretend.server.count("/userinfo") == 2)
    #expect(await pretend.session != nil)
  }

  @Test(
    arguments: [
      (["at_hash": "77QmUPtjPfzWtF2AnpK9RQ"], .wrongAccessTokenHash),
      (["at_hash": "77QmUPtjPfzWtF2AnpK9RQ", "exp": 1], .wrongAccessTokenHash),
      (["iss": "https://evil.example/"], .wrongIssuer), (["aud": "another"], .wrongAudience),
      (["aud": "another", "exp": 1], .wrongAudience), (["sub": "user-2"], .wrongSubject),
      (["nonce": "other"], .wrongNonce),
      (["auth_time": 1_799_999_001, "nonce": "other"], .wrongNonce), ([:], .wrongSignature),
    ] as [([String: any Sendable], IDTokenError)])
  func invalidIDTokenInARefreshEndsTheSession(
    claims: [String: any Sendable], error: IDTokenError
  ) async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason(idToken: ["auth_time": 1_799_999_000]) == nil)
    let signer = error == .wrongSignature ? try await TokenSigner.otherRSA.value : nil
    #expect(try await refreshed(pretend, claims, signer: signer).token == nil)
    #expect(
      "\(await pretend.login.sessions.state)"
        == "signed out: new tokens are not trusted: \(error)")
  }

  /// A provider that publishes its keys too late. The ID token is not used, and the other tokens are.
  @Test func idTokenWithAnUnknownKeyIsLeftOut() async throws {
    let pretend = try await PretendLogin.loggedIn()
    let before = await pretend.session?.idToken
    #expect(try await refreshed(pretend, keyID: "key-9").token == "access-2")
    #expect(await pretend.session?.idToken == before)
  }

  /// The device's clock is a day ahead. The `Date` header field corrects it.
  @Test(arguments: [true, false]) func serversDateDecidesTheTimesOfAnIDToken(hasDate: Bool)
    async throws
  {
    let pretend = try await PretendLogin.loggedIn()
    let token = try await pretend.signer.token(pretend.claims, header: ["kid": "key-1"])
    pretend.clock.withLock { $0 += 86_400 }
    let data = try JSONSerialization.data(
      withJSONObject: [
        "access_token": "access-2", "token_type": "Bearer", "id_token": token.reveal(),
      ])
    let headers: HTTPHeaders = hasDate ? ["Date": "Fri, 15 Jan 2027 08:00:00 GMT"] : [:]
    await pretend.server.respond(to: "/oauth/token") { _ in
      PretendServer.response(200, data, headers: headers)
    }
    #expect(try await self.token(pretend) == "access-2")
    #expect((await pretend.session?.idToken == token) == hasDate)
  }

  /// A server with one key, whose tokens do not name it.
  @Test func onlyKeyThatIsReplacedIsFetchedAgain() async throws {
    let pretend = try await PretendLogin.loggedIn()
    #expect(try await refreshed(pretend, keyID: nil).token == "access-2")
    let other = try await TokenSigner.otherRSA.value
    try await pretend.server.respond(
      to: "/.well-known/jwks.json", ["keys": [pretend.key(other, id: "key-1")]])
    let (token, idToken) = try await refreshed(pretend, keyID: nil, signer: other)
    #expect(token == "access-2")
    #expect(await pretend.session?.idToken == idToken)
  }

  /// As Azure AD, Auth0 and Okta do. Calls fail with the code, without another request to the endpoint.
  @Test(
    arguments: [
      ("interaction_required", 400), ("login_required", 400), ("consent_required", 400),
      ("account_selection_required", 400), ("mfa_required", 403), ("invalid_request", 400),
      ("invalid_scope", 400),
    ])
  func permanentRefusalOfARefreshNeedsALogin(_ code: String, _ status: Int) async throws {
    let pretend = try await PretendLogin.loggedIn()
    await expire(pretend)
    let text = "Refresh token inactive"
    try await pretend.server.respond(
      to: "/oauth/token", status: status,
      ["error": code, "error_description": text, "mfa_token": "s3cret"])
    let expected = ServerRefusal(code: code, serverText: text, mfaToken: Secret("s3cret"))
    for _ in 0..<5 {
      let error = await #expect(throws: CredentialUnavailable.self) { try await token(pretend) }
      #expect(error?.refusal == expected)
      #expect(error.map { "\($0)".contains("inactive") || "\($0)".contains("s3cret") } == false)
    }
    // The exchange of the login's code, and one refresh.
    #expect(await pretend.server.count("/oauth/token") == 2)
    let state = await pretend.login.sessions.state
    guard case .needsLogin(let session, let refusal) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(refusal.code == code && session.refreshToken == "refresh-1")
    #expect("\(state)".hasSuffix(code))
  }

  /// A login would be refused, too.
  @Test(arguments: [("invalid_client", 401), ("unauthorized_client", 400)])
  func refusedAppKeepsTheSessionAndAsksForNoLogin(_ code: String, _ status: Int) async throws {
    let pretend = try await PretendLogin.loggedIn()
    await expire(pretend)
    try await pretend.server.respond(to: "/oauth/token", status: status, ["error": code])
    for _ in 0..<5 {
      let error = await #expect(throws: CredentialUnavailable.self) { try await token(pretend) }
      #expect(error?.reason == .appRefused(ServerRefusal(code: code)))
      #expect(error?.recoverySuggestion?.hasPrefix("Update the app.") == true)
    }
    #expect(await pretend.server.count("/oauth/token") == 2)
    guard case .signedIn = await pretend.login.sessions.state else {
      Issue.record("the session has ended")
      return
    }
  }

  /// OpenID Connect Core, section 12.2.
  @Test(
    arguments: [
      ([:], true), (["sub": "user-1"], true),
      (["nonce": "LOGIN", "auth_time": 1_799_999_000], true),
      // django-oauth-toolkit has the time of the user's last login on any device.
      (["auth_time": 1_799_999_001], false),
    ] as [([String: any Sendable], Bool)])
  func refreshedIDTokenIsOfTheSameAuthentication(
    claims: [String: any Sendable], isUsed: Bool
  ) async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason(idToken: ["auth_time": 1_799_999_000]) == nil)
    var claims = claims
    if claims["nonce"] != nil { claims["nonce"] = await pretend.session?.claims?["nonce"]?.string }
    claims["exp"] = Int(PretendLogin.start.timeIntervalSince1970) + 7_200
    let (token, idToken) = try await refreshed(pretend, claims)
    #expect(token == "access-2")
    #expect((await pretend.session?.idToken == idToken) == isUsed)
  }

  /// A new refresh token may be the only one that the server still accepts.
  @Test(
    arguments: [
      (["expires_in": "3600"], [], 3_600), (["expires_in": 3_599.5], [], 3_599.5),
      (["expires_in": NSNull()], [], nil), (["expires_in": "soon"], ["expires_in"], nil),
      (["expires_in": [1]], ["expires_in"], nil), (["expires_in": 1e300], [], nil),
      (["scope": ["openid", "email"]], [], 600),
      (["scope": ["openid", NSNull()] as [any Sendable]], ["scope.1"], 600),
      (["scope": true], ["scope"], 600),
      (["token_type": NSNull()], [], 600),
    ] as [([String: any Sendable], [String], Double?)])
  func malformedMemberOfATokenResponseKeepsTheTokens(
    response: [String: any Sendable], unreadable: [String], seconds: Double?
  ) async throws {
    let pretend = try await PretendLogin.loggedIn()
    await expire(pretend, response)
    #expect(try await token(pretend) == "access-2")
    let session = try #require(await pretend.session)
    #expect(session.refreshToken == "refresh-2")
    #expect(pretend.unreadable.withLock { $0 } == unreadable)
    #expect(
      session.expiresAt?.timeIntervalSince(pretend.clock.withLock { $0 }) == seconds)
  }

  @Test func tokensOfAnotherTypeEndTheSession() async throws {
    let pretend = try await PretendLogin.loggedIn()
    await expire(pretend, ["token_type": "mac"])
    #expect(try await token(pretend) == nil)
    #expect(await pretend.session == nil)
  }
}
