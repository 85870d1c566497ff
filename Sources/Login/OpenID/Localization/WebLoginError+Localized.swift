// Texts about logins at OpenID Connect providers for the user of an app.

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
public import Foundation
import OpenIDAPI

extension WebLoginError: LocalizedError, UserFacingError {
  package var userText: ErrorText { isFromLogout ? reason.logoutText : reason.userText }
}

extension WebLoginError.Reason {
  fileprivate var logoutText: ErrorText {
    switch self {
    case .cancelled, .browser(.timedOut), .callback, .browser(.cancelled):
      ErrorText(
        OpenIDSentence.signOutNotFinished, reason: OpenIDSentence.signOutPage,
        suggestion: OpenIDSentence.signOutAgain)
    default: userText
    }
  }

  fileprivate var userText: ErrorText {
    switch self {
    case .cancelled: .signInCancelled
    case .insecureEndpoint, .reservedParameter, .missingScope, .noRedirectURI, .sharedRedirectURI:
      .signInSetUp
    case .unsuitableProvider, .unsupported, .signedUserInfo:
      ErrorText(
        RuntimeSentence.notCompleted, reason: OpenIDSentence.unsupported,
        suggestion: RuntimeSentence.updateApp)
    case .noRandomBytes: .noRandomBytes
    case .browser(let error): error.userText
    case .callback(let error): error.userText
    case .noSuchAttempt: .signInExpired
    case .denied(let why): why.code.userText
    case .secondFactor: .secondFactor
    case .wrongCode:
      ErrorText(
        OpenIDSentence.codeRefused, reason: OpenIDSentence.wrongOrOldCode,
        suggestion: OpenIDSentence.requestCode)
    // The provider's message is for developers, so only its code counts here.
    case .refused(let error): error.code?.userText ?? .signInRefused
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

extension OpenIDErrorCode {
  fileprivate var userText: ErrorText {
    switch self {
    case .invalidGrant, .invalidToken, .expiredToken: .signInExpired
    case .accessDenied: .signInDeclined
    case .unauthorized, .blockedUser: .accountRefused
    case .tooManyAttempts, .tooManyRequests, .slowDown: .tooManyAttempts()
    case .serverError, .temporarilyUnavailable: .serviceUnavailable()
    case .loginRequired, .consentRequired, .interactionRequired, .accountSelectionRequired,
      .unmetAuthenticationRequirements, .mfaRequired, .associationRequired, .requiresVerification:
      .secondFactor
    case .invalidRequest, .invalidClient, .unauthorizedClient, .unsupportedGrantType, .invalidScope,
      .unsupportedResponseType, .invalidTarget, .invalidRequestUri, .invalidRequestObject,
      .requestNotSupported, .requestUriNotSupported, .registrationNotSupported:
      ErrorText(
        RuntimeSentence.notCompleted, reason: RuntimeSentence.appSetUp,
        suggestion: RuntimeSentence.updateApp)
    default: .signInRefused
    }
  }
}

extension IDTokenError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    // Tokens are verified when they arrive. A time that is invalid then means that a clock is wrong.
    case .expired, .issuedInTheFuture, .notValidYet:
      .signIn(
        .signInNotVerified, reason: OpenIDSentence.wrongClock,
        suggestion: RuntimeSentence.checkClock)
    case .authenticatedTooLongAgo: .signIn(.signInExpired, reason: OpenIDSentence.oldSignIn)
    case .wrongAuthenticationContext: .secondFactor
    case .unsupportedAlgorithm, .missingAuthenticationTime, .missingAuthenticationContext:
      ErrorText(
        RuntimeSentence.notCompleted, reason: OpenIDSentence.unsupported,
        suggestion: RuntimeSentence.updateApp)
    case .missing, .malformed: .unexpectedResponse
    case .wrongSubject: .anotherAccount
    case .wrongOrganization:
      ErrorText(
        OpenIDSentence.anotherAccount, reason: OpenIDSentence.anotherOrganization,
        suggestion: OpenIDSentence.useOrganization)
    case .unknownKey, .wrongSignature, .wrongIssuer, .wrongAudience, .wrongAuthorizedParty,
      .wrongNonce, .wrongAccessTokenHash, .wrongAuthenticationTime:
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

/// A sentence about a login at an OpenID Connect provider.
package enum OpenIDSentence: String, ErrorSentence {
  case anotherAccount = "description.anotherAccount = You signed in with another account."
  case codeRefused = "description.codeRefused = The code was not accepted."
  case signOutNotFinished = "description.signOutNotFinished = The browser may still be signed in."

  case anotherOrganization =
    "reason.anotherOrganization = The account belongs to another organization."
  case oldSignIn = "reason.oldSignIn = Your last sign-in was too long ago."
  case previousAccount =
    "reason.previousAccount = The app expects the account that you used before."
  case signOutPage =
    "reason.signOutPage = The sign-out page was closed, or did not return to the app."
  case unsupported = "reason.unsupported = The service does not support this."
  case wrongClock = "reason.wrongClock = The clock of the device may be wrong."
  case wrongOrOldCode = "reason.wrongOrOldCode = It is wrong, too old, or was already used."

  case requestCode = "suggestion.requestCode = Check the code, or request another one."
  case signOutAgain =
    "suggestion.signOutAgain = Sign out again, and leave the page open until the app shows that it is done."
  case useOrganization =
    "suggestion.useOrganization = Sign in with an account of the requested organization."
  case usePreviousAccount =
    "suggestion.usePreviousAccount = Sign in with the account that you used before."
}
