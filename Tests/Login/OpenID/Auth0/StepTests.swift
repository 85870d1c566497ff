// Tests what holds for each step that completes a login at Auth0 without a browser.

import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

struct StepTests {
  enum Step: CaseIterable, Sendable {
    case code, passkey, secondFactor
  }

  typealias Finish = (OpenIDLogin) async throws -> OpenIDLogin.LoggedIn

  /// Begins a login. The function that is returned sends its last request.
  func begin(_ step: Step, _ pretend: PretendLogin) async throws -> Finish {
    let (server, login) = (pretend.server, pretend.login)
    switch step {
    case .code:
      try await server.respond(to: "/passwordless/start", ["_id": "1"])
      let sent = try await login.sendCode(to: .email("ada@example.com"))
      return { try await $0.finish(sent, code: "123456") }
    case .passkey:
      try await server.respond(
        to: "/passkey/challenge",
        [
          "auth_session": "session-1",
          "authn_params_public_key": ["challenge": "AAEC", "rpId": "shop.example"],
        ])
      let challenge = try await login.passkeyChallenge()
      let answer = PasskeyAnswer(
        credentialID: Data([1]), clientData: Data(), authenticatorData: Data(), signature: Data(),
        userID: nil)
      return { try await $0.finish(challenge, passkey: answer) }
    case .secondFactor:
      return try await secondFactor(pretend) {
        try await $0.logIn(exchanging: .idToken("subject-1"))
      }
    }
  }

  /// Begins the second step of a login.
  func secondFactor(_ pretend: PretendLogin, after first: Finish) async throws -> Finish {
    try await pretend.server.respond(to: "/oauth/token", status: 403, required("mfa-1"))
    let factor = await reasonOfFailure { try await first(pretend.login) }?.secondFactor
    let challenge = try await challenge(try #require(factor), pretend)
    return { try await $0.finish(challenge, code: "123456") }
  }

  private func required(_ token: String) -> [String: any Sendable] {
    ["error": "mfa_required", "mfa_token": token]
  }

  private func challenge(
    _ factor: SecondFactor, _ pretend: PretendLogin
  ) async throws -> SecondFactor.CodeChallenge {
    let list = Data(#"[{"id":"totp|1","authenticator_type":"otp","active":true}]"#.utf8)
    await pretend.server.respond(to: "/mfa/authenticators") { _ in
      PretendServer.response(200, list)
    }
    let app = try #require(try await pretend.login.authenticators(for: factor).first)
    return try #require(try await pretend.login.challenge(app, for: factor).code)
  }

  /// Codes and answers may be used up.
  @Test(arguments: Step.allCases)
  func stepIsSentOnceEvenIfTheServerFails(_ step: Step) async throws {
    let pretend = try await PretendLogin()
    let finish = try await begin(step, pretend)
    let before = await pretend.server.count("/oauth/token")
    await pretend.server.respond(to: "/oauth/token") { _ in
      PretendServer.response(503, headers: ["Retry-After": "0"])
    }
    _ = await reasonOfFailure { try await finish(pretend.login) }
    #expect(await pretend.server.count("/oauth/token") == before + 1)
    #expect(await pretend.session == nil)
  }

  @Test(arguments: Step.allCases)
  func stepGoesToNoOtherServerOrClient(_ step: Step) async throws {
    let finish = try await begin(step, try await PretendLogin())
    for other in try await PretendLogin.elsewhere() {
      await expectFailure("noSuchAttempt") { try await finish(other.login) }
      #expect(await other.server.requests.isEmpty)
    }
  }

  @Test(arguments: Step.allCases)
  func secondFactorMayFollowAStep(_ step: Step) async throws {
    let pretend = try await PretendLogin()
    let finish = try await begin(step, pretend)
    try await pretend.server.respond(to: "/oauth/token", status: 403, required("mfa-2"))
    let next = await reasonOfFailure { try await finish(pretend.login) }
    let factor = try #require(next?.secondFactor)
    #expect(factor.requirements == nil)
    #expect(await pretend.session == nil)
    let last = try await challenge(factor, pretend)
    await pretend.grant()
    try await pretend.login.finish(last, code: "123456")
    #expect(await pretend.server.lastBody("/oauth/token")["mfa_token"] == "mfa-2")
  }

  @Test(arguments: Step.allCases)
  func refusedStepKeepsTheEarlierSession(_ step: Step) async throws {
    let pretend = try await PretendLogin()
    await pretend.grant()
    let earlier = try await pretend.login.logIn(exchanging: .idToken("subject-1")).session
    let finish = try await begin(step, pretend)
    try await pretend.server.respond(to: "/oauth/token", status: 403, ["error": "invalid_grant"])
    _ = await reasonOfFailure { try await finish(pretend.login) }
    #expect(await pretend.session == earlier)
  }

  /// The requests before the last one have no proof: what they return is not bound to the key.
  @Test(arguments: Step.allCases)
  func tokensOfAStepAreVerifiedAndBound(_ step: Step) async throws {
    let pretend = try await PretendLogin(key: OpenSSLKey())
    let finish = try await begin(step, pretend)
    for (claim, value, expected) in [
      ("aud", "another", IDTokenError.wrongAudience),
      ("iss", "https://other.example/", .wrongIssuer),
    ] {
      await pretend.grant(["token_type": "DPoP"], idToken: [claim: value])
      let refused = await reasonOfFailure { try await finish(pretend.login) }
      #expect(refused?.idTokenError == expected)
    }
    // Tokens that fail their checks are revoked.
    try await wait { await pretend.server.count("/oauth/revoke") == 2 }
    await pretend.grant()
    await expectFailure("wrongTokenType") { try await finish(pretend.login) }
    #expect(await pretend.session == nil)
    await pretend.grant(["token_type": "DPoP"])
    #expect(try await finish(pretend.login).session.tokenType == .dpop)
    for request in await pretend.server.requests {
      let path = request.url.path
      if path.hasPrefix("/mfa") || path.hasPrefix("/passkey") || path.hasPrefix("/passwordless") {
        #expect(request.headers["DPoP"] == nil)
      }
    }
    let last = await pretend.server.requests.last { $0.url.path == "/oauth/token" }
    #expect(last?.headers["DPoP"] != nil)
  }

  /// Auth0 sends one with the scope `openid`.
  @Test(arguments: [Step.code, .passkey])
  func stepWithoutAnIDTokenCreatesNoSession(_ step: Step) async throws {
    let pretend = try await PretendLogin()
    let finish = try await begin(step, pretend)
    await pretend.grant(["id_token": NSNull()])
    let refused = await reasonOfFailure { try await finish(pretend.login) }
    #expect(refused?.idTokenError == .missing)
    #expect(await pretend.session == nil)
  }

  @Test(arguments: Step.allCases)
  func stepNeedsItsEndpoint(_ step: Step) async throws {
    let pretend = try await PretendLogin {
      $0.passwordlessEndpoint = nil
      $0.passkeyEndpoint = nil
      $0.secondFactorEndpoint = nil
    }
    await expectFailure("unsupported") { try await begin(step, pretend) }
    let requests = await pretend.server.requests.map(\.url.path)
    #expect(requests == (step == .secondFactor ? ["/oauth/token"] : []))
  }
}
