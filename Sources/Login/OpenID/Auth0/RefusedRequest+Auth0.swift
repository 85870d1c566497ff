// What Auth0 says of a refused request beyond the standards.

import AuthGenRuntime
import OpenIDAPI

extension RefusedRequest {
  /// Shows that the first factor was right, if Auth0 requires a second one (`mfa_required`).
  public var mfaToken: Secret? { body.decoded(as: Secret.self, at: "mfa_token") }

  /// The second factors that the user can show or set up, if Auth0 requires one.
  public var mfaRequirements: MFARequirements? {
    body.decoded(as: MFARequirements.self, at: "mfa_requirements")
  }

  /// The second factors of a user.
  public struct MFARequirements: Decodable, Hashable, Sendable {
    /// Those that the user has set up.
    public let challenge: [Factor]?
    /// Those that the user can set up.
    public let enroll: [Factor]?

    public struct Factor: Decodable, Hashable, Sendable {
      /// Such as `otp`, `phone` or `push-notification`.
      public let type: String
    }
  }
}

/// Error codes that only Auth0 sends.
extension OpenIDErrorCode {
  /// A second factor is required.
  public static let mfaRequired = Self(graphQLName: "mfa_required")
  /// The second factor that was asked for is not supported.
  public static let unsupportedChallengeType = Self(graphQLName: "unsupported_challenge_type")
  /// The user must set up a second factor.
  public static let associationRequired = Self(graphQLName: "association_required")
  /// The user is blocked, or a rule refused the login.
  public static let unauthorized = Self(graphQLName: "unauthorized")
  /// The password was wrong too often.
  public static let tooManyAttempts = Self(graphQLName: "too_many_attempts")
  /// The password is known from a leak.
  public static let passwordLeaked = Self(graphQLName: "password_leaked")
  public static let tooManyRequests = Self(graphQLName: "too_many_requests")
  public static let blockedUser = Self(graphQLName: "blocked_user")
  public static let requiresVerification = Self(graphQLName: "requires_verification")
}
