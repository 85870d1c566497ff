// Texts about Ory logins for the user of an app.

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
public import Foundation

/// A sentence about a login at Ory.
package enum OrySentence: String, ErrorSentence {
  case accountCreated = "description.accountCreated = Your account was created."

  case alreadySignedIn = "reason.alreadySignedIn = The service considers you signed in already."
  case newAccount = "reason.newAccount = A new account has to sign in once."
  case refusedInput = "reason.refusedInput = The service did not accept what you entered."
  case otherUser =
    "reason.otherUser = Another account is signed in now, or was used."
}

extension OryLoginError: LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .cancelled: .signInCancelled
    case .browser(let error): error.userText
    case .insecurePage, .noRedirectURI, .sharedRedirectURI, .returnToForbidden, .browserRequired,
      .codeRequired, .noExchangeCode:
      .signInSetUp
    case .callback(let error): error.userText
    case .errorInCallback: .signInDeclined
    case .alreadyFinished, .expired, .unknownCode: .signInExpired
    // The app shows the messages themselves: they are the server's text.
    case .refused, .incomplete:
      .signIn(
        .signInRefused, reason: OrySentence.refusedInput, suggestion: RuntimeSentence.checkInput)
    case .registeredWithoutSession:
      ErrorText(
        OrySentence.accountCreated, reason: OrySentence.newAccount,
        suggestion: RuntimeSentence.signIn)
    case .sessionAlreadyAvailable: .signIn(.signInRefused, reason: OrySentence.alreadySignedIn)
    case .secondFactorRequired: .secondFactor
    case .otherSession: .signIn(.signInRefused, reason: OrySentence.otherUser)
    case .notSignedIn: .signedOut
    case .unavailable(let why): why.userText
    case .noRandomBytes: .noRandomBytes
    case .unexpectedResponse: .unexpectedResponse
    case .notStored(let error): .notStored(error)
    case .request(let error): error.userText
    }
  }
}
