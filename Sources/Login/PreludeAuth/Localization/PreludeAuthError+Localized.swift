// Texts about Prelude logins for the user of an app.

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
public import Foundation
import PreludeAPI

/// A sentence about a login at Prelude.
package enum PreludeSentence: String, ErrorSentence {
  case addressOfAnotherUser =
    "description.addressOfAnotherUser = This address belongs to another user."
  case wrongCode = "description.wrongCode = The code is wrong."

  case oneUserPerAddress = "reason.oneUserPerAddress = An address can belong to one user only."
  case unknownCode = "reason.unknownCode = It is not the code that was sent to you."

  case enterCodeAgain = "suggestion.enterCodeAgain = Check the code, and enter it again."
  case useAnotherAddress =
    "suggestion.useAnotherAddress = Sign in as that user, or use another address."
}

extension PreludeAuthError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch self {
    case .cancelled: .signInCancelled
    case .conflict: .signInInProgress
    case .invalidConfiguration, .insecureEndpoint, .missingKey: .signInSetUp
    case .addressInUse:
      ErrorText(
        PreludeSentence.addressOfAnotherUser, reason: PreludeSentence.oneUserPerAddress,
        suggestion: PreludeSentence.useAnotherAddress)
    case .expiredChallengeToken: .signInExpired
    case .superseded: .superseded
    case .rateLimited: .tooManyAttempts()
    case .invalidOTPCode:
      ErrorText(
        PreludeSentence.wrongCode, reason: PreludeSentence.unknownCode,
        suggestion: PreludeSentence.enterCodeAgain)
    case .accessDenied: .signInDeclined
    case .refused(let code): code.userText
    case .request(let error): error.userText
    case .browser(let error): error.userText
    case .callback(let error): error.userText
    case .unexpectedResponse: .unexpectedResponse
    case .noRandomBytes: .noRandomBytes
    case .key(let error): error.userText
    case .notLoggedIn: .signedOut
    case .unavailable(let why): why.userText
    case .notStored(let error): .notStored(error)
    }
  }
}

extension PreludeErrorCode {
  fileprivate var userText: ErrorText {
    switch self {
    case .invalidRedirectUri, .oauthProviderNotConfigured, .oauthProviderDisabled, .noLoginConfig:
      .signInSetUp
    case .authBlocked, .suspendedAccount: .accountRefused
    case .rateLimited, .tooManyRequests: .tooManyAttempts()
    case .internal: .serviceUnavailable()
    case .unauthorized, .tokenReused, .invalidChallengeToken, .expiredChallengeToken:
      .signInExpired
    default: .signInRefused
    }
  }
}
