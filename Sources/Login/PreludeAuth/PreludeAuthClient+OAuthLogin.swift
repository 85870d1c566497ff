// The two ends of a login whose page the app presents itself.

import AuthGenRuntime
package import AuthGenSessions
public import AuthGenWebLogin
public import Foundation
import PreludeAPI

/// The options of ``PreludeAuthClient/initiateOAuthLogin(_:)``.
public struct InitiateOAuthLoginOptions: Hashable, Sendable {
  public var provider: OAuthProvider
  /// A URI with the app's own scheme, such as `myapp://oauth-callback`. It must be allowed in the
  /// provider's configuration.
  public var redirectURI: String

  public init(provider: OAuthProvider, redirectURI: String) {
    self.provider = provider
    self.redirectURI = redirectURI
  }
}

extension PreludeAuthClient {
  /// Begins a login whose page the app presents itself. Several logins may be pending, and share no state.
  /// The first one that completes ends the others, and so does a logout.
  ///
  /// - Throws: ``PreludeAuthError``. The error is ``PreludeAuthError/invalidConfiguration`` if the
  ///   redirect URI does not use the app's own scheme; nothing is sent then.
  public func initiateOAuthLogin(
    _ options: InitiateOAuthLoginOptions
  ) async throws(PreludeAuthError) -> OAuthLoginContext {
    try await begin(
      options.provider, try Self.redirectURI(options.redirectURI),
      since: await sessions.loginStart, isStored: true)
  }

  /// Completes a login that the app has presented itself.
  ///
  /// - Parameters:
  ///   - context: the result of ``initiateOAuthLogin(_:)``.
  ///   - challengeToken: the parameter `challenge_token` of the redirect. It is valid for one login.
  /// - Throws: ``PreludeAuthError``.
  public func finalizeOAuthLogin(
    _ context: OAuthLoginContext, challengeToken: String
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    try await finalize(context.login, Secret(challengeToken))
  }

  /// Completes a login that the app has presented itself, with the whole redirect. A redirect to
  /// another address is refused, and nothing is sent.
  ///
  /// - Parameters:
  ///   - context: the result of ``initiateOAuthLogin(_:)``.
  ///   - callback: the URL to which the browser was redirected.
  /// - Throws: ``PreludeAuthError``. The error is ``PreludeAuthError/callback(_:)`` if the redirect
  ///   does not belong to this login.
  public func finalizeOAuthLogin(
    _ context: OAuthLoginContext, callback: URL
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    try await finalize(
      context.login, try PreludeAuthError.read(callback, to: context.redirectURI))
  }

  /// Completes the last login that was begun with the address of a redirect. The redirect may have
  /// started the app again. An app with several logins uses `LoginLinks`.
  ///
  /// - Parameter link: the URL to which the browser was redirected.
  /// - Throws: ``PreludeAuthError``. The error is ``PreludeAuthError/expiredChallengeToken`` if no login
  ///   is pending, and ``PreludeAuthError/callback(_:)`` if the redirect does not belong to one.
  public func resume(
    with link: URL
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    let (login, callback) = try pending.match(link, at: environment.now())
    // It is needed until its code is correct, also while the store cannot be read.
    pending.add(login, at: environment.now(), isStored: false)
    return try await finalize(login.id, callback)
  }

  public func match(of link: URL) -> LinkMatch { pending.match(of: link, at: environment.now()) }

  /// Cancels a login, and the challenge that it led to. Later, its redirect is rejected. If the last
  /// request is in progress, its session is not stored, and is revoked if possible.
  public func cancelOAuthLogin(_ context: OAuthLoginContext) async {
    pending.cancel(context.login, at: environment.now())
  }

  /// Returns a login whose verifier can be used now.
  func pendingLogin(_ id: UUID) throws(PreludeAuthError) -> PendingOAuthLogin {
    guard !redeeming.contains(id),
      let login = pending.all(at: environment.now()).first(where: { $0.id == id })
    else { throw .expiredChallengeToken }
    return login
  }

  // MARK: Steps

  /// Parses a redirect URI. Prelude requires the app's own scheme.
  package static func redirectURI(_ text: String) throws(PreludeAuthError) -> RedirectURI {
    guard let uri = try? RedirectURI(text), uri.kind == .customScheme else {
      throw .invalidConfiguration
    }
    return uri
  }

  /// Begins a login.
  ///
  /// - Parameters:
  ///   - start: the login under which this one begins.
  ///   - isStored: whether it outlives the app.
  package func begin(
    _ provider: OAuthProvider, _ redirectURI: RedirectURI, since start: LoginStart, isStored: Bool
  ) async throws(PreludeAuthError) -> OAuthLoginContext {
    // A login cannot be completed without proofs, so it does not begin.
    guard key != nil else { throw .missingKey }
    let verifier = try Result(catching: { () throws(RandomSourceError) in
      try CodeVerifier(environment.random)
    }).mapError { _ in PreludeAuthError.noRandomBytes }.get()
    let begun = try await PreludeAuthError.sent { () async throws(RequestError) in
      try await prelude.authorizeOAuth(
        provider: SocialProvider(graphQLName: provider.rawValue),
        redirectUri: redirectURI.description, codeChallenge: verifier.challenge
      ).authorizeOAuth
    }
    guard let page = URL(string: begun.authorizationUrl.reveal()), page.isTrustworthyPage else {
      throw .unexpectedResponse
    }
    let login = PendingOAuthLogin(
      id: UUID(), start: start, redirectURI: redirectURI, verifier: verifier,
      expiresAt: environment.now() + CodeVerifier.lifetime)
    pending.add(login, at: environment.now(), isStored: isStored)
    return OAuthLoginContext(
      authorizationURL: page, redirectURI: redirectURI, login: login.id)
  }

  /// Completes a login with its redirect. An error in the redirect takes precedence over all other
  /// parameters.
  package func finalize(
    _ login: UUID, _ callback: Callback
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    switch callback["error"] {
    case nil: break
    case "email_already_in_use": throw .addressInUse
    default: throw .accessDenied
    }
    guard let token = callback.secret("challenge_token"), !token.isEmpty else {
      throw .callback(.missing("challenge_token"))
    }
    return try await finalize(login, token)
  }

  /// Continues with the step in the challenge token's claims. The token is not verified, and only
  /// read for that. A token without such a step leaves the login pending. If the login already waits for a
  /// code, the same token has the same result, and another token is not used.
  private func finalize(
    _ login: UUID, _ token: Secret
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    guard let claims = JSONWebToken(token)?.claims else { throw .unexpectedResponse }
    // One redirect at a time (single flight): the system may deliver it twice, and a link may be forged.
    while let start = starts[login] { _ = await start.value }
    if let known = try pendingLogin(login).challenge {
      guard known.redirectToken == token else { throw .callback(.wrongState) }
      return .otpRequired(challenge: OAuthEmailChallenge(known, of: login), email: known.email)
    }
    switch ExactString(claims["grant_mode"]?.string ?? "") {
    case "session-start":
      return .loggedIn(try await redeem(token, login))
    case "oauth-email-link":
      guard let email = claims["metadata"]?["oauth_email"]?.string else {
        throw .unexpectedResponse
      }
      let start = Task { await challenge(of: token, to: email, login) }
      starts[login] = start
      return .otpRequired(challenge: try await start.value.get(), email: email)
    default:
      throw .unexpectedResponse
    }
  }

  /// Sends a code to the user, and keeps the challenge, also for the next run of the app: the user leaves the
  /// app to read the code. Does not keep it if the login is over.
  private func challenge(
    of token: Secret, to email: String, _ id: UUID
  ) async -> Result<OAuthEmailChallenge, PreludeAuthError> {
    defer { starts[id] = nil }
    do throws(PreludeAuthError) {
      let verification = try await PreludeAuthError.sent { () async throws(RequestError) in
        try await prelude.startOTP(challengeToken: token).startOTP.verificationToken
      }
      let challenge = PendingOAuthLogin.Challenge(
        redirectToken: token, verificationToken: verification, email: email)
      if var login = try? pendingLogin(id) {
        login.challenge = challenge
        pending.add(login, at: environment.now())
      }
      return .success(OAuthEmailChallenge(challenge, of: id))
    } catch {
      return .failure(error)
    }
  }

  /// Exchanges a challenge token for a session, and stores it. If Prelude refuses the token, the
  /// verifier stays usable: the token may come from another person's link.
  func redeem(
    _ token: Secret, _ id: UUID
  ) async throws(PreludeAuthError) -> PreludeUser {
    let login = try pendingLogin(id)
    redeeming.insert(id)
    defer { redeeming.remove(id) }
    keyUses.begin()
    defer { keyUses.end() }
    guard await sessions.isLatest(login.start) else {
      pending.end(id, at: environment.now())
      throw .superseded
    }
    let boundKey = try? await key?.publicKey
    let session = try await session(for: token, login.verifier)
    pending.end(id, at: environment.now())
    // Another process may have removed the key with its session. The tokens are useless then.
    guard (try? await key?.publicKey) == boundKey else {
      await sessions.revoke(session)
      throw .superseded
    }
    let storeError: StoreError?
    do throws(UnusedSession) {
      storeError = try await sessions.keep(session, since: login.start) {
        [pending] in pending.isCancelled(id)
      }
    } catch {
      switch error {
      case .accountRemoved: throw .notStored(StoreError(.accountRemoved))
      case .cancelled: throw .cancelled
      case .superseded: throw .superseded
      }
    }
    endChallenges()
    if let storeError { throw .notStored(storeError) }
    return session.user
  }

  private func session(
    for token: Secret, _ verifier: CodeVerifier
  ) async throws(PreludeAuthError) -> PreludeSession {
    let (granted, response) = try await PreludeAuthError.sent { () async throws(RequestError) in
      let response = try await prelude.response(
        to: FinalizeLoginMutation(challengeToken: token, codeVerifier: verifier.secret))
      let data = try response.completeData(of: FinalizeLoginMutation.operationName)
      return (data.finalizeLogin, response.tokenResponse(at: environment.now()))
    }
    guard let session = PreludeSession(granted, response) else {
      // Best effort: the error of the login is more important.
      Task { [prelude] in try? await prelude.revokeSession(refreshToken: granted.refreshToken) }
      throw .unexpectedResponse
    }
    return session
  }
}
