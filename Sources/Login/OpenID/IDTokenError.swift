// Why an ID token is refused.

/// An ID token that was refused. None of its claims are used, and the error contains none of them.
public enum IDTokenError: String, Error, Hashable, Sendable {
  /// The server sent none, but `openid` was requested.
  case missing = "is missing"
  /// The token is not a signed JWT, or its claims cannot be read.
  case malformed = "cannot be read"
  /// The token is unsigned, or this platform does not verify its algorithm: RS256 to RS512, PS256 to PS512
  /// and ES256 on all platforms, and ES384, ES512 and EdDSA with Ed25519 on those of Apple.
  case unsupportedAlgorithm =
    "is signed with an unsupported algorithm: choose RS256 or ES256 for the client at the provider"
  /// None of the server's keys match the token.
  case unknownKey = "is signed with an unknown key"
  case wrongSignature = "has an invalid signature"
  /// `iss` names another server.
  case wrongIssuer = "is from another issuer"
  /// `aud` does not contain this client's ID.
  case wrongAudience = "is for another client"
  /// `azp` names another client, or is missing with several audiences.
  case wrongAuthorizedParty = "was issued to another client"
  /// `exp` has passed.
  case expired = "has expired"
  /// `iat` is in the future: the clock of this device may be wrong.
  case issuedInTheFuture = "was issued in the future: check this device's clock"
  /// `nbf` is in the future.
  case notValidYet = "is not valid yet: check this device's clock"
  /// `nonce` does not match this login.
  case wrongNonce = "belongs to another login"
  /// `at_hash` does not match the access token.
  case wrongAccessTokenHash = "is for another access token"
  /// `sub` names another user than before.
  case wrongSubject = "belongs to another user"
  /// The user's last authentication is older than `max_age`.
  case authenticatedTooLongAgo = "is from a login that is too old"
  /// `auth_time` is missing, although the login has a maximum age.
  case missingAuthenticationTime =
    "has no auth_time, which a maximum age requires: the provider does not support it"
  /// `acr` is not one of the requested authentication contexts.
  case wrongAuthenticationContext = "is from a login that is too weak"
  /// `acr` is missing, although the login requests authentication contexts.
  case missingAuthenticationContext =
    "has no acr, which authentication contexts require: the provider does not support them"
  /// `auth_time` of a refreshed token differs from the session's latest ID token (OpenID Connect Core,
  /// section 12.2).
  case wrongAuthenticationTime = "is from another login than the session's"
  /// `org_id` or `org_name` does not match the requested organization.
  case wrongOrganization = "belongs to another organization"

  /// Whether only the times are invalid: the clock of this device may be wrong, or the server gives the time
  /// of a later login as `auth_time`.
  var concernsTimesOnly: Bool {
    switch self {
    case .expired, .issuedInTheFuture, .notValidYet, .wrongAuthenticationTime: true
    default: false
    }
  }
}

extension IDTokenError: CustomStringConvertible {
  public var description: String { "the ID token \(rawValue)" }
}
