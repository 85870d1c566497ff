// Social sign-in at Ory, as an app sees it.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import OryAPI

/// Logs users of one project at Ory in, by the native flow of Ory Kratos, and keeps their session.
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
  ///   - browser: shows the pages of ``submit(_:with:prefersEphemeralSession:)``.
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

  /// Submits a form with a provider, and lets the user go on in the browser.
  ///
  /// - Parameters:
  ///   - form: what the app has shown.
  ///   - provider: the identifier of one of its providers.
  ///   - prefersEphemeralSession: whether the browser is to know nothing of earlier logins. Default:
  ///     false.
  /// - Returns: the session, which is in ``sessions`` then.
  /// - Throws: ``OryLoginError``; ``OryLoginError/Reason/conflict`` where another login is being
  ///   presented, ``OryLoginError/Reason/registeredWithoutSession(identityID:)`` where the project has
  ///   new users log in after they have registered.
  @discardableResult
  public func submit(
    _ form: OryForm, with provider: String, prefersEphemeralSession: Bool = false
  ) async throws(OryLoginError) -> OrySession {
    guard let redirectURI = form.redirectURI else { throw OryLoginError(.noRedirectURI) }
    let presentation: LoginPresenter.Presentation
    do throws(LoginPresenter.Failure) {
      presentation = try await presenter.begin(redirectURI)
    } catch {
      throw OryLoginError(presenting: error)
    }
    // Until the login has ended, and not only its page, another one is a conflict.
    defer { withExtendedLifetime(presentation) {} }
    let attempt = try await begin(form, with: provider)
    let callback: Callback
    do throws(LoginPresenter.Failure) {
      callback = try await presentation.callback(
        from: attempt.page, prefersEphemeralSession: prefersEphemeralSession)
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
