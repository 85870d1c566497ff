// The steps of a login with a second factor at Auth0:
//
//     POST /oauth/token         403 mfa_required, mfa_token
//     GET  /mfa/authenticators  the user's authenticators; or POST /mfa/associate, to set one up
//     POST /mfa/challenge       oob_code: a message or a notification was sent
//     POST /oauth/token         grant_type=…/mfa-oob&mfa_token=…&oob_code=…&binding_code=123456
//
// The last response has the tokens of the login.

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OpenIDAPI

extension OpenIDLogin {
  /// Fetches the authenticators with which the user can prove the second factor.
  ///
  /// ```swift
  /// let authenticators = try await login.authenticators(for: factor)
  /// ```
  ///
  /// - Parameter factor: the value of ``WebLoginError/Reason/secondFactor(_:)``, of this login.
  /// - Returns: empty if the user must set one up first: see ``add(_:for:)``.
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/noSuchAttempt`` if the login has
  ///   taken too long.
  public func authenticators(
    for factor: SecondFactor
  ) async throws(WebLoginError) -> [SecondFactor.Authenticator] {
    let client = try client("authenticators", factor).authenticated(by: factor.credential)
    return try await Self.step { () async throws(RequestError) in
      try await OpenIDClient(client).authenticators()
    }.authenticators.compactMap { SecondFactor.Authenticator($0) }
  }

  /// The second factor that Auth0 requires before it refreshes the session; nil if it requires none. Ask for
  /// it if the state is `SessionState.needsLogin`.
  ///
  /// The tokens of the last step replace the session's, and its calls continue. Tokens of another user are
  /// refused, and so are all after another login or a logout. A second factor that Auth0 requires for one API
  /// alone is unsupported: the user logs in again.
  public func requiredSecondFactor() async -> SecondFactor? {
    let start = await sessions.loginStart
    guard case .needsLogin(let session, let refusal) = await sessions.state,
      await sessions.isLatest(start),
      refusal.code.hasSameBytes(as: OpenIDErrorCode.mfaRequired.graphQLName),
      let token = refusal.mfaToken
    else { return nil }
    var terms = LoginTerms(
      since: start, scopes: session.scopes, server: endpoint.server,
      requiresIDToken: session.subject != nil)
    if let subject = session.subject {
      terms.idToken = .init(subject: subject, issuer: session.claims?.issuer)
    }
    terms.continuesLogin = true
    return SecondFactor(requirements: nil, token: token, terms: terms)
  }

  /// Begins the proof of a second factor: sends the message or the notification, if the authenticator gets
  /// one.
  ///
  /// - Parameters:
  ///   - authenticator: one of ``authenticators(for:)``.
  ///   - factor: the same value.
  /// - Returns: what the user does next, and the value for `finish`.
  public func challenge(
    _ authenticator: SecondFactor.Authenticator, for factor: SecondFactor
  ) async throws(WebLoginError) -> SecondFactor.Challenge {
    switch authenticator.kind {
    case .authenticatorApp: return .code(.init(factor: factor, proof: .app))
    case .recoveryCode: return .code(.init(factor: factor, proof: .recovery))
    case .sms, .voice, .email, .push: break
    }
    let client = try client("challenge", factor)
    let sent = try await Self.step { [endpoint] () async throws(RequestError) in
      try await OpenIDClient(client).challengeAuthenticator(
        clientId: endpoint.clientID, clientSecret: endpoint.secret, mfaToken: factor.token,
        authenticatorId: authenticator.id)
    }.challengeAuthenticator
    return .init(factor, sent.oobCode, bindingMethod: sent.bindingMethod)
  }

  /// Sets up an authenticator for a user who has none. Auth0 refuses it for other users.
  ///
  /// - Returns: what the app shows, and what the user proves next. The authenticator is active afterwards.
  public func add(
    _ authenticator: SecondFactor.NewAuthenticator, for factor: SecondFactor
  ) async throws(WebLoginError) -> SecondFactor.AddedAuthenticator {
    let client = try client("associate", factor).authenticated(by: factor.credential)
    let channel = authenticator.channel
    let added = try await Self.step { [endpoint] () async throws(RequestError) in
      try await OpenIDClient(client).associateAuthenticator(
        clientId: endpoint.clientID, clientSecret: endpoint.secret,
        types: [channel == nil ? "otp" : "oob"], channels: channel.map { [$0] },
        phoneNumber: authenticator.phoneNumber, email: authenticator.email)
    }.associateAuthenticator
    let challenge =
      added.oobCode.map {
        SecondFactor.Challenge(factor, $0, bindingMethod: added.bindingMethod)
      } ?? .code(.init(factor: factor, proof: .app))
    return SecondFactor.AddedAuthenticator(
      challenge: challenge, barcode: added.barcodeURI, key: added.secret,
      recoveryCodes: added.recoveryCodes ?? [])
  }

  /// Completes a login with the code that the user entered, and keeps the session. The code is sent once.
  ///
  /// ```swift
  /// user = try await login.finish(challenge, code: Secret(await ask()))
  /// ```
  ///
  /// - Throws: ``WebLoginError``: ``WebLoginError/Reason/wrongCode(_:)`` if the user can enter another code,
  ///   ``WebLoginError/Reason/secondFactor(_:)`` if Auth0 requires one more factor, and
  ///   ``WebLoginError/Reason/noSuchAttempt`` if the login has taken too long.
  @discardableResult
  public func finish(
    _ challenge: SecondFactor.CodeChallenge, code: Secret
  ) async throws(WebLoginError) -> LoggedIn {
    do throws(WebLoginError) {
      return try await signedIn(challenge.factor.terms) { () async throws(WebLoginError) in
        try await endpoint.tokens(for: challenge.grant(code))
      }
    } catch {
      throw error.ofCode
    }
  }

  /// Waits until the user has approved a login on another device, and keeps the session. To stop, cancel the
  /// task. Asks Auth0 every five seconds, or less often if Auth0 requires it.
  ///
  /// - Throws: ``WebLoginError``: ``WebLoginError/Reason/denied(_:)`` if the user declines, and
  ///   ``WebLoginError/Reason/noSuchAttempt`` after ten minutes, or if Auth0 ends the login earlier.
  @discardableResult
  public func finish(
    _ challenge: SecondFactor.ApprovalChallenge
  ) async throws(WebLoginError) -> LoggedIn {
    do throws(WebLoginError) {
      return try await signedIn(challenge.factor.terms) { () async throws(WebLoginError) in
        try await polled(
          every: 5, for: 600, since: challenge.requestedAt
        ) { () async throws(WebLoginError) in
          try await endpoint.tokens(for: challenge.grant)
        }
      }
    } catch {
      throw error.ofApproval
    }
  }

  /// A client for the requests about second factors. Their credential is not bound to the login's key.
  private func client(
    _ path: String, _ factor: SecondFactor
  ) throws(WebLoginError) -> GraphQLClient {
    try check(factor.terms)
    guard let endpoint = provider.secondFactorEndpoint else { throw WebLoginError(.unsupported) }
    return GraphQLClient(pinnedTo: endpoint.appending(path: path), environment)
  }

  private static func step<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ call: () async throws(RequestError) -> Value
  ) async throws(WebLoginError) -> Value {
    do throws(RequestError) {
      return try await call()
    } catch {
      throw WebLoginError(request: error).ofStep
    }
  }
}
