// A session that another library has begun.

public import AuthGenRuntime
public import AuthGenSessions
import Foundation

extension OpenIDLogin {
  /// Continues the session of another library with its refresh token, so that the users of an app that
  /// changes its library stay logged in. Does nothing if a user is logged in.
  ///
  /// ```swift
  /// try await login.adopt(refreshToken: Secret(refreshToken), scopes: ["openid", "offline_access"])
  /// ```
  ///
  /// This sends nothing. The first call refreshes the session: the ID token of the response is verified, and
  /// the new tokens are stored before they are used. Until then, the session has an empty access token, and
  /// neither a user nor claims. If the provider refuses the refresh token, the session ends, and the user
  /// logs in again.
  ///
  /// Afterwards, remove the token from the other library's store, and never use it with both libraries. Many
  /// providers accept a refresh token once, and end the session if they receive it again.
  ///
  /// - Parameters:
  ///   - refreshToken: a token that the provider has issued to the same client. One that is bound to a key
  ///     (DPoP) requires a login with this key.
  ///   - scopes: the scopes that the provider has granted. `openid` is necessary for an ID token.
  /// - Returns: whether the token is adopted. False if it is empty, or if a user is logged in, also behind a
  ///   closed gate.
  /// - Throws: `StoreError` if the login's store cannot be read or written. The token is then not used: call
  ///   this again at the next start.
  @discardableResult
  public func adopt(refreshToken: Secret, scopes: [String]) async throws(StoreError) -> Bool {
    guard !refreshToken.reveal().isEmpty else { return false }
    return try await sessions.adopt(
      OpenIDSession(
        accessToken: "", tokenType: .bearer, refreshToken: refreshToken, idToken: nil,
        expiresAt: .distantPast, scopes: scopes.separateScopes, subject: nil))
  }
}
