// Texts about sign-ins with Apple for the user of an app.

public import AuthGenRuntime
import AuthGenWebLogin
public import Foundation

/// A sentence about a sign-in with Apple.
package enum AppleSentence: String, ErrorSentence {
  case appleAccount = "reason.appleAccount = The device may have no Apple Account."

  case checkAppleAccount =
    "suggestion.checkAppleAccount = Check your Apple Account in the settings of the device, and try again."
}

extension AppleSignInError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .cancelled: .signInCancelled
    case .failed: .signIn(.signInRefused, reason: RuntimeSentence.unexpected)
    case .notHandled, .notInteractive: .signInSetUp
    case .other:
      .signIn(
        .signInNotOpened, reason: AppleSentence.appleAccount,
        suggestion: AppleSentence.checkAppleAccount)
    case .invalidResponse, .noIdentityToken: .unexpectedResponse
    case .wrongNonce: .signIn(.signInNotVerified, reason: WebLoginSentence.anotherSignIn)
    case .alreadyUsed: .signInExpired
    case .noRandomBytes: .noRandomBytes
    }
  }
}
