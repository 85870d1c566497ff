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
  ///   - challengeToken: what was delivered to the redirect URI. It is good for one login.
  /// - Throws: ``PreludeAuthError``.
  public func finalizeOAuthLogin(
    _ context: OAuthLoginContext, challengeToken: String
  ) async throws(PreludeAuthError) -> FinalizeOAuthLoginResult {
    try await finalize(context, Secret(challengeToken))
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
        provider: PreludeAPI.OAuthProvider(graphQLName: provider.rawValue),
        redirectUri: redirectURI.description, codeChallenge: verifier.challenge
      ).authorizeOAuth
    }
    guard let page = URL(string: begun.authorizationUrl), page.isTrustworthyPage else {
      throw .unexpectedResponse
    }
    return OAuthLoginContext(authorizationURL: page, verifier: verifier)
  }

  /// Goes on as the challenge token says: it is read for that alone.
  package func finalize(
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
