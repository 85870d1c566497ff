// Texts about a customer's account and social logins for the user of an app.

public import AuthGenRuntime
import AuthGenSessions
public import Foundation
public import HorizonAPI

extension AccountError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .request(let error): error.horizonText
    case .notSignedIn: .signedOut
    case .noSuchLink:
      ErrorText(
        HorizonSentence.notLinked, reason: HorizonSentence.linkMissing,
        suggestion: HorizonSentence.reload)
    }
  }
}

extension IllegalTransition: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    ErrorText(
      HorizonSentence.stepNotPossible, reason: HorizonSentence.otherStep,
      suggestion: HorizonSentence.startOver)
  }
}

/// What happened is a sentence about ``SocialLoginFailure/reason-swift.property``, and what the customer can
/// do is that of ``SocialLoginFailure/resolution-swift.property``.
extension SocialLoginFailure: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .authentication(let error): error.userText(resolution)
    case .verificationEmail(let error): error.userText(resolution)
    case .request(let error):
      if case .solveCaptcha = resolution {
        ErrorText(
          RuntimeSentence.tooManyAttempts, reason: RuntimeSentence.limitReached,
          suggestion: resolution.sentence)
      } else {
        error.horizonText
      }
    case .providerNotEnabled:
      ErrorText(
        HorizonSentence.providerNotAvailable, reason: HorizonSentence.providerNotEnabled,
        suggestion: resolution.sentence)
    case .providerHasItsOwnCredential: .appSetUp
    case .noToken: .unexpectedResponse
    case .notStored(let error): error.userText
    }
  }
}

extension SocialLoginFailure.Resolution {
  /// What the customer can do.
  var sentence: any ErrorSentence {
    switch self {
    case .completeForm: HorizonSentence.completeForm
    case .requestEmail: HorizonSentence.requestEmail
    case .authenticateAgain: HorizonSentence.authenticateAgain
    case .resetPassword: HorizonSentence.resetPassword
    case .logIn: HorizonSentence.usePassword
    case .readEmail: HorizonSentence.readEmail
    case .solveCaptcha: HorizonSentence.solveCaptcha
    case .retry: RuntimeSentence.tryAgain
    case .contactAccountManager: HorizonSentence.useAnotherProvider
    case .contactSupport: RuntimeSentence.updateApp
    }
  }
}

extension AuthenticationError: LocalizedError, UserFacingError {
  package var userText: ErrorText { userText(resolution) }

  fileprivate func userText(_ resolution: SocialLoginFailure.Resolution) -> ErrorText {
    let description: HorizonSentence =
      switch self {
      case .accountExists: .accountExists
      case .accountLocked: .accountLocked
      case .alreadyUsedToken: .signInUsed
      case .emailVerificationSent: .addressNotConfirmed
      case .expiredToken: .signInTooLong
      case .failedLogin: .wrongPassword
      case .invalidData: .informationMissing
      case .invalidPassword: .passwordNotAccepted
      case .invalidToken: .providerResponseInvalid
      case .socialLinkPending: .approvalMissing
      case .unknown: .notSignedIn
      }
    return ErrorText(
      description, reason: HorizonSentence.signInNotAccepted, suggestion: resolution.sentence)
  }
}

extension RequestSocialLinkVerificationEmailError: LocalizedError, UserFacingError {
  package var userText: ErrorText { userText(resolution) }

  fileprivate func userText(_ resolution: SocialLoginFailure.Resolution) -> ErrorText {
    let reason: any ErrorSentence =
      switch self {
      case .invalidToken: HorizonSentence.signInTooOld
      case .unknown: RuntimeSentence.refused
      }
    return ErrorText(
      HorizonSentence.emailNotSent, reason: reason, suggestion: resolution.sentence)
  }
}

extension ForgottenPasswordError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .userNotFound:
      ErrorText(
        HorizonSentence.emailNotSent, reason: HorizonSentence.accountMissing,
        suggestion: RuntimeSentence.checkInput)
    case .unknownError, .unknown:
      ErrorText(
        HorizonSentence.emailNotSent, reason: RuntimeSentence.refused,
        suggestion: RuntimeSentence.tryLater)
    }
  }
}

extension RequestError {
  /// Horizon reports too many attempts in the extensions of its errors.
  fileprivate var horizonText: ErrorText { rateLimit == nil ? userText : .tooManyAttempts() }
}
