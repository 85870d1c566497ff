// Texts about stores for the user of an app. The store's place is for developers.

public import AuthGenRuntime
public import Foundation

nonisolated extension StoreError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .unavailable: text(.savedSignInUnavailable, .deviceLocked, SessionSentence.unlock)
    case .unreadable:
      text(.savedSignInUnusable, .savedByOtherVersion, SessionSentence.updateOrSignIn)
    case .insecurePermissions:
      text(.savedSignInUnusable, .noStorageAccess, SessionSentence.signInAgain)
    case .notAFile, .notPermitted:
      text(.savedSignInUnusable, .noStorageAccess, RuntimeSentence.updateApp)
    case .noSpace: text(.signInNotSaved, .storageFull, SessionSentence.freeSpace)
    case .notEncodable:
      ErrorText(
        SessionSentence.signInNotSaved, reason: RuntimeSentence.appSetUp,
        suggestion: RuntimeSentence.updateApp)
    case .other: text(.savedSignInUnusable, .storageProblem, SessionSentence.restartDevice)
    }
  }

  private func text(
    _ description: SessionSentence, _ reason: SessionSentence, _ suggestion: any ErrorSentence
  ) -> ErrorText {
    ErrorText(description, reason: reason, suggestion: suggestion)
  }
}
