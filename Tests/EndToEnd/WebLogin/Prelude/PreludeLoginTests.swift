// Prelude's document: its flow, its setup, and a login in a single call with all that may come of it.

import AuthGenRuntime
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAuth
import PreludeAuthSocial
import Testing

extension EndToEnd {
  @Suite struct PreludeLoginTests {
    // MARK: Sign in with a provider

    /// Present, callback, finalize, in a single call.
    @Test(arguments: OAuthProvider.allCases)
    func aLoginIsASingleCall(_ provider: OAuthProvider) async throws {
      let app = try await PreludeApp(as: PreludeApp.address(provider.rawValue))
      let user = try #require(try await app.logIn(provider).user)
      #expect(!user.profile.userID.isEmpty)
      #expect(try await app.client.user() == user)
      #expect(try app.store.read() != nil)
      // The last one twice, since the first proof has no nonce.
      #expect(
        try await app.calls()
          == ["login/oauth/\(provider.rawValue)/authorize", "login/finalize", "login/finalize"])
    }

    // MARK: Platform setup

    @Test(arguments: [
      "https://shop.example/callback", "http://127.0.0.1:8080/callback", "HTTPS://shop.example/",
      "callback", "javascript:alert(1)", "shop://callback#top",
    ])
    func aRedirectOfTheWebIsRefusedBeforeAnyCall(_ text: String) async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      let error = await app.failure { _ = try await app.logIn(to: text) }
      let pair = await app.failure { _ = try await app.begin(to: text) }
      guard case (.invalidConfiguration, .invalidConfiguration) = (error, pair) else {
        Issue.record("\(error as Any), \(pair as Any)")
        return
      }
      #expect(try await app.calls().isEmpty)
    }

    /// Such as one that is not in the provider's allowlist.
    @Test func aRedirectThatIsNotAllowedOpensNoBrowser() async throws {
      let opened = Shared(0)
      let app = try await PreludeApp(visit: { _, _ in
        opened.withLock { $0 += 1 }
        return nil
      })
      let error = await app.failure { _ = try await app.logIn(to: "other://cb") }
      let pair = await app.failure { _ = try await app.begin(to: "other://cb") }
      guard case (.refused(.invalidRedirectUri), .refused(.invalidRedirectUri)) = (error, pair)
      else {
        Issue.record("\(error as Any), \(pair as Any)")
        return
      }
      #expect(opened.withLock { $0 } == 0)
      // Another login may begin at once.
      _ = await app.failure { _ = try await app.logIn() }
      #expect(opened.withLock { $0 } == 1)
    }

    @Test func aProviderThatIsNotEnabledOpensNoBrowser() async throws {
      let opened = Shared(0)
      let service = PreludeApp.service.with("--disabled-provider", "okta")
      let app = try await PreludeApp(
        service,
        visit: { browser, page in
          opened.withLock { $0 += 1 }
          return try await browser.open(page.hinting(at: PreludeApp.address())).url
        })
      let error = await app.failure { _ = try await app.logIn(.okta) }
      let pair = await app.failure { _ = try await app.begin(.okta) }
      guard
        case (.refused(.oauthProviderDisabled), .refused(.oauthProviderDisabled)) = (error, pair)
      else {
        Issue.record("\(error as Any), \(pair as Any)")
        return
      }
      #expect(opened.withLock { $0 } == 0)
      #expect(try await app.logIn(.google).user != nil)
    }

    // MARK: Handle the result

    @Test func aDismissedPageIsACancellation() async throws {
      let app = try await PreludeApp(visit: { _, _ in nil })
      let error = await app.failure { _ = try await app.logIn() }
      guard case .cancelled = error else {
        Issue.record("\(error as Any)")
        return
      }
    }

    @Test func anotherLoginInProgressIsAConflict() async throws {
      let (opened, open) = AsyncStream.makeStream(of: Void.self)
      let (closed, close) = AsyncStream.makeStream(of: Void.self)
      let app = try await PreludeApp(visit: { _, _ in
        open.yield()
        for await _ in closed { break }
        return nil
      })
      let first = Task {
        // Also where it fails before its browser is there: nobody is to wait then.
        defer { open.finish() }
        return await app.failure { _ = try await app.logIn() }
      }
      for await _ in opened { break }
      let error = await app.failure { _ = try await app.logIn() }
      close.finish()
      guard case .conflict = error, case .cancelled = await first.value else {
        Issue.record("\(error as Any)")
        return
      }
    }

    /// The challenge expires between the redirect and the end of the login.
    @Test func aLoginThatExpiredIsBegunAnew() async throws {
      let isSlow = Shared(true)
      let backend = try await Backend(PreludeApp.service)
      let app = try await PreludeApp(visit: { browser, page in
        let back = try await browser.open(page.hinting(at: PreludeApp.address()))
        if isSlow.withLock({ $0 }) {
          let token = back.parameters["challenge_token"] ?? ""
          try await backend.control("challenges", ["challenge_token": token])
        }
        return back.url
      })
      let error = await app.failure { _ = try await app.logIn() }
      guard case .expiredChallengeToken = error else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(try await app.client.user() == nil)
      isSlow.withLock { $0 = false }
      #expect(try await app.logIn().user != nil)
    }

    /// Whether or not the answer says more than its status: it may be a gateway's.
    @Test(
      arguments: ["login/oauth/google/authorize", "login/finalize"],
      [#"{"code": "rate_limited"}"#, #"{"code": "too_many_requests"}"#, ""])
    func tooManyLoginsAreALimit(_ path: String, _ body: String) async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      try await app.order(path, ["status": 429, "body": body, "headers": ["Retry-After": "30"]])
      let error = await app.failure { _ = try await app.logIn() }
      guard case .rateLimited = error else {
        Issue.record("\(error as Any)")
        return
      }
      // Nothing was tried again by itself.
      #expect(try await app.calls().last == path)
      #expect(try await app.calls().filter { $0 == path }.count == 1)
      #expect(try await app.logIn().user != nil)
    }

    @Test func aUserWhoDeclinesIsDenied() async throws {
      let app = try await PreludeApp(as: "denied@example.com")
      let error = await app.failure { _ = try await app.logIn() }
      guard case .accessDenied = error else {
        Issue.record("\(error as Any)")
        return
      }
    }

    /// The address belongs to a user of another provider.
    @Test func anAddressInUseIsAConflict() async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      _ = try await app.logIn(.google)
      let error = await app.failure { _ = try await app.logIn(.github) }
      guard case .conflict = error else {
        Issue.record("\(error as Any)")
        return
      }
    }
  }

  /// Users log in at Glewlwyd: one after the other, since it mixes up logins that come at once.
  @Suite(.needsGlewlwyd) struct PreludeProviderTests {
    @Test func aRealProviderLogsUsersIn() async throws {
      let app = try await PreludeApp(.preludeWithGlewlwyd)
      let user = try #require(try await app.logIn().user)
      #expect(!user.profile.userID.isEmpty)
    }

    /// The browser's cookies are shared with earlier logins unless a clean session is preferred, which
    /// leaves them alone.
    @Test func aCleanSessionIsAskedForEachTime() async throws {
      let pages = Shared(0)
      let app = try await PreludeApp(
        .preludeWithGlewlwyd,
        visit: { browser, page in
          let before = browser.pages.count
          // Whom Glewlwyd knows has but to go on; anybody else gets to its login page.
          let goingOn = page.appending(queryItems: [URLQueryItem(name: "g_continue", value: "1")])
          let back = try await browser.open(goingOn)
          pages.withLock { $0 += browser.pages.count - before }
          return back.url
        })
      var users: Set<PreludeUser?> = []
      for (prefersEphemeral, pagesSoFar) in [
        (false, 1), (false, 1), (true, 2), (true, 3), (false, 3),
      ] {
        users.insert(try await app.logIn(prefersEphemeralSession: prefersEphemeral).user)
        #expect(pages.withLock { $0 } == pagesSoFar)
      }
      #expect(users.count == 1 && !users.contains(nil))
    }
  }
}
