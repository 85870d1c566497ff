// Auth0's additions to the errors of refused requests.

import AuthGenRuntime
public import OpenIDAPI

extension RefusedRequest {
  /// Proves that the first factor was correct, if Auth0 requires a second one (`mfa_required`).
  var mfaToken: Secret? { body.decoded(as: Secret.self, at: "mfa_token") }

  /// The second factors that the user can use or set up, if Auth0 requires one.
  var mfaRequirements: SecondFactor.Requirements? {
    body.decoded(as: SecondFactor.Requirements.self, at: "mfa_requirements")
  }
}

/// Error codes that only Auth0 sends.
extension OpenIDErrorCode {
  /// A second factor is required.
  public static let mfaRequired = Self(graphQLName: "mfa_required")
  /// The requested second factor is not supported.
  public static let unsupportedChallengeType = Self(graphQLName: "unsupported_challenge_type")
  /// The user must set up a second factor.
  public static let associationRequired = Self(graphQLName: "association_required")
  /// The user is blocked, or a rule refused the login.
  public static let unauthorized = Self(graphQLName: "unauthorized")
  /// Too many attempts with a wrong password.
  public static let tooManyAttempts = Self(graphQLName: "too_many_attempts")
  /// The password is part of a known leak.
  public static let passwordLeaked = Self(graphQLName: "password_leaked")
  public static let tooManyRequests = Self(graphQLName: "too_many_requests")
  public static let blockedUser = Self(graphQLName: "blocked_user")
  public static let requiresVerification = Self(graphQLName: "requires_verification")
}
