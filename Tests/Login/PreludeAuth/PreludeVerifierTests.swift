// Tests the life of Prelude's code verifiers: one login, one hour, until it is cancelled.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import AuthGenWebLogin
import Foundation
import PreludeAPI
import PreludeAuth
import Testing

/// Prelude without a network: each challenge token starts a session, unless it requires a code.
struct PreludeFake: Sendable {
  let client: PreludeAuthClient
  /// The path and the members of each request.
  let requests = Shared<[(path: String, body: [String: String])]>([])
  let clock = Shared(Date(timeIntervalSince1970: 1_800_000_000))
  /// The header field `Date` of each response.
  let serverTime = Shared<String?>(nil)
  /// Runs during the exchange of a challenge token, and returns the status of its response.
  let exchange = Shared<@Sendable () async -> Int>({ 200 })
  /// Runs while a code is sent.
  let start = Shared<@Sendable () async -> Void>({})
  /// The device's identifier in each request.
  let devices = Shared<[String?]>([])

  init(
    _ endpoint: String = "https://shop.session.prelude.dev",
    key: any DPoPKey = UnverifiedKey(), store: any SecretStore = InMemoryStore(),
    pendingStore: any SecretStore = InMemoryStore(), deviceStore: any SecretStore = InMemoryStore()
  ) throws {
    client = try PreludeAuthClient(
      endpoint: .custom(endpoint), key: key,
      store: store, pendingStore: pendingStore, deviceStore: deviceStore,
      environment: LoginEnvironment(
        transport: MockTransport.server(of: [
          AuthorizeOAuthMutation.self, FinalizeLoginMutation.self, StartOTPMutation.self,
          CheckOTPMutation.self, RetryOTPMutation.self, RefreshSessionMutation.self,
          RevokeSessionMutation.self,
        ]) { [requests, serverTime, exchange, start, devices] request throws(TransportError) in
          devices.withLock { $0.append(request.headers["X-Device-Id"]) }
          let body = request.body.flatMap {
            try? JSONDecoder().decode([String: String].self, from: $0)
          }
          let path = request.url.path.replacingOccurrences(of: "/v1/session/", with: "")
          requests.withLock { $0.append((path, body ?? [:])) }
          var (json, headers) = Self.response(to: path)
          headers["Content-Type"] = "application/json"
          headers["Date"] = serverTime.withLock { $0 }
          if path == "otp" { await start.withLock { $0 }() }
          let status = path == "login/finalize" ? await exchange.withLock { $0 }() : 200
          if status == 401 { json = #"{"code": "invalid_challenge_token"}"# }
          return HTTPResponse(status: status, headers: headers, body: Data(json.utf8))
        }, now: { [clock] in clock.withLock { $0 } }))
  }

  private static func response(to path: String) -> (String, HTTPHeaders) {
    switch path {
    case "login/oauth/google/authorize":
      (#"{"authorization_url": "https://accounts.example/authorize"}"#, [:])
    case "otp": ("{}", ["X-Verification-Token": "verification-1"])
    case "otp/check": (#"{"challenge_token": "\#(token("session-start"))"}"#, [:])
    case "login/finalize":
      (
        #"{"access_token": "\#(token("", sub: "user-1"))", "expires_at": "2027-01-15T08:10:00Z"}"#,
        ["X-Refresh-Token": "refresh-1", "X-Refresh-Token-Expires-At": "2027-02-15T08:10:00Z"]
      )
    default: ("{}", [:])
    }
  }

  /// An unsigned token.
  static func token(_ mode: String, sub: String = "") -> String {
    let claims =
      #"{"grant_mode": "\#(mode)", "sub": "\#(sub)", "metadata": {"oauth_email": "a@b.example"}}"#
    return "eyJhbGciOiJub25lIn0.\(Base64URL.encode(Array(claims.utf8)))."
  }

  func begin() async throws -> OAuthLoginContext {
    try await client.initiateOAuthLogin(
      InitiateOAuthLoginOptions(provider: .google, redirectURI: "shop://callback"))
  }

  func finish(
    _ context: OAuthLoginContext, _ mode: String = "session-start", sub: String = ""
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    try await client.finalizeOAuthLogin(context, challengeToken: Self.token(mode, sub: sub))
  }

  func challenge() async throws -> OAuthEmailChallenge {
    let result = try await finish(try await begin(), "oauth-email-link")
    guard case .otpRequired(let challenge, _) = result else { throw CancellationError() }
    return challenge
  }

  /// The redirect, with a challenge token for this step.
  static func redirect(_ mode: String = "session-start", sub: String = "") throws -> URL {
    try #require(URL(string: "shop://callback?challenge_token=\(token(mode, sub: sub))"))
  }

  /// The number of requests with this path.
  func count(_ path: String) -> Int { requests.withLock { $0.count { $0.path == path } } }

  /// The number of requests that had a verifier.
  var uses: Int { requests.withLock { $0.count { $0.body["code_verifier"] != nil } } }
}

/// A key for a server that does not verify proofs.
struct UnverifiedKey: DPoPKey {
  var publicKey: DPoPPublicKey {
    get async throws(DPoPKeyError) {
      guard let key = DPoPPublicKey(x: Data(count: 32), y: Data(count: 32)) else { throw .unusable }
      return key
    }
  }

  func signature(for message: Data) async throws(DPoPKeyError) -> Data { Data(count: 64) }

  func remove() async throws(DPoPKeyError) {}
}

@Suite struct PreludeVerifierTests {
  /// The device's clock is a day ahead. Without the correction, each call would refresh the session.
  @Test func serversDateCorrectsTheExpiry() async throws {
    let prelude = try PreludeFake()
    prelude.clock.withLock { $0 += 86_400 }
    prelude.serverTime.withLock { $0 = "Fri, 15 Jan 2027 08:00:00 GMT" }
    guard case .loggedIn = try await prelude.finish(try await prelude.begin()) else {
      Issue.record("expected loggedIn")
      return
    }
    let session = try #require(await prelude.client.sessions.state.session)
    #expect(session.expiresAt == prelude.clock.withLock { $0.addingTimeInterval(600) })
  }

  /// Another process adds its identifier between this one's reading and writing.
  @Test func identifierThatAnotherProcessAddsFirstIsUsed() async throws {
    let other = UUID().uuidString
    let prelude = try PreludeFake(deviceStore: TakenStore(content: Data(other.utf8)))
    _ = try await prelude.begin()
    #expect(prelude.devices.withLock { $0 } == [other])
  }

  private func expectExpired(
    _ body: () async throws(PreludeAuthError) -> some Sendable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    do throws(PreludeAuthError) {
      _ = try await body()
      Issue.record("expected an error: the login is over", sourceLocation: sourceLocation)
    } catch {
      guard case .expiredChallengeToken = error else {
        Issue.record("\(error)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  @Test func verifierIsUsedOnce() async throws {
    let fake = try PreludeFake()
    let context = try await fake.begin()
    let copy = context
    _ = try await fake.finish(context)
    await expectExpired { () async throws(PreludeAuthError) in try await fake.finish(copy) }
    await expectExpired { () async throws(PreludeAuthError) in
      try await fake.finish(context, "oauth-email-link")
    }
    #expect(fake.uses == 1)
    #expect(fake.requests.withLock { $0.count } == 2)
  }

  /// The token may come from another person's link.
  @Test func refusedTokenLeavesTheVerifier() async throws {
    let fake = try PreludeFake()
    let context = try await fake.begin()
    fake.exchange.withLock { $0 = { 400 } }
    await #expect(throws: PreludeAuthError.self) { try await fake.finish(context) }
    fake.exchange.withLock { $0 = { 200 } }
    _ = try await fake.finish(context)
    #expect(fake.uses == 2)
  }

  /// Finishes a login whose exchange waits at a gate, and then has a status.
  private func held(
    _ fake: PreludeFake, _ context: OAuthLoginContext, status: Int
  ) async -> (login: Task<FinalizeOAuthLoginResult, any Error>, gate: Gate) {
    let gate = Gate()
    fake.exchange.withLock {
      $0 = {
        await gate.pass()
        return status
      }
    }
    let login = Task { try await fake.finish(context) }
    await gate.holdsACaller()
    return (login, gate)
  }

  @Test func verifierIsUsedOnceAtATime() async throws {
    let fake = try PreludeFake()
    let context = try await fake.begin()
    let (first, gate) = await held(fake, context, status: 200)
    await expectExpired { () async throws(PreludeAuthError) in try await fake.finish(context) }
    gate.open()
    _ = try await first.value
    #expect(fake.uses == 1)
  }

  @Test func loginThatIsCancelledDuringAFailedUseIsOver() async throws {
    let fake = try PreludeFake()
    let context = try await fake.begin()
    let (first, gate) = await held(fake, context, status: 400)
    await fake.client.cancelOAuthLogin(context)
    gate.open()
    await #expect(throws: PreludeAuthError.self) { try await first.value }
    await expectExpired { () async throws(PreludeAuthError) in try await fake.finish(context) }
    #expect(fake.uses == 1)
  }

  @Test func verifierIsDeletedWithTheCancelledLogin() async throws {
    let fake = try PreludeFake()
    let context = try await fake.begin()
    await fake.client.cancelOAuthLogin(context)
    await expectExpired { () async throws(PreludeAuthError) in try await fake.finish(context) }
    let challenge = try await fake.challenge()
    await fake.client.cancelOAuthLogin(challenge)
    await expectExpired { () async throws(PreludeAuthError) in
      try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
    }
    #expect(fake.uses == 0)
    #expect(try await fake.client.user() == nil)
  }

  @Test func verifierExpiresAfterAnHour() async throws {
    let fake = try PreludeFake()
    let context = try await fake.begin()
    let challenge = try await fake.challenge()
    fake.clock.withLock { $0 += 3600 }
    await expectExpired { () async throws(PreludeAuthError) in try await fake.finish(context) }
    await expectExpired { () async throws(PreludeAuthError) in
      try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
    }
    #expect(fake.uses == 0)
  }

  @Test func challengeIsCompletedOnce() async throws {
    let fake = try PreludeFake()
    let challenge = try await fake.challenge()
    _ = try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
    await expectExpired { () async throws(PreludeAuthError) in
      try await fake.client.checkOAuthEmailOTP("654321", resuming: challenge)
    }
    #expect(fake.uses == 1)
  }

  @Test func redirectThatStartsTheAppCompletesTheLogin() async throws {
    let store = InMemoryStore()
    let began = try PreludeFake(pendingStore: store)
    _ = try await began.begin()
    let challenge = began.requests.withLock { $0.first?.body["code_challenge"] }
    let restarted = try PreludeFake(pendingStore: store)
    _ = try await restarted.client.resume(with: try PreludeFake.redirect())
    let verifier = restarted.requests.withLock { $0.last?.body["code_verifier"] } ?? ""
    #expect(CodeVerifier(Secret(verifier)).challenge == challenge)
    #expect(try await restarted.client.user()?.profile.userID == "user-1" && store.read() == nil)
    let again = try PreludeFake.redirect()
    await expectExpired { () async throws(PreludeAuthError) in
      try await restarted.client.resume(with: again)
    }
    #expect(restarted.uses == 1)
  }

  @Test func redirectThatStartsTheAppMayAskForACode() async throws {
    let store = InMemoryStore()
    _ = try await PreludeFake(pendingStore: store).begin()
    let restarted = try PreludeFake(pendingStore: store)
    let result = try await restarted.client.resume(
      with: try PreludeFake.redirect("oauth-email-link"))
    guard case .otpRequired(let challenge, _) = result else {
      Issue.record("\(result)")
      return
    }
    // The login is pending until its code is correct.
    #expect(store.read() != nil)
    _ = try await restarted.client.checkOAuthEmailOTP("123456", resuming: challenge)
    #expect(store.read() == nil && restarted.uses == 1)
  }

  // MARK: More redirects of one login

  /// The system may deliver a redirect twice, also at once.
  @Test(arguments: [true, false])
  func redirectThatIsDeliveredTwiceHasOneCode(isAtOnce: Bool) async throws {
    let store = CountingStore()
    let fake = try PreludeFake(pendingStore: store)
    let context = try await fake.begin()
    let gate = Gate()
    fake.start.withLock { $0 = { await gate.pass() } }
    let first = Task { try await fake.finish(context, "oauth-email-link") }
    await gate.holdsACaller()
    if !isAtOnce {
      gate.open()
      _ = try await first.value
    }
    let before = store.reads.withLock { $0 }
    let redirect = try PreludeFake.redirect("oauth-email-link")
    let second = Task { try await fake.client.resume(with: redirect) }
    try await wait { store.reads.withLock { $0 } > before }
    gate.open()
    #expect(try expectChallenge(await first.value) == (try expectChallenge(await second.value)))
    #expect(fake.count("otp") == 1)
  }

  /// Any app or page can open a link of the app.
  @Test(arguments: ["oauth-email-link", "session-start"])
  func otherRedirectDoesNotReplaceAChallenge(mode: String) async throws {
    let fake = try PreludeFake()
    let context = try await fake.begin()
    let challenge = try expectChallenge(await fake.finish(context, "oauth-email-link"))
    let before = fake.requests.withLock { $0.count }
    let forged = try PreludeFake.redirect(mode, sub: "evil")
    #expect(try await LoginLinks().adding(fake.client).open(forged) == false)
    for attempt in 0..<3 {
      do throws(PreludeAuthError) {
        switch attempt {
        case 0: _ = try await fake.client.resume(with: forged)
        case 1: _ = try await fake.client.finalizeOAuthLogin(context, callback: forged)
        default: _ = try await fake.finish(context, mode, sub: "evil")
        }
        Issue.record("expected an error")
      } catch {
        guard case .callback(.wrongState) = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
    #expect(fake.requests.withLock { $0.count } == before)
    #expect(try expectChallenge(await fake.client.resume()) == challenge)
    _ = try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
  }

  @Test func redirectOfTheNextLoginIsNotThatOfAChallenge() async throws {
    let fake = try PreludeFake()
    let first = try await fake.begin()
    _ = try await fake.begin()
    let challenge = try expectChallenge(await fake.finish(first, "oauth-email-link"))
    let redirect = try PreludeFake.redirect(sub: "other")
    guard case .loggedIn = try await fake.client.resume(with: redirect) else {
      Issue.record("expected loggedIn")
      return
    }
    #expect(await fake.client.resume() == nil)
    await expectExpired { () async throws(PreludeAuthError) in
      try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
    }
  }

  // MARK: The end of a challenge

  @Test(arguments: [true, false])
  func challengesEndWithAnotherLoginAndWithALogout(isLogout: Bool) async throws {
    let store = InMemoryStore()
    let fake = try PreludeFake(pendingStore: store)
    if isLogout { _ = try await fake.finish(try await fake.begin()) }
    let challenges = [try await fake.challenge(), try await fake.challenge()]
    let page = try await fake.begin()
    if isLogout {
      await fake.client.logOut()
    } else {
      _ = try await fake.finish(try await fake.begin())
    }
    #expect(await fake.client.resume() == nil)
    for challenge in challenges {
      await expectExpired { () async throws(PreludeAuthError) in
        try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
      }
    }
    #expect(fake.count("otp/check") == 0)
    // A page that the user still reads is independent.
    _ = try await fake.finish(page)
    #expect(store.read() == nil)
  }

  /// A code is valid once. After a failure, the login continues with what Prelude accepted.
  @Test func otherCodeAfterTheCorrectOneIsWrong() async throws {
    let fake = try PreludeFake()
    let challenge = try await fake.challenge()
    fake.exchange.withLock { $0 = { 503 } }
    await #expect(throws: PreludeAuthError.self) {
      try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
    }
    fake.exchange.withLock { $0 = { 200 } }
    await #expect {
      try await fake.client.checkOAuthEmailOTP("000000", resuming: challenge)
    } throws: { error in
      if case .invalidOTPCode = error as? PreludeAuthError { true } else { false }
    }
    #expect(fake.count("otp/check") == 1 && fake.uses == 1)
    _ = try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
    #expect(fake.count("otp/check") == 1 && fake.uses == 2)
  }

  @Test func codeThatIsSentAgainReplacesTheCorrectOne() async throws {
    let fake = try PreludeFake()
    let challenge = try await fake.challenge()
    fake.exchange.withLock { $0 = { 503 } }
    await #expect(throws: PreludeAuthError.self) {
      try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
    }
    fake.exchange.withLock { $0 = { 200 } }
    try await fake.client.resendOAuthEmailOTP(challenge)
    _ = try await fake.client.checkOAuthEmailOTP("654321", resuming: challenge)
    #expect(fake.count("otp/check") == 2)
  }

  // MARK: A challenge after a restart of the app

  private func expectChallenge(
    _ result: FinalizeOAuthLoginResult?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> OAuthEmailChallenge {
    guard case .otpRequired(let challenge, "a@b.example")? = result else {
      Issue.record("\(result as Any)", sourceLocation: sourceLocation)
      throw CancellationError()
    }
    return challenge
  }

  @Test func challengeOutlivesTheApp() async throws {
    let store = InMemoryStore()
    let began = try PreludeFake(pendingStore: store)
    #expect(await began.client.resume() == nil)
    let challenge = try await began.challenge()
    let restarted = try PreludeFake(pendingStore: store)
    let resumed = try expectChallenge(await restarted.client.resume())
    #expect(resumed == challenge)
    _ = try await restarted.client.checkOAuthEmailOTP("123456", resuming: resumed)
    let sent = restarted.requests.withLock { $0 }
    #expect(sent.map(\.path) == ["otp/check", "login/finalize"])
    let first = began.requests.withLock { $0.first?.body["code_challenge"] }
    #expect(CodeVerifier(Secret(sent[1].body["code_verifier"] ?? "")).challenge == first)
    #expect(await restarted.client.resume() == nil && store.read() == nil)
    await expectExpired { () async throws(PreludeAuthError) in
      try await restarted.client.checkOAuthEmailOTP("123456", resuming: challenge)
    }
  }

  /// The system ends the app after the code was accepted: the code is valid once.
  @Test func acceptedCodeOutlivesTheApp() async throws {
    let store = InMemoryStore()
    let began = try PreludeFake(pendingStore: store)
    let challenge = try await began.challenge()
    began.exchange.withLock { $0 = { 503 } }
    await #expect(throws: PreludeAuthError.self) {
      try await began.client.checkOAuthEmailOTP("123456", resuming: challenge)
    }
    let restarted = try PreludeFake(pendingStore: store)
    let resumed = try expectChallenge(await restarted.client.resume())
    _ = try await restarted.client.checkOAuthEmailOTP("123456", resuming: resumed)
    #expect(restarted.requests.withLock { $0.map(\.path) } == ["login/finalize"])
  }

  /// A challenge token that Prelude refuses is not sent again, also by the next run.
  @Test func refusedTokenDoesNotOutliveTheApp() async throws {
    let store = InMemoryStore()
    let began = try PreludeFake(pendingStore: store)
    let challenge = try await began.challenge()
    began.exchange.withLock { $0 = { 401 } }
    await #expect(throws: PreludeAuthError.self) {
      try await began.client.checkOAuthEmailOTP("123456", resuming: challenge)
    }
    let restarted = try PreludeFake(pendingStore: store)
    let resumed = try expectChallenge(await restarted.client.resume())
    _ = try await restarted.client.checkOAuthEmailOTP("123456", resuming: resumed)
    #expect(restarted.requests.withLock { $0.map(\.path) } == ["otp/check", "login/finalize"])
  }

  @Test func cancelledOrExpiredChallengeIsNotResumed() async throws {
    let store = InMemoryStore()
    let began = try PreludeFake(pendingStore: store)
    await began.client.cancelOAuthLogin(try await began.challenge())
    #expect(await began.client.resume() == nil && store.read() == nil)
    _ = try await began.challenge()
    let restarted = try PreludeFake(pendingStore: store)
    restarted.clock.withLock { $0 += 3600 }
    #expect(await restarted.client.resume() == nil && store.read() == nil)
  }

  /// The challenge stays cancelled if the response to its code arrives later.
  @Test func challengeThatIsCancelledDuringACheckIsNotStored() async throws {
    let store = InMemoryStore()
    let fake = try PreludeFake(pendingStore: store)
    let challenge = try await fake.challenge()
    let gate = Gate()
    fake.exchange.withLock {
      $0 = {
        await gate.pass()
        return 401
      }
    }
    let check = Task { try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge) }
    await gate.holdsACaller()
    await fake.client.cancelOAuthLogin(challenge)
    gate.open()
    await #expect(throws: PreludeAuthError.self) { try await check.value }
    #expect(await fake.client.resume() == nil && store.read() == nil)
  }

  /// Two apps, or two environments of one app, may share a store.
  @Test func challengeOfAnotherServerIsNotResumed() async throws {
    let store = InMemoryStore()
    _ = try await PreludeFake(pendingStore: store).challenge()
    let other = try PreludeFake("https://other.session.prelude.dev", pendingStore: store)
    #expect(await other.client.resume() == nil && store.read() != nil)
  }

  /// The session's store has a companion for pending logins.
  @Test func loginsAreStoredBesideTheSession() async throws {
    let store = CompanionStore()
    let client = try PreludeAuthClient(
      endpoint: .custom("https://shop.session.prelude.dev"), key: UnverifiedKey(), store: store,
      deviceStore: InMemoryStore(),
      environment: LoginEnvironment(
        transport: MockTransport.server(of: [AuthorizeOAuthMutation.self]) { _ in
          HTTPResponse(
            status: 200, headers: ["Content-Type": "application/json"],
            body: Data(#"{"authorization_url": "https://accounts.example/authorize"}"#.utf8))
        }))
    let context = try await client.initiateOAuthLogin(
      InitiateOAuthLoginOptions(provider: .google, redirectURI: "shop://callback"))
    #expect(store.pending.read() != nil && store.read() == nil)
    await client.cancelOAuthLogin(context)
    #expect(store.pending.read() == nil)
  }

  @Test func cancelledLoginIsNotStored() async throws {
    let store = InMemoryStore()
    let fake = try PreludeFake(pendingStore: store)
    await fake.client.cancelOAuthLogin(try await fake.begin())
    #expect(store.read() == nil)
  }

  @Test func challengeIsNeverPrinted() async throws {
    let fake = try PreludeFake()
    let context = try await fake.begin()
    let result = try await fake.finish(context, "oauth-email-link")
    guard case .otpRequired(let challenge, _) = result else {
      Issue.record("\(result)")
      return
    }
    _ = try await fake.client.checkOAuthEmailOTP("123456", resuming: challenge)
    let sent = fake.requests.withLock { $0.flatMap { Array($0.body.values) } }
    let verifier = try #require(fake.requests.withLock { $0.last?.body["code_verifier"] })
    let shown = shapes(of: context) + shapes(of: challenge) + shapes(of: result)
    for text in shown {
      #expect(text.contains("login") || text.contains("challenge") || text == "[]")
      for secret in sent + [verifier, "verification-1", "123456"] where secret.count > 5 {
        #expect(!text.contains(secret), "\(text)")
      }
    }
  }

  #if !canImport(CryptoKit)
    // Apple platforms have a default key.
    @Test func loginWithoutAKeyIsRejected() async throws {
      let client = try PreludeAuthClient(
        endpoint: .custom("https://shop.session.prelude.dev"), store: InMemoryStore(),
        pendingStore: InMemoryStore(), deviceStore: InMemoryStore())
      await #expect {
        try await client.initiateOAuthLogin(
          InitiateOAuthLoginOptions(provider: .google, redirectURI: "shop://callback"))
      } throws: { error in
        if case .missingKey = error as? PreludeAuthError { true } else { false }
      }
    }
  #endif

  @Test(arguments: ["http://shop.session.prelude.dev", "shop.session.prelude.dev", ""])
  func endpointMustUseHTTPS(_ text: String) {
    #expect {
      try PreludeAuthClient(endpoint: .custom(text), key: UnverifiedKey())
    } throws: { error in
      if case .insecureEndpoint = error as? PreludeAuthError { true } else { false }
    }
  }

  /// Any page can open a link of the app. Without a known step, the login stays pending.
  @Test(arguments: ["eyJhbGciOiJub25lIn0.e30.", "not a token", token("made-up")])
  func linkWithoutAStepLeavesTheLoginPending(_ forged: String) async throws {
    let fake = try PreludeFake()
    let context = try await fake.begin()
    await #expect(throws: PreludeAuthError.self) {
      try await fake.client.finalizeOAuthLogin(context, challengeToken: forged)
    }
    _ = try await fake.finish(context)
    #expect(fake.uses == 1)
  }

  private static func token(_ mode: String) -> String { PreludeFake.token(mode) }

  @Test(arguments: ["https://shop.example/callback", "http://127.0.0.1:8080/callback", "callback"])
  func httpsRedirectURIIsRejectedBeforeAnyRequest(_ text: String) async throws {
    let fake = try PreludeFake()
    await #expect {
      try await fake.client.initiateOAuthLogin(
        InitiateOAuthLoginOptions(provider: .google, redirectURI: text))
    } throws: { error in
      if case .invalidConfiguration = error as? PreludeAuthError { true } else { false }
    }
    #expect(fake.requests.withLock { $0.isEmpty })
  }
}

/// Counts how often it is read.
private struct CountingStore: SecretStore {
  let content = InMemoryStore()
  let reads = Shared(0)

  func read() -> Data? {
    reads.withLock { $0 += 1 }
    return content.read()
  }

  func write(_ data: Data) { content.write(data) }
  func remove() { content.remove() }
}

/// A store that is empty at the first reading, and that another process fills then.
private final class TakenStore: SecretStore {
  private let content: Data
  private let isTaken = Shared(false)

  init(content: Data) { self.content = content }

  func read() -> Data? {
    isTaken.withLock { isTaken in
      defer { isTaken = true }
      return isTaken ? content : nil
    }
  }

  func write(_ data: Data) {}
  func remove() {}
  func replace(_ expected: Data?, with data: Data?) -> Bool { expected == content }
}
