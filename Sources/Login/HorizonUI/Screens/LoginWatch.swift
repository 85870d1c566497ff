// What a view does when it sees a state of its login.
//
//     choosingProvider(nil)              fetches the list of providers
//     exchanging, then signedIn          reports the login
//     signedIn, when the view appears    fetches the list of providers, because the login is an earlier one

package import AuthGenHorizon

/// Follows the states that one view has seen. A login stays in the state `signedIn` after the customer has
/// logged out, so only a login that succeeds while the view exists is reported.
package struct LoginWatch: Sendable {
  package enum Reaction: Sendable {
    /// Take a step without a button.
    case perform(LoginStep)
    /// A customer has signed in.
    case report(SocialLoginState.SignedIn)
  }

  /// Whether the last state that the view has seen was not `signedIn`.
  private var isWaiting = false

  package init() {}

  /// Returns the reaction to a state of the login: the current one when the view appears, and each later one.
  package mutating func reaction(to state: SocialLoginState) -> Reaction? {
    guard case .signedIn(let signedIn) = state else {
      isWaiting = true
      return SocialLoginScreen(state).automaticStep.map(Reaction.perform)
    }
    defer { isWaiting = false }
    return isWaiting ? .report(signedIn) : .perform(.listProviders)
  }
}
