// The sentences about stored sessions.

import AuthGenRuntime

/// A sentence about a session that is stored on the device.
nonisolated package enum SessionSentence: String, ErrorSentence {
  case savedSignInUnavailable = "description.savedSignInUnavailable"
  case savedSignInUnusable = "description.savedSignInUnusable"
  case signInNotSaved = "description.signInNotSaved"

  case deviceLocked = "reason.deviceLocked"
  case noStorageAccess = "reason.noStorageAccess"
  case savedByOtherVersion = "reason.savedByOtherVersion"
  case storageFull = "reason.storageFull"
  case storageProblem = "reason.storageProblem"

  case freeSpace = "suggestion.freeSpace"
  case restartDevice = "suggestion.restartDevice"
  case signInAgain = "suggestion.signInAgain"
  case unlock = "suggestion.unlock"
  case updateOrSignIn = "suggestion.updateOrSignIn"

  package var english: String {
    switch self {
    case .savedSignInUnavailable: "Your saved sign-in cannot be read right now."
    case .savedSignInUnusable: "Your saved sign-in cannot be used."
    case .signInNotSaved: "Your sign-in could not be saved."

    case .deviceLocked: "The device is locked, or another app is using the sign-in."
    case .noStorageAccess: "The app has no safe access to the saved sign-in."
    case .savedByOtherVersion:
      "The sign-in was saved by another version of the app, or is damaged."
    case .storageFull: "The device's storage is full."
    case .storageProblem: "The device's storage has a problem."

    case .freeSpace: "Free some space on the device, and sign in again."
    case .restartDevice: "Restart the device, and try again."
    case .signInAgain: "Sign in again."
    case .unlock: "Unlock the device, and try again."
    case .updateOrSignIn: "Update the app, or sign in again."
    }
  }
}
