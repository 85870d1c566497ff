// Tests the life of Prelude's code verifiers: one login, one hour, until it is cancelled.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAPI
import PreludeAuth
import Testing

@Suite struct PreludeVerifierTests {
  @Test func challengeTokenIsFinalizedOnce() async throws {
    let app = try PreludeApp()
    let context = try await app.begin()
    let token = try app.token(context)
    let user = try #require(try await app.finish(context, token).user)
    #expect(try await app.client.user() == user && user.profile.userID == "user-1")
    await app.expect(.expiredChallengeToken) { try await app.finish(context, token) }
    await app.expect(.expiredChallengeToken) {
      try await app.finish(context, PreludeServer.token("oauth-email-link"))
    }
    #expect(app.paths == ["login/oauth/google/authorize", "login/finalize"])
    // Prelude refuses the token, too.
    let other = try await app.begin()
    await app.expect(.refused(.tokenReused)) { try await app.finish(other, token) }
  }

  /// The token may come from another person's link.
  @Test func refusedTokenLeavesTheVerifier() async throws {
    let app = try PreludeApp()
    let context = try await app.begin()
    let token = try app.token(context)
    app.order("login/finalize", 400, code: "bad_request")
    await app.expect(.refused(.badRequest)) { try await app.finish(context, token) }
    try await app.finish(context, token)
    #expect(app.uses == 2)
  }

  @Test func pendingLoginsNeverShareState() async throws {
    let app = try PreludeApp()
    let (first, second) = (try await app.begin(), try await app.begin())
    let firstToken = try app.token(first)
    let secondToken = try app.token(second, as: .verified("other@b.example"))
    // One login's token is invalid with the other's verifier.
    await app.expect(.refused(.unauthorized)) { try await app.finish(first, secondToken) }
    #expect(try await app.finish(second, secondToken).user != nil)
    // The first one ends with it.
    await app.expect(.superseded) { try await app.finish(first, firstToken) }
  }

  @Test func verifierStaysOnTheDeviceUntilTheLoginEnds() async throws {
    let app = try PreludeApp()
    app.server.requiresNonce = true
    let context = try await app.begin()
    try await app.finish(context, try app.token(context))
    let requests = app.server.requests
    let verifier = try #require(requests.last?.body["code_verifier"])
    #expect(verifier.utf8.count == 43)
    #expect(requests[0].body["code_challenge"] == CodeVerifier(Secret(verifier)).challenge)
    // Only the bodies of the requests that end the login have it: the first proof has no nonce.
    #expect(requests.map { $0.body.values.contains(verifier) } == [false, true, true])
    #expect(app.paths.dropFirst() == ["login/finalize", "login/finalize"])
    for request in requests.map(\.http) {
      let headers = request.headers.names.compactMap { request.headers[$0] }
      #expect(!([request.url.absoluteString] + headers).contains { $0.contains(verifier) })
    }
    #expect(!context.authorizationURL.absoluteString.contains(verifier))
  }

  /// Finishes a login whose exchange waits at a gate.
  private func held(
    _ app: PreludeApp, _ context: OAuthLoginContext, _ token: String
  ) async -> (login: Task<FinalizeOAuthLoginResult, any Error>, gate: Gate) {
    let gate = Gate()
    app.before("login/finalize") { await gate.pass() }
    let login = Task { try await app.finish(context, token) }
    await gate.holdsACaller()
    return (login, gate)
  }

  @Test func verifierIsUsedOnceAtATime() async throws {
    let app = try PreludeApp()
    let context = try await app.begin()
    let token = try app.token(context)
    let (first, gate) = await held(app, context, token)
    await app.expect(.expiredChallengeToken) { try await app.finish(context, token) }
    gate.open()
    _ = try await first.value
    #expect(app.uses == 1)
  }

  @Test func loginThatIsCancelledDuringAFailedUseIsOver() async throws {
    let app = try PreludeApp()
    let context = try await app.begin()
    let token = try app.token(context)
    app.order("login/finalize", 400)
    let (first, gate) = await held(app, context, token)
    await app.client.cancelOAuthLogin(context)
    gate.open()
    await #expect(throws: PreludeAuthError.self) { try await first.value }
    await app.expect(.expiredChallengeToken) { try await app.finish(context, token) }
    #expect(app.uses == 1)
  }

  @Test(arguments: [true, false])
  func verifierIsDeletedWithTheCancelledOrExpiredLogin(isCancelled: Bool) async throws {
    let store = InMemoryStore()
    let app = try PreludeApp(pendingStore: store)
    let challenge = try await app.challenge()
    let context = try await app.begin()
    let token = try app.token(context)
    if isCancelled {
      await app.client.cancelOAuthLogin(context)
      await app.client.cancelOAuthLogin(challenge)
      #expect(store.read() == nil)
    } else {
      app.server.withLock { $0.time += 3600 }
    }
    await app.expect(.expiredChallengeToken) { try await app.finish(context, token) }
    await app.expect(.expiredChallengeToken) { try await app.check(app.code, challenge) }
    await app.expect(.expiredChallengeToken) { try await app.client.resendOAuthEmailOTP(challenge) }
    #expect(app.uses == 0 && app.paths.last?.hasSuffix("authorize") == true)
    #expect(try await app.client.user() == nil)
  }

  // MARK: Redirects

  /// The whole redirect is read only if it leads to this login's redirect URI.
  @Test func redirectOfAnotherAddressIsNotUsed() async throws {
    let app = try PreludeApp()
    let context = try await app.begin()
    let redirect = try app.redirect(context)
    let elsewhere = redirect.absoluteString.replacingOccurrences(of: "shop:", with: "thief:")
    for (url, error) in [
      (elsewhere, CallbackError.wrongAddress), ("shop://callback", .missing("challenge_token")),
      ("shop://callback?challenge_token=", .missing("challenge_token")),
    ] {
      let url = try #require(URL(string: url))
      await app.expect(.callback(error)) {
        try await app.client.finalizeOAuthLogin(context, callback: url)
      }
    }
    #expect(app.uses == 0)
    #expect(try await app.client.finalizeOAuthLogin(context, callback: redirect).user != nil)
  }

  /// Any page can open a link of the app. Without a known step, the login stays pending.
  @Test(arguments: [
    "eyJhbGciOiJub25lIn0.e30.", "not a token", PreludeServer.token("made-up"),
    "eyJhbGciOiJub25lIn0.eyJncmFudF9tb2RlIjoib2F1dGgtZW1haWwtbGluayJ9.",
  ])
  func linkWithoutAStepLeavesTheLoginPending(_ forged: String) async throws {
    let app = try PreludeApp()
    let context = try await app.begin()
    await app.expect(.unexpectedResponse) { try await app.finish(context, forged) }
    try await app.finish(context, try app.token(context))
    #expect(app.uses == 1)
  }

  @Test func redirectThatStartsTheAppCompletesTheLogin() async throws {
    let store = InMemoryStore()
    let app = try PreludeApp(pendingStore: store)
    let redirect = try app.redirect(try await app.begin())
    let restarted = try app.relaunched()
    #expect(try await restarted.client.resume(with: redirect).user != nil)
    #expect(try await restarted.client.user() != nil && store.read() == nil)
    await app.expect(.expiredChallengeToken) { try await restarted.client.resume(with: redirect) }
    #expect(app.uses == 1)
  }

  @Test func redirectThatStartsTheAppMayAskForACode() async throws {
    let store = InMemoryStore()
    let app = try PreludeApp(pendingStore: store)
    let redirect = try app.redirect(try await app.begin(), as: .unverified("a@b.example"))
    let restarted = try app.relaunched()
    let challenge = try #require(try await restarted.client.resume(with: redirect).challenge)
    // The login is pending until its code is correct.
    #expect(store.read() != nil)
    try await restarted.check(app.code, challenge)
    #expect(store.read() == nil && app.uses == 1)
  }

  /// The session's store has a companion for pending logins.
  @Test func loginsAreStoredBesideTheSession() async throws {
    let store = CompanionStore()
    let app = try PreludeApp(store: store, pendingStore: nil)
    let context = try await app.begin()
    #expect(store.pending.read() != nil && store.read() == nil)
    await app.client.cancelOAuthLogin(context)
    #expect(store.pending.read() == nil)
  }

  // MARK: Set-up

  #if !canImport(CryptoKit)
    // Apple platforms have a default key.
    @Test func loginWithoutAKeyIsRejected() async throws {
      let app = try PreludeApp(key: nil)
      await app.expect(.missingKey) { try await app.begin() }
      #expect(app.paths.isEmpty)
    }
  #endif

  @Test(arguments: ["http://shop.session.prelude.dev", "shop.session.prelude.dev", ""])
  func endpointMustUseHTTPS(_ text: String) {
    #expect {
      try PreludeApp(text)
    } throws: { error in
      if case .insecureEndpoint = error as? PreludeAuthError { true } else { false }
    }
  }

  /// Another process adds its identifier between this one's reading and writing.
  @Test func identifierThatAnotherProcessAddsFirstIsUsed() async throws {
    let other = UUID().uuidString
    let app = try PreludeApp(deviceStore: TakenStore(content: Data(other.utf8)))
    _ = try await app.begin()
    #expect(app.server.requests.map { $0.http.headers["X-Device-Id"] } == [other])
  }
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
