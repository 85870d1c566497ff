// Tests Prelude's logins that wait for a code: the address is unverified.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAPI
import PreludeAuth
import Testing

@Suite struct PreludeChallengeTests {
  @Test(arguments: [true, false])
  func codeHasAlreadyBeenSent(isSingleCall: Bool) async throws {
    let app = try PreludeApp()
    app.server.account = .unverified("new@b.example")
    let result: FinalizeOAuthLoginResult
    if isSingleCall {
      result = try await app.logIn()
    } else {
      let context = try await app.begin()
      result = try await app.finish(context, app.token(context, as: app.server.account))
    }
    let challenge = try #require(result.challenge)
    #expect(result.email == "new@b.example")
    #expect(try await app.client.user() == nil)
    #expect(app.server.emails.map(\.address) == ["new@b.example"])
    let user = try await app.check(app.code, challenge)
    #expect(try await app.client.user() == user)
    #expect(
      app.paths == [
        "login/oauth/google/authorize", "otp", "otp/check", "login/finalize",
      ])
  }

  @Test func codeThatCouldNotBeSentIsSentWithTheNextRedirect() async throws {
    let app = try PreludeApp()
    let context = try await app.begin()
    let token = try app.token(context, as: .unverified("a@b.example"))
    app.order("otp", 500, code: "internal")
    await app.expect(.refused(.internal)) { try await app.finish(context, token) }
    #expect(try await app.finish(context, token).challenge != nil)
  }

  @Test(arguments: [
    (PreludeServer.Account.verified("a@b.example"), true), (.withoutAddress, true),
    (.unverified("a@b.example"), false),
  ])
  func noCodeIsSentWithoutAnUnverifiedAddress(
    _ account: PreludeServer.Account, verifiesEmail: Bool
  ) async throws {
    let app = try PreludeApp()
    app.server.account = account
    app.server.verifiesEmail = verifiesEmail
    let user = try #require(try await app.logIn().user)
    #expect(try await app.client.user() == user)
    #expect(app.paths == ["login/oauth/google/authorize", "login/finalize"])
  }

  @Test func wrongCodeLeavesTheChallengeValid() async throws {
    let app = try PreludeApp()
    let challenge = try await app.challenge()
    for _ in 0..<2 {
      await app.expect(.invalidOTPCode) { try await app.check("not-it", challenge) }
    }
    try await app.check(app.code, challenge)
    #expect(try await app.client.user() != nil)
  }

  @Test func tooManyWrongCodesAreLimited() async throws {
    let app = try PreludeApp()
    let challenge = try await app.challenge()
    for attempt in 1...6 {
      await app.expect(attempt < 6 ? .invalidOTPCode : .rateLimited) {
        try await app.check("not-it", challenge)
      }
    }
  }

  /// Before and after the correct code.
  @Test(arguments: [true, false])
  func codeThatIsSentAgainReplacesTheFormerOne(wasCorrect: Bool) async throws {
    let app = try PreludeApp()
    let challenge = try await app.challenge()
    let former = app.code
    if wasCorrect {
      app.order("login/finalize", 503)
      await #expect(throws: PreludeAuthError.self) { try await app.check(former, challenge) }
    }
    try await app.client.resendOAuthEmailOTP(challenge)
    #expect(app.server.emails.count == 2 && app.code != former)
    await app.expect(.invalidOTPCode) { try await app.check(former, challenge) }
    try await app.check(app.code, challenge)
    #expect(app.count("otp/check") == (wasCorrect ? 3 : 2))
  }

  /// A code is valid once. After a failure, the login continues with what Prelude accepted.
  @Test func otherCodeAfterTheCorrectOneIsWrong() async throws {
    let app = try PreludeApp()
    let challenge = try await app.challenge()
    app.order("login/finalize", 503)
    await #expect {
      try await app.check(app.code, challenge)
    } throws: { error in
      if case .request = error as? PreludeAuthError { true } else { false }
    }
    await app.expect(.invalidOTPCode) { try await app.check("000000", challenge) }
    #expect(app.count("otp/check") == 1 && app.uses == 1)
    let user = try await app.check(app.code, challenge)
    #expect(try await app.client.user() == user)
    for code in [app.code, "654321"] {
      await app.expect(.expiredChallengeToken) { try await app.check(code, challenge) }
    }
    #expect(app.count("otp/check") == 1 && app.uses == 2)
  }

  @Test func twoTapsOnTheButtonAreOneLogin() async throws {
    let app = try PreludeApp()
    let challenge = try await app.challenge()
    let gate = Gate()
    app.before("otp/check") { await gate.pass() }
    async let one = app.check(app.code, challenge)
    await gate.holdsACaller()
    async let other = app.check(app.code, challenge)
    gate.open()
    #expect(try await one == (try await other))
    #expect(app.count("otp/check") == 1 && app.uses == 1)
  }

  // MARK: More redirects of one login

  /// The system may deliver a redirect twice, also at once.
  @Test(arguments: [true, false])
  func redirectThatIsDeliveredTwiceHasOneCode(isAtOnce: Bool) async throws {
    let store = CountingStore()
    let app = try PreludeApp(pendingStore: store)
    let context = try await app.begin()
    let redirect = try app.redirect(context, as: .unverified("a@b.example"))
    let gate = Gate()
    app.before("otp") { await gate.pass() }
    let first = Task { try await app.client.finalizeOAuthLogin(context, callback: redirect) }
    await gate.holdsACaller()
    if !isAtOnce {
      gate.open()
      _ = try await first.value
    }
    let before = store.reads.withLock { $0 }
    let second = Task { try await app.client.resume(with: redirect) }
    try await wait { store.reads.withLock { $0 } > before }
    gate.open()
    let challenge = try #require(try await first.value.challenge)
    #expect(try await second.value.challenge == challenge && app.count("otp") == 1)
  }

  /// Any app or page can open a link of the app.
  @Test(arguments: ["oauth-email-link", "session-start"])
  func otherRedirectDoesNotReplaceAChallenge(step: String) async throws {
    let app = try PreludeApp()
    let context = try await app.begin()
    let token = try app.token(context, as: .unverified("a@b.example"))
    let challenge = try #require(try await app.finish(context, token).challenge)
    let before = app.paths
    let forged = PreludeServer.token(step)
    let link = try #require(URL(string: "shop://callback?challenge_token=\(forged)"))
    #expect(try await LoginLinks().adding(app.client).open(link) == false)
    await app.expect(.callback(.wrongState)) { try await app.client.resume(with: link) }
    await app.expect(.callback(.wrongState)) {
      try await app.client.finalizeOAuthLogin(context, callback: link)
    }
    await app.expect(.callback(.wrongState)) { try await app.finish(context, forged) }
    #expect(app.paths == before)
    #expect(await app.client.resume()?.challenge == challenge)
    try await app.check(app.code, challenge)
  }

  @Test func redirectOfTheNextLoginIsNotThatOfAChallenge() async throws {
    let app = try PreludeApp()
    let (first, second) = (try await app.begin(), try await app.begin())
    let token = try app.token(first, as: .unverified("a@b.example"))
    let challenge = try #require(try await app.finish(first, token).challenge)
    #expect(try await app.client.resume(with: try app.redirect(second)).user != nil)
    #expect(await app.client.resume() == nil)
    await app.expect(.expiredChallengeToken) { try await app.check(app.code, challenge) }
  }

  @Test(arguments: [true, false])
  func challengesEndWithAnotherLoginAndWithALogout(isLogout: Bool) async throws {
    let store = InMemoryStore()
    let app = try PreludeApp(pendingStore: store)
    if isLogout { try await app.logIn() }
    let challenges = [try await app.challenge(), try await app.challenge()]
    let page = try await app.begin()
    if isLogout {
      await app.client.logOut()
    } else {
      app.server.account = .verified("a@b.example")
      try await app.logIn()
    }
    #expect(await app.client.resume() == nil)
    for challenge in challenges {
      await app.expect(.expiredChallengeToken) { try await app.check(app.code, challenge) }
    }
    #expect(app.count("otp/check") == 0)
    // So does a page that the user still reads.
    let uses = app.uses
    await app.expect(.superseded) { try await app.finish(page, try app.token(page)) }
    #expect(app.uses == uses && store.read() == nil)
  }

  // MARK: After a restart of the app

  @Test func challengeOutlivesTheApp() async throws {
    let store = InMemoryStore()
    let app = try PreludeApp(pendingStore: store)
    #expect(await app.client.resume() == nil)
    let challenge = try await app.challenge()
    let restarted = try app.relaunched()
    let resumed = await restarted.client.resume()
    #expect(resumed?.challenge == challenge && resumed?.email == "a@b.example")
    try await restarted.check(app.code, challenge)
    #expect(try await restarted.client.user() != nil)
    #expect(await restarted.client.resume() == nil && store.read() == nil)
    await app.expect(.expiredChallengeToken) { try await restarted.check(app.code, challenge) }
    #expect(app.paths.suffix(3) == ["otp", "otp/check", "login/finalize"])
  }

  /// The system ends the app after the code was accepted: the code is valid once. But a challenge token that
  /// Prelude refuses is not sent again, also by the next run.
  @Test(arguments: [503, 401])
  func onlyAnAcceptedCodeOutlivesTheApp(status: Int) async throws {
    let app = try PreludeApp()
    let challenge = try await app.challenge()
    app.order("login/finalize", status, code: status == 401 ? "invalid_challenge_token" : nil)
    await #expect(throws: PreludeAuthError.self) { try await app.check(app.code, challenge) }
    let restarted = try app.relaunched()
    let resumed = try #require(await restarted.client.resume()?.challenge)
    guard status == 401 else {
      try await restarted.check(app.code, resumed)
      #expect(app.count("otp/check") == 1 && app.uses == 2)
      return
    }
    await app.expect(.refused(.invalidVerificationToken)) {
      try await restarted.check(app.code, resumed)
    }
    #expect(app.count("otp/check") == 2 && app.uses == 1)
    try await restarted.client.resendOAuthEmailOTP(resumed)
    try await restarted.check(app.code, resumed)
  }

  @Test func cancelledOrExpiredChallengeIsNotResumed() async throws {
    let store = InMemoryStore()
    let app = try PreludeApp(pendingStore: store)
    await app.client.cancelOAuthLogin(try await app.challenge())
    #expect(await app.client.resume() == nil && store.read() == nil)
    _ = try await app.challenge()
    app.server.withLock { $0.time += 3600 }
    #expect(try await app.relaunched().client.resume() == nil && store.read() == nil)
  }

  /// The challenge stays cancelled if the response to its code arrives later.
  @Test(arguments: ["refused", "accepted", "accepted, task"])
  func challengeThatIsCancelledDuringACheckIsNotStored(_ answer: String) async throws {
    let store = InMemoryStore()
    let app = try PreludeApp(pendingStore: store)
    let challenge = try await app.challenge()
    let gate = Gate()
    app.before("login/finalize") { await gate.pass() }
    if answer == "refused" { app.order("login/finalize", 401, code: "invalid_challenge_token") }
    let check = Task { try await app.check(app.code, challenge) }
    await gate.holdsACaller()
    if answer.hasSuffix("task") {
      check.cancel()
    } else {
      await app.client.cancelOAuthLogin(challenge)
    }
    gate.open()
    await #expect(throws: PreludeAuthError.self) { try await check.value }
    #expect(await app.client.resume() == nil && store.read() == nil)
    #expect(await app.client.sessions.state.session == nil)
  }

  /// Two apps, or two environments of one app, may share a store.
  @Test func challengeOfAnotherServerIsNotResumed() async throws {
    let store = InMemoryStore()
    _ = try await PreludeApp(pendingStore: store).challenge()
    let other = try PreludeApp("https://other.session.prelude.dev", pendingStore: store)
    #expect(await other.client.resume() == nil && store.read() != nil)
  }

  @Test func challengeIsNeverPrinted() async throws {
    let app = try PreludeApp()
    let context = try await app.begin()
    let result = try await app.finish(context, app.token(context, as: .unverified("a@b.example")))
    let challenge = try #require(result.challenge)
    try await app.check(app.code, challenge)
    let session = try #require(await app.client.sessions.state.session)
    for value in [context, challenge, result, session, app.client] as [Any] {
      app.expectNoSecret(in: value)
    }
    for text in shapes(of: context) + shapes(of: challenge) + shapes(of: result) {
      #expect(text.contains("login") || text.contains("challenge") || text == "[]")
    }
    for request in app.server.requests { app.expectNoSecret(in: request.http) }
    #expect(app.server.secrets.count == 8)
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
