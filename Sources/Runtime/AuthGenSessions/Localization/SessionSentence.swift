// Texts about stored sessions for the user of an app. The store's place is for developers.

public import AuthGenRuntime
public import Foundation

/// A sentence about a session that is stored on the device.
nonisolated package enum SessionSentence: String, ErrorSentence {
  case accountNotDeleted = "description.accountNotDeleted = Your account was not deleted."
  case dataNotErased = "description.dataNotErased = Some of your data is still on this device."
  case deletedNotErased =
    "description.deletedNotErased = Your account was deleted, but some of your data is still on this device."
  case deletionUnknown =
    "description.deletionUnknown = We could not confirm that your account was deleted."
  case savedSignInUnavailable =
    "description.savedSignInUnavailable = Your saved sign-in cannot be read right now."
  case savedSignInUnusable = "description.savedSignInUnusable = Your saved sign-in cannot be used."
  case signInNotSaved = "description.signInNotSaved = Your sign-in could not be saved."

  case accountRemoved = "reason.accountRemoved = The account was removed from this device."
  case deletionInProgress = "reason.deletionInProgress = The account is already being deleted."
  case deviceLocked =
    "reason.deviceLocked = The device is locked, or another app is using the sign-in."
  case noStorageAccess = "reason.noStorageAccess = The app has no safe access to the saved sign-in."
  case lockedOut = "reason.lockedOut = There were too many attempts to confirm that it is you."
  case noPasscode = "reason.noPasscode = The device has no passcode, face or fingerprint for this."
  case notConfirmed = "reason.notConfirmed = You have not confirmed that it is you."
  case otherAccount = "reason.otherAccount = You signed in with a different account."
  case savedByOtherVersion =
    "reason.savedByOtherVersion = The sign-in was saved by another version of the app, or is damaged."
  case signInEnded = "reason.signInEnded = The server has ended the sign-in."
  case stepInProgress = "reason.stepInProgress = The sign-in is already being completed."
  case storageFull = "reason.storageFull = The device's storage is full."
  case storageProblem = "reason.storageProblem = The device's storage has a problem."

  case confirm = "suggestion.confirm = Confirm that it is you, and try again."
  case freeSpace = "suggestion.freeSpace = Free some space on the device, and try again."
  case restartDevice = "suggestion.restartDevice = Restart the device, and try again."
  case setUpPasscode =
    "suggestion.setUpPasscode = Set one up in the settings of the device, or sign in again."
  case unlock = "suggestion.unlock = Unlock the device, and try again."
  case updateOrSignIn = "suggestion.updateOrSignIn = Update the app, or sign in again."
}

nonisolated extension StoreError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    switch reason {
    case .unavailable: text(.savedSignInUnavailable, .deviceLocked, SessionSentence.unlock)
    case .gateIsClosed(.lockedOut):
      text(.savedSignInUnavailable, .lockedOut, SessionSentence.unlock)
    case .gateIsClosed(.notEnrolled):
      text(.savedSignInUnavailable, .noPasscode, SessionSentence.setUpPasscode)
    case .gateIsClosed: text(.savedSignInUnavailable, .notConfirmed, SessionSentence.confirm)
    case .unreadable:
      text(.savedSignInUnusable, .savedByOtherVersion, SessionSentence.updateOrSignIn)
    case .unreadableList:
      text(.savedSignInUnusable, .savedByOtherVersion, RuntimeSentence.updateApp)
    case .accountRemoved: text(.signInNotSaved, .accountRemoved, RuntimeSentence.signInAgain)
    case .insecurePermissions:
      text(.savedSignInUnusable, .noStorageAccess, RuntimeSentence.signInAgain)
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

nonisolated extension GateRefusal: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText { StoreError(.gateIsClosed(self)).userText }
}
