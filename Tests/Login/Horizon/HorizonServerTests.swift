// Tests Horizon's additional headers and response extensions.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTesting
import Foundation
import HorizonAPI
import Testing

@Suite struct HorizonServerTests {
  private let transport = MockTransport { Issue.record($0) }

  private func client(
    _ body: String, _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) throws -> GraphQLClient {
    var configuration = ClientConfiguration(endpoint: MockTransport.endpoint)
    configure(&configuration)
    transport.respond(to: LoginMutation.self, always: .json(Data(body.utf8)))
    transport.respond(to: GetSocialProvidersQuery.self, always: .json(Data(body.utf8)))
    transport.respond(to: SocialLinksQuery.self, always: .json(Data(body.utf8)))
    return GraphQLClient(configuration, transport: transport)
  }

  private let login = LoginMutation(
    input: LoginInput(username: "ada@example.com", password: "correct horse"))

  @Test func trackingAndCaptchaResponseAreSentAsHeaders() async throws {
    let client = try client(#"{"data": {"login": {"token": "t0ken"}}}"#) {
      $0.setTracking(user: "u1", session: "s1")
    }
    _ = try await client.execute(
      login, options: CallOptions(captcha: CaptchaResponse(type: "V2_VISIBLE", response: "c")))
    let headers = try #require(transport.calls.first?.request.headers)
    #expect(headers["X-Chumewe-User"] == "u1" && headers["X-Chumewe-Session"] == "s1")
    #expect(headers["X-Captcha-Type"] == "V2_VISIBLE" && headers["X-Captcha-Response"] == "c")
  }

  @Test func extensionsAreTyped() async throws {
    let client = try client(
      """
      {"data": {"socialLoginProviders": []}, "errors": [{"message": "half of it failed"}],
       "extensions": {"flags": ["LOGGED_IN", "NEW_FLAG"], "ray": "r-1",
         "weight": {"weight": 5, "maxWeight": 1000},
         "rateLimitersFiring": [{"rateLimitingBucket": "AUTHENTICATION",
           "captchaBypassAvailable": [{"type": "V2_VISIBLE", "siteKey": "k"}]}]}}
      """)
    let response = try await client.response(to: GetSocialProvidersQuery())
    let extensions = HorizonExtensions(response.extensions)
    #expect(extensions.flags == [.loggedIn, .unknown("NEW_FLAG")])
    #expect(extensions.weight?.weight == 5 && extensions.weight?.maximum == 1000)
    #expect(
      extensions.rateLimitersFiring == [
        RateLimit(
          bucket: "AUTHENTICATION", captchas: [CaptchaOffer(type: "V2_VISIBLE", siteKey: "k")])
      ])
    #expect(response.failure(of: "GetSocialProviders").ray == "r-1")
  }

  private func extensions(_ json: String) async throws -> HorizonExtensions {
    let client = try client(#"{"data": {"socialLoginProviders": []}, "extensions": \#(json)}"#)
    return HorizonExtensions(try await client.response(to: GetSocialProvidersQuery()).extensions)
  }

  @Test func malformedOptionalMembersAreNil() async throws {
    let extensions = try await extensions(
      """
      {"weight": {"weight": 5, "maxWeight": "1000"},
       "rateLimitersFiring": [{"rateLimitingBucket": "AUTHENTICATION",
         "captchaBypassAvailable": [{"type": "V2_VISIBLE", "siteKey": 5}]}]}
      """)
    #expect(extensions.weight?.weight == 5 && extensions.weight?.maximum == nil)
    let offer = CaptchaOffer(type: "V2_VISIBLE", siteKey: nil)
    #expect(
      extensions.rateLimitersFiring == [RateLimit(bucket: "AUTHENTICATION", captchas: [offer])])
  }

  @Test(arguments: [#"{"flags": 7, "weight": "much"}"#, #""none""#, "null"])
  func extensionsOfAnotherFormAreIgnored(_ json: String) async throws {
    #expect(try await extensions(json) == HorizonExtensions())
  }

  @Test func rateLimitIsReadFromItsError() async throws {
    let client = try client(
      """
      {"data": null, "errors": [{"message": "slow down", "extensions": {"rateLimited": true,
        "rateLimitingBucket": "AUTHENTICATION",
        "captchaBypassAvailable": [{"type": "V2_INVISIBLE", "siteKey": "k"}]}}]}
      """)
    let error = await #expect(throws: RequestError.self) { try await client.execute(login) }
    #expect(error?.rateLimit?.bucket == "AUTHENTICATION")
    #expect(error?.rateLimit?.captchas == [CaptchaOffer(type: "V2_INVISIBLE", siteKey: "k")])
    #expect(transport.calls.count == 1)
  }

  @Test(arguments: [
    (#"{"flags": ["LOGGED_IN"]}"#, false), (#"{"flags": []}"#, true),
    (#"{"flags": ["REGISTRATION_UNAVAILABLE"]}"#, true), ("{}", false),
  ])
  func flagsWithoutLoggedInEndTheSession(_ extensions: String, _ ends: Bool) async throws {
    let manager = SessionManager<CustomerSession>(store: InMemoryStore())
    try await manager.logIn { CustomerSession(token: "t0ken", customer: nil) }
    let client = try client(#"{"data": {"customer": null}, "extensions": \#(extensions)}"#)
    _ = try await client.authenticated(by: manager).response(to: SocialLinksQuery())
    #expect(
      await manager.state
        == (ends ? .signedOut(.ended) : .signedIn(CustomerSession(token: "t0ken", customer: nil))))
  }
}
