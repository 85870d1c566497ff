// Login in the browser with OpenID Connect:
//
//     page      https://issuer.example/a?response_type=code&client_id=…&state=s1&code_challenge=…&nonce=…
//     redirect  shop://callback?code=code-1&state=s1
//     POST      https://issuer.example/t  code=code-1&code_verifier=…&grant_type=authorization_code
//
// gives a session with the tokens of the response, and the claims of its ID token, which has the same nonce.

public import AuthGenRuntime
public import AuthGenSessions
public import AuthGenWebLogin
public import Foundation
import OpenIDAPI

/// Logs a user in with the authorization code flow with PKCE (RFC 8252; OpenID Connect Core,
/// section 3.1), and keeps the session.
///
/// ```swift
/// let login = OpenIDLogin(
///   provider: try await .discover(issuer: "https://accounts.example.com"), clientID: "…",
///   redirectURI: try RedirectURI("com.example.shop:/callback"),
///   store: PlatformStore.make(service: "com.example.shop", account: "login"), browser: browser)
/// let user = try await login.logIn()
/// let api = GraphQLClient(configuration).authenticated(by: login.sessions)
/// ```
///
/// An app cannot keep a secret. Some providers still require one of desktop apps: see the parameter
/// `nonconfidentialSecret` of `init`.
public actor OpenIDLogin: ResumableLogin {
  /// The session, as a credential source for clients.
  public nonisolated let sessions: SessionManager<OpenIDSession>
  public nonisolated let provider: OpenIDProvider
  /// The URI with which the browser returns to the app; nil if the login shows no pages.
  public nonisolated var redirectURI: RedirectURI? { redirect?.uri }

  let endpoint: TokenEndpoint
  let presenter: LoginPresenter<WebLoginError>
  let environment: LoginEnvironment
  /// The key to which tokens are bound; nil for bearer tokens. Call services with bound tokens over
  /// a `DPoPTransport` with the same key.
  public nonisolated let key: (any DPoPKey)?
  let keyUses = KeyUses()
  nonisolated let pending: PendingLogins<PendingAuthorization>
  private nonisolated let redirect: RedirectRegistry.Registration?
  private let executor = StoreExecutor()

  /// The stores of pending logins block until their medium responds, so this actor does not run on Swift's
  /// threads.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a login with one provider.
  ///
  /// - Parameters:
  ///   - provider: the server.
  ///   - clientID: the app's ID at the server.
  ///   - redirectURI: the URI with which the browser returns to the app, as it is registered at the server.
  ///     Use a different URI for each provider. If two issuers share one, a malicious provider can get the
  ///     other's codes (RFC 9700, section 4.4), so their logins fail with
  ///     ``WebLoginError/Reason/sharedRedirectURI(_:)``, unless both send `iss` (RFC 9207). Create the logins
  ///     of all providers before you begin one. Default: nil, for logins without a page, such as those on
  ///     another device.
  ///   - nonconfidentialSecret: a client secret that the provider requires of desktop apps, such as Google's.
  ///     It is not secret: each copy of the app contains it, so it proves nothing (RFC 8252, section 8.5).
  ///     Never use the secret of a web server here. Default: nil, for a client without one.
  ///   - store: keeps the session between runs.
  ///   - pendingStore: keeps the logins that ``begin(_:)`` has begun, so that a redirect that starts
  ///     the app again can complete them with ``resume(with:)``. It must be another store than
  ///     `store`. Default: the companion of `store`. Without one, and with an `InMemoryStore`, they end with
  ///     the app.
  ///   - browser: shows the login page.
  ///   - key: the key to which tokens are bound, if the server supports DPoP. Stolen tokens are
  ///     then useless without the key. Default: nil, for bearer tokens.
  ///   - leeway: the allowed difference between the times of ID tokens and the server's clock, in seconds,
  ///     from 0 to ``maximumLeeway``. The device's clock may be wrong: the `Date` header field of the token
  ///     response corrects it. Default: 60.
  ///   - environment: the transport, the interceptors and the clocks. Default: the network, and the system's
  ///     clocks.
  public init(
    provider: OpenIDProvider, clientID: String, redirectURI: RedirectURI? = nil,
    nonconfidentialSecret: String? = nil, store: any SecretStore,
    pendingStore: (any SecretStore)? = nil,
    browser: any WebAuthenticationSession, key: (any DPoPKey)? = nil, leeway: TimeInterval = 60,
    environment: LoginEnvironment = LoginEnvironment()
  ) {
    self.provider = provider
    self.environment = environment
    self.key = key
    presenter = LoginPresenter(browser, now: environment.now)
    redirect = redirectURI.map {
      environment.redirects.register(
        $0, issuer: provider.issuer, sendsIssuer: provider.issuesIssuerParameter)
    }
    pending = PendingLogins(
      pendingStore ?? store.companion("pending"), server: "\(provider.issuer) \(clientID)")
    let now = environment.now
    let keySetClient = GraphQLClient(pinnedTo: provider.keySetEndpoint, environment)
    let keys = SigningKeys(now: now) { () async throws(RequestError) in
      try await OpenIDClient(keySetClient).jsonWebKeySet().jsonWebKeySet.keys
    }
    let endpoint = TokenEndpoint(
      provider: provider, clientID: clientID, secret: nonconfidentialSecret.map { Secret($0) },
      tokenType: key == nil ? .bearer : .dpop,
      validator: IDTokenValidator(
        issuer: provider.issuer, tenants: provider.tenants, clientID: clientID, keys: keys,
        leeway: leeway, now: now),
      environment: environment.provingPossession(of: key))
    self.endpoint = endpoint
    sessions = SessionManager(
      store: store,
      refresher: SessionRefresher(
        now: now, isUsable: { $0.tokenType == endpoint.tokenType },
        refresh: { try await endpoint.refreshed($0) },
        revoke: { session in
          // Best effort: there is no caller to receive an error.
          if let token = session.refreshToken { try? await endpoint.revoke(token) }
        }),
      loginChanged: { [pending] isOfNoUser in
        pending.loginHasChanged(isOfNoUser: isOfNoUser, at: now())
      })
  }

  /// The largest allowed difference between clocks, in seconds.
  public static let maximumLeeway: TimeInterval = 300

  /// The result of a login.
  public struct LoggedIn: Sendable {
    public let session: OpenIDSession
    /// The user's claims; nil if `openid` was not requested.
    public let claims: IDTokenClaims?
    /// Why the session could not be stored, so that it ends with the app; nil if it is stored.
    public let storeError: StoreError?
    /// What is missing although the login succeeded, for the app's log; nil if nothing is.
    public let warning: LoginWarning?
    /// The next recovery code, if the user logged in with one, which is used up; otherwise nil. Show it once,
    /// so that the user can keep it: it is not stored.
    public let recoveryCode: Secret?
  }

  // MARK: Logging in

  /// Shows the login page, and logs in the user who completes it.
  ///
  /// - Parameter options: what to request. Default: `openid profile email`.
  /// - Throws: ``WebLoginError``. The reason is ``WebLoginError/Reason/cancelled`` if the user closes the
  ///   page, or if another login is presented meanwhile.
  public func logIn(
    _ options: LoginOptions = LoginOptions()
  ) async throws(WebLoginError) -> LoggedIn {
    let redirectURI = try ownRedirectURI()
    try check(options)
    let start = await sessions.loginStart
    let presentation = try await presenter.begin(redirectURI)
    // A browser within the app ends with the app, and so does its login.
    let (login, page) = try await begun(
      options, since: start, redirectURI: presentation.redirectURI, isStored: false)
    defer { pending.end(login.id, at: environment.now()) }
    let callback = try await presentation.callback(
      from: page, prefersEphemeralSession: options.prefersEphemeralSession
    ) { callback throws(CallbackError) in try login.check(callback) }
    return try await finish(login.id, callback)
  }

  /// Begins a login whose page the app presents itself. Several logins may be pending, and share no state.
  /// The first one that completes ends the others, and so does a logout.
  ///
  /// - Parameter options: what to request. Default: `openid profile email`.
  public func begin(
    _ options: LoginOptions = LoginOptions()
  ) async throws(WebLoginError) -> AuthorizationAttempt {
    let redirectURI = try ownRedirectURI()
    try check(options)
    let (login, page) = try await begun(
      options, since: await sessions.loginStart, redirectURI: redirectURI, isStored: true)
    return AuthorizationAttempt(id: login.id, page: page, redirectURI: login.redirectURI)
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
  @discardableResult
  public func finish(
    _ attempt: AuthorizationAttempt, callback: URL
  ) async throws(WebLoginError) -> LoggedIn {
    try await finish(attempt.id, try WebLoginError.read(callback, to: attempt.redirectURI))
  }

  /// Completes the pending login to which a redirect belongs, by its address and its `state`. The redirect
  /// may have started the app again. An app with several logins uses `LoginLinks`.
  ///
  /// A redirect that belongs to no login sends nothing and changes nothing.
  ///
  /// - Parameter link: the URL to which the browser was redirected.
  /// - Throws: ``WebLoginError``, with the reason ``WebLoginError/Reason/noSuchAttempt`` if no login is
  ///   pending.
  @discardableResult
  public func resume(with link: URL) async throws(WebLoginError) -> LoggedIn {
    let (login, callback) = try pending.match(link, at: environment.now())
    return try await finish(login.id, callback)
  }

  public func match(of link: URL) -> LinkMatch { pending.match(of: link, at: environment.now()) }

  /// Cancels the login whose page is presented, and closes the page. ``logIn(_:)`` throws the reason
  /// ``WebLoginError/Reason/cancelled``. If the system has dropped the page without a word, this ends the
  /// login.
  public func cancel() async { await presenter.cancel() }

  /// Cancels a login. If the last request is in progress, its session is not stored, and is revoked if
  /// possible.
  public func cancel(_ attempt: AuthorizationAttempt) {
    pending.cancel(attempt.id, at: environment.now())
  }

  /// Returns the redirect URI, if no other provider's redirects may come with it.
  @discardableResult
  private func ownRedirectURI() throws(WebLoginError) -> RedirectURI {
    guard let redirect else { throw WebLoginError(.noRedirectURI) }
    guard !redirect.isShared else { throw WebLoginError(.sharedRedirectURI(redirect.uri)) }
    return redirect.uri
  }

  private func check(_ options: LoginOptions) throws(WebLoginError) {
    if let name = options.reservedParameter { throw WebLoginError(.reservedParameter(name)) }
    guard options.wantsIDToken || !options.needsIDToken else { throw WebLoginError(.missingScope) }
  }

  /// Begins a login, and adds it to the pending ones.
  ///
  /// - Parameter isStored: whether it outlives the app.
  private func begun(
    _ options: LoginOptions, since start: LoginStart, redirectURI: RedirectURI, isStored: Bool
  ) async throws(WebLoginError) -> (login: PendingAuthorization, page: URL) {
    keyUses.begin()
    defer { keyUses.end() }
    let login = try Result(catching: { () throws(RandomSourceError) in
      try PendingAuthorization(
        options, since: start, redirectURI: redirectURI, random: environment.random,
        now: environment.now())
    }).mapError { _ in WebLoginError(.noRandomBytes) }.get()
    let thumbprint = try await Result { [key] () async throws(DPoPKeyError) in
      try await key?.publicKey.thumbprint
    }.mapError { WebLoginError(.key($0)) }.get()
    var parameters = login.parameters(
      of: provider, clientID: endpoint.clientID, keyThumbprint: thumbprint, options)
    if let pushed = provider.pushedAuthorizationRequestEndpoint {
      parameters = try await endpoint.push(parameters, to: pushed)
    }
    guard let page = provider.authorizationEndpoint.adding(parameters) else {
      throw WebLoginError(.insecureEndpoint)
    }
    pending.add(login, at: environment.now(), isStored: isStored)
    return (login, page)
  }

  private func finish(
    _ id: UUID, _ callback: Callback
  ) async throws(WebLoginError) -> LoggedIn {
    try pending.check(callback, of: id, at: environment.now())
    try ownRedirectURI()
    let login = try pending.take(id, for: callback, at: environment.now())
    let code = try login.code(
      of: callback, issuers: provider.issuerRule, requiresIssuer: provider.issuesIssuerParameter)
    return try await signedIn(
      since: login.start, login.scopes, isCancelled: { pending.isCancelled(id) }
    ) { () async throws(WebLoginError) in
      try await endpoint.exchange(code, of: login, issuer: callback["iss"])
    }
  }

  /// Refuses a step that another login began. Its secrets are for another server.
  func check(_ terms: LoginTerms) throws(WebLoginError) {
    guard terms.server == endpoint.server else { throw WebLoginError(.noSuchAttempt) }
  }

  /// Logs in with requested tokens, as ``signedIn(since:_:continues:_:)`` does.
  func signedIn(
    _ terms: LoginTerms,
    _ request: () async throws(WebLoginError) -> TokenEndpoint.Received
  ) async throws(WebLoginError) -> LoggedIn {
    try check(terms)
    return try await signedIn(since: terms.start, terms.scopes, continues: terms.continuesLogin) {
      () async throws(WebLoginError) in
      try await endpoint.login(terms, request)
    }
  }

  /// Requests the tokens of a login, and keeps the session, unless another login or a logout has come since
  /// the login began. If one has come before the request, nothing is sent.
  ///
  /// - Parameters:
  ///   - start: the login under which this one began.
  ///   - continues: whether the tokens are for the login of `start`. Default: for a new one.
  ///   - isCancelled: whether the app has cancelled the login. Default: only with the calling task.
  func signedIn(
    since start: LoginStart, _ scopes: [String], continues: Bool = false,
    isCancelled: @Sendable () -> Bool = { false },
    _ request: () async throws(WebLoginError) -> TokenEndpoint.Login
  ) async throws(WebLoginError) -> LoggedIn {
    keyUses.begin()
    defer { keyUses.end() }
    guard await sessions.isLatest(start) else { throw WebLoginError(.noSuchAttempt) }
    let boundKey = try? await key?.publicKey
    let login = try await request()
    // Another process may have removed the key with its session. The tokens are useless then.
    guard (try? await key?.publicKey) == boundKey else {
      await sessions.revoke(login.session)
      throw WebLoginError(.noSuchAttempt)
    }
    let storeError: StoreError?
    do throws(UnusedSession) {
      storeError =
        continues
        ? try await sessions.renew(start, with: login.session)
        : try await sessions.keep(login.session, since: start, isCancelled: isCancelled)
    } catch let unused {
      var error = WebLoginError(unused == .cancelled ? .cancelled : .noSuchAttempt)
      error.recoveryCode = login.recoveryCode
      throw error
    }
    let lacksRefreshToken = scopes.contains("offline_access") && login.session.refreshToken == nil
    return LoggedIn(
      session: login.session, claims: login.claims, storeError: storeError,
      warning: lacksRefreshToken ? .noRefreshToken : nil, recoveryCode: login.recoveryCode)
  }
}

extension OpenIDLogin: RedactedDescription {}
