// Texts about browsers, redirects and keys for the user of an app.

public import AuthGenRuntime
import AuthGenSessions
public import Foundation

extension WebAuthenticationError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .cancelled: .signInCancelled
    case .timedOut: .signInExpired
    case .unsupportedRedirectURI, .unassociatedDomain: .signInSetUp
    case .portInUse:
      .signIn(
        .signInNotOpened, reason: WebLoginSentence.addressInUse,
        suggestion: WebLoginSentence.closeOtherApps)
    case .noBrowser:
      .signIn(
        .signInNotOpened, reason: WebLoginSentence.noBrowser,
        suggestion: WebLoginSentence.installBrowser)
    case .guidedAccess:
      .signIn(
        .signInNotOpened, reason: WebLoginSentence.guidedAccess,
        suggestion: WebLoginSentence.endGuidedAccess)
    case .noWindow, .other:
      .signIn(
        .signInNotOpened, reason: RuntimeSentence.unexpected, suggestion: RuntimeSentence.tryLater)
    }
  }
}

/// All redirects that do not belong to the sign-in have one text: the differences matter to the app's
/// developer.
extension CallbackError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    .signIn(.signInNotVerified, reason: WebLoginSentence.anotherSignIn)
  }
}

extension PasskeyError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .invalidOptions, .invalidAnswer: .unexpectedResponse
    case .unsupportedAlgorithm: .signInSetUp
    }
  }
}

extension InvalidRedirectURI: LocalizedError, UserFacingError {
  package var userText: ErrorText { .signInSetUp }
}

extension DPoPKeyError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .store(let error): error.userText
    case .unusable:
      ErrorText(
        SessionSentence.savedSignInUnusable, reason: RuntimeSentence.securityKey,
        suggestion: RuntimeSentence.signInAgain)
    case .other:
      ErrorText(
        RuntimeSentence.notSent, reason: RuntimeSentence.securityKey,
        suggestion: SessionSentence.restartDevice)
    }
  }
}
