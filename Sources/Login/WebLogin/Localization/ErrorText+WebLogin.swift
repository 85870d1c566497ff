// Texts that the errors of several logins share, and their sentences.

package import AuthGenRuntime
package import AuthGenSessions

extension ErrorText {
  package static var signInCancelled: ErrorText {
    signIn(.signInCancelled, reason: RuntimeSentence.stopped)
  }

  package static var signInInProgress: ErrorText {
    ErrorText(
      WebLoginSentence.signInInProgress, reason: WebLoginSentence.oneAtATime,
      suggestion: WebLoginSentence.finishOtherSignIn)
  }

  package static var signInExpired: ErrorText {
    signIn(.signInExpired, reason: WebLoginSentence.expired)
  }

  package static var signInDeclined: ErrorText {
    signIn(
      .signInRefused, reason: WebLoginSentence.declined,
      suggestion: WebLoginSentence.useAnotherAccount)
  }

  /// The service blocks the account, or a rule excludes it.
  package static var accountRefused: ErrorText {
    signIn(
      .signInRefused, reason: WebLoginSentence.accountRefused,
      suggestion: WebLoginSentence.useAnotherAccount)
  }

  /// The service refused the sign-in, for a reason that only its response contains.
  package static var signInRefused: ErrorText {
    signIn(.signInRefused, reason: RuntimeSentence.refused)
  }

  package static var secondFactor: ErrorText {
    signIn(.anotherStep, reason: WebLoginSentence.secondStep)
  }

  /// The app's developer has to fix the cause.
  package static var signInSetUp: ErrorText {
    signIn(
      .signInNotOpened, reason: RuntimeSentence.appSetUp, suggestion: RuntimeSentence.updateApp)
  }

  /// The system's random source failed.
  package static var noRandomBytes: ErrorText {
    signIn(
      .signInNotOpened, reason: RuntimeSentence.unexpected,
      suggestion: SessionSentence.restartDevice)
  }

  /// The sign-in succeeded, but the session is only in memory.
  package static func notStored(_ error: StoreError) -> ErrorText {
    let text = error.userText
    return signIn(.signedInUntilClosed, reason: text.reason, suggestion: text.suggestion)
  }

  package static func signIn(
    _ description: WebLoginSentence, reason: any ErrorSentence,
    suggestion: any ErrorSentence = RuntimeSentence.signInAgain
  ) -> ErrorText {
    ErrorText(description, reason: reason, suggestion: suggestion)
  }
}

/// A sentence about a login in the browser, at any provider.
package enum WebLoginSentence: String, ErrorSentence {
  case anotherStep = "description.anotherStep = The sign-in needs another step."
  case signedInUntilClosed =
    "description.signedInUntilClosed = You are signed in, but only until the app closes."
  case signInCancelled = "description.signInCancelled = The sign-in was cancelled."
  case signInExpired = "description.signInExpired = The sign-in has expired."
  case signInInProgress = "description.signInInProgress = Another sign-in is in progress."
  case signInNotOpened = "description.signInNotOpened = The sign-in page could not be opened."
  case signInNotVerified = "description.signInNotVerified = The sign-in could not be verified."
  case signInRefused = "description.signInRefused = The sign-in was refused."

  case accountRefused = "reason.accountRefused = The service does not accept this account."
  case addressInUse =
    "reason.addressInUse = Another app uses the address to which the sign-in returns."
  case anotherSignIn = "reason.anotherSignIn = The response does not belong to this sign-in."
  case declined = "reason.declined = You or the service declined the sign-in."
  case expired = "reason.expired = The sign-in took too long, or was already complete."
  case guidedAccess = "reason.guidedAccess = Guided Access is on, so the sign-in page cannot open."
  case noBrowser = "reason.noBrowser = No browser is available."
  case oneAtATime = "reason.oneAtATime = Only one sign-in can be open at a time."
  case secondStep =
    "reason.secondStep = The service asks for more, such as a code or a confirmation."

  case closeOtherApps = "suggestion.closeOtherApps = Close other apps, and try again."
  case endGuidedAccess = "suggestion.endGuidedAccess = End Guided Access, and try again."
  case finishOtherSignIn =
    "suggestion.finishOtherSignIn = Complete or close the other sign-in, and try again."
  case installBrowser = "suggestion.installBrowser = Install or enable a browser, and try again."
  case useAnotherAccount = "suggestion.useAnotherAccount = Sign in again, or use another account."
}
