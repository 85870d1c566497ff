// Tests the requirements in "ID token" of Security.md: OpenID Connect Core, section 3.1.3.7.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import Testing

struct IDTokenTests {
  @Test(arguments: [TokenSigner.rsa, TokenSigner.p256])
  func tokenSignedWithRS256OrES256IsAccepted(_ signer: Task<TokenSigner, any Error>) async throws {
    let pretend = try await PretendLogin(signer: signer)
    #expect(try await pretend.reason() == nil)
    #expect(await pretend.login.sessions.state.session?.subject == "user-1")
  }

  @Test(arguments: ["none", "HS256", "ES384", "EdDSA", "RS1", "rs256", ""])
  func otherAlgorithmsAreRejected(_ algorithm: String) async throws {
    let pretend = try await PretendLogin()
    let reason = try await pretend.reason(header: ["kid": "key-1", "alg": algorithm])
    #expect(reason?.idTokenError == .unsupportedAlgorithm)
  }

  /// The hash of the access token is by the same algorithm.
  @Test(arguments: ["RS384", "RS512", "PS256", "PS384", "PS512"])
  func otherAlgorithmsOfRSAKeysAreVerified(_ algorithm: String) async throws {
    let pretend = try await PretendLogin()
    let bits = String(algorithm.suffix(3))
    let hash = [
      "256": "9MKET0Y7WpOlF96BtnoJyA", "384": "BKKVvCkq9Iw_B35-CEucCIiT4hka5Okk",
      "512": "j_gttPifZFS_g6b4IrJKODpmGFP9qoL7SCZg8t8jzpU",
    ]
    #expect(
      try await pretend.reason(
        idToken: ["at_hash": hash[bits]], header: ["kid": "key-1", "alg": algorithm]) == nil)
    let wrong = try await pretend.reason(
      idToken: ["at_hash": hash[bits == "256" ? "384" : "256"]],
      header: ["kid": "key-1", "alg": algorithm])
    #expect(wrong?.idTokenError == .wrongAccessTokenHash)
  }

  @Test func tokenWithoutSignatureIsRejected() async throws {
    let pretend = try await PretendLogin()
    let input = try await pretend.signer.token(pretend.claims).reveal().split(separator: ".")
      .prefix(2).joined(separator: ".")
    for token in ["\(input).", input, "\(input).AAAA", "..", "", "a.b.c.d", "\(input).\(input)"] {
      let reason = try await pretend.reason(tokens: ["id_token": token])
      #expect([.malformed, .wrongSignature].contains(reason?.idTokenError), "\(token)")
    }
  }

  @Test func keyOfAnotherKindThanTheAlgorithmIsNotUsed() async throws {
    let pretend = try await PretendLogin()
    let reason = try await pretend.reason(header: ["kid": "key-1", "alg": "ES256"])
    #expect(reason?.idTokenError == .unknownKey)
  }

  @Test func keysOfLessThan2048BitsAreRejected() async throws {
    let pretend = try await PretendLogin(signer: TokenSigner.shortRSA)
    #expect(try await pretend.reason()?.idTokenError == .unknownKey)
  }

  @Test func tokenSignedByAnotherKeyIsRejected() async throws {
    let pretend = try await PretendLogin()
    let reason = try await pretend.reason(signer: try await TokenSigner.otherRSA.value)
    #expect(reason?.idTokenError == .wrongSignature)
  }

  @Test(arguments: ["https://login.example", "https://login.example//", "https://evil.example/"])
  func issuerIsComparedCharacterByCharacter(_ issuer: String) async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason(idToken: ["iss": issuer])?.idTokenError == .wrongIssuer)
  }

  /// `==` compares strings by canonical equivalence: "é" is also "e" and an accent.
  @Test(arguments: [
    ("iss", IDTokenError.wrongIssuer), ("aud", .wrongAudience), ("azp", .wrongAuthorizedParty),
    ("sub", .wrongSubject), ("nonce", .wrongNonce), ("org_id", .wrongOrganization),
  ])
  func valuesAreComparedByBytes(name: String, error: IDTokenError) async throws {
    let composed = "org_caf\u{E9}"
    let decomposed = "org_cafe\u{301}"
    #expect(composed == decomposed)
    var expectation = IDTokenValidator.Expectation(nonce: Secret(composed))
    expectation.subject = composed
    expectation.organization = composed
    let claims = Dictionary(
      uniqueKeysWithValues: ["iss", "aud", "azp", "sub", "nonce", "org_id"].map { ($0, composed) })
    #expect(try await failure(of: claims, name: composed, expectation) == nil)
    let other = claims.merging([name: decomposed]) { $1 }
    #expect(try await failure(of: other, name: composed, expectation) == error)
  }

  @Test func leewayIsBounded() async throws {
    let now = Int(PretendLogin.start.timeIntervalSince1970)
    let claims: [String: any Sendable] = ["iss": "c", "aud": "c", "sub": "s"]
    for (age, error) in [(299, nil), (300, IDTokenError.expired)] {
      let expired = claims.merging(["iat": now - 600, "exp": now - age]) { $1 }
      #expect(try await failure(of: expired, name: "c", leeway: 3600) == error)
    }
  }

  /// - Parameter name: the issuer and the client.
  private func failure(
    of claims: [String: any Sendable], name: String,
    _ expectation: IDTokenValidator.Expectation = .init(nonce: nil), leeway: TimeInterval = 60
  ) async throws -> IDTokenError? {
    let signer = try await TokenSigner.rsa.value
    let key = try JSONDecoder().decode(
      SigningKeys.JSONWebKey.self,
      from: JSONSerialization.data(withJSONObject: signer.publicKey))
    let now = PretendLogin.start
    let validator = IDTokenValidator(
      issuer: name, clientID: name, keys: SigningKeys { () throws(RequestError) in [key] },
      leeway: leeway, now: { now })
    let times =
      ["iat": Int(now.timeIntervalSince1970), "exp": Int(now.timeIntervalSince1970) + 60]
      as [String: any Sendable]
    let token = try await signer.token(times.merging(claims) { $1 }, header: [:])
    do throws(IDTokenValidator.Failure) {
      _ = try await validator.claims(of: token, expectation)
      return nil
    } catch {
      guard case .token(let why) = error else { throw error }
      return why
    }
  }

  @Test func audienceContainsTheClient() async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason(idToken: ["aud": "another"])?.idTokenError == .wrongAudience)
    #expect(try await pretend.reason(idToken: ["aud": ["a", "b"]])?.idTokenError == .wrongAudience)
    #expect(try await pretend.reason(idToken: ["aud": [PretendServer.clientID]]) == nil)
  }

  @Test func severalAudiencesNeedThisClientAsAuthorizedParty() async throws {
    let pretend = try await PretendLogin()
    let both = ["other-api", PretendServer.clientID]
    #expect(
      try await pretend.reason(idToken: ["aud": both])?.idTokenError == .wrongAuthorizedParty)
    #expect(
      try await pretend.reason(idToken: ["aud": both, "azp": "another"])?.idTokenError
        == .wrongAuthorizedParty)
    #expect(try await pretend.reason(idToken: ["aud": both, "azp": PretendServer.clientID]) == nil)
    #expect(
      try await pretend.reason(idToken: ["azp": "another"])?.idTokenError == .wrongAuthorizedParty)
  }

  @Test func timesHaveALeewayOfSixtySeconds() async throws {
    let pretend = try await PretendLogin()
    let now = Int(PretendLogin.start.timeIntervalSince1970)
    let cases: [([String: (any Sendable)?], IDTokenError?)] = [
      (["exp": now - 59], nil), (["exp": now - 60], .expired), (["exp": now - 3600], .expired),
      (["iat": now + 60], nil), (["iat": now + 61], .issuedInTheFuture),
      (["nbf": now + 60], nil), (["nbf": now + 61], .notValidYet),
      (["iat": Double(now) + 0.5], nil),
    ]
    for (claims, expected) in cases {
      #expect(try await pretend.reason(idToken: claims)?.idTokenError == expected, "\(claims)")
    }
  }

  @Test func timesAreInSeconds() async throws {
    let pretend = try await PretendLogin()
    let now = Int(PretendLogin.start.timeIntervalSince1970) * 1000
    for name in ["exp", "iat", "nbf"] {
      #expect(try await pretend.reason(idToken: [name: now])?.idTokenError == .malformed)
    }
  }

  @Test(arguments: ["iss", "sub", "aud", "exp", "iat"])
  func missingRequiredClaimIsRejected(_ name: String) async throws {
    let pretend = try await PretendLogin()
    #expect(
      try await pretend.reason(idToken: [name: nil as (any Sendable)?])?.idTokenError == .malformed)
  }

  @Test func nonceEqualsTheLoginsNonce() async throws {
    let pretend = try await PretendLogin()
    #expect(try await pretend.reason(idToken: ["nonce": "another"])?.idTokenError == .wrongNonce)
    #expect(try await pretend.reason(keepsNonce: false)?.idTokenError == .wrongNonce)
  }

  /// The hash of the access token `jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y` is from OpenID Connect Core's
  /// example, appendix A.3.
  @Test func accessTokenHashIsCheckedIfPresent() async throws {
    let pretend = try await PretendLogin()
    let token = ["access_token": "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"]
    #expect(
      try await pretend.reason(idToken: ["at_hash": "77QmUPtjPfzWtF2AnpK9RQ"], tokens: token)
        == nil)
    #expect(
      try await pretend.reason(idToken: ["at_hash": "77QmUPtjPfzWtF2AnpK9RA"], tokens: token)?
        .idTokenError == .wrongAccessTokenHash)
  }

  @Test func maximumAgeIsCheckedAgainstTheTokensLogin() async throws {
    let pretend = try await PretendLogin()
    var options = try pretend.options()
    options.maximumAge = .seconds(300)
    let now = Int(PretendLogin.start.timeIntervalSince1970)
    #expect(try await pretend.reason(idToken: ["auth_time": now - 300], options) == nil)
    #expect(
      try await pretend.reason(idToken: ["auth_time": now - 400], options)?.idTokenError
        == .authenticatedTooLongAgo)
    #expect(try await pretend.reason(options)?.idTokenError == .missingAuthenticationTime)
  }

  @Test func authenticationContextIsOneOfTheRequestedOnes() async throws {
    let pretend = try await PretendLogin()
    var options = try pretend.options()
    #expect(try await pretend.reason(idToken: ["acr": "0"], options) == nil)
    options.authenticationContexts = ["urn:shop:mfa", "phr"]
    #expect(try await pretend.reason(idToken: ["acr": "phr"], options) == nil)
    for acr in ["0", "urn:shop:mfa phr", "PHR"] {
      #expect(
        try await pretend.reason(idToken: ["acr": acr], options)?.idTokenError
          == .wrongAuthenticationContext)
    }
    let null: any Sendable = NSNull()
    for acr: any Sendable in [1, null] {
      #expect(
        try await pretend.reason(idToken: ["acr": acr], options)?.idTokenError
          == .missingAuthenticationContext)
    }
    #expect(try await pretend.reason(options)?.idTokenError == .missingAuthenticationContext)
  }

  @Test func organizationEqualsTheRequestedOne() async throws {
    let pretend = try await PretendLogin()
    var options = try pretend.options()
    options.organization = "org_1"
    #expect(try await pretend.reason(idToken: ["org_id": "org_1"], options) == nil)
    #expect(
      try await pretend.reason(idToken: ["org_id": "org_2"], options)?.idTokenError
        == .wrongOrganization)
    #expect(try await pretend.reason(options)?.idTokenError == .wrongOrganization)
    options.organization = "Shop"
    #expect(try await pretend.reason(idToken: ["org_name": "shop"], options) == nil)
  }

  @Test func tokenOfAnotherTypeIsNotAnIDToken() async throws {
    let pretend = try await PretendLogin()
    let kid = "key-1"
    #expect(try await pretend.reason(header: ["kid": kid, "typ": "JWT"]) == nil)
    #expect(
      try await pretend.reason(header: ["kid": kid, "typ": "at+jwt"])?.idTokenError == .malformed)
    #expect(
      try await pretend.reason(header: ["kid": kid, "crit": ["exp"]])?.idTokenError == .malformed)
  }

  @Test func missingIDTokenIsAnErrorIfOpenIDWasRequested() async throws {
    let pretend = try await PretendLogin()
    let null: any Sendable = NSNull()
    #expect(try await pretend.reason(tokens: ["id_token": null])?.idTokenError == .missing)
    let options = try pretend.options(scopes: ["read"])
    #expect(try await pretend.reason(tokens: ["id_token": null], options) == nil)
  }

  @Test func claimsAreTyped() async throws {
    let pretend = try await PretendLogin()
    let attempt = try await pretend.login.begin(try pretend.options())
    let nonce = PretendLogin.parameters(of: attempt.page)["nonce"]
    await pretend.grant(
      idToken: [
        "name": "Ada", "email": "ada@example.com", "email_verified": "true", "picture": "p",
        "amr": ["pwd", "mfa"], "https://shop.example/tier": 3,
      ], nonce: { nonce })
    let callback = try attempt.redirect()
    let claims = try await pretend.login.finish(attempt, callback: callback).claims
    #expect(claims?.name == "Ada" && claims?.email == "ada@example.com")
    #expect(claims?.isEmailVerified == true && claims?.authenticationMethods == ["pwd", "mfa"])
    #expect(claims?.all["https://shop.example/tier"] == .integer(3))
    #expect(claims?.expiresAt == PretendLogin.start.addingTimeInterval(3600))
  }

  @Test func claimsAreReadByTheirPathAndAsATypeOfTheApp() async throws {
    struct Claims: Decodable, Equatable {
      let sub: String
      let roles: [String]
    }
    let pretend = try await PretendLogin()
    let address: [String: String] = ["locality": "Oslo"]
    #expect(
      try await pretend.reason(idToken: ["address": address, "roles": ["a", "b"]]) == nil)
    let claims = try #require(await pretend.login.sessions.state.session?.claims)
    #expect(claims["address", "locality"]?.string == "Oslo" && claims["address", "x"] == nil)
    #expect(claims.decoded(as: Claims.self) == Claims(sub: "user-1", roles: ["a", "b"]))
    #expect(claims.decoded(as: [Int].self) == nil)
  }
}
