// The options of a login, with the names in Prelude's documentation.

import Foundation
import PreludeAuth

/// The options of ``PreludeAuth/PreludeAuthClient/loginWithOAuth(_:)``.
public struct OAuthLoginOptions: Hashable, Sendable {
  public var provider: OAuthProvider
  /// A URI with the app's own scheme, such as `myapp://oauth-callback`. It must be allowed in the
  /// provider's configuration.
  public var redirectURI: URL
  /// Whether to use a browser session without earlier cookies, if the platform supports that.
  /// Default: false.
  public var prefersEphemeralSession: Bool

  public init(provider: OAuthProvider, redirectURI: URL, prefersEphemeralSession: Bool = false) {
    self.provider = provider
    self.redirectURI = redirectURI
    self.prefersEphemeralSession = prefersEphemeralSession
  }
}
