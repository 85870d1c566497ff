// Login in the browser with OpenID Connect.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OpenIDAPI

/// Logs a user in with the authorization code flow with PKCE (RFC 8252; OpenID Connect Core,
/// section 3.1), and keeps the session.
///
/// ```swift
/// let login = OpenIDLogin(
///   provider: try await .discover(issuer: "https://accounts.example.com"), clientID: "…",
///   store: PlatformStore.make(service: "com.example.shop", account: "login"), browser: browser)
/// let user = try await login.logIn(
///   LoginOptions(redirectURI: try RedirectURI("com.example.shop:/callback")))
/// let api = GraphQLClient(configuration).authenticated(by: login.sessions)
/// ```
///
/// There is no parameter for a client secret, because an app cannot keep one.
public actor OpenIDLogin {
  /// The session, as a credential source for clients.
  public nonisolated let sessions: SessionManager<OpenIDSession>
  public nonisolated let provider: OpenIDProvider

  let endpoint: TokenEndpoint
  let presenter: LoginPresenter<WebLoginError>
  private let random: any RandomSource
  private let now: @Sendable () -> Date
  /// The key to which tokens are bound; nil for bearer tokens. Call services with bound tokens over
  /// a `DPoPTransport` with the same key.
  public nonisolated let key: (any DPoPKey)?
  var keyUses = KeyUses()
  var pending: [UUID: PendingLogin] = [:]

  /// Creates a login with one provider.
  ///
  /// - Parameters:
  ///   - provider: the server.
  ///   - clientID: the app's ID at the server.
  ///   - store: keeps the session between runs.
  ///   - browser: shows the login page.
  ///   - key: the key to which tokens are bound, if the server supports DPoP. Stolen tokens are
  ///     then useless without the key. Default: nil, for bearer tokens.
  ///   - transport: carries the requests. Default: the network.
  ///   - interceptors: run for each request. Default: none.
  public init(
    provider: OpenIDProvider, clientID: String, store: any SecretStore,
    browser: any WebAuthenticationSession, key: (any DPoPKey)? = nil,
    transport: any Transport = URLSessionTransport(), interceptors: [any Interceptor] = []
  ) {
    self.init(
      provider: provider, clientID: clientID, store: store, browser: browser, key: key,
      transport: transport, interceptors: interceptors, random: SystemRandomSource(),
      now: { Date() })
  }

  package init(
    provider: OpenIDProvider, clientID: String, store: any SecretStore,
    browser: any WebAuthenticationSession, key: (any DPoPKey)? = nil,
    transport: any Transport, interceptors: [any Interceptor] = [], random: any RandomSource,
    now: @escaping @Sendable () -> Date
  ) {
    self.provider = provider
    self.random = random
    self.now = now
    self.key = key
    presenter = LoginPresenter(browser)
    let keySetClient = GraphQLClient(
      pinnedTo: provider.keySetEndpoint, transport: transport, interceptors: interceptors)
    let keys = SigningKeys(now: now) { () async throws(RequestError) in
      try await OpenIDClient(keySetClient).jsonWebKeySet().jsonWebKeySet.keys
    }
    let endpoint = TokenEndpoint(
      provider: provider, clientID: clientID,
      transport: key.map { DPoPTransport(transport, key: $0, random: random, now: now) }
        ?? transport,
      tokenType: key == nil ? .bearer : .dpop, interceptors: interceptors,
      validator: IDTokenValidator(
        issuer: provider.issuer, clientID: clientID, keys: keys, now: now),
      now: now)
    self.endpoint = endpoint
    sessions = SessionManager(
      store: store,
      refresher: SessionRefresher(
        now: now, isUsable: { $0.tokenType == endpoint.tokenType },
        refresh: { try await endpoint.refreshed($0) },
        revoke: { session in
          // Best effort: there is no caller to receive an error.
          if let token = session.refreshToken { try? await endpoint.revoke(token) }
        }))
  }

  /// The result of a login.
  public struct LoggedIn: Sendable {
    public let session: OpenIDSession
    /// The user's claims; nil if `openid` was not requested.
    public let claims: IDTokenClaims?
    /// Why the session could not be stored, so that it ends with the app; nil if it is stored.
    public let storeError: StoreError?
  }

  // MARK: Logging in

  /// Shows the login page, and logs in the user who completes it.
  ///
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/conflict`` if another
  ///   login is being presented.
  public func logIn(_ options: LoginOptions) async throws(WebLoginError) -> LoggedIn {
    try check(options)
    let presentation = try await presenter.begin(options.redirectURI)
    // Another login is a conflict until this one has ended, not only its page.
    defer { withExtendedLifetime(presentation) {} }
    let attempt = try await begin(options, redirectURI: presentation.redirectURI)
    defer { pending[attempt.id] = nil }
    let callback = try await presentation.callback(
      from: attempt.page, prefersEphemeralSession: options.prefersEphemeralSession
    ) { [state = pending[attempt.id]?.state] callback throws(CallbackError) in
      if let state { try callback.check(state) }
    }
    return try await finish(attempt, callback)
  }

  /// Begins a login whose page the app presents itself. Any number of logins may be pending,
  /// independently of each other.
  public func begin(_ options: LoginOptions) async throws(WebLoginError) -> AuthorizationAttempt {
    try check(options)
    return try await begin(options, redirectURI: options.redirectURI)
  }

  /// Completes a login with its redirect.
  ///
  /// A redirect that does not belong to this login sends nothing and leaves the attempt pending,
  /// because any app or page can open a link to the app. After a redirect that belongs to it, the
  /// attempt is over, whatever the result.
  ///
  /// - Parameters:
  ///   - attempt: an attempt from ``begin(_:)`` of this login.
  ///   - callback: the URL to which the browser was redirected.
  public func finish(
    _ attempt: AuthorizationAttempt, callback: URL
  ) async throws(WebLoginError) -> LoggedIn {
    let read: Callback
    do throws(CallbackError) {
      read = try Callback(callback, to: attempt.redirectURI)
    } catch {
      throw WebLoginError(.callback(error))
    }
    return try await finish(attempt, read)
  }

  /// Cancels a pending login.
  public func cancel(_ attempt: AuthorizationAttempt) {
    pending[attempt.id] = nil
  }

  private func check(_ options: LoginOptions) throws(WebLoginError) {
    if let name = options.reservedParameter { throw WebLoginError(.reservedParameter(name)) }
    let needsIDToken = options.maximumAge != nil || options.organization != nil
    guard options.wantsIDToken || !needsIDToken else { throw WebLoginError(.missingScope) }
  }

  private func begin(
    _ options: LoginOptions, redirectURI: RedirectURI
  ) async throws(WebLoginError) -> AuthorizationAttempt {
    keyUses.begin()
    defer { keyUses.end() }
    forgetExpiredLogins()
    let login: PendingLogin
    do throws(RandomSourceError) {
      login = try PendingLogin(
        options, redirectURI: redirectURI, random: random, now: now())
    } catch {
      throw WebLoginError(.noRandomBytes)
    }
    guard
      let page = login.page(
        at: provider.authorizationEndpoint, clientID: endpoint.clientID,
        keyThumbprint: try await keyThumbprint())
    else { throw WebLoginError(.insecureEndpoint) }
    let attempt = AuthorizationAttempt(id: UUID(), page: page, redirectURI: redirectURI)
    pending[attempt.id] = login
    return attempt
  }

  func forgetExpiredLogins() {
    let now = now()
    pending = pending.filter { $0.value.expiresAt > now }
  }

  private func keyThumbprint() async throws(WebLoginError) -> String? {
    guard let key else { return nil }
    do throws(DPoPKeyError) {
      return try await key.publicKey.thumbprint
    } catch {
      throw WebLoginError(.key(error))
    }
  }

  private func finish(
    _ attempt: AuthorizationAttempt, _ callback: Callback
  ) async throws(WebLoginError) -> LoggedIn {
    forgetExpiredLogins()
    guard let login = pending[attempt.id] else { throw WebLoginError(.noSuchAttempt) }
    do throws(CallbackError) {
      try callback.check(login.state)
    } catch {
      throw WebLoginError(.callback(error))
    }
    keyUses.begin()
    defer { keyUses.end() }
    pending[attempt.id] = nil
    let code = try login.code(
      of: callback, issuer: provider.issuer, promisesIssuer: provider.issuesIssuerParameter)
    let (session, claims) = try await endpoint.exchange(code, of: login)
    do throws(StoreError) {
      try await sessions.signIn(session)
      return LoggedIn(session: session, claims: claims, storeError: nil)
    } catch {
      return LoggedIn(session: session, claims: claims, storeError: error)
    }
  }
}

extension OpenIDLogin: RedactedDescription {
  public nonisolated var description: String { "OpenIDLogin" }
}
