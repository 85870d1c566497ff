// Why an ID token is not believed.

/// An ID token that is not believed. Nothing of it was used, and nothing of it is in here.
public enum IDTokenError: Error, Hashable, Sendable {
  /// The server gave none, though `openid` was asked for.
  case missing
  /// It is no signed JWT, or its claims cannot be read.
  case malformed
  /// It is signed by another algorithm than RS256 and ES256, or by none.
  case unsupportedAlgorithm
  /// None of the server's keys can have signed it.
  case unknownKey
  case wrongSignature
  /// `iss` is another server's.
  case wrongIssuer
  /// `aud` does not have this client's ID.
  case wrongAudience
  /// `azp` is another client's, or is missing where there are several audiences.
  case wrongAuthorizedParty
  /// `exp` is over.
  case expired
  /// `iat` has not come yet: the clock of this device may be wrong.
  case issuedInTheFuture
  /// `nbf` has not come yet.
  case notValidYet
  /// `nonce` is not that of this login.
  case wrongNonce
  /// `at_hash` is not that of the access token.
  case wrongAccessTokenHash
  /// `sub` is another user's than before.
  case wrongSubject
  /// The user showed who they are longer ago than `max_age` allows, or `auth_time` is missing.
  case authenticatedTooLongAgo
  /// `org_id` or `org_name` is another organization's than the one asked for.
  case wrongOrganization
}

extension IDTokenError: CustomStringConvertible {
  public var description: String {
    let what =
      switch self {
      case .missing: "is missing"
      case .malformed: "cannot be read"
      case .unsupportedAlgorithm: "is not signed by RS256 or ES256"
      case .unknownKey: "is signed by none of the server's keys"
      case .wrongSignature: "is not what was signed"
      case .wrongIssuer: "is by another issuer"
      case .wrongAudience: "is for another client"
      case .wrongAuthorizedParty: "was given to another client"
      case .expired: "has expired"
      case .issuedInTheFuture: "is of the future: check this device's clock"
      case .notValidYet: "is not valid yet: check this device's clock"
      case .wrongNonce: "is of another login"
      case .wrongAccessTokenHash: "is for another access token"
      case .wrongSubject: "is of another user"
      case .authenticatedTooLongAgo: "is of a login too long ago"
      case .wrongOrganization: "is of another organization"
      }
    return "the ID token \(what)"
  }
}
