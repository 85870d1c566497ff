// Tests logins and registrations at Auth0 with a passkey.

import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

struct Auth0PasskeyTests {
  private let answer = PasskeyAnswer(
    credentialID: Data([1]), clientData: Data("{}".utf8), authenticatorData: Data([2]),
    signature: Data([3]), userID: Data([4]))
  private let newUser = PasskeyUser(email: "ada-s3cret@example.com", name: "Ada")

  /// The responses are those of https://auth0.com/docs/native-passkeys-api.
  private func pretend(key: (any DPoPKey)? = nil) async throws -> PretendLogin {
    let pretend = try await PretendLogin(key: key)
    try await pretend.server.respond(
      to: "/passkey/challenge",
      [
        "auth_session": "session-s3cret",
        "authn_params_public_key": [
          "challenge": "AAEC", "timeout": 60000, "rpId": "shop.example",
          "userVerification": "preferred",
        ] as [String: any Sendable],
      ])
    return pretend
  }

  private func offerRegistration(
    _ pretend: PretendLogin, verification: [String]? = nil
  ) async throws {
    var body: [String: any Sendable] = [
      "auth_session": "session-s3cret",
      "authn_params_public_key": [
        "challenge": "AAEC", "rp": ["id": "shop.example", "name": "shop.example"],
        "user": ["id": "CQ", "name": "ada@example.com", "displayName": "Ada"],
        "pubKeyCredParams": [-8, -7, -257].map {
          ["type": "public-key", "alg": $0] as [String: any Sendable]
        },
        "authenticatorSelection": ["residentKey": "required", "userVerification": "preferred"],
      ] as [String: any Sendable],
    ]
    body["verification_required"] = verification
    try await pretend.server.respond(to: "/passkey/register", body)
  }

  /// The last body that was sent to a path.
  private func body(_ pretend: PretendLogin, _ path: String) async throws -> JSON {
    let request = await pretend.server.requests.last { $0.url.path == path }
    return try JSONDecoder().decode(JSON.self, from: request?.body ?? Data())
  }

  private func reason(_ body: () async throws -> Void) async -> WebLoginError.Reason? {
    let error = await #expect(throws: WebLoginError.self) { try await body() }
    return error?.reason
  }

  private func object(_ members: [String: String]) -> [String: JSON] {
    members.mapValues { .string($0) }
  }

  @Test func passkeyLogsIn() async throws {
    let pretend = try await pretend()
    let challenge = try await pretend.login.passkeyChallenge(
      scopes: ["openid offline_access"], audience: "https://api.example", connection: "users")
    let request = try PasskeySignIn(options: challenge.options)
    #expect(request.challenge == Data([0, 1, 2]) && request.relyingParty == "shop.example")
    #expect(
      try await body(pretend, "/passkey/challenge")
        == .object(object(["client_id": PretendServer.clientID, "realm": "users"])))
    await pretend.grant()
    let user = try await pretend.login.finish(challenge, passkey: answer)
    var expected = object([
      "grant_type": "urn:okta:params:oauth:grant-type:webauthn",
      "client_id": PretendServer.clientID, "auth_session": "session-s3cret", "realm": "users",
      "scope": "openid offline_access", "audience": "https://api.example",
    ])
    // An object, and no text.
    expected["authn_response"] = try JSONDecoder().decode(
      JSON.self, from: Data(answer.json.reveal().utf8))
    #expect(try await body(pretend, "/oauth/token") == .object(expected))
    #expect(user.claims?.subject == "user-1")
    #expect(await pretend.login.sessions.state.session == user.session)
    #expect(try await pretend.login.sessions.refreshedSession()?.subject == "user-1")
  }

  @Test func passkeyRegistersAUser() async throws {
    let pretend = try await pretend()
    try await offerRegistration(pretend)
    let challenge = try await pretend.login.passkeyChallenge(
      registering: newUser, organization: "org_1")
    #expect(try PasskeyRegistration(options: challenge.options).userName == "ada@example.com")
    var expected = object([
      "client_id": PretendServer.clientID, "organization": "org_1",
    ])
    expected["user_profile"] = .object(
      object(["email": "ada-s3cret@example.com", "name": "Ada"]))
    #expect(try await body(pretend, "/passkey/register") == .object(expected))
    await pretend.grant(idToken: ["org_id": "org_1"])
    let user = try await pretend.login.finish(challenge, passkey: answer)
    #expect(user.claims?.organizationID == "org_1")
    #expect(try await body(pretend, "/oauth/token")["organization"] == .string("org_1"))
  }

  /// The user would have a passkey that Auth0 does not accept.
  @Test func registrationThatNeedsACodeIsUnsupported() async throws {
    let pretend = try await pretend()
    try await offerRegistration(pretend, verification: ["email"])
    let refused = await reason {
      _ = try await pretend.login.passkeyChallenge(registering: newUser)
    }
    #expect(refused.map { "\($0)" } == "unsupported")
    try await offerRegistration(pretend, verification: [])
    _ = try await pretend.login.passkeyChallenge(registering: newUser)
  }

  @Test func knownUserIsNotRegistered() async throws {
    let pretend = try await pretend()
    try await pretend.server.respond(
      to: "/passkey/register", status: 400,
      ["error": "invalid_request", "error_description": "User already exists"])
    let refused = await reason {
      _ = try await pretend.login.passkeyChallenge(registering: newUser)
    }
    guard case .refused(let why) = refused, why.code == .invalidRequest else {
      Issue.record("\(refused as Any)")
      return
    }
  }

  @Test func answerIsSentOnceEvenIfTheServerFails() async throws {
    let pretend = try await pretend()
    let challenge = try await pretend.login.passkeyChallenge()
    await pretend.server.respond(to: "/oauth/token") { _ in
      PretendServer.response(503, headers: ["Retry-After": "0"])
    }
    _ = await reason { try await pretend.login.finish(challenge, passkey: answer) }
    #expect(await pretend.server.count("/oauth/token") == 1)
    #expect(await pretend.login.sessions.state.session == nil)
  }

  @Test func tokensForAnAnswerAreVerifiedAndBound() async throws {
    let pretend = try await pretend(key: OpenSSLKey())
    let challenge = try await pretend.login.passkeyChallenge(organization: "org_1")
    for (claims, expected) in [
      (["aud": "another"], IDTokenError.wrongAudience), (["org_id": "org_2"], .wrongOrganization),
    ] {
      await pretend.grant(["token_type": "DPoP"], idToken: claims)
      let refused = await reason { try await pretend.login.finish(challenge, passkey: answer) }
      #expect(refused?.idTokenError == expected)
    }
    let idToken: [String: (any Sendable)?] = ["org_id": "org_1"]
    await pretend.grant(idToken: idToken)
    let bearer = await reason { try await pretend.login.finish(challenge, passkey: answer) }
    #expect(bearer.map { "\($0)" } == "wrongTokenType")
    #expect(await pretend.login.sessions.state.session == nil)
    await pretend.grant(["token_type": "DPoP"], idToken: idToken)
    let user = try await pretend.login.finish(challenge, passkey: answer)
    #expect(user.session.tokenType == .dpop)
    let last = await pretend.server.requests.last { $0.url.path == "/oauth/token" }
    #expect(last?.headers["DPoP"] != nil)
    let first = await pretend.server.requests.last { $0.url.path == "/passkey/challenge" }
    #expect(first?.headers["DPoP"] == nil)
  }

  /// Auth0 sends one with the scope `openid`.
  @Test func tokensForAnAnswerHaveAnIDToken() async throws {
    let pretend = try await pretend()
    let challenge = try await pretend.login.passkeyChallenge()
    try await pretend.server.respond(
      to: "/oauth/token", ["access_token": "access-1", "token_type": "Bearer", "expires_in": 600])
    let refused = await reason { try await pretend.login.finish(challenge, passkey: answer) }
    #expect(refused?.idTokenError == .missing)
    let silent = await reason {
      _ = try await pretend.login.passkeyChallenge(scopes: ["email"], organization: "org_1")
    }
    #expect(silent.map { "\($0)" } == "missingScope")
  }

  @Test func secondFactorMayFollowAPasskey() async throws {
    let pretend = try await pretend()
    let challenge = try await pretend.login.passkeyChallenge()
    try await pretend.server.respond(
      to: "/oauth/token", status: 403, ["error": "mfa_required", "mfa_token": "mfa-1"])
    let next = await reason { try await pretend.login.finish(challenge, passkey: answer) }
    #expect(next?.secondFactor != nil)
    #expect(await pretend.login.sessions.state.session == nil)
  }

  @Test func answerGoesToNoOtherServer() async throws {
    let pretend = try await pretend()
    let challenge = try await pretend.login.passkeyChallenge()
    let other = try await PretendLogin { provider in
      if let moved = try? OpenIDProvider.auth0(domain: "other.example") { provider = moved }
    }
    let refused = await reason { try await other.login.finish(challenge, passkey: answer) }
    #expect(refused.map { "\($0)" } == "noSuchAttempt")
    #expect(await other.server.requests.isEmpty)
    let without = try await PretendLogin { $0.passkeyEndpoint = nil }
    let unsupported = await reason { _ = try await without.login.passkeyChallenge() }
    #expect(unsupported.map { "\($0)" } == "unsupported")
    #expect(await without.server.requests.isEmpty)
  }

  @Test func nothingOfAPasskeyLoginIsPrinted() async throws {
    let challenge = try await pretend().login.passkeyChallenge()
    for value in [challenge, newUser] as [Any] {
      for text in shapes(of: value) {
        #expect(!text.contains("s3cret") && !text.contains("AAEC"))
      }
    }
  }
}
