// The sentences about accounts and ID tokens.

import AuthGenRuntime

/// A sentence about a login at an OpenID Connect provider.
package enum OpenIDSentence: String, ErrorSentence {
  case anotherAccount = "description.anotherAccount = You signed in with another account."
  case signOutNotFinished = "description.signOutNotFinished = The browser may still be signed in."

  case anotherOrganization =
    "reason.anotherOrganization = The account belongs to another organization."
  case oldSignIn = "reason.oldSignIn = Your last sign-in was too long ago."
  case previousAccount =
    "reason.previousAccount = The app expects the account that you used before."
  case signOutPage =
    "reason.signOutPage = The sign-out page was closed, or did not return to the app."
  case unsupported = "reason.unsupported = The service does not support this."
  case wrongClock = "reason.wrongClock = The clock of the device may be wrong."

  case signOutAgain =
    "suggestion.signOutAgain = Sign out again, and leave the page open until the app shows that it is done."
  case useOrganization =
    "suggestion.useOrganization = Sign in with an account of the requested organization."
  case usePreviousAccount =
    "suggestion.usePreviousAccount = Sign in with the account that you used before."
}
