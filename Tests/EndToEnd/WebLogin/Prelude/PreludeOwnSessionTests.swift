// Tests Prelude's document for an app that presents pages itself, and the protection of a login.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenWebLogin
import Foundation
import PreludeAPI
import PreludeAuth
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct PreludeOwnSessionTests {
    // MARK: Present your own web session

    @Test func lowLevelFunctionsLogAUserIn() async throws {
      let app = try await PreludeApp()
      let context = try await app.begin()
      let token = try await app.present(context, as: PreludeApp.address())
      let result = app.backend.seen(
        try await app.client.finalizeOAuthLogin(context, challengeToken: token))
      let user = try #require(result.user)
      #expect(try await app.client.user() == user)
    }

    /// It returns the same result type as a login in a single call.
    @Test func lowLevelFunctionsRequireACodeToo() async throws {
      let address = PreludeApp.address("unverified")
      let app = try await PreludeApp()
      let context = try await app.begin()
      let token = try await app.present(context, as: address)
      let result = app.backend.seen(
        try await app.client.finalizeOAuthLogin(context, challengeToken: token))
      let challenge = try #require(result.challenge)
      #expect(result.email == address)
      #expect(try await app.client.user() == nil)
      let user = try await app.client.checkOAuthEmailOTP(
        try #require(try await app.codes(to: address).first), resuming: challenge)
      #expect(try await app.client.user() == user)
    }

    @Test func expiredChallengeIsReported() async throws {
      let app = try await PreludeApp()
      let context = try await app.begin()
      let token = try await app.present(context, as: PreludeApp.address())
      try await app.backend.control("challenges", ["challenge_token": token])
      let error = await app.failure {
        _ = try await app.client.finalizeOAuthLogin(context, challengeToken: token)
      }
      guard case .expiredChallengeToken = error else {
        Issue.record("\(error as Any)")
        return
      }
    }

    // MARK: Protection of a login

    /// The whole redirect is passed, and is read only if it leads to this login's redirect URI.
    @Test func lowLevelFunctionsAcceptTheWholeRedirect() async throws {
      let app = try await PreludeApp()
      let context = try await app.begin()
      let page = context.authorizationURL.hinting(at: PreludeApp.address())
      let redirect = try await Browser().open(page)
      var elsewhere = redirect
      elsewhere.scheme = "thief"
      let before = try await app.calls()
      for wrong in [elsewhere.url, URL(string: "shop://oauth-callback")] {
        let wrong = try #require(wrong)
        let error = await app.failure {
          _ = try await app.client.finalizeOAuthLogin(context, callback: wrong)
        }
        guard case .callback = error else {
          Issue.record("\(error as Any)")
          return
        }
      }
      #expect(try await app.calls() == before)
      let url = try #require(redirect.url)
      #expect(try await app.client.finalizeOAuthLogin(context, callback: url).user != nil)
    }

    /// The system ends the app while the user is at the provider.
    @Test func redirectStartsTheAppAgain() async throws {
      let app = try await PreludeApp()
      let context = try await app.begin()
      let page = context.authorizationURL.hinting(at: PreludeApp.address())
      let redirect = try #require(try await Browser().open(page).url)
      let relaunched = try app.relaunched()
      let result = try await relaunched.resume(with: redirect)
      #expect(app.backend.seen(result).user != nil)
      #expect(try await relaunched.user() != nil && app.pendingStore.read() == nil)
    }

    /// The system ends the app while the user reads the email.
    @Test func challengeOutlivesTheApp() async throws {
      let address = PreludeApp.address("unverified")
      let app = try await PreludeApp(as: address)
      #expect(try await app.logIn().email == address)
      let relaunched = try app.relaunched()
      let challenge = try #require(app.backend.seen(await relaunched.resume())?.challenge)
      let code = try #require(try await app.codes(to: address).last)
      app.backend.seen(try await relaunched.checkOAuthEmailOTP(code, resuming: challenge))
      #expect(try await relaunched.user() != nil && app.pendingStore.read() == nil)
    }

    @Test func verifierStaysOnTheDeviceUntilTheLoginEnds() async throws {
      let app = try await PreludeApp(as: PreludeApp.address())
      _ = try await app.logIn()
      let own = try await app.requests()
      let begun = try #require(own.first { $0.path.hasSuffix("/authorize") })
      let ended = try #require(own.last { $0.path.hasSuffix("/finalize") })
      let verifier = try #require(ended.members["code_verifier"])
      #expect(verifier.utf8.count == 43)
      #expect(
        begun.members["code_challenge"] == CodeVerifier(Secret(verifier)).challenge)

      // Of all that the server received, from the browser too, only the bodies of the calls that end the
      // login have the verifier.
      let all = try await app.backend.requests()
      let holders = all.filter { $0.texts.contains { $0.contains(verifier) } }
      #expect(holders.count == 2)
      for holder in holders {
        #expect(holder.path.hasSuffix("/finalize"))
        #expect(holder.texts.filter { $0.contains(verifier) } == [holder.body])
      }
    }

    @Test func concurrentLoginsNeverShareState() async throws {
      let app = try await PreludeApp()
      let first = try await app.begin()
      let second = try await app.begin()
      let firstToken = try await app.present(first, as: PreludeApp.address())
      let secondToken = try await app.present(second, as: PreludeApp.address())
      // One login's token is invalid with the other's verifier.
      let error = await app.failure {
        _ = try await app.client.finalizeOAuthLogin(first, challengeToken: secondToken)
      }
      guard case .refused(.unauthorized) = error else {
        Issue.record("\(error as Any)")
        return
      }
      async let one = app.client.finalizeOAuthLogin(first, challengeToken: firstToken)
      async let two = app.client.finalizeOAuthLogin(second, challengeToken: secondToken)
      let (a, b) = (try await one.user, try await two.user)
      #expect(a != nil && b != nil && a != b)
    }

    @Test func challengeTokenIsFinalizedOnce() async throws {
      let app = try await PreludeApp()
      let context = try await app.begin()
      let token = try await app.present(context, as: PreludeApp.address())
      _ = try await app.client.finalizeOAuthLogin(context, challengeToken: token)
      let error = await app.failure {
        _ = try await app.client.finalizeOAuthLogin(context, challengeToken: token)
      }
      guard case .expiredChallengeToken = error else {
        Issue.record("\(error as Any)")
        return
      }
      // The server refuses the token too.
      let other = try await app.begin()
      let reused = await app.failure {
        _ = try await app.client.finalizeOAuthLogin(other, challengeToken: token)
      }
      guard case .refused(.tokenReused) = reused else {
        Issue.record("\(reused as Any)")
        return
      }
    }
  }
}
