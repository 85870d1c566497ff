// Texts about logins at OpenID Connect providers for the user of an app.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OpenIDAPI

extension WebLoginError: LocalizedError, UserFacingError {
  package var userText: ErrorText { reason.userText }
}

extension WebLoginError.Reason {
  fileprivate var userText: ErrorText {
    switch self {
    case .cancelled: .signInCancelled
    case .conflict: .signInInProgress
    case .insecureEndpoint, .reservedParameter, .missingScope: .signInSetUp
    case .unsuitableProvider, .unsupported:
      ErrorText(
        RuntimeSentence.notCompleted, reason: OpenIDSentence.unsupported,
        suggestion: RuntimeSentence.updateApp)
    case .noRandomBytes: .noRandomBytes
    case .browser(let error): error.userText
    case .callback(let error): error.userText
    case .noSuchAttempt: .signInExpired
    case .denied(let why): why.userText
    case .refused(let error): error.userText
    case .request(let error): error.userText
    case .wrongTokenType: .unexpectedResponse
    case .key(let error): error.userText
    case .idToken(let error): error.userText
    case .wrongUser: .anotherAccount
    case .notSignedIn: .signedOut
    case .unavailable(let why): why.userText
    }
  }
}

extension DeniedLogin {
  fileprivate var userText: ErrorText {
    switch self {
    case .accessDenied: .signInDeclined
    case .invalidRequest, .unauthorizedClient, .unsupportedResponseType, .invalidScope:
      .signInSetUp
    case .serverError, .temporarilyUnavailable: .serviceUnavailable()
    case .loginRequired, .consentRequired, .interactionRequired, .accountSelectionRequired:
      .secondFactor
    case .unauthorized: .accountRefused
    case .other: .signInRefused
    }
  }
}

/// The provider's message is for developers, so only its code counts here.
extension RefusedRequest {
  fileprivate var userText: ErrorText {
    switch code {
    case .invalidGrant, .invalidToken: .signInExpired
    case .accessDenied: .signInDeclined
    case .unauthorized, .blockedUser: .accountRefused
    case .tooManyAttempts, .tooManyRequests: .tooManyAttempts()
    case .serverError, .temporarilyUnavailable: .serviceUnavailable()
    case .loginRequired, .consentRequired, .interactionRequired, .mfaRequired,
      .associationRequired, .requiresVerification:
      .secondFactor
    default: .signInRefused
    }
  }
}

extension IDTokenError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    // Tokens are checked when they arrive, so one that is not valid yet, or no longer, shows a wrong clock.
    case .expired, .issuedInTheFuture, .notValidYet:
      .signIn(
        .signInNotVerified, reason: OpenIDSentence.wrongClock,
        suggestion: RuntimeSentence.checkClock)
    case .authenticatedTooLongAgo: .signIn(.signInExpired, reason: OpenIDSentence.oldSignIn)
    case .wrongAuthenticationContext: .secondFactor
    case .wrongSubject: .anotherAccount
    case .wrongOrganization:
      ErrorText(
        OpenIDSentence.anotherAccount, reason: OpenIDSentence.anotherOrganization,
        suggestion: OpenIDSentence.useOrganization)
    case .missing, .malformed, .unsupportedAlgorithm, .unknownKey, .wrongSignature, .wrongIssuer,
      .wrongAudience, .wrongAuthorizedParty, .wrongNonce, .wrongAccessTokenHash:
      .signIn(.signInNotVerified, reason: WebLoginSentence.anotherSignIn)
    }
  }
}

extension ErrorText {
  fileprivate static var anotherAccount: ErrorText {
    ErrorText(
      OpenIDSentence.anotherAccount, reason: OpenIDSentence.previousAccount,
      suggestion: OpenIDSentence.usePreviousAccount)
  }
}
