// A login in a single call: present, callback, finalize.

import AuthGenRuntime
import AuthGenWebLogin
import PreludeAuth

extension PreludeAuthClient {
  /// Presents the provider's page, and logs in the user who completes it.
  ///
  /// ```swift
  /// let result = try await client.loginWithOAuth(
  ///   OAuthLoginOptions(provider: .google, redirectURI: redirectURI))
  /// ```
  ///
  /// - Throws: `PreludeAuthError`. The error is `conflict` if another login is being presented, and
  ///   `cancelled` if the user dismisses the page. It is `invalidConfiguration` if the redirect URI
  ///   does not use the app's own scheme; nothing is sent then.
  public func loginWithOAuth(
    _ options: OAuthLoginOptions
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    let redirectURI = try Self.redirectURI(options.redirectURI.absoluteString)
    let presentation = try await presenter(orWith: StandardBrowser.make()).begin(redirectURI)
    // Another login is a conflict until this one has ended, not only its page.
    defer { withExtendedLifetime(presentation) {} }
    // A browser within the app ends with the app, and so does its login.
    let context = try await begin(options.provider, redirectURI, isStored: false)
    do throws(PreludeAuthError) {
      let callback = try await presentation.callback(
        from: context.authorizationURL, prefersEphemeralSession: options.prefersEphemeralSession)
      return try await finalize(context.login, callback)
    } catch {
      await cancelOAuthLogin(context)
      throw error
    }
  }
}
