// The requests of a session that need no browser.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OpenIDAPI

/// Calls a provider's endpoints.
struct TokenEndpoint: Sendable {
  let provider: OpenIDProvider
  let clientID: String
  /// Carries the requests. Signs proofs if tokens are bound to a key.
  let transport: any Transport
  /// The type of the tokens to request.
  let tokenType: OpenIDSession.TokenType
  let interceptors: [any Interceptor]
  let validator: IDTokenValidator
  let now: @Sendable () -> Date

  /// A client that sends all requests to one endpoint.
  func client(_ endpoint: URL) -> GraphQLClient {
    GraphQLClient(
      pinnedTo: endpoint, bodyEncoding: provider.bodyEncoding, transport: transport,
      interceptors: interceptors)
  }

  /// Exchanges a code for tokens, and verifies them. Revokes tokens that are not valid for the login.
  func exchange(
    _ code: Secret, of login: PendingAuthorization
  ) async throws(WebLoginError) -> (session: OpenIDSession, claims: IDTokenClaims?) {
    let (tokens, clockLead) = try await tokens(
      ExchangeCodeMutation(
        clientId: clientID, code: code, codeVerifier: login.verifier.secret,
        redirectUri: login.redirectURI.description), \.exchangeCode)
    do throws(WebLoginError) {
      return try await session(tokens, clockLead, of: login)
    } catch {
      // Best effort: the error of the login is more important.
      if let token = tokens.refreshToken { Task { try? await revoke(token) } }
      throw error
    }
  }

  /// Verifies the tokens of a login.
  private func session(
    _ tokens: TokenSet, _ clockLead: TimeInterval, of login: PendingAuthorization
  ) async throws(WebLoginError) -> (session: OpenIDSession, claims: IDTokenClaims?) {
    try check(tokens)
    var claims: IDTokenClaims?
    var idToken: Secret?
    if var expectation = login.idToken {
      guard let token = tokens.idToken else { throw WebLoginError(.idToken(.missing)) }
      expectation.accessToken = tokens.accessToken
      claims = try await checked(token, expectation, clockLead)
      idToken = token
    }
    let session = OpenIDSession(
      tokens, tokenType, idToken: idToken, subject: claims?.subject,
      scopes: login.scopes, now: now())
    return (session, claims)
  }

  /// Requests new tokens for a session.
  func refresh(
    _ session: OpenIDSession, with token: Secret
  ) async throws(WebLoginError) -> OpenIDSession {
    let (tokens, clockLead) = try await tokens(
      RefreshTokensMutation(clientId: clientID, refreshToken: token), \.refreshTokens)
    try check(tokens)
    return OpenIDSession(
      tokens, tokenType,
      idToken: try await idToken(of: tokens, clockLead, for: session) ?? session.idToken,
      subject: session.subject, scopes: session.scopes, now: now(), before: session)
  }

  /// Requests an access token for one API.
  ///
  /// - Returns: the session with the token, and with a new refresh token if the server sends one.
  func session(
    _ session: OpenIDSession, with token: Secret, adding target: APIToken.Target
  ) async throws(WebLoginError) -> OpenIDSession {
    let audience = provider.audienceParameter == .audience ? target.audience : nil
    let resource = provider.audienceParameter == .resource ? target.audience : nil
    let scope = target.scopes.isEmpty ? nil : target.scopes.joined(separator: " ")
    let (tokens, clockLead) = try await tokens(
      RefreshTokensMutation(
        clientId: clientID, refreshToken: token, scope: scope, audience: audience,
        resource: resource), \.refreshTokens)
    _ = try await idToken(of: tokens, clockLead, for: session)
    let now = now()
    // A token of another type is not used. The refresh token may be the only one that the server still accepts.
    guard isRequestedType(tokens) else {
      return session.adding(nil, refreshToken: tokens.refreshToken, now: now)
    }
    let life = tokens.lifetime
    let granted = APIToken(
      target: target, accessToken: tokens.accessToken, tokenType: tokenType,
      expiresAt: life.map { now.addingTimeInterval($0) },
      renewsAt: life.map { now.addingTimeInterval(max($0 - 30, $0 / 2)) })
    return session.adding(granted, refreshToken: tokens.refreshToken, now: now)
  }

  /// Requests tokens.
  ///
  /// - Returns: the tokens, and how far the device's clock is ahead of the server's, in seconds.
  private func tokens<Operation: AnonymousOperation>(
    _ operation: Operation, _ tokens: KeyPath<Operation.Data, TokenSet>
  ) async throws(WebLoginError) -> (TokenSet, clockLead: TimeInterval) {
    try await sent { () async throws(RequestError) in
      let response = try await client(provider.tokenEndpoint).response(to: operation)
      let data = try response.completeData(of: Operation.operationName)
      return (data[keyPath: tokens], response.tokenResponse(at: now()).clockLead)
    }
  }

  /// Returns the ID token of a refresh if it is valid (OpenID Connect Core, section 12.2). If its key is
  /// unavailable, or if only the times are wrong, returns nil and the other tokens are still used: the server no
  /// longer accepts the old ones.
  ///
  /// - Throws: ``WebLoginError`` if the ID token is invalid. The other tokens must not be used.
  private func idToken(
    of tokens: TokenSet, _ clockLead: TimeInterval, for session: OpenIDSession
  ) async throws(WebLoginError) -> Secret? {
    guard let subject = session.subject, let token = tokens.idToken else { return nil }
    do throws(IDTokenValidator.Failure) {
      let earlier = session.claims
      _ = try await validator.claims(
        of: token,
        .init(
          accessToken: tokens.accessToken, subject: subject,
          earlierNonce: earlier?.all["nonce"]?.string, authenticatedAt: earlier?.authenticatedAt),
        clockLead: clockLead)
      return token
    } catch {
      switch error {
      case .token(let error) where error.concernsTimesOnly: return nil
      case .keys, .token(.unknownKey): break
      case .token: throw WebLoginError(validating: error)
      }
      // The subject is not verified, but a token that names another user is certainly wrong.
      let named = JSONWebToken(token)?.claims?["sub"]?.string
      guard named.map(subject.hasSameBytes) ?? true else {
        throw WebLoginError(.idToken(.wrongSubject))
      }
      return nil
    }
  }

  /// Revokes a refresh token.
  func revoke(_ token: Secret) async throws(WebLoginError) {
    guard let endpoint = provider.revocationEndpoint else { throw WebLoginError(.unsupported) }
    _ = try await sent { () async throws(RequestError) in
      try await OpenIDClient(client(endpoint)).revokeToken(clientId: clientID, token: token)
    }
  }

  /// Fetches the claims of the credential's user.
  func userInfo(
    _ source: any CredentialSource
  ) async throws(WebLoginError) -> UserInfoQuery.Data.UserInfo {
    guard let endpoint = provider.userInfoEndpoint else { throw WebLoginError(.unsupported) }
    return try await sent { () async throws(RequestError) in
      try await OpenIDClient(client(endpoint).authenticated(by: source)).userInfo().userInfo
    }
  }

  /// Refuses tokens of another type than requested. An unbound token is worth more to a thief (RFC
  /// 9449, section 5).
  private func check(_ tokens: TokenSet) throws(WebLoginError) {
    guard isRequestedType(tokens) else { throw WebLoginError(.wrongTokenType) }
  }

  private func isRequestedType(_ tokens: TokenSet) -> Bool {
    let received = tokens.tokenType ?? OpenIDSession.TokenType.bearer.rawValue
    return received.lowercased() == tokenType.rawValue.lowercased()
  }

  private func checked(
    _ token: Secret, _ expectation: IDTokenValidator.Expectation, _ clockLead: TimeInterval
  ) async throws(WebLoginError) -> IDTokenClaims {
    do throws(IDTokenValidator.Failure) {
      return try await validator.claims(of: token, expectation, clockLead: clockLead)
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
