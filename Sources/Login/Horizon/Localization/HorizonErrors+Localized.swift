// Texts about a customer's account and social logins for the user of an app.

public import AuthGenRuntime
public import Foundation

/// A sentence about a customer's account or a social login.
package enum HorizonSentence: String, ErrorSentence {
  case notLinked = "description.notLinked = This account is not linked."
  case stepNotPossible = "description.stepNotPossible = This step is not possible now."

  case linkMissing = "reason.linkMissing = The link does not exist, or was removed."
  case otherStep = "reason.otherStep = The sign-in is at another step."

  case reload = "suggestion.reload = Load the page again, and try again."
  case startOver = "suggestion.startOver = Start the sign-in again."
}

extension AccountError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .request(let error): error.rateLimit == nil ? error.userText : .tooManyAttempts()
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
