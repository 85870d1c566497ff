// Tests Prelude's document: its flow, its setup, and a login in a single call with all its results.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAPI
import PreludeAuth
import PreludeAuthSocial
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct PreludeLoginTests {
    // MARK: Sign in with a provider

    /// Present, callback, finalize, in a single call.
    @Test(arguments: OAuthProvider.allCases)
    func loginIsASingleCall(_ provider: OAuthProvider) async throws {
      let app = try await PreludeApp(as: PreludeApp.address(provider.rawValue))
      let user = try #require(try await app.logIn(provider).user)
      #expect(!user.profile.userID.isEmpty)
      #expect(try await app.client.user() == user)
      #expect(try app.store.read() != nil)
      // The last request is sent twice, because the first proof has no nonce.
      #expect(
        try await app.calls()
          == ["login/oauth/\(provider.rawValue)/authorize", "login/finalize", "login/finalize"])
    }

    // MARK: Platform setup

    @Test(arguments: [
      "https://shop.example/callback", "http://127.0.0.1:8080/callback", "HTTPS://shop.example/",
      "callback", "javascript:alert(1)", "shop://callback#top",
    ])
    func webRedirectURIIsRejectedBeforeAnyCall(_ text: String) async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      let error = await app.failure { _ = try await app.logIn(to: text) }
      let pair = await app.failure { _ = try await app.begin(to: text) }
      guard case (.invalidConfiguration, .invalidConfiguration) = (error, pair) else {
        Issue.record("\(error as Any), \(pair as Any)")
        return
      }
      #expect(try await app.calls().isEmpty)
    }

    /// For example, a redirect URI outside the provider's allowlist.
    @Test func forbiddenRedirectOpensNoBrowser() async throws {
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
      // Another login can begin at once.
      _ = await app.failure { _ = try await app.logIn() }
      #expect(opened.withLock { $0 } == 1)
    }

    @Test func disabledProviderOpensNoBrowser() async throws {
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

    @Test func dismissedPageIsACancelledLogin() async throws {
      let app = try await PreludeApp(visit: { _, _ in nil })
      let error = await app.failure { _ = try await app.logIn() }
      guard case .cancelled = error else {
        Issue.record("\(error as Any)")
        return
      }
    }

    @Test func anotherLoginInProgressIsAConflict() async throws {
      let firstPage = Gate()
      let app = try await PreludeApp(visit: { _, _ in
        await firstPage.pass()
        return nil
      })
      let first = Task {
        // Also if that login fails before its browser opens, so that the test does not wait forever.
        defer { firstPage.open() }
        return await app.failure { _ = try await app.logIn() }
      }
      await firstPage.holdsACaller()
      let error = await app.failure { _ = try await app.logIn() }
      firstPage.open()
      guard case .conflict = error, case .cancelled = await first.value else {
        Issue.record("\(error as Any)")
        return
      }
    }

    /// The challenge expires between the redirect and the end of the login.
    @Test func expiredLoginIsStartedAgain() async throws {
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

    /// With and without a body: the response may be a gateway's.
    @Test(
      arguments: ["login/oauth/google/authorize", "login/finalize"],
      [#"{"code": "rate_limited"}"#, #"{"code": "too_many_requests"}"#, ""])
    func tooManyLoginsAreLimited(_ path: String, _ body: String) async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      try await app.order(path, ["status": 429, "body": body, "headers": ["Retry-After": "30"]])
      let error = await app.failure { _ = try await app.logIn() }
      guard case .rateLimited = error else {
        Issue.record("\(error as Any)")
        return
      }
      // Nothing was retried automatically.
      #expect(try await app.calls().last == path)
      #expect(try await app.calls().filter { $0 == path }.count == 1)
      #expect(try await app.logIn().user != nil)
    }

    @Test func decliningUserIsDenied() async throws {
      let app = try await PreludeApp(as: "denied@example.com")
      let error = await app.failure { _ = try await app.logIn() }
      guard case .accessDenied = error else {
        Issue.record("\(error as Any)")
        return
      }
    }

    /// The address belongs to a user of another provider.
    @Test func addressInUseIsReported() async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      _ = try await app.logIn(.google)
      let error = await app.failure { _ = try await app.logIn(.github) }
      guard case .addressInUse = error else {
        Issue.record("\(error as Any)")
        return
      }
    }
  }
}

extension EndToEnd.Glewlwyd {
  /// Users log in at Glewlwyd.
  @Suite struct PreludeProviderTests {
    @Test func realProviderLogsUsersIn() async throws {
      let app = try await PreludeApp(.preludeWithGlewlwyd)
      let user = try #require(try await app.logIn().user)
      #expect(!user.profile.userID.isEmpty)
    }

    /// Logins share the browser's cookies unless they prefer an ephemeral session, which does not change
    /// these cookies.
    @Test func ephemeralSessionAsksForALoginEachTime() async throws {
      let pages = Shared(0)
      let app = try await PreludeApp(
        .preludeWithGlewlwyd,
        visit: { browser, page in
          let before = browser.pages.count
          // Glewlwyd asks a known user only to continue, and shows others its login page.
          let continuing = page.appending(queryItems: [URLQueryItem(name: "g_continue", value: "1")]
          )
          let back = try await browser.open(continuing)
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
