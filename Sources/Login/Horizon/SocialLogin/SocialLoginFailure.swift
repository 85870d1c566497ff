// Why a social login fails, and the next step: the table in Horizon's documentation, with additions.

public import AuthGenRuntime
public import HorizonAPI

/// The reason why a login failed, and the next step for the customer or the app.
public struct SocialLoginFailure: Sendable {
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
    /// The credential of Google, Facebook or Apple was created with the function for other
    /// providers; nothing was sent. Use the provider's own function of ``ProviderCredential``.
    case providerHasItsOwnCredential(code: String)
    /// The server reports a successful login, but sends no token: the endpoint is not the one for apps.
    case noToken
  }

  public enum Resolution: Hashable, Sendable {
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
    /// Offer the site's providers.
    case chooseAnotherProvider
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

extension AuthenticationError {
  /// The next step after an error that ends a login.
  var resolution: SocialLoginFailure.Resolution {
    switch self {
    case .invalidToken, .expiredToken, .alreadyUsedToken, .invalidData: .authenticateAgain
    case .accountLocked: .resetPassword
    case .accountExists, .failedLogin, .socialLinkPending: .logIn
    case .emailVerificationSent: .readEmail
    case .invalidPassword, .unknown: .contactSupport
    }
  }
}

extension RequestError {
  /// The next step after a failed call.
  var resolution: SocialLoginFailure.Resolution {
    if let captchas = rateLimit?.captchas, !captchas.isEmpty { return .solveCaptcha(captchas) }
    return switch reason {
    case .transport, .httpStatus, .graphQL, .service, .cancelled: .retry
    case .notSent, .unknownDocument, .decoding, .interceptor: .contactSupport
    }
  }
}
