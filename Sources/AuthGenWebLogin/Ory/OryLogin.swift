// Social sign-in at Ory, as an app sees it.

import AuthGenRuntime
import AuthGenSessions
import Foundation
import OryAuth

/// What a user is about to do. Ory turns the login of a new user into a registration, and the
/// registration of a known one into a login.
public enum OryFlowKind: Hashable, Sendable {
  case login
  case registration
}

/// A provider that a project at Ory has, for the app's buttons.
public struct OryProvider: Hashable, Sendable {
  /// Its name in the project's configuration, such as `google`.
  public let id: String
  /// The text of its button, in the server's words.
  public let label: String?

  public init(id: String, label: String? = nil) {
    self.id = id
    self.label = label
  }
}

/// Logs users of one project at Ory in, by the native flow of Ory Kratos, and keeps their session.
///
/// ```swift
/// let login = OryLogin(
///   configuration: ClientConfiguration(endpoint: project),
///   store: PlatformStore.make(service: "com.example.shop", account: "customer"),
///   browser: browser)
/// let session = try await login.logIn(
///   with: "google", redirectURI: try RedirectURI("https://shop.example.com/callback"))
/// ```
///
/// What binds a redirect to the login that the app began is a code of two halves: the server gives
/// one to the app at the start, and the other goes along with the redirect. Either alone is worth
/// nothing. There is no `state` here, and no PKCE.
///
/// Nothing but the session and the browser is shared by logins. Flows and codes are sent once, and
/// never again by themselves. However it is printed, it shows nothing of the session.
public actor OryLogin {
  /// The session there is. Clients that act on the user's behalf are better made with
  /// ``credentials``, which knows when the session ends.
  public nonisolated let sessions: SessionManager<OrySession>
  /// The session's credential until the session expires.
  public nonisolated let credentials: OryCredentials
  /// Calls Ory on the user's behalf.
  public nonisolated let client: AuthenticatedGraphQLClient
  let calls: OryCalls
  let now: @Sendable () -> Date
  private let presenter: LoginPresenter

  /// - Parameters:
  ///   - configuration: its endpoint is the project's base URL, such as
  ///     `https://PROJECT.projects.oryapis.com`; flows must have their addresses there, too.
  ///   - store: where the session is kept between runs. It is read at first use.
  ///   - browser: shows the pages of ``logIn(with:redirectURI:prefersEphemeralSession:)`` and
  ///     ``register(with:redirectURI:prefersEphemeralSession:)``.
  ///   - transport: what carries requests. It must keep no cookies and follow no redirects. Default:
  ///     the network.
  ///   - interceptors: called in this order, for each request.
  public init(
    configuration: ClientConfiguration, store: any SecretStore,
    browser: any WebAuthenticationSession, transport: any Transport = URLSessionTransport(),
    interceptors: [any Interceptor] = []
  ) {
    self.init(
      configuration: configuration, store: store, browser: browser, transport: transport,
      interceptors: interceptors, now: { Date() })
  }

  /// - Parameter now: what time it is, for sessions and flows that expire.
  package init(
    configuration: ClientConfiguration, store: any SecretStore,
    browser: any WebAuthenticationSession, transport: any Transport,
    interceptors: [any Interceptor] = [], now: @escaping @Sendable () -> Date
  ) {
    let anonymous = GraphQLClient(
      configuration, transport: transport, interceptors: interceptors)
    sessions = SessionManager(store: store)
    credentials = OryCredentials(sessions: sessions, now: now)
    client = anonymous.authenticated(by: credentials)
    calls = OryCalls(client: OryClient(anonymous))
    self.now = now
    presenter = LoginPresenter(browser)
  }

  /// The providers that the project offers, in its order.
  ///
  /// - Throws: ``OryLoginError/Reason/request(_:)`` where the server cannot be asked.
  public func providers(for kind: OryFlowKind) async throws(OryLoginError) -> [OryProvider] {
    try await calls.flow(kind, returnTo: nil).providers
  }

  /// Logs a user in with a provider, in the browser.
  ///
  /// - Parameters:
  ///   - provider: the identifier of one of ``providers(for:)``.
  ///   - redirectURI: where the browser comes back to; it must be one of the project's allowed URLs.
  ///   - prefersEphemeralSession: whether the browser is to know nothing of earlier logins. Default:
  ///     false.
  /// - Returns: the session, which is in ``sessions`` then.
  /// - Throws: ``OryLoginError``; ``OryLoginError/Reason/conflict`` where another login is being
  ///   presented.
  @discardableResult
  public func logIn(
    with provider: String, redirectURI: RedirectURI, prefersEphemeralSession: Bool = false
  ) async throws(OryLoginError) -> OrySession {
    try await present(.login, provider, redirectURI, prefersEphemeralSession)
  }

  /// Registers a user with a provider, in the browser. The parameters are those of
  /// ``logIn(with:redirectURI:prefersEphemeralSession:)``.
  ///
  /// - Throws: ``OryLoginError``; ``OryLoginError/Reason/registeredWithoutSession(identityID:)`` where
  ///   the project has new users log in after they have registered.
  @discardableResult
  public func register(
    with provider: String, redirectURI: RedirectURI, prefersEphemeralSession: Bool = false
  ) async throws(OryLoginError) -> OrySession {
    try await present(.registration, provider, redirectURI, prefersEphemeralSession)
  }

  private func present(
    _ kind: OryFlowKind, _ provider: String, _ redirectURI: RedirectURI, _ isEphemeral: Bool
  ) async throws(OryLoginError) -> OrySession {
    let presentation: LoginPresenter.Presentation
    do throws(LoginPresenter.Failure) {
      presentation = try await presenter.begin(redirectURI)
    } catch {
      throw OryLoginError(presenting: error)
    }
    // Until the login has ended, and not only its page, another one is a conflict.
    defer { withExtendedLifetime(presentation) {} }
    let attempt = try await begin(kind, with: provider, redirectURI: presentation.redirectURI)
    let callback: Callback
    do throws(LoginPresenter.Failure) {
      callback = try await presentation.callback(
        from: attempt.page, prefersEphemeralSession: isEphemeral)
    } catch {
      throw OryLoginError(presenting: error)
    }
    return try await finish(attempt, callback)
  }

  /// Makes what the server granted the session.
  func signIn(_ grant: OryGrant) async throws(OryLoginError) -> OrySession {
    let session = try grant.storedSession
    do throws(StoreError) {
      try await sessions.signIn(session)
    } catch {
      throw OryLoginError(.notStored(error))
    }
    return session
  }
}

extension OryLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public nonisolated var description: String { "OryLogin" }
  public nonisolated var debugDescription: String { description }
  public nonisolated var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}
