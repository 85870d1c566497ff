// Logins with a provider's own SDK, which need no browser.

import AuthGenRuntime

extension OryLogin {
  /// Submits a form with an ID token that the provider's own SDK gave, as those of Apple and Google do.
  /// The form needs no redirect URI.
  ///
  /// - Parameters:
  ///   - form: what the app has shown.
  ///   - provider: the identifier of one of its providers.
  ///   - idToken: what the SDK gave: a signed JWT.
  ///   - nonce: what the ID token was asked for with, if anything.
  /// - Returns: the session, which is in ``sessions`` then.
  /// - Throws: ``OryLoginError``; ``OryLoginError/Reason/browserRequired`` where Ory takes no ID tokens
  ///   of this provider, ``OryLoginError/Reason/registeredWithoutSession(identityID:)`` where the
  ///   project has new users log in after they have registered.
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
