// The sentences about logins in the browser.

import AuthGenRuntime

/// A sentence about a login in the browser, at any provider.
package enum WebLoginSentence: String, ErrorSentence {
  case anotherStep = "description.anotherStep"
  case signedInUntilClosed = "description.signedInUntilClosed"
  case signInCancelled = "description.signInCancelled"
  case signInExpired = "description.signInExpired"
  case signInInProgress = "description.signInInProgress"
  case signInNotOpened = "description.signInNotOpened"
  case signInNotVerified = "description.signInNotVerified"
  case signInRefused = "description.signInRefused"

  case accountRefused = "reason.accountRefused"
  case addressInUse = "reason.addressInUse"
  case anotherSignIn = "reason.anotherSignIn"
  case declined = "reason.declined"
  case expired = "reason.expired"
  case noBrowser = "reason.noBrowser"
  case oneAtATime = "reason.oneAtATime"
  case secondStep = "reason.secondStep"

  case closeOtherApps = "suggestion.closeOtherApps"
  case finishOtherSignIn = "suggestion.finishOtherSignIn"
  case installBrowser = "suggestion.installBrowser"
  case useAnotherAccount = "suggestion.useAnotherAccount"

  package var english: String {
    switch self {
    case .anotherStep: "The sign-in needs another step."
    case .signedInUntilClosed: "You are signed in, but only until the app closes."
    case .signInCancelled: "The sign-in was cancelled."
    case .signInExpired: "The sign-in has expired."
    case .signInInProgress: "Another sign-in is in progress."
    case .signInNotOpened: "The sign-in page could not be opened."
    case .signInNotVerified: "The sign-in could not be verified."
    case .signInRefused: "The sign-in was refused."

    case .accountRefused: "The service does not accept this account."
    case .addressInUse: "Another app uses the address to which the sign-in returns."
    case .anotherSignIn: "The response does not belong to this sign-in."
    case .declined: "You or the service declined the sign-in."
    case .expired: "The sign-in took too long, or was already complete."
    case .noBrowser: "No browser is available."
    case .oneAtATime: "Only one sign-in can be open at a time."
    case .secondStep: "The service asks for more, such as a code or a confirmation."

    case .closeOtherApps: "Close other apps, and try again."
    case .finishOtherSignIn: "Complete or close the other sign-in, and try again."
    case .installBrowser: "Install or enable a browser, and try again."
    case .useAnotherAccount: "Sign in again, or use another account."
    }
  }
}
