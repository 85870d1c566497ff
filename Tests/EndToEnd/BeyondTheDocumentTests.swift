// Tests behaviour of Horizon outside the social login's document: ended sessions, limits, weights, persisted
// documents, and an unreachable server.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import Foundation
import HorizonAPI
import AuthGenTestSupport
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct SessionTests {
    @Test func endedSessionIsDetectedAndPublished() async throws {
      let site = try Site()
      try await site.signIn(as: "ada")
      var states = site.sessions.states.makeAsyncIterator()
      #expect(await states.next()?.session != nil)
      #expect(try await site.account.socialLinks().count == 3)
      try await site.script(["endSessions": true])
      let error = await site.failure { try await site.account.socialLinks() }
      #expect(caseName(of: error) == "notSignedIn")
      #expect(site.seen(await states.next()) == .signedOut(.ended))
    }

    @Test func endOfAnOldSessionDoesNotEndANewerOne() async throws {
      let site = try Site()
      try await site.signIn(as: "ada")
      let old = try #require(try await site.sessions.credential())
      try await site.script(["endSessions": true])
      await site.login.startOver()
      try await site.signIn(as: "ada")
      await site.sessions.sessionHasEnded(old)
      #expect(try await site.account.socialLinks().count == 3)
    }

    @Test func flagsWeightAndRayArePresent() async throws {
      let site = try Site()
      try await site.script(["flags": ["REGISTRATION_UNAVAILABLE"]])
      let anonymous = site.seen(try await site.client.response(to: GetSocialProvidersQuery()))
      #expect(HorizonExtensions(anonymous.extensions).flags == [.registrationUnavailable])
      #expect(
        HorizonExtensions(anonymous.extensions).weight?.weight == GetSocialProvidersQuery.weight)
      #expect(HorizonExtensions(anonymous.extensions).weight?.maximum == 1000)
      #expect(HorizonExtensions(anonymous.extensions).ray?.isEmpty == false)
      try await site.signIn(as: "ada")
      let links = site.seen(try await site.account.client.response(to: SocialLinksQuery()))
      #expect(HorizonExtensions(links.extensions).flags?.contains(.loggedIn) == true)
      #expect(HorizonExtensions(links.extensions).weight?.weight == SocialLinksQuery.weight)
    }
  }

  @Suite(.serialized) struct LimitTests {
    @Test func limitedLoginSucceedsWithACaptcha() async throws {
      let site = try Site()
      try await site.script(["rateLimit": ["AUTHENTICATION": 0]])
      let failure = try #require(try await site.signIn(as: "ada").failure)
      guard case .request(let error) = failure.reason, let limit = error.rateLimit,
        case .solveCaptcha(let offers) = failure.resolution
      else {
        Issue.record("\(failure)")
        return
      }
      #expect(limit.bucket == "AUTHENTICATION")
      #expect(offers.map(\.type) == ["V2_VISIBLE", "V2_INVISIBLE"])
      let wrong = site.seen(
        try await site.login.retry(
          captcha: CaptchaResponse(type: "V2_VISIBLE", response: "captcha-wr0ng")))
      #expect(wrong.failure?.resolution == .solveCaptcha(offers))
      let right = site.seen(
        try await site.login.retry(
          captcha: CaptchaResponse(type: "V2_VISIBLE", response: "captcha-solved-1")))
      #expect(right.signedIn != nil)
      let sent = try await site.requests(of: "ExchangeSocialToken").map(\.headers)
      #expect(sent.map { $0["x-captcha-type"] } == [nil, "V2_VISIBLE", "V2_VISIBLE"])
    }

    @Test func approachingLimitIsAnnounced() async throws {
      let site = try Site()
      try await site.script(["rateLimit": ["AUTHENTICATION": 0]])
      let response = site.seen(
        try await site.client.response(
          to: LoginMutation(input: .init(username: "ada@example.com", password: "correct horse"))))
      #expect(response.data?.login == nil)
      #expect(response.errors.first?.rateLimit?.bucket == "AUTHENTICATION")
      #expect(
        HorizonExtensions(response.extensions).rateLimitersFiring.map(\.bucket) == [
          "AUTHENTICATION"
        ])
    }

    @Test func tooHeavyRequestIsRejectedAsAWhole() async throws {
      let site = try Site()
      try await site.script(["maximumWeight": 4])
      let error =
        await site.failure { try await site.client.execute(GetSocialProvidersQuery()) }
        as? RequestError
      guard case .graphQL(let errors) = error?.reason else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(errors.first?.code == "MAX_WEIGHT_EXCEEDED")
      #expect(error?.ray?.isEmpty == false)
    }
  }

  @Suite(.serialized) struct RequestTests {
    @Test func slowCallTimesOutAndALoginIsNotRetried() async throws {
      let site = try Site { $0.timeout = .seconds(3) }
      try await site.login.listProviders()
      try await site.script(["delaySeconds": ["appSocialLogin": 60]])
      let failure = try #require(try await site.signIn(as: "ada").failure)
      guard case .request(let error) = failure.reason, case .transport(let transport) = error.reason
      else {
        Issue.record("\(failure)")
        return
      }
      #expect(transport.reason == .timedOut && error.progress == .sent)
      #expect(failure.resolution == .retry)
      #expect(try await site.requests(of: "ExchangeSocialToken").count == 1)
    }

    @Test func cancelledLoginIsLoggedOutAgain() async throws {
      let site = try Site()
      try await site.login.listProviders()
      try await site.script(["delaySeconds": ["appSocialLogin": 3]])
      async let signingIn = site.signIn(as: "ada")
      try await wait { await site.login.state.providers == nil }
      #expect(site.seen(await site.login.startOver()).providers?.count == 3)
      #expect(try await signingIn.providers?.count == 3)
      #expect(await site.sessions.state.session == nil)
      // The login does not wait for the server.
      for _ in 0..<1_000 where try await site.requests(of: "Logout").isEmpty {
        try await Task.sleep(for: .milliseconds(20))
      }
      let logout = try #require(try await site.requests(of: "Logout").first)
      #expect(logout.headers["authorization"]?.hasPrefix("Opaque session-") == true)
    }

    @Test func unreachableServerIsARetryableFailure() async throws {
      let live = try #require(LiveServer.current)
      var server: HorizonTestServer? = try await HorizonTestServer()
      let endpoint = try #require(server?.endpoint(site: "gone"))
      let login = SocialLogin(
        client: GraphQLClient(
          ClientConfiguration(endpoint: endpoint, retry: RetryPolicy(maximumAttempts: 1))),
        sessions: SessionManager(store: InMemoryStore()))
      #expect(try await login.listProviders().providers?.count == 3)
      server = nil
      let state = try await login.signIn(
        with: PretendProvider.googleOnIOS.authenticate(as: "ada"))
      live.transcript.note(state, of: "a login without a server")
      #expect(state.failure?.resolution == .retry)
      #expect(state.failure?.canRetry == true)
    }
  }
}
