// The sentences about accounts and ID tokens.

import AuthGenRuntime

/// A sentence about a login at an OpenID Connect provider.
package enum OpenIDSentence: String, ErrorSentence {
  case anotherAccount = "description.anotherAccount"
  case signOutNotFinished = "description.signOutNotFinished"

  case anotherOrganization = "reason.anotherOrganization"
  case oldSignIn = "reason.oldSignIn"
  case previousAccount = "reason.previousAccount"
  case signOutPage = "reason.signOutPage"
  case unsupported = "reason.unsupported"
  case wrongClock = "reason.wrongClock"

  case signOutAgain = "suggestion.signOutAgain"
  case useOrganization = "suggestion.useOrganization"
  case usePreviousAccount = "suggestion.usePreviousAccount"

  package var english: String {
    switch self {
    case .anotherAccount: "You signed in with another account."
    case .signOutNotFinished: "The browser may still be signed in."

    case .anotherOrganization: "The account belongs to another organization."
    case .oldSignIn: "Your last sign-in was too long ago."
    case .previousAccount: "The app expects the account that you used before."
    case .signOutPage: "The sign-out page was closed, or did not return to the app."
    case .unsupported: "The service does not support this."
    case .wrongClock: "The clock of the device may be wrong."

    case .signOutAgain:
      "Sign out again, and leave the page open until the app shows that it is done."
    case .useOrganization: "Sign in with an account of the requested organization."
    case .usePreviousAccount: "Sign in with the account that you used before."
    }
  }
}
