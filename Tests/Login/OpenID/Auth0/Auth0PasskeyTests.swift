// Tests logins and registrations at Auth0 with a passkey.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
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
  private func pretend() async throws -> PretendLogin {
    let pretend = try await PretendLogin()
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

  private func object(_ members: [ExactString: String]) -> JSON.Object {
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
    await pretend.grant(idToken: ["org_id": "org_2"])
    let refused = await reasonOfFailure {
      try await pretend.login.finish(challenge, passkey: answer)
    }
    #expect(refused?.idTokenError == .wrongOrganization)
    await pretend.grant(idToken: ["org_id": "org_1"])
    let user = try await pretend.login.finish(challenge, passkey: answer)
    #expect(user.claims?.organizationID == "org_1")
    #expect(try await body(pretend, "/oauth/token")["organization"] == .string("org_1"))
    await expectFailure("missingScope") {
      try await pretend.login.passkeyChallenge(scopes: ["email"], organization: "org_1")
    }
  }

  /// The user would have a passkey that Auth0 does not accept.
  @Test func registrationThatNeedsACodeIsUnsupported() async throws {
    let pretend = try await pretend()
    try await offerRegistration(pretend, verification: ["email"])
    await expectFailure("unsupported") {
      try await pretend.login.passkeyChallenge(registering: newUser)
    }
    try await offerRegistration(pretend, verification: [])
    _ = try await pretend.login.passkeyChallenge(registering: newUser)
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
