// Tests the requirements in "ID token" of Security.md: OpenID Connect Core, section 3.1.3.7.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import Foundation
import Testing

struct IDTokenTests {
  /// RSA keys have 2048 bits or more.
  @Test(arguments: [
    (TokenSigner.rsa, nil), (TokenSigner.p256, nil),
    (TokenSigner.shortRSA, IDTokenError.unknownKey),
  ])
  func tokenSignedWithRS256OrES256IsAccepted(
    _ signer: Task<TokenSigner, any Error>, _ error: IDTokenError?
  ) async throws {
    let pretend = try await PretendLogin(signer: signer)
    #expect(try await pretend.reason()?.idTokenError == error)
    #expect(await pretend.session?.subject == (error == nil ? "user-1" : nil))
  }

  /// The header of a token, or the key that signs it.
  @Test(
    arguments: [
      (["alg": "none"], .unsupportedAlgorithm), (["alg": "HS256"], .unsupportedAlgorithm),
      (["alg": "ES384"], .unsupportedAlgorithm), (["alg": "EdDSA"], .unsupportedAlgorithm),
      (["alg": "RS1"], .unsupportedAlgorithm), (["alg": "rs256"], .unsupportedAlgorithm),
      (["alg": ""], .unsupportedAlgorithm),
      // The key is of another kind than the algorithm.
      (["alg": "ES256"], .unknownKey), (["typ": "JWT"], nil), (["typ": "at+jwt"], .malformed),
      (["crit": ["exp"]], .malformed), (["crit": "exp"], .malformed), (["alg": 1], .malformed),
      (["typ": 1], .malformed), (["alg": "RS256\u{301}"], .unsupportedAlgorithm),
    ] as [([String: any Sendable], IDTokenError?)])
  func otherAlgorithmsAreRejected(
    _ header: [String: any Sendable], _ expected: IDTokenError?
  ) async throws {
    let header = header.merging(["kid": "key-1"]) { $1 }
    #expect(try await PretendLogin().reason(header: header)?.idTokenError == expected)
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

  @Test func tokenSignedByAnotherKeyIsRejected() async throws {
    let reason = try await PretendLogin().reason(signer: try await TokenSigner.otherRSA.value)
    #expect(reason?.idTokenError == .wrongSignature)
  }

  // MARK: Claims

  private static let now = Int(PretendLogin.start.timeIntervalSince1970)
  private static let both = ["other-api", PretendServer.clientID]

  /// The claims replace those of a valid token. The times have a leeway of 60 seconds.
  @Test(
    arguments: [
      (["iss": "https://login.example"], .wrongIssuer),
      (["iss": "https://login.example//"], .wrongIssuer),
      (["iss": "https://evil.example/"], .wrongIssuer), (["iss": nil], .malformed),
      (["sub": nil], .malformed), (["aud": nil], .malformed), (["exp": nil], .malformed),
      (["iat": nil], .malformed),
      (["aud": "another"], .wrongAudience), (["aud": ["a", "b"]], .wrongAudience),
      (["aud": [PretendServer.clientID]], nil), (["aud": both], .wrongAuthorizedParty),
      (["aud": both, "azp": "another"], .wrongAuthorizedParty),
      (["aud": both, "azp": PretendServer.clientID], nil),
      (["azp": "another"], .wrongAuthorizedParty),
      (["exp": now - 59], nil), (["exp": now - 60], .expired), (["exp": now - 3600], .expired),
      (["iat": now + 60], nil), (["iat": now + 61], .issuedInTheFuture),
      (["nbf": now + 60], nil), (["nbf": now + 61], .notValidYet),
      (["iat": Double(now) + 0.5], nil), (["exp": now * 1000], .malformed),
      (["iat": now * 1000], .malformed), (["nbf": now * 1000], .malformed),
    ] as [([String: (any Sendable)?], IDTokenError?)])
  func claimsAreChecked(
    _ claims: [String: (any Sendable)?], _ expected: IDTokenError?
  ) async throws {
    #expect(try await PretendLogin().reason(idToken: claims)?.idTokenError == expected)
  }

  @Test(arguments: ["another", nil]) func nonceEqualsTheLoginsNonce(_ nonce: String?) async throws {
    let reason = try await PretendLogin().reason(idToken: ["nonce": nonce])
    #expect(reason?.idTokenError == .wrongNonce)
  }

  typealias Change = @Sendable (inout LoginOptions) -> Void
  private static let maximumAge: Change = { $0.maximumAge = .seconds(300) }
  private static let contexts: Change = { $0.authenticationContexts = ["urn:shop:mfa", "phr"] }
  private static let organization: Change = { $0.organization = "org_1" }
  private static let organizationName: Change = { $0.organization = "Shop" }
  private static let unchanged: Change = { _ in }

  /// The options of a login, and the claims of its token.
  @Test(
    arguments: [
      (maximumAge, ["auth_time": now - 300], nil),
      (maximumAge, ["auth_time": now - 400], .authenticatedTooLongAgo),
      (maximumAge, [:], .missingAuthenticationTime), (unchanged, ["acr": "0"], nil),
      (contexts, ["acr": "phr"], nil), (contexts, ["acr": "0"], .wrongAuthenticationContext),
      (contexts, ["acr": "urn:shop:mfa phr"], .wrongAuthenticationContext),
      (contexts, ["acr": "PHR"], .wrongAuthenticationContext),
      (contexts, ["acr": 1], .missingAuthenticationContext),
      (contexts, ["acr": NSNull()], .missingAuthenticationContext),
      (contexts, [:], .missingAuthenticationContext), (organization, ["org_id": "org_1"], nil),
      (organization, ["org_id": "org_2"], .wrongOrganization),
      (organization, [:], .wrongOrganization),
      (organizationName, ["org_name": "shop"], nil),
    ] as [(Change, [String: (any Sendable)?], IDTokenError?)])
  func optionsAreChecked(
    _ change: Change, _ claims: [String: (any Sendable)?], _ expected: IDTokenError?
  ) async throws {
    let pretend = try await PretendLogin()
    let reason = try await pretend.reason(idToken: claims, try pretend.options(change))
    #expect(reason?.idTokenError == expected)
  }

  @Test(arguments: [
    (["openid", "offline_access"], IDTokenError.missing), (["read"], nil),
  ])
  func missingIDTokenIsAnErrorIfOpenIDWasRequested(
    _ scopes: [String], _ expected: IDTokenError?
  ) async throws {
    let pretend = try await PretendLogin()
    let reason = try await pretend.reason(
      tokens: ["id_token": NSNull()], try pretend.options(scopes: scopes))
    #expect(reason?.idTokenError == expected)
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

  @Test func claimsAreTyped() async throws {
    struct Claims: Decodable, Equatable {
      let sub: String
      let roles: [String]
    }
    let pretend = try await PretendLogin()
    let custom: [String: (any Sendable)?] = [
      "name": "Ada", "email": "ada@example.com", "email_verified": "true", "picture": "p",
      "amr": ["pwd", "mfa"], "https://shop.example/tier": 3, "address": ["locality": "Oslo"],
      "roles": ["a", "b"],
    ]
    #expect(try await pretend.reason(idToken: custom) == nil)
    let claims = try #require(await pretend.session?.claims)
    #expect(claims.name == "Ada" && claims.email == "ada@example.com")
    #expect(claims.isEmailVerified == true && claims.authenticationMethods == ["pwd", "mfa"])
    #expect(claims.all["https://shop.example/tier"] == .integer(3))
    #expect(claims.expiresAt == PretendLogin.start.addingTimeInterval(3600))
    #expect(claims["address", "locality"]?.string == "Oslo" && claims["address", "x"] == nil)
    #expect(claims.decoded(as: Claims.self) == Claims(sub: "user-1", roles: ["a", "b"]))
    #expect(claims.decoded(as: [Int].self) == nil)
  }
}
