// Social sign-in with Ory. Codes and second factors are in files of their own:
//
//     GET   /self-service/login/api          200: the flow 1, and the first half of a code, one
//     POST  /self-service/login?flow=1       422: the provider's page
//     redirect shop://callback?…&code=two    the second half
//     GET   /sessions/token-exchange?init_code=one&return_to_code=two    200: the session and its token

public import AuthGenRuntime
public import AuthGenSessions
public import AuthGenWebLogin
import Foundation
import OryAPI

/// Logs users of one Ory project in with Ory Kratos's native flow, and keeps their session.
///
/// ```swift
/// let login = OryLogin(
///   configuration: ClientConfiguration(endpoint: project),
///   store: PlatformStore.make(service: "com.example.shop", account: "customer"),
///   browser: browser)
/// let form = try await login.form(
///   for: .login, redirectURI: try RedirectURI("https://shop.example.com/callback"))
/// let session = try await login.submit(form, with: "google")
/// ```
///
/// A code of two halves binds a session to the login that the app began. The server sends one half to the app
/// at the start, and the other half with the redirect. One half alone is useless. The app's half is sent only
/// for a redirect with the login's `state`, which is a parameter of the redirect URI. The flow uses no PKCE.
///
/// Logins share only the session and the browser. Flows and codes are sent once, and are never
/// retried automatically. Descriptions show nothing of the session.
public actor OryLogin: ResumableLogin {
  /// The session, as a credential source for clients. It ends when the server refuses it, even if it has
  /// expired by the device's clock, which may be wrong.
  ///
  /// ```swift
  /// let backend = GraphQLClient(configuration).authenticated(by: login.sessions)
  /// ```
  public nonisolated let sessions: SessionManager<OrySession>
  /// Calls Ory on the user's behalf.
  public nonisolated let client: AuthenticatedGraphQLClient
  let calls: OryCalls
  let pending: PendingLogins<PendingOryLogin>
  let environment: LoginEnvironment
  private let project: String
  /// The redirect URIs that this login has used. Other logins are compared with them.
  private var redirects: [RedirectURI: RedirectRegistry.Registration] = [:]
  private let presenter: LoginPresenter<OryLoginError>
  private let executor = StoreExecutor()

  /// The stores of pending logins block until their medium responds, so this actor does not run on Swift's
  /// threads.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a login for one project.
  ///
  /// - Parameters:
  ///   - configuration: the endpoint is the project's base URL, such as
  ///     `https://PROJECT.projects.oryapis.com`. The addresses of flows must be on the same server.
  ///   - store: keeps the session between runs. It is read at first use.
  ///   - pendingStore: keeps the logins that ``begin(_:with:traits:)`` has begun, so that a redirect that
  ///     starts the app again can complete them with ``resume(with:)``. It must be another store
  ///     than `store`. Default: the companion of `store`. Without one, and with an `InMemoryStore`, they end
  ///     with the app.
  ///   - browser: shows the pages of ``submit(_:with:traits:prefersEphemeralSession:)``.
  ///   - environment: the transport, the interceptors and the clocks. Default: the network, and the system's
  ///     clocks.
  public init(
    configuration: ClientConfiguration, store: any SecretStore,
    pendingStore: (any SecretStore)? = nil, browser: any WebAuthenticationSession,
    environment: LoginEnvironment = LoginEnvironment()
  ) {
    let anonymous = GraphQLClient(
      configuration, transport: environment.transport, interceptors: environment.interceptors)
    let calls = OryCalls(client: OryClient(anonymous), environment: environment)
    project = configuration.endpoint.absoluteString
    let pending = PendingLogins<PendingOryLogin>(
      pendingStore ?? store.companion("pending"), server: project)
    self.pending = pending
    sessions = SessionManager(
      store: store,
      refresher: SessionRefresher(
        now: environment.now,
        revoke: { session in
          // Best effort: there is no caller to receive an error.
          _ = try? await calls.client.logout(sessionToken: session.token)
        }),
      loginChanged: { isOfNoUser in
        pending.loginHasChanged(isOfNoUser: isOfNoUser, at: environment.now())
      })
    client = anonymous.authenticated(by: sessions)
    self.calls = calls
    self.environment = environment
    presenter = LoginPresenter(browser, now: environment.now)
  }

  /// Submits a form with a provider, and shows the provider's page in the browser.
  ///
  /// - Parameters:
  ///   - form: the form that the app has shown.
  ///   - provider: the identifier of one of the form's providers.
  ///   - traits: what the user has entered, from ``OryForm/traits(_:)``. Default: nil, for nothing.
  ///   - prefersEphemeralSession: whether to use a browser session without earlier logins. Default: false.
  /// - Returns: the session, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/cancelled`` if the user closes the
  ///   page, or if another login is presented meanwhile. It is
  ///   ``OryLoginError/Reason/registeredWithoutSession(identityID:)`` if the project requires new users to
  ///   log in after registration.
  @discardableResult
  public func submit(
    _ form: OryForm, with provider: String, traits: JSON? = nil,
    prefersEphemeralSession: Bool = false
  ) async throws(OryLoginError) -> OrySession {
    let redirectURI = try redirectURI(of: form)
    let start = await sessions.loginStart
    let presentation = try await presenter.begin(redirectURI)
    // A browser within the app ends with the app, and so does its login.
    let (login, page) = try await begun(form, with: provider, traits, redirectURI, since: start)
    pending.add(login, at: environment.now(), isStored: false)
    defer { pending.end(login.id, at: environment.now()) }
    let callback = try await presentation.callback(
      from: page, prefersEphemeralSession: prefersEphemeralSession
    ) { callback throws(CallbackError) in try login.check(callback) }
    return try await finish(login.id, callback, to: redirectURI)
  }

  /// Cancels the login whose page is presented, and closes the page. The call that presents it throws the
  /// reason ``OryLoginError/Reason/cancelled``. If the system has dropped the page without a word, this ends
  /// the login.
  public func cancel() async { await presenter.cancel() }

  /// Returns the form's redirect URI, if no other provider's redirects may come with it.
  func redirectURI(of form: OryForm) throws(OryLoginError) -> RedirectURI {
    guard let redirectURI = form.redirectURI else { throw OryLoginError(.noRedirectURI) }
    try use(redirectURI)
    return redirectURI
  }

  /// Makes a redirect URI one of this login's, and refuses it if a login of another provider has it, too.
  /// Ory sends no `iss`.
  func use(_ uri: RedirectURI) throws(OryLoginError) {
    let registration =
      redirects[uri] ?? environment.redirects.register(uri, issuer: project, sendsIssuer: false)
    redirects[uri] = registration
    guard !registration.isShared else { throw OryLoginError(.sharedRedirectURI(uri)) }
  }

  /// Stores the granted session as the current one, unless another login or a logout has come since `start`.
  ///
  /// - Parameter isCancelled: whether the app has cancelled the login. Default: only with the calling task.
  func signIn(
    _ grant: OryGrant, since start: LoginStart, isCancelled: @Sendable () -> Bool = { false }
  ) async throws(OryLoginError) -> OrySession {
    let session: OrySession
    do throws(OryLoginError) {
      session = try grant.storedSession
    } catch {
      // Best effort: the error of the login is more important.
      if let token = grant.token { endOnServer(token) }
      throw error
    }
    let storeError: StoreError?
    do throws(UnusedSession) {
      storeError = try await sessions.keep(session, since: start, isCancelled: isCancelled)
    } catch {
      switch error {
      case .accountRemoved: throw OryLoginError(.notStored(StoreError(.accountRemoved)))
      case .cancelled: throw .cancelled
      case .superseded: throw OryLoginError(.otherSession)
      }
    }
    if let storeError { throw OryLoginError(.notStored(storeError)) }
    return session
  }

  /// Ends a session that the app does not keep (best effort).
  nonisolated func endOnServer(_ token: Secret) {
    Task { [calls] in try? await calls.client.logout(sessionToken: token) }
  }
}

extension OryLogin: RedactedDescription {}

extension OryLogin {
  /// Submits a form with an ID token from the provider's own SDK, such as Apple's or Google's. The
  /// form needs no redirect URI.
  ///
  /// - Parameters:
  ///   - form: the form that the app has shown.
  ///   - provider: the identifier of one of the form's providers.
  ///   - idToken: the ID token from the SDK, a signed JWT.
  ///   - nonce: the claim `nonce` of the ID token. Ory compares it with what the app submits, and hashes
  ///     nothing. Default: nil, for a token without one.
  ///   - traits: data about a new user that the ID token lacks, in the form of the project's identity schema,
  ///     such as the name that Apple returns with the first sign-in, or what the user has entered, from
  ///     ``OryForm/traits(_:)``. Default: nil, for none.
  /// - Returns: the session, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/browserRequired`` if Ory accepts no ID
  ///   tokens from this provider. It is ``OryLoginError/Reason/registeredWithoutSession(identityID:)`` if the
  ///   project requires new users to log in after registration.
  @discardableResult
  public func submit(
    _ form: OryForm, with provider: String, idToken: Secret, nonce: Secret? = nil,
    traits: JSON? = nil
  ) async throws(OryLoginError) -> OrySession {
    let submission = OrySubmission(
      method: .oidc, provider: provider, idToken: idToken, idTokenNonce: nonce, traits: traits)
    guard form.confirmation == nil else { throw OryLoginError(.codeRequired) }
    let start = await sessions.loginStart
    return try await completed { () async throws(OryLoginError) in
      try await calls.submit(form, submission, since: start)
    }
  }
}
