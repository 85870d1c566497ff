// Logins with a provider's own SDK, which need no browser.

import AuthGenRuntime

extension OryLogin {
  /// Logs a user in with an ID token that the provider's own SDK gave, as those of Apple and Google do.
  ///
  /// - Parameters:
  ///   - provider: the identifier of one of ``providers(for:)``.
  ///   - idToken: what the SDK gave: a signed JWT.
  ///   - nonce: what the ID token was asked for with, if anything.
  /// - Returns: the session, which is in ``sessions`` then.
  /// - Throws: ``OryLoginError``; ``OryLoginError/Reason/browserRequired`` where Ory takes no ID tokens
  ///   of this provider.
  @discardableResult
  public func logIn(
    with provider: String, idToken: Secret, nonce: Secret? = nil
  ) async throws(OryLoginError) -> OrySession {
    try await submit(.login, provider, idToken, nonce)
  }

  /// Registers a user with an ID token that the provider's own SDK gave. The parameters are those of
  /// ``logIn(with:idToken:nonce:)``.
  ///
  /// - Throws: ``OryLoginError``; ``OryLoginError/Reason/registeredWithoutSession(identityID:)`` where
  ///   the project has new users log in after they have registered.
  @discardableResult
  public func register(
    with provider: String, idToken: Secret, nonce: Secret? = nil
  ) async throws(OryLoginError) -> OrySession {
    try await submit(.registration, provider, idToken, nonce)
  }

  private func submit(
    _ kind: OryFlowKind, _ provider: String, _ idToken: Secret, _ nonce: Secret?
  ) async throws(OryLoginError) -> OrySession {
    let (_, answer) = try await calls.submit(
      kind, returnTo: nil, provider: provider, idToken: idToken, nonce: nonce)
    switch answer {
    case .granted(let grant): return try await signIn(grant)
    case .refused(let flow): throw OryLoginError(.refused(flow.allMessages))
    case .page: throw OryLoginError(.browserRequired)
    case .unknown: throw OryLoginError(.unexpectedAnswer)
    }
  }
}
