// Sessions with short-lived tokens.

import AuthGenRuntime
import Foundation

/// A session that a refresh token can extend.
public protocol RefreshableSession: StoredSession {
  /// Nil if the server sent none. The session then ends with its access token.
  var refreshToken: Secret? { get }
  /// When the access token expires; nil if the server sends no expiry.
  var expiresAt: Date? { get }
}

/// The result of a refresh.
package enum RefreshOutcome<Session: RefreshableSession>: Sendable {
  case refreshed(Session)
  /// The refresh token is invalid or has expired.
  case refused
  /// The state of the session is unknown: no connection, a server error or a rate limit.
  case failed(CredentialUnavailable)
}
