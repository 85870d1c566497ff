// The sentences about accounts and ID tokens.

import AuthGenRuntime

/// A sentence about a login at an OpenID Connect provider.
package enum OpenIDSentence: String, ErrorSentence {
  case anotherAccount = "description.anotherAccount"

  case anotherOrganization = "reason.anotherOrganization"
  case oldSignIn = "reason.oldSignIn"
  case previousAccount = "reason.previousAccount"
  case unsupported = "reason.unsupported"
  case wrongClock = "reason.wrongClock"

  case useOrganization = "suggestion.useOrganization"
  case usePreviousAccount = "suggestion.usePreviousAccount"

  package var english: String {
    switch self {
    case .anotherAccount: "You signed in with another account."

    case .anotherOrganization: "The account belongs to another organization."
    case .oldSignIn: "Your last sign-in was too long ago."
    case .previousAccount: "The app expects the account that you used before."
    case .unsupported: "The service does not support this."
    case .wrongClock: "The clock of the device may be wrong."

    case .useOrganization: "Sign in with an account of the requested organization."
    case .usePreviousAccount: "Sign in with the account that you used before."
    }
  }
}
