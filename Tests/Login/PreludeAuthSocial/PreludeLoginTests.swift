// Tests Prelude's document: its setup, and a login in a single call with all its results.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import PreludeAPI
import PreludeAuth
import Testing

@Suite struct PreludeLoginTests {
  /// Present, callback, finalize, in a single call.
  @Test(arguments: OAuthProvider.allCases)
  func loginIsASingleCall(_ provider: OAuthProvider) async throws {
    #expect(SocialProvider.graphQLNames.contains(provider.rawValue))
    let app = try PreludeApp()
    app.server.requiresNonce = true
    let user = try #require(try await app.logIn(provider).user)
    #expect(!user.profile.userID.isEmpty)
    #expect(try await app.client.user() == user)
    #expect(try app.store.read() != nil)
    // The last request is sent twice, because the first proof has no nonce.
    #expect(
      app.paths == [
        "login/oauth/\(provider.rawValue)/authorize", "login/finalize", "login/finalize",
      ])
  }

  @Test func ephemeralSessionIsOpenedOnRequest() async throws {
    let app = try PreludeApp()
    for isEphemeral in [false, true] {
      try await app.logIn(prefersEphemeralSession: isEphemeral)
    }
    #expect(app.pages.withLock { $0 } == [false, true])
  }

  // MARK: Platform setup

  @Test(arguments: [
    "https://shop.example/callback", "http://127.0.0.1:8080/callback", "HTTPS://shop.example/",
    "callback", "javascript:alert(1)", "shop://callback#top",
  ])
  func webRedirectURIIsRejectedBeforeAnyCall(_ text: String) async throws {
    let app = try PreludeApp()
    await app.expect(.invalidConfiguration) { try await app.logIn(to: text) }
    await app.expect(.invalidConfiguration) { try await app.begin(to: text) }
    #expect(app.paths.isEmpty)
  }

  /// A redirect URI outside the provider's allowlist, and a provider that is not configured.
  @Test func refusedLoginOpensNoBrowser() async throws {
    let app = try PreludeApp()
    app.server.disabledProvider = "okta"
    await app.expect(.refused(.invalidRedirectUri)) { try await app.logIn(to: "other://cb") }
    await app.expect(.refused(.invalidRedirectUri)) { try await app.begin(to: "other://cb") }
    await app.expect(.refused(.oauthProviderDisabled)) { try await app.logIn(.okta) }
    await app.expect(.refused(.oauthProviderDisabled)) { try await app.begin(.okta) }
    #expect(app.pages.withLock { $0.isEmpty })
    // Another login can begin at once.
    #expect(try await app.logIn().user != nil)
  }

  /// The server's page must be an https URL.
  @Test func insecurePageIsNotOpened() async throws {
    let app = try PreludeApp()
    app.server.withLock {
      $0.order(
        "login/oauth/google/authorize", 200, #"{"authorization_url": "http://a.example/"}"#)
    }
    await app.expect(.unexpectedResponse) { try await app.logIn() }
    #expect(app.pages.withLock { $0.isEmpty })
  }

  // MARK: Handle the result

  @Test func dismissedPageIsACancelledLogin() async throws {
    let app = try PreludeApp(visit: { _ in nil })
    await app.expect(.cancelled) { try await app.logIn() }
  }

  @Test func anotherLoginInProgressIsAConflict() async throws {
    let firstPage = Gate()
    let app = try PreludeApp(visit: { _ in
      await firstPage.pass()
      return nil
    })
    let first = Task {
      // Also if that login fails before its browser opens, so that the test does not wait forever.
      defer { firstPage.open() }
      await app.expect(.cancelled) { try await app.logIn() }
    }
    await firstPage.holdsACaller()
    await app.expect(.conflict) { try await app.logIn() }
    firstPage.open()
    await first.value
  }

  /// Two seconds after the first one. The system may have dropped its page without a word.
  @Test func laterLoginTakesThePlaceOfTheOneBefore() async throws {
    let (server, lost) = (Shared(PreludeServer()), LostPages(2))
    let app = try PreludeApp(
      PreludeServer.origin, server,
      visit: { page in await lost.open() ? nil : server.withLock { $0.redirect(from: page) } })
    for rest in [1, 0] {
      let first = Task { await app.expect(.cancelled) { try await app.logIn() } }
      try await wait { lost.count.withLock { $0 } == rest }
      server.withLock { $0.time += 2 }
      if rest == 1 { await app.client.cancel() } else { #expect(try await app.logIn().user != nil) }
      await first.value
    }
  }

  /// The challenge expires between the redirect and the end of the login.
  @Test func expiredLoginIsStartedAgain() async throws {
    let server = Shared(PreludeServer())
    let delay = Shared(600.0)
    let app = try PreludeApp(
      PreludeServer.origin, server,
      visit: { page in
        server.withLock { server in
          defer { server.time += delay.withLock { $0 } }
          return server.redirect(from: page)
        }
      })
    await app.expect(.expiredChallengeToken) { try await app.logIn() }
    let context = try await app.begin()
    let token = try app.token(context)
    server.withLock { $0.time += 600 }
    await app.expect(.expiredChallengeToken) { try await app.finish(context, token) }
    #expect(try await app.client.user() == nil)
    delay.withLock { $0 = 599 }
    #expect(try await app.logIn().user != nil)
  }

  /// With and without a body: the response may be a gateway's.
  @Test(
    arguments: ["login/oauth/google/authorize", "login/finalize"],
    [#"{"code": "rate_limited"}"#, #"{"code": "too_many_requests"}"#, "{}", ""])
  func tooManyLoginsAreLimited(_ path: String, _ body: String) async throws {
    let app = try PreludeApp()
    app.server.withLock { $0.order(path, 429, body, headers: ["Retry-After": "30"]) }
    await app.expect(.rateLimited) { try await app.logIn() }
    // Nothing was retried automatically.
    #expect(app.paths.last == path && app.count(path) == 1)
    #expect(try await app.logIn().user != nil)
  }

  @Test func decliningUserIsDenied() async throws {
    let app = try PreludeApp()
    app.server.account = .declining
    await app.expect(.accessDenied) { try await app.logIn() }
  }

  /// The address belongs to a user of another provider.
  @Test func addressInUseIsReported() async throws {
    let app = try PreludeApp()
    try await app.logIn(.google)
    await app.expect(.addressInUse) { try await app.logIn(.github) }
  }
}
