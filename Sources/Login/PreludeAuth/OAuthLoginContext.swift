// Pending logins, with the secrets that bind their redirects to them.

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
public import Foundation

/// A pending login of a ``PreludeAuthClient``, which keeps the code verifier of this attempt: the page to
/// present. It is valid for this client, for one login and for one hour, unless the app cancels it with
/// ``PreludeAuthClient/cancelOAuthLogin(_:)-(OAuthLoginContext)``. Its description shows only the word
/// "login".
public struct OAuthLoginContext: Sendable {
  /// The provider's page.
  public let authorizationURL: URL
  let redirectURI: RedirectURI
  /// Identifies the pending login.
  package let login: UUID
}

/// A pending login, as it is stored.
struct PendingOAuthLogin: PendingBrowserLogin {
  typealias Failure = PreludeAuthError

  let id: UUID
  /// The login under which this one began.
  let start: LoginStart
  let redirectURI: RedirectURI
  let verifier: CodeVerifier
  let expiresAt: Date
  /// The code for which the login waits; nil before its redirect.
  var challenge: Challenge?

  struct Challenge: Codable {
    /// The challenge token of the redirect.
    let redirectToken: Secret
    let verificationToken: Secret
    let email: String
    /// The code that was correct, if there is no session yet.
    var accepted: AcceptedCode?
  }

  /// A code is valid once. Its challenge token can be used again after a failure.
  struct AcceptedCode: Codable {
    let code: Secret
    let challengeToken: Secret
  }

  /// Prelude's redirects have no `state`: the challenge token belongs to the verifier.
  var state: Secret? { nil }

  /// A login has one redirect, which the system may deliver again.
  func check(_ callback: Callback) throws(CallbackError) {
    guard let challenge else { return }
    guard challenge.redirectToken == callback.secret("challenge_token") else { throw .wrongState }
  }
}

/// A login that waits for the verification of an email address. It is valid for the ``PreludeAuthClient``
/// that returned it, until the code from the email is correct, also after wrong codes, and for one hour from
/// the start of the login, unless the app cancels it with
/// ``PreludeAuthClient/cancelOAuthLogin(_:)-(OAuthEmailChallenge)``. Another login that succeeds, and a
/// logout, end it. After a restart of the app, ``PreludeAuthClient/resume()`` returns it. Its description
/// shows only the word "challenge".
public struct OAuthEmailChallenge: Hashable, Sendable {
  let verificationToken: Secret
  let email: String
  /// Identifies the pending login.
  let login: UUID

  init(_ challenge: PendingOAuthLogin.Challenge, of login: UUID) {
    verificationToken = challenge.verificationToken
    email = challenge.email
    self.login = login
  }
}

/// The result of a login's first step.
public enum FinalizeOAuthLoginResult: Sendable {
  case loggedIn(PreludeUser)
  /// The provider has not verified the user's address. A code was sent to it.
  case otpRequired(challenge: OAuthEmailChallenge, email: String)
}

/// A user who is logged in.
public struct PreludeUser: Hashable, Sendable {
  public let profile: Profile

  public struct Profile: Hashable, Sendable {
    /// Identifies the user. The value is from the access token.
    public let userID: String
  }
}

extension OAuthLoginContext: RedactedDescription {
  public var description: String { "login" }
}

extension OAuthEmailChallenge: RedactedDescription {
  public var description: String { "challenge" }
}
