// Verification of ID tokens (OpenID Connect Core, section 3.1.3.7).

import AuthGenCryptography
package import AuthGenRuntime
package import AuthGenSessions
import AuthGenWebLogin
package import Foundation
import OpenIDAPI

/// Verifies ID tokens.
package struct IDTokenValidator: Sendable {
  /// The expected values for the ID token of a login or a refresh.
  package struct Expectation: Codable, Sendable {
    package var accessToken: Secret?
    /// The nonce of the login; nil for a refresh, whose token need not contain one.
    package var nonce: Secret?
    package var subject: String?
    /// The issuer of the session's latest ID token, for a refresh.
    package var issuer: String?
    /// The nonce of the session's latest ID token, for a refresh, or of an exchanged token. The new token may
    /// omit it, but cannot have another.
    package var earlierNonce: String?
    /// `auth_time` of the session's latest ID token, for a refresh.
    package var authenticatedAt: Date?
    package var maximumAge: Duration?
    /// The accepted authentication contexts; empty for any.
    package var authenticationContexts: [String] = []
    package var organization: String?
  }

  package enum Failure: Error {
    case token(IDTokenError)
    case keys(SigningKeys.Failure)
  }

  private let issuers: IssuerRule
  private let clientID: String
  private let keys: SigningKeys
  private let now: @Sendable () -> Date
  /// The allowed difference between clocks, in seconds.
  private let leeway: TimeInterval

  /// Creates a validator for one issuer and client.
  ///
  /// - Parameters:
  ///   - issuer: the exact value of `iss`; with tenants, a template.
  ///   - tenants: the accepted tenants. Default: nil, for one issuer.
  ///   - leeway: the allowed difference between clocks, in seconds, from 0 to
  ///     ``OpenIDLogin/maximumLeeway``. Default: 60.
  package init(
    issuer: String, tenants: Tenants? = nil, clientID: String, keys: SigningKeys,
    leeway: TimeInterval = 60,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    issuers = IssuerRule(issuer: issuer, tenants: tenants)
    self.clientID = clientID
    self.keys = keys
    self.leeway = min(max(leeway, 0), OpenIDLogin.maximumLeeway)
    self.now = now
  }

  /// Verifies a token and returns its claims.
  ///
  /// - Parameter clockLead: how far the device's clock is ahead of the server's, in seconds. Default: 0.
  package func claims(
    of token: Secret, _ expectation: Expectation, clockLead: TimeInterval = 0
  ) async throws(Failure) -> IDTokenClaims {
    guard let token = JSONWebToken(token) else { throw .token(.malformed) }
    try await checkSignature(of: token)
    return try Result(catching: { () throws(IDTokenError) in
      try claims(ofVerified: token, expectation, clockLead: clockLead)
    }).mapError(Failure.token).get()
  }

  /// Verifies the claims of a token whose signature is verified.
  package func claims(
    ofVerified token: JSONWebToken, _ expectation: Expectation, clockLead: TimeInterval = 0
  ) throws(IDTokenError) -> IDTokenClaims {
    guard let claims = IDTokenClaims(unverified: token) else { throw .malformed }
    guard issuers.accepts(claims.issuer, tenant: claims["tid"]?.string) else { throw .wrongIssuer }
    let now = now().addingTimeInterval(-clockLead)
    let algorithm = SignatureAlgorithm(rawValue: token.header.alg)
    try check(claims, expectation, algorithm?.hash ?? .sha256, at: now)
    try check(claims, expectation.authenticationContexts)
    try check(claims, expectation.organization)
    // The times are checked last: an error about them means that everything else is valid.
    try checkTimes(claims, expectation, at: now)
    return claims
  }

  private func checkSignature(of token: JSONWebToken) async throws(Failure) {
    guard let algorithm = SignatureAlgorithm(rawValue: token.header.alg), algorithm.isSupported
    else {
      throw .token(.unsupportedAlgorithm)
    }
    // The same key may sign other JWTs, such as access tokens, which are not ID tokens.
    guard token.header.crit == nil,
      token.header.typ.map({ ExactString($0.uppercased()) == "JWT" }) ?? true
    else { throw .token(.malformed) }
    let claims = token.claims
    let candidates = try await Result { () async throws(SigningKeys.Failure) in
      try await keys.candidates(
        for: algorithm, id: token.header.kid,
        where: { [issuers] in
          issuers.serves($0.issuer, claims?["iss"]?.string, tenant: claims?["tid"]?.string)
        },
        unless: { !$0.isValid(token.signature, of: token.signingInput, by: algorithm) })
    }.mapError(Failure.keys).get()
    guard !candidates.isEmpty else { throw .token(.unknownKey) }
    guard
      candidates.contains(where: {
        $0.isValid(token.signature, of: token.signingInput, by: algorithm)
      })
    else { throw .token(.wrongSignature) }
  }

  private func checkTimes(
    _ claims: IDTokenClaims, _ expectation: Expectation, at now: Date
  ) throws(IDTokenError) {
    guard claims.expiresAt.addingTimeInterval(leeway) > now else { throw .expired }
    guard claims.issuedAt.addingTimeInterval(-leeway) <= now else { throw .issuedInTheFuture }
    guard claims.notBefore.map({ $0.addingTimeInterval(-leeway) <= now }) ?? true else {
      throw .notValidYet
    }
    if let time = claims.authenticatedAt, let earlier = expectation.authenticatedAt {
      guard time == earlier else { throw .wrongAuthenticationTime }
    }
  }

  private func check(
    _ claims: IDTokenClaims, _ expectation: Expectation, _ hash: HashFunction, at now: Date
  ) throws(IDTokenError) {
    guard claims.audience.contains(where: clientID.hasSameBytes) else { throw .wrongAudience }
    guard claims.authorizedParty.map(clientID.hasSameBytes) ?? (claims.audience.count == 1)
    else { throw .wrongAuthorizedParty }
    if let nonce = expectation.nonce {
      guard claims.nonce.map(nonce.reveal().hasSameBytes) == true else { throw .wrongNonce }
    }
    if let nonce = claims.nonce, let earlier = expectation.earlierNonce {
      guard nonce.hasSameBytes(as: earlier) else { throw .wrongNonce }
    }
    if let expected = claims.accessTokenHash, let token = expectation.accessToken {
      // The left half of the hash by the token's algorithm (OpenID Connect Core, section 3.1.3.6).
      let digest = hash.digest(of: Array(token.reveal().utf8))
      let half = digest.prefix(digest.count / 2)
      guard expected.hasSameBytes(as: Base64URL.encode(half)) else { throw .wrongAccessTokenHash }
    }
    guard !claims.subject.isEmpty else { throw .malformed }
    if let subject = expectation.subject {
      guard claims.subject.hasSameBytes(as: subject) else { throw .wrongSubject }
    }
    if let issuer = expectation.issuer {
      guard claims.issuer.hasSameBytes(as: issuer) else { throw .wrongIssuer }
    }
    if let maximumAge = expectation.maximumAge {
      let seconds = TimeInterval(maximumAge.components.seconds) + leeway
      guard let time = claims.authenticatedAt else { throw .missingAuthenticationTime }
      guard now.timeIntervalSince(time) <= seconds else { throw .authenticatedTooLongAgo }
    }
  }

  /// Checks the authentication context (OpenID Connect Core, section 3.1.3.7, step 12).
  private func check(
    _ claims: IDTokenClaims, _ authenticationContexts: [String]
  ) throws(IDTokenError) {
    guard !authenticationContexts.isEmpty else { return }
    guard let context = claims.authenticationContext else { throw .missingAuthenticationContext }
    guard authenticationContexts.contains(where: context.hasSameBytes) else {
      throw .wrongAuthenticationContext
    }
  }

  /// Checks the organization by its ID, which begins with `org_`, or by its name, which is case-insensitive.
  private func check(
    _ claims: IDTokenClaims, _ organization: String?
  ) throws(IDTokenError) {
    guard let organization else { return }
    let isRight =
      organization.hasPrefix("org_")
      ? claims.organizationID.map(organization.hasSameBytes) == true
      : claims.organizationName?.lowercased().hasSameBytes(as: organization.lowercased()) == true
    guard isRight else { throw .wrongOrganization }
  }
}

extension IDTokenValidator.Expectation {
  /// Creates an expectation. The other values can be set afterwards.
  package init(nonce: Secret?) {
    self.init(accessToken: nil, nonce: nonce)
  }
}
