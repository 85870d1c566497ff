// A login in a single call: present, callback, finalize.

import AuthGenRuntime
import AuthGenWebLogin
import PreludeAuth

extension PreludeAuthClient {
  /// Presents the provider's page, and logs in whoever comes back from it.
  ///
  /// ```swift
  /// let result = try await client.loginWithOAuth(
  ///   OAuthLoginOptions(provider: .google, redirectURI: redirectURI))
  /// ```
  ///
  /// - Throws: `PreludeAuthError`: `conflict` where another login is being presented, `cancelled` where
  ///   the user dismisses the page, `invalidConfiguration` before anything is sent, where the redirect
  ///   URI is none of a scheme of the app's own.
  public func loginWithOAuth(
    _ options: OAuthLoginOptions
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    let redirectURI = try Self.redirectURI(options.redirectURI.absoluteString)
    let presentation: LoginPresenter.Presentation
    let callback: Callback
    do throws(LoginPresenter.Failure) {
      presentation = try await presenter(orWith: StandardBrowser.make()).begin(redirectURI)
    } catch {
      throw PreludeAuthError(error)
    }
    // Until the login has ended, and not only its page, another one is a conflict.
    defer { withExtendedLifetime(presentation) {} }
    let context = try await begin(options.provider, redirectURI)
    do throws(LoginPresenter.Failure) {
      callback = try await presentation.callback(
        from: context.authorizationURL,
        prefersEphemeralSession: options.prefersEphemeralSession)
    } catch {
      throw PreludeAuthError(error)
    }
    return try await finalize(context, callback)
  }
}

extension PreludeAuthError {
  fileprivate init(_ failure: LoginPresenter.Failure) {
    switch failure {
    case .conflict: self = .conflict
    case .session(.cancelled): self = .cancelled
    case .session(let error): self = .browser(error)
    case .insecurePage: self = .unexpectedResponse
    case .callback(let error): self = .callback(error)
    }
  }
}
