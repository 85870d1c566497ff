// Texts that the errors of several logins share.

import AuthGenRuntime
import AuthGenSessions

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
    suggestion: any ErrorSentence = SessionSentence.signInAgain
  ) -> ErrorText {
    ErrorText(description, reason: reason, suggestion: suggestion)
  }
}
