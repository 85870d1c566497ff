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
  /// The client's secret, which each copy of the app contains; nil for a client without one.
  let secret: Secret?
  /// The type of the tokens to request.
  let tokenType: OpenIDSession.TokenType
  let validator: IDTokenValidator
  /// Its transport proves possession of the key if tokens are bound to one.
  let environment: LoginEnvironment

  /// A client that sends all requests to one endpoint.
  ///
  /// - Parameters:
  ///   - placement: where requests have the client's secret; nil for requests without it.
  ///   - parameters: added to the body.
  private func client(
    _ endpoint: URL, _ encoding: BodyEncoding?, secret placement: OpenIDProvider.SecretPlacement?,
    adding parameters: [(name: String, value: String)] = []
  ) -> GraphQLClient {
    var own: [any Interceptor] = []
    if placement == .header, let secret {
      // RFC 6749, section 2.3.1.
      let pair = "\(clientID.percentEncoded):\(secret.reveal().percentEncoded)"
      let value = "Basic " + Data(pair.utf8).base64EncodedString()
      own.append(RequestChange { $0.headers["Authorization"] = value })
    }
    if !parameters.isEmpty {
      let added = Data("&\(parameters.formEncoded)".utf8)
      own.append(RequestChange { $0.body = ($0.body ?? Data()) + added })
    }
    return GraphQLClient(
      pinnedTo: endpoint, bodyEncoding: encoding, environment, adding: own)
  }

  private var tokenClient: GraphQLClient {
    client(provider.tokenEndpoint, provider.bodyEncoding, secret: provider.secretPlacement)
  }

  /// The secret for the bodies of requests; nil if requests have it elsewhere.
  private func secret(in placement: OpenIDProvider.SecretPlacement) -> Secret? {
    placement == .body ? secret : nil
  }

  private var bodySecret: Secret? { secret(in: provider.secretPlacement) }

  /// Sends the parameters of an authorization request (RFC 9126).
  ///
  /// - Returns: the parameters of the request that the browser sends.
  func push(
    _ parameters: [(name: String, value: String)], to endpoint: URL
  ) async throws(WebLoginError) -> [(name: String, value: String)] {
    let client = client(
      endpoint, .form, secret: provider.secretPlacement,
      adding: parameters.filter { $0.name != "client_id" })
    let pushed = try await WebLoginError.sent { () async throws(RequestError) in
      try await OpenIDClient(client).pushAuthorizationRequest(
        clientId: clientID, clientSecret: bodySecret)
    }.pushAuthorizationRequest
    return [("client_id", clientID), ("request_uri", pushed.requestURI)]
  }

  /// Requests a code for a login on another device.
  func deviceCode(
    scopes: [String], audience: String?
  ) async throws(WebLoginError) -> RequestDeviceCodeMutation.Data.RequestDeviceCode {
    guard let endpoint = provider.deviceAuthorizationEndpoint else {
      throw WebLoginError(.unsupported)
    }
    let client = client(endpoint, .form, secret: provider.secretPlacement)
    let scope = scopes.scopeParameter
    let (audience, resource) = provider.audienceParameter.values(audience)
    return try await WebLoginError.sent { () async throws(RequestError) in
      try await OpenIDClient(client).requestDeviceCode(
        clientId: clientID, clientSecret: bodySecret, scope: scope, audience: audience,
        resource: resource)
    }.requestDeviceCode
  }

  /// The session and the claims of a login, and the user's next recovery code.
  typealias Login = (session: OpenIDSession, claims: IDTokenClaims?, recoveryCode: Secret?)

  /// Identifies the provider and the client.
  var server: String { "\(provider.issuer) \(clientID)" }

  /// Logs in with requested tokens.
  ///
  /// - Parameter request: requests the tokens.
  /// - Throws: ``WebLoginError/Reason/secondFactor(_:)`` if the provider requires another step, which then
  ///   has the same terms.
  func login(
    _ terms: LoginTerms, isolation: isolated (any Actor)? = #isolation,
    _ request: () async throws(WebLoginError) -> Received
  ) async throws(WebLoginError) -> Login {
    let received: Received
    do throws(WebLoginError) {
      received = try await request()
    } catch {
      throw error.withSecondFactor(terms)
    }
    return try await verified(received, terms)
  }

  /// Exchanges a code for tokens, and verifies them. Revokes tokens that are not valid for the login.
  ///
  /// - Parameter issuer: `iss` of the redirect (RFC 9207), which the ID token must have too; nil if there was
  ///   none.
  func exchange(
    _ code: Secret, of login: PendingAuthorization, issuer: String?
  ) async throws(WebLoginError) -> Login {
    var terms = LoginTerms(
      since: login.start, scopes: login.scopes, server: server, idToken: login.idToken,
      requiresIDToken: true)
    terms.idToken?.issuer = issuer
    return try await self.login(terms) { () async throws(WebLoginError) in
      try await tokens(
        ExchangeCodeMutation(
          clientId: clientID, clientSecret: bodySecret, code: code,
          codeVerifier: login.verifier.secret, redirectUri: login.redirectURI.description),
        \.exchangeCode)
    }
  }

  /// Tokens that are not verified, how far the device's clock is ahead of the server's, in seconds, and the
  /// user's next recovery code.
  typealias Received = (tokens: TokenSet, clockLead: TimeInterval, recoveryCode: Secret?)

  /// Requests the tokens for a device code.
  func tokens(forDeviceCode code: Secret) async throws(WebLoginError) -> Received {
    try await tokens(
      ExchangeDeviceCodeMutation(clientId: clientID, clientSecret: bodySecret, deviceCode: code),
      \.exchangeDeviceCode)
  }

  /// Requests the tokens of a grant that the provider defines (RFC 6749, section 4.5).
  func tokens(for grant: ExtensionGrant) async throws(WebLoginError) -> Received {
    let (audience, resource) = provider.audienceParameter.values(grant.audience)
    return try await tokens(
      RequestTokensMutation(
        grantType: grant.type, clientId: clientID, clientSecret: bodySecret,
        scope: grant.scopes.scopeParameter,
        audience: audience, resource: resource),
      \.requestTokens.tokenSet, \.requestTokens.recoveryCode,
      over: client(
        provider.tokenEndpoint, .form, secret: provider.secretPlacement,
        adding: grant.parameters.map { ($0.name, $0.value.reveal()) }))
  }

  /// Requests the tokens for the answer of a passkey. The answer is an object, so the request is no form.
  func tokens(
    for challenge: PasskeyChallenge, _ answer: RedactedJSON
  ) async throws(WebLoginError) -> Received {
    let target = challenge.target
    return try await tokens(
      ExchangePasskeyMutation(
        clientId: clientID, clientSecret: bodySecret, session: challenge.session, answer: answer,
        connection: target.connection, organization: target.organization,
        scope: challenge.terms.scopes.scopeParameter, audience: target.audience),
      \.exchangePasskey,
      over: client(provider.tokenEndpoint, .json, secret: provider.secretPlacement))
  }

  /// Exchanges a token of another issuer for tokens, and verifies them. The request is a form for all
  /// providers, as RFC 8693 requires. Some servers send no ID token.
  func exchange(
    _ subject: SubjectToken, since start: LoginStart, scopes: [String], audience: String?
  ) async throws(WebLoginError) -> Login {
    let (audience, resource) = provider.audienceParameter.values(audience)
    var terms = LoginTerms(since: start, scopes: scopes, server: server)
    terms.idToken?.earlierNonce = subject.nonce?.reveal()
    return try await login(terms) { () async throws(WebLoginError) in
      try await tokens(
        ExchangeTokenMutation(
          clientId: clientID, clientSecret: bodySecret, subjectToken: subject.token,
          subjectTokenType: subject.type,
          scope: scopes.scopeParameter, audience: audience,
          resource: resource), \.exchangeToken,
        over: client(
          provider.tokenEndpoint, .form, secret: provider.secretPlacement, adding: subject.sorted))
    }
  }

  /// Verifies the tokens of a login. Revokes them if they are not valid.
  private func verified(
    _ received: Received, _ terms: LoginTerms
  ) async throws(WebLoginError) -> Login {
    let (tokens, clockLead, recoveryCode) = received
    do throws(WebLoginError) {
      try check(tokens)
      var claims: IDTokenClaims?
      var idToken: Secret?
      if var expectation = terms.idToken, terms.requiresIDToken || tokens.idToken != nil {
        guard let token = tokens.idToken else { throw WebLoginError(.idToken(.missing)) }
        expectation.accessToken = tokens.accessToken
        claims = try await Result { () async throws(IDTokenValidator.Failure) in
          try await validator.claims(of: token, expectation, clockLead: clockLead)
        }.mapError(WebLoginError.init(validating:)).get()
        idToken = token
      }
      let session = OpenIDSession(
        tokens, tokenType, idToken: idToken, subject: claims?.subject, scopes: terms.scopes,
        now: environment.now())
      return (session, claims, recoveryCode)
    } catch {
      // Best effort: the error of the login is more important.
      if let token = tokens.refreshToken { Task { try? await revoke(token) } }
      var error = error
      error.recoveryCode = recoveryCode
      throw error
    }
  }

  /// Requests new tokens for a session.
  ///
  /// - Returns: nil if the server refuses the session's refresh token.
  func refreshed(_ session: OpenIDSession) async throws(WebLoginError) -> OpenIDSession? {
    guard let token = usableRefreshToken(of: session) else { return nil }
    let (tokens, clockLead, _) = try await tokens(
      RefreshTokensMutation(clientId: clientID, clientSecret: bodySecret, refreshToken: token),
      \.refreshTokens)
    try check(tokens)
    let identity = try await idToken(of: tokens, clockLead, for: session)
    return OpenIDSession(
      tokens, tokenType, idToken: identity?.token ?? session.idToken,
      subject: identity?.subject ?? session.subject, scopes: session.scopes, now: environment.now(),
      before: session)
  }

  /// The refresh token of a session. Nil for a bound session without its key, which cannot be refreshed.
  private func usableRefreshToken(of session: OpenIDSession) -> Secret? {
    session.tokenType == .bearer || tokenType == .dpop ? session.refreshToken : nil
  }

  /// Requests an access token for one API, in addition to a session's other tokens.
  ///
  /// - Returns: nil if the server refuses the session's refresh token; a refreshed session without the access
  ///   token if the server refuses the API alone.
  /// - Throws: `CredentialUnavailable` if the session has no refresh token.
  func session(
    _ session: OpenIDSession, adding target: APIToken.Target
  ) async throws -> OpenIDSession? {
    guard let token = usableRefreshToken(of: session) else {
      throw CredentialUnavailable(
        "the session has no refresh token for other APIs: request the scope offline_access")
    }
    do throws(WebLoginError) {
      return try await self.session(session, with: token, adding: target)
    } catch {
      // Some servers refuse an API like this, too. A refresh shows what is refused.
      guard error.tokenRefusal?.consequence == .ended else { throw error }
      return try await refreshed(session)
    }
  }

  /// Returns a session with an access token for one API, and with a new refresh token if the server sends
  /// one.
  private func session(
    _ session: OpenIDSession, with token: Secret, adding target: APIToken.Target
  ) async throws(WebLoginError) -> OpenIDSession {
    let (audience, resource) = provider.audienceParameter.values(target.audience)
    let scope = target.scopes.scopeParameter
    let (tokens, clockLead, _) = try await tokens(
      RefreshTokensMutation(
        clientId: clientID, clientSecret: bodySecret, refreshToken: token, scope: scope,
        audience: audience, resource: resource), \.refreshTokens)
    _ = try await idToken(of: tokens, clockLead, for: session)
    let now = environment.now()
    // A token of another type is not used. The refresh token may be the only one that the server still
    // accepts.
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
  /// - Parameters:
  ///   - recoveryCode: the member of the response with a recovery code. Default: nil, for none.
  ///   - client: sends the request. Default: nil, for a client of the token endpoint.
  private func tokens<Operation: AnonymousOperation>(
    _ operation: Operation, _ tokens: KeyPath<Operation.Data, TokenSet>,
    _ recoveryCode: KeyPath<Operation.Data, Secret?>? = nil, over client: GraphQLClient? = nil
  ) async throws(WebLoginError) -> Received {
    try await WebLoginError.sent { () async throws(RequestError) in
      let response = try await (client ?? tokenClient).response(to: operation)
      let data = try response.completeData(of: Operation.operationName)
      let clockLead = response.tokenResponse(at: environment.now()).clockLead
      return (data[keyPath: tokens], clockLead, recoveryCode.flatMap { data[keyPath: $0] })
    }
  }

  /// Returns the ID token of a refresh, and its user, if it is valid (OpenID Connect Core, section 12.2). If
  /// its key is unavailable, or if only the times are wrong, returns nil and the other tokens are still used:
  /// the server no longer accepts the old ones.
  ///
  /// The first ID token of a session that requested one may come with a refresh: then it names the session's
  /// user.
  ///
  /// - Throws: ``WebLoginError`` if the ID token is invalid. The other tokens must not be used.
  private func idToken(
    of tokens: TokenSet, _ clockLead: TimeInterval, for session: OpenIDSession
  ) async throws(WebLoginError) -> (token: Secret, subject: String)? {
    let subject = session.subject
    guard subject != nil || session.scopes.contains("openid"), let token = tokens.idToken else {
      return nil
    }
    do throws(IDTokenValidator.Failure) {
      let earlier = session.claims
      let claims = try await validator.claims(
        of: token,
        .init(
          accessToken: tokens.accessToken, subject: subject, issuer: earlier?.issuer,
          earlierNonce: earlier?.all["nonce"]?.string, authenticatedAt: earlier?.authenticatedAt),
        clockLead: clockLead)
      return (token, claims.subject)
    } catch {
      switch error {
      case .token(let error) where error.concernsTimesOnly: return nil
      case .keys, .token(.unknownKey): break
      case .token: throw WebLoginError(validating: error)
      }
      // The subject is not verified, but a token that names another user is certainly wrong.
      let named = JSONWebToken(token)?.claims?["sub"]?.string
      if let named, let subject, !named.hasSameBytes(as: subject) {
        throw WebLoginError(.idToken(.wrongSubject))
      }
      return nil
    }
  }

  /// Revokes a refresh token.
  func revoke(_ token: Secret) async throws(WebLoginError) {
    guard let endpoint = provider.revocationEndpoint else { throw WebLoginError(.unsupported) }
    let placement = provider.revocationSecretPlacement
    let client = client(endpoint, provider.bodyEncoding, secret: placement)
    _ = try await WebLoginError.sent { () async throws(RequestError) in
      try await OpenIDClient(client).revokeToken(
        clientId: clientID, clientSecret: secret(in: placement), token: token)
    }
  }

  /// Fetches the claims of the credential's user.
  func userInfo(
    _ source: any CredentialSource
  ) async throws(WebLoginError) -> UserInfoQuery.Data.UserInfo {
    guard let endpoint = provider.userInfoEndpoint else { throw WebLoginError(.unsupported) }
    let client = client(endpoint, provider.bodyEncoding, secret: nil).authenticated(by: source)
    do throws(RequestError) {
      return try await OpenIDClient(client).userInfo().userInfo
    } catch {
      if case .httpStatus(let response) = error.reason, response.mediaType == "application/jwt" {
        throw WebLoginError(.signedUserInfo)
      }
      throw WebLoginError(request: error)
    }
  }

  /// Refuses tokens of another type than requested. An attacker can use a stolen token that is not bound (RFC
  /// 9449, section 5).
  private func check(_ tokens: TokenSet) throws(WebLoginError) {
    guard isRequestedType(tokens) else { throw WebLoginError(.wrongTokenType) }
  }

  private func isRequestedType(_ tokens: TokenSet) -> Bool {
    let received = tokens.tokenType ?? OpenIDSession.TokenType.bearer.rawValue
    return received.lowercased().hasSameBytes(as: tokenType.rawValue.lowercased())
  }
}
