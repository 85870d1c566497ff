// A login in a single call: present, callback, finalize.

import AuthGenBrowser
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
public import Foundation
public import PreludeAuth

extension PreludeAuthClient {
  /// Presents the provider's page, and logs in the user who completes it.
  ///
  /// ```swift
  /// let result = try await client.loginWithOAuth(
  ///   OAuthLoginOptions(provider: .google, redirectURI: redirectURI))
  /// ```
  ///
  /// - Throws: `PreludeAuthError`. The error is `conflict` if another login has begun in the last two
  ///   seconds, and is being presented: two taps on a button are one login. A later call takes the place of a
  ///   login whose page the system may have dropped. The error is `cancelled` then, if the user dismisses the
  ///   page, and after `cancel()`. It is `invalidConfiguration` if the redirect URI
  ///   does not use the app's own scheme; nothing is sent then.
  @available(iOSApplicationExtension, unavailable, message: "An extension has no key window.")
  @available(visionOSApplicationExtension, unavailable, message: "An extension has no key window.")
  public func loginWithOAuth(
    _ options: OAuthLoginOptions
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    let start = await sessions.loginStart
    let redirectURI = try Self.redirectURI(options.redirectURI.absoluteString)
    let presentation = try await presenter(orWith: standardBrowser)
      .begin(redirectURI, conflict: .conflict)
    // A browser within the app ends with the app, and so does its login.
    let context = try await begin(options.provider, redirectURI, since: start, isStored: false)
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

/// The browser for apps that pass none.
@available(iOSApplicationExtension, unavailable)
@available(visionOSApplicationExtension, unavailable)
private var standardBrowser: any WebAuthenticationSession {
  #if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    SystemWebAuthenticationSession()
  #else
    LoopbackWebAuthenticationSession()
  #endif
}

/// The options of ``PreludeAuth/PreludeAuthClient/loginWithOAuth(_:)``.
public struct OAuthLoginOptions: Hashable, Sendable {
  public var provider: OAuthProvider
  /// A URI with the app's own scheme, such as `myapp://oauth-callback`. It must be allowed in the
  /// provider's configuration.
  public var redirectURI: URL
  /// Whether to use a browser session without earlier cookies, if the platform supports that. Default: false.
  public var prefersEphemeralSession: Bool

  public init(provider: OAuthProvider, redirectURI: URL, prefersEphemeralSession: Bool = false) {
    self.provider = provider
    self.redirectURI = redirectURI
    self.prefersEphemeralSession = prefersEphemeralSession
  }
}
