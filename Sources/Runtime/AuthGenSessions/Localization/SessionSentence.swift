// The sentences about stored sessions.

import AuthGenRuntime

/// A sentence about a session that is stored on the device.
nonisolated package enum SessionSentence: String, ErrorSentence {
  case savedSignInUnavailable =
    "description.savedSignInUnavailable = Your saved sign-in cannot be read right now."
  case savedSignInUnusable = "description.savedSignInUnusable = Your saved sign-in cannot be used."
  case signInNotSaved = "description.signInNotSaved = Your sign-in could not be saved."

  case deviceLocked =
    "reason.deviceLocked = The device is locked, or another app is using the sign-in."
  case noStorageAccess = "reason.noStorageAccess = The app has no safe access to the saved sign-in."
  case savedByOtherVersion =
    "reason.savedByOtherVersion = The sign-in was saved by another version of the app, or is damaged."
  case storageFull = "reason.storageFull = The device's storage is full."
  case storageProblem = "reason.storageProblem = The device's storage has a problem."

  case freeSpace = "suggestion.freeSpace = Free some space on the device, and sign in again."
  case restartDevice = "suggestion.restartDevice = Restart the device, and try again."
  case signInAgain = "suggestion.signInAgain = Sign in again."
  case unlock = "suggestion.unlock = Unlock the device, and try again."
  case updateOrSignIn = "suggestion.updateOrSignIn = Update the app, or sign in again."
}
