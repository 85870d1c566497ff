// Sessions whose tokens are short-lived.

import AuthGenRuntime
import Foundation

/// A session that can be made to last by its refresh token.
public protocol RefreshableSession: StoredSession {
  /// Nil where the server gave none: the session ends with its access token.
  var refreshToken: Secret? { get }
  /// When the access token expires; nil where the server does not say.
  var expiresAt: Date? { get }
}

/// What a server made of a refresh token.
package enum RefreshOutcome<Session: RefreshableSession>: Sendable {
  case refreshed(Session)
  /// The refresh token is not good, or no longer.
  case refused
  /// Nothing is known of the session: no connection, a server that fails, a limit.
  case failed(CredentialUnavailable)
}
