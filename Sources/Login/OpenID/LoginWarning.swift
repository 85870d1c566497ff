// What is missing after a login that succeeded.

/// A part of the request that the provider ignored. The login is valid, so this is a text for the app's log.
public enum LoginWarning: Hashable, Sendable {
  /// The login requested the scope `offline_access`, and the provider sent no refresh token. The session ends
  /// with its access token. Many providers send one only after the user has agreed: use
  /// ``LoginOptions/prompt`` with `consent` (OpenID Connect Core, section 11), and allow refresh tokens for
  /// the client at the provider.
  case noRefreshToken
}

extension LoginWarning: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noRefreshToken:
      """
      expected a refresh token, because offline_access was requested, found none: request the prompt consent, and allow \
      refresh tokens for the client at the provider
      """
    }
  }
}
