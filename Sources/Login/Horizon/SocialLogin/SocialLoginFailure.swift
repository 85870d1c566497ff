// Why a social login fails, and the next step: the error reference of Horizon's documentation, with
// additions.
//
//     INVALID_DATA            completeForm         display the form, collect the data, retry
//     SOCIAL_LINK_PENDING     requestEmail         send a verification email
//     INVALID_TOKEN           authenticateAgain    authenticate with the provider again
//     EXPIRED_TOKEN           authenticateAgain    authenticate with the provider again
//     ACCOUNT_LOCKED          resetPassword        direct the user to the password reset

public import AuthGenRuntime
public import AuthGenSessions
public import HorizonAPI

/// The reason why a login failed, and the next step for the customer or the app. It has sentences for the
/// customer:
///
/// ```swift
/// show(failure.localizedDescription, failure.recoverySuggestion ?? "")
/// ```
public struct SocialLoginFailure: Error, Sendable {
  public enum Reason: Sendable {
    /// The server refuses the login. The error may be newer than this code.
    case authentication(AuthenticationError)
    /// No verification email was sent.
    case verificationEmail(RequestSocialLinkVerificationEmailError)
    /// A call failed.
    case request(RequestError)
    /// The site has not enabled the provider; nothing was sent. The site's account manager at THG
    /// can enable it.
    case providerNotEnabled(code: String, enabled: [String])
    /// The credential of Google, Facebook or Apple was created with another function; nothing was sent.
    /// Use the provider's own function of ``ProviderCredential``.
    case providerHasItsOwnCredential(code: String)
    /// The server reports a successful login, but sends no token: the endpoint is not the one for apps.
    case noToken
    /// The account was removed from this device during the login. The session is ended on the server (best
    /// effort).
    case notStored(StoreError)
  }

  public enum Resolution: Hashable, Sendable {
    /// Show the form, and send its answers.
    case completeForm
    /// Send the owner of the account a verification email.
    case requestEmail
    /// Authenticate with the provider again, and sign in with the new credential.
    case authenticateAgain
    /// Send the customer to the password reset, for example with `forgottenPassword`.
    case resetPassword
    /// Log in with a password, or with a provider that is already linked.
    case logIn
    /// Read the email that was sent.
    case readEmail
    /// Solve one of the captchas, and retry with its response.
    case solveCaptcha([CaptchaOffer])
    /// Retry, now or later.
    case retry
    /// Offer the site's providers. The site's account manager at THG can enable this one.
    case contactAccountManager
    /// The customer cannot fix this.
    case contactSupport
  }

  public let reason: Reason
  public let resolution: Resolution
  /// The call that a retry makes; nil if a retry cannot help.
  let call: SocialLoginCall?
  /// The state that the customer can go back to. If only the call failed, it is the state before
  /// the call; otherwise it is the choice of a provider.
  public let origin: SocialLoginState

  public init(
    reason: Reason, resolution: Resolution, call: SocialLoginCall? = nil, origin: SocialLoginState
  ) {
    self.reason = reason
    self.resolution = resolution
    self.call = call
    self.origin = origin
  }

  /// Whether the same call can be made again.
  public var canRetry: Bool { call != nil }
}

/// Its origin has the customer's answers and data.
extension SocialLoginFailure: RedactedDescription {
  public var description: String { "failed social login: \(reason)" }
}

extension AuthenticationError {
  /// The next step after this error, by the error reference of Horizon's documentation. A login whose
  /// response lacks the form, or the token for an email, fails with another one.
  public var resolution: SocialLoginFailure.Resolution {
    switch self {
    case .invalidData: .completeForm
    case .socialLinkPending: .requestEmail
    case .invalidToken, .expiredToken, .alreadyUsedToken: .authenticateAgain
    case .accountLocked: .resetPassword
    case .accountExists, .failedLogin: .logIn
    case .emailVerificationSent: .readEmail
    case .invalidPassword, .unknown: .contactSupport
    }
  }

  /// The next step after this error if it ends the login: there is no form and no token for an email.
  var resolutionOfAnEnd: SocialLoginFailure.Resolution {
    switch self {
    case .invalidData: .authenticateAgain
    case .socialLinkPending: .logIn
    default: resolution
    }
  }
}

extension RequestSocialLinkVerificationEmailError {
  /// The next step after this error.
  public var resolution: SocialLoginFailure.Resolution {
    switch self {
    case .invalidToken: .authenticateAgain
    case .unknown: .contactSupport
    }
  }
}

extension RequestError {
  /// The next step after a failed call.
  var resolution: SocialLoginFailure.Resolution {
    if let captchas = rateLimit?.captchas, !captchas.isEmpty { return .solveCaptcha(captchas) }
    return switch reason {
    case .transport, .httpStatus, .graphQL, .service, .cancelled: .retry
    case .superseded: .authenticateAgain
    case .notSent, .unknownDocument, .decoding, .interceptor: .contactSupport
    }
  }
}
