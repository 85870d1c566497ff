// Logins under way, which hold what shows that whoever ends them has begun them.

import AuthGenRuntime
import AuthGenWebLogin
import Foundation

/// A login that was begun: the page to present, and the code verifier of this attempt alone. It lives as
/// long as the app, and shows nothing of itself.
public struct OAuthLoginContext: Sendable {
  /// The provider's page.
  public let authorizationURL: URL
  let redirectURI: RedirectURI
  let verifier: CodeVerifier
}

/// A login whose email address has to be verified: what the code from the email is checked with. It is
/// valid until that succeeds, however many wrong codes are tried before, or until it expires. It lives as
/// long as the app, and shows nothing of itself.
public struct OAuthEmailChallenge: Hashable, Sendable {
  let verificationToken: Secret
  let verifier: CodeVerifier
  let progress = Progress()

  public static func == (one: Self, other: Self) -> Bool { one.progress === other.progress }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(progress))
  }
}

/// How a login went on.
public enum FinalizeOAuthLoginResult: Sendable {
  case loggedIn(PreludeUser)
  /// The provider has not verified the user's address, so a code was sent to it.
  case otpRequired(challenge: OAuthEmailChallenge, email: String)
}

/// A user who is logged in.
public struct PreludeUser: Hashable, Sendable {
  public let profile: Profile

  public struct Profile: Hashable, Sendable {
    /// Identifies the user, as the access token says.
    public let userID: String
  }
}

extension OAuthLoginContext: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { "login" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension OAuthEmailChallenge: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { "challenge" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
