// What is asked of a login, in the words of Prelude's documentation.

import Foundation
import PreludeAuth

/// What is asked of ``PreludeAuth/PreludeAuthClient/loginWithOAuth(_:)``.
public struct OAuthLoginOptions: Hashable, Sendable {
  public var provider: OAuthProvider
  /// Of a scheme of the app's own, such as `myapp://oauth-callback`; it must be allowed in the
  /// provider's configuration.
  public var redirectURI: URL
  /// Whether the login begins without cookies of earlier ones, where the system can do that. Default:
  /// false.
  public var prefersEphemeralSession: Bool

  public init(provider: OAuthProvider, redirectURI: URL, prefersEphemeralSession: Bool = false) {
    self.provider = provider
    self.redirectURI = redirectURI
    self.prefersEphemeralSession = prefersEphemeralSession
  }
}
