// The requests of a session that no page is shown for.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OpenIDAPI

/// What calls a provider's endpoints.
struct TokenEndpoint: Sendable {
  let provider: OpenIDProvider
  let clientID: String
  /// Signs proofs where tokens are bound to a key.
  let transport: any Transport
  /// What tokens are asked for.
  let tokenType: OpenIDSession.TokenType
  let interceptors: [any Interceptor]
  let validator: IDTokenValidator
  let now: @Sendable () -> Date

  /// A client whose requests all go to one endpoint.
  func client(_ endpoint: URL) -> GraphQLClient {
    GraphQLClient(
      pinnedTo: endpoint, bodyEncoding: provider.bodyEncoding, transport: transport,
      interceptors: interceptors)
  }

  /// Exchanges a code, and checks what comes.
  func exchange(
    _ code: Secret, of login: PendingLogin
  ) async throws(WebLoginError) -> (session: OpenIDSession, claims: IDTokenClaims?) {
    let tokens = try await sent { () async throws(RequestError) in
      try await OpenIDClient(client(provider.tokenEndpoint)).exchangeCode(
        clientId: clientID, code: code, codeVerifier: login.verifier.secret,
        redirectUri: login.redirectURI.description
      ).exchangeCode
    }
    try check(tokens)
    var claims: IDTokenClaims?
    var idToken: Secret?
    if let nonce = login.nonce {
      guard let token = tokens.idToken else { throw WebLoginError(.idToken(.missing)) }
      claims = try await checked(
        token,
        .init(
          accessToken: tokens.accessToken, nonce: nonce, maximumAge: login.options.maximumAge,
          organization: login.options.organization))
      idToken = token
    }
    let session = OpenIDSession(
      tokens, tokenType, idToken: idToken, subject: claims?.subject,
      scopes: login.options.allScopes, now: now())
    return (session, claims)
  }

  /// New tokens for a session.
  func refresh(
    _ session: OpenIDSession, with token: Secret
  ) async throws(WebLoginError) -> OpenIDSession {
    let tokens = try await sent { () async throws(RequestError) in
      try await OpenIDClient(client(provider.tokenEndpoint)).refreshTokens(
        clientId: clientID, refreshToken: token
      ).refreshTokens
    }
    try check(tokens)
    return OpenIDSession(
      tokens, tokenType, idToken: try await idToken(of: tokens, for: session) ?? session.idToken,
      subject: session.subject, scopes: session.scopes, now: now(), before: session)
  }

  /// The ID token that came with new tokens, if it is believed. Where it cannot be checked, for want of
  /// the server's keys, say, the other tokens are taken all the same: the server takes the old ones no
  /// more.
  ///
  /// - Throws: where it is another user's (OpenID Connect Core, section 12.2).
  private func idToken(
    of tokens: TokenSet, for session: OpenIDSession
  ) async throws(WebLoginError) -> Secret? {
    guard let subject = session.subject, let token = tokens.idToken else { return nil }
    do throws(IDTokenValidator.Failure) {
      _ = try await validator.claims(
        of: token, .init(accessToken: tokens.accessToken, subject: subject))
      return token
    } catch {
      guard JSONWebToken(token)?.claims?["sub"]?.string ?? subject == subject else {
        throw WebLoginError(.idToken(.wrongSubject))
      }
      return nil
    }
  }

  /// Makes a refresh token invalid.
  func revoke(_ token: Secret) async throws(WebLoginError) {
    guard let endpoint = provider.revocationEndpoint else { throw WebLoginError(.unsupported) }
    _ = try await sent { () async throws(RequestError) in
      try await OpenIDClient(client(endpoint)).revokeToken(clientId: clientID, token: token)
    }
  }

  /// The claims of whoever the credential is of.
  func userInfo(
    _ source: any CredentialSource
  ) async throws(WebLoginError) -> UserInfoQuery.Data.UserInfo {
    guard let endpoint = provider.userInfoEndpoint else { throw WebLoginError(.unsupported) }
    return try await sent { () async throws(RequestError) in
      try await OpenIDClient(client(endpoint).authenticated(by: source)).userInfo().userInfo
    }
  }

  /// A token of another kind than was asked for is not used: one that is bound to nothing is worth
  /// more to a thief (RFC 9449, section 5).
  private func check(_ tokens: TokenSet) throws(WebLoginError) {
    guard tokens.tokenType.lowercased() == tokenType.rawValue.lowercased() else {
      throw WebLoginError(.wrongTokenType)
    }
  }

  private func checked(
    _ token: Secret, _ expectation: IDTokenValidator.Expectation
  ) async throws(WebLoginError) -> IDTokenClaims {
    do throws(IDTokenValidator.Failure) {
      return try await validator.claims(of: token, expectation)
    } catch {
      throw WebLoginError(validating: error)
    }
  }

  private func sent<Answer: Sendable>(
    _ call: () async throws(RequestError) -> Answer
  ) async throws(WebLoginError) -> Answer {
    do throws(RequestError) {
      return try await call()
    } catch {
      throw WebLoginError(request: error)
    }
  }
}
