// The two ends of a login, whose page somebody else presents.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import PreludeAPI

/// What is asked of ``PreludeAuthClient/initiateOAuthLogin(_:)``.
public struct InitiateOAuthLoginOptions: Hashable, Sendable {
  public var provider: OAuthProvider
  /// Of a scheme of the app's own, such as `myapp://oauth-callback`; it must be allowed in the
  /// provider's configuration.
  public var redirectURI: String

  public init(provider: OAuthProvider, redirectURI: String) {
    self.provider = provider
    self.redirectURI = redirectURI
  }
}

extension PreludeAuthClient {
  /// Begins a login whose page the app presents itself. Any number may be under way; none knows of
  /// another.
  ///
  /// - Throws: ``PreludeAuthError``: ``PreludeAuthError/invalidConfiguration`` before anything is sent,
  ///   where the redirect URI is none of a scheme of the app's own.
  public func initiateOAuthLogin(
    _ options: InitiateOAuthLoginOptions
  ) async throws(PreludeAuthError) -> OAuthLoginContext {
    try await begin(options.provider, try Self.redirectURI(options.redirectURI))
  }

  /// Ends a login that the app has presented itself.
  ///
  /// - Parameters:
  ///   - context: what ``initiateOAuthLogin(_:)`` gave.
  ///   - challengeToken: what was delivered to the redirect URI as `challenge_token`. It is good for one
  ///     login.
  /// - Throws: ``PreludeAuthError``.
  public func finalizeOAuthLogin(
    _ context: OAuthLoginContext, challengeToken: String
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    try await finalize(context, Secret(challengeToken))
  }

  /// Ends a login that the app has presented itself, with the redirect as it came: it is read where it
  /// leads to the redirect URI, and nothing is sent where it does not.
  ///
  /// - Parameters:
  ///   - context: what ``initiateOAuthLogin(_:)`` gave.
  ///   - callback: the URL that the browser was redirected to.
  /// - Throws: ``PreludeAuthError``: ``PreludeAuthError/callback(_:)`` where it is none of this login's.
  public func finalizeOAuthLogin(
    _ context: OAuthLoginContext, callback: URL
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    let read: Callback
    do throws(CallbackError) {
      read = try Callback(callback, to: context.redirectURI)
    } catch {
      throw .callback(error)
    }
    return try await finalize(context, read)
  }

  // MARK: Steps

  /// Prelude takes nothing but a scheme of the app's own.
  package static func redirectURI(_ text: String) throws(PreludeAuthError) -> RedirectURI {
    guard let uri = try? RedirectURI(text), uri.kind == .customScheme else {
      throw .invalidConfiguration
    }
    return uri
  }

  package func begin(
    _ provider: OAuthProvider, _ redirectURI: RedirectURI
  ) async throws(PreludeAuthError) -> OAuthLoginContext {
    // Without proofs no login could be ended: the user had better not begin one.
    guard key != nil else { throw .invalidConfiguration }
    let verifier: CodeVerifier
    do throws(RandomSourceError) {
      verifier = try CodeVerifier(random)
    } catch {
      throw .noRandomBytes
    }
    let begun = try await sent { () async throws(RequestError) in
      try await prelude.authorizeOAuth(
        provider: SocialProvider(graphQLName: provider.rawValue),
        redirectUri: redirectURI.description, codeChallenge: verifier.challenge
      ).authorizeOAuth
    }
    guard let page = URL(string: begun.authorizationUrl), page.isTrustworthyPage else {
      throw .unexpectedResponse
    }
    return OAuthLoginContext(authorizationURL: page, redirectURI: redirectURI, verifier: verifier)
  }

  /// Goes on with what the redirect brought; an error wins over all else.
  package func finalize(
    _ context: OAuthLoginContext, _ callback: Callback
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    switch callback["error"] {
    case nil: break
    case "email_already_in_use": throw .conflict
    default: throw .accessDenied
    }
    guard let token = callback.secret("challenge_token"), !token.isEmpty else {
      throw .callback(.missing("challenge_token"))
    }
    return try await finalize(context, token)
  }

  /// Goes on as the challenge token says: it is read for that alone.
  private func finalize(
    _ context: OAuthLoginContext, _ token: Secret
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    guard let claims = JSONWebToken(token)?.claims else { throw .unexpectedResponse }
    switch claims["grant_mode"]?.string {
    case "session-start":
      return .loggedIn(try await redeem(token, context.verifier))
    case "oauth-email-link":
      guard let email = claims["metadata"]?["oauth_email"]?.string else {
        throw .unexpectedResponse
      }
      let verification = try await sent { () async throws(RequestError) in
        try await prelude.startOTP(challengeToken: token).startOTP.verificationToken
      }
      return .otpRequired(
        challenge: OAuthEmailChallenge(
          verificationToken: verification, verifier: context.verifier),
        email: email)
    default:
      throw .unexpectedResponse
    }
  }

  /// Makes a session of a challenge token, and keeps it.
  func redeem(
    _ token: Secret, _ verifier: CodeVerifier
  ) async throws(PreludeAuthError) -> PreludeUser {
    keyUses.begin()
    defer { keyUses.end() }
    let granted = try await sent { () async throws(RequestError) in
      try await prelude.finalizeLogin(challengeToken: token, codeVerifier: verifier.secret)
        .finalizeLogin
    }
    guard let session = PreludeSession(granted) else { throw .unexpectedResponse }
    do throws(StoreError) {
      try await tokens.sessions.signIn(session)
    } catch {
      throw .notStored(error)
    }
    return session.user
  }
}
