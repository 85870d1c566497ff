// Logins with a provider's own SDK, without a browser.

import AuthGenRuntime

extension OryLogin {
  /// Submits a form with an ID token from the provider's own SDK, such as Apple's or Google's. The
  /// form needs no redirect URI.
  ///
  /// - Parameters:
  ///   - form: the form that the app has shown.
  ///   - provider: the identifier of one of the form's providers.
  ///   - idToken: the ID token from the SDK, a signed JWT.
  ///   - nonce: the nonce of the request for the ID token. Default: nil, for none.
  /// - Returns: the session, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/browserRequired`` if Ory
  ///   accepts no ID tokens from this provider. It is
  ///   ``OryLoginError/Reason/registeredWithoutSession(identityID:)`` if the project requires new
  ///   users to log in after registration.
  @discardableResult
  public func submit(
    _ form: OryForm, with provider: String, idToken: Secret, nonce: Secret? = nil
  ) async throws(OryLoginError) -> OrySession {
    let (_, answer) = try await calls.submit(form, with: provider, idToken: idToken, nonce: nonce)
    switch answer {
    case .granted(let grant): return try await signIn(grant)
    case .refused(let flow): throw OryLoginError(.refused(flow.allMessages))
    case .page: throw OryLoginError(.browserRequired)
    case .unknown: throw OryLoginError(.unexpectedAnswer)
    }
  }
}
