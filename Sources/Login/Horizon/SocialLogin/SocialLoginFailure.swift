// Why a social login does not go on, and what can be done: the document's table, and what it leaves
// open.

import AuthGenRuntime
import HorizonAPI

/// Why a login did not go on, and what the customer or the app can do.
public struct SocialLoginFailure: Sendable {
  public enum Reason: Sendable {
    /// The server does not log the customer in. It may name an error that was not known when this
    /// code was made.
    case authentication(AuthenticationError)
    /// No verification email was sent.
    case verificationEmail(RequestSocialLinkVerificationEmailError)
    /// A call gave no answer.
    case request(RequestError)
    /// The site has not enabled the provider; nothing was sent. The site's account manager at THG
    /// can enable it.
    case providerNotEnabled(code: String, enabled: [String])
    /// The credential of Google, Facebook or Apple was made as that of another provider; nothing was
    /// sent. ``ProviderCredential`` has functions for each.
    case providerHasItsOwnCredential(code: String)
    /// The server says that the customer is logged in, and gives no token: it is not the endpoint
    /// for apps.
    case noToken
  }

  public enum Resolution: Hashable, Sendable {
    /// Authenticate with the provider again, and sign in with the new credential.
    case authenticateAgain
    /// Send the customer to the password reset, such as by `forgottenPassword`.
    case resetPassword
    /// Log in with a password, or with a provider that is linked already.
    case logIn
    /// Look into the email that was sent.
    case readEmail
    /// Solve one of the captchas, and retry with its response.
    case solveCaptcha([CaptchaOffer])
    /// Retry, now or later.
    case retry
    /// Offer the site's providers.
    case chooseAnotherProvider
    /// There is nothing that the customer can do.
    case contactSupport
  }

  public let reason: Reason
  public let resolution: Resolution
  /// What a retry calls; nil where it would be of no use.
  let call: SocialLoginCall?
  /// Where the customer can go back to: to where the call was made, if only the call failed, or else
  /// to the choice of a provider.
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
  /// What helps against an error that ends a login.
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
  /// What helps against a call that gave no answer.
  var resolution: SocialLoginFailure.Resolution {
    if let captchas = rateLimit?.captchas, !captchas.isEmpty { return .solveCaptcha(captchas) }
    return switch reason {
    case .transport, .httpStatus, .graphQL, .service, .cancelled: .retry
    case .notSent, .unknownDocument, .decoding, .interceptor: .contactSupport
    }
  }
}
