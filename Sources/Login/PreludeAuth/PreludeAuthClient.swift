// Prelude's client, as in its documentation:
//
//     POST /login/oauth/google/authorize {"code_challenge":"c",…,"redirect_uri":"shop://callback"}
//     page, then the redirect shop://callback?challenge_token=ch-1
//     POST /login/finalize {"challenge_token":"ch-1","code_verifier":"v"}
//
// gives a session with the tokens of the last response.

import AuthGenRuntime
public import AuthGenSessions
public import AuthGenWebLogin
import Foundation
import PreludeAPI

/// Logs users in with a provider, and keeps the session.
///
/// ```swift
/// let client = try PreludeAuthClient(endpoint: .custom("https://APP.session.prelude.dev"))
/// let context = try await client.initiateOAuthLogin(
///   InitiateOAuthLoginOptions(provider: .google, redirectURI: "myapp://oauth-callback"))
/// let result = try await client.finalizeOAuthLogin(context, challengeToken: challengeToken)
/// ```
///
/// Import `PreludeAuthSocial` to present the provider's page with one call: `loginWithOAuth`.
public actor PreludeAuthClient: ResumableLogin {
  /// The server of an app's sessions.
  public enum Endpoint: Hashable, Sendable {
    /// A URL, such as `https://APP.session.prelude.dev`.
    case custom(String)

    var base: URL? {
      switch self {
      case .custom(let text): URL(string: text).flatMap { $0.isTrustworthyPage ? $0 : nil }
      }
    }
  }

  /// The session, as a credential source for clients.
  public nonisolated let sessions: SessionManager<PreludeSession>

  /// The key to which sessions are bound. Call services with its access tokens over a
  /// `DPoPTransport` with the same key.
  public nonisolated let key: (any DPoPKey)?

  let prelude: PreludeClient<GraphQLClient>
  let environment: LoginEnvironment
  let keyUses = KeyUses()
  let device: DeviceIdentifier
  nonisolated let pending: PendingLogins<PendingOAuthLogin>
  /// The pending logins whose verifiers are being used.
  var redeeming: Set<UUID> = []
  /// The redirects for which a code is being sent.
  var starts: [UUID: Task<Result<OAuthEmailChallenge, PreludeAuthError>, Never>] = [:]
  /// The codes that are being checked.
  var checks: [OAuthEmailChallenge: CodeCheck] = [:]
  private let browser: (any WebAuthenticationSession)?
  private var presenter: LoginPresenter<PreludeAuthError>?
  private let executor = StoreExecutor()

  /// The stores of pending logins block until their medium responds, so this actor does not run on Swift's
  /// threads.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a client for one app.
  ///
  /// - Parameters:
  ///   - endpoint: the server of the app's sessions.
  ///   - key: the key to which sessions are bound. Default: on Apple platforms, a key in the
  ///     Keychain or the Secure Enclave. On other platforms there is no default, and a login
  ///     without a key is ``PreludeAuthError/missingKey``.
  ///   - browser: shows the provider's page if the module `PreludeAuthSocial` presents it. Default:
  ///     on Apple platforms, the system's browser. On other platforms, pass a browser that waits
  ///     for a redirect to the app's own scheme.
  ///   - store: keeps the session between runs. Default: the platform's store.
  ///   - pendingStore: keeps the logins that ``initiateOAuthLogin(_:)`` has begun, so that a redirect
  ///     that starts the app again can complete them with ``resume(with:)``, and the challenges, which
  ///     ``resume()`` returns. It must be another store than `store`. Default: the companion of `store`.
  ///     Without one, and with an `InMemoryStore`, they end with the app.
  ///   - deviceStore: keeps the device's identifier, which outlives sessions, but not the account. Default:
  ///     the platform's store.
  ///   - environment: the transport, the interceptors and the clocks. Default: the network, and the system's
  ///     clocks.
  /// - Throws: ``PreludeAuthError/insecureEndpoint`` if the endpoint is not an https URL.
  public init(
    endpoint: Endpoint, key: (any DPoPKey)? = nil,
    browser: (any WebAuthenticationSession)? = nil, store: (any SecretStore)? = nil,
    pendingStore: (any SecretStore)? = nil, deviceStore: (any SecretStore)? = nil,
    environment: LoginEnvironment = LoginEnvironment()
  ) throws(PreludeAuthError) {
    guard let base = endpoint.base else { throw .insecureEndpoint }
    let account = base.host() ?? ""
    let key = key ?? Defaults.key(account)
    let environment = environment.provingPossession(of: key)
    let configuration = ClientConfiguration(
      endpoint: base.appending(path: "v1/session"),
      maximumResponseSize: ClientConfiguration.maximumLoginResponseSize)
    device = DeviceIdentifier(store: deviceStore ?? Defaults.store("device"))
    let prelude = PreludeClient(
      GraphQLClient(
        configuration,
        transport: environment.transport, interceptors: [device] + environment.interceptors))
    self.prelude = prelude
    let store = store ?? Defaults.store(account)
    pending = PendingLogins(
      pendingStore ?? store.companion("pending"), server: base.absoluteString)
    self.key = key
    self.environment = environment
    self.browser = browser
    sessions = SessionManager(
      store: store,
      refresher: SessionRefresher(
        now: environment.now,
        refresh: { try await prelude.refresh($0, now: environment.now) },
        revoke: { session in
          // Best effort: there is no caller to receive an error.
          if let token = session.refreshToken {
            _ = try? await prelude.revokeSession(refreshToken: token)
          }
        }),
      loginChanged: { [pending] isOfNoUser in
        pending.loginHasChanged(isOfNoUser: isOfNoUser, at: environment.now())
      })
  }

  /// The presenter of this client's logins. Always the same instance, so only one login is presented at a
  /// time.
  ///
  /// - Parameter standard: the browser to use if the app has passed none.
  package func presenter(
    orWith standard: @autoclosure () -> any WebAuthenticationSession
  ) -> LoginPresenter<PreludeAuthError> {
    let presenter = presenter ?? LoginPresenter(browser ?? standard(), now: environment.now)
    self.presenter = presenter
    return presenter
  }

  /// Cancels the login whose page is presented, and closes the page. The call that presents it,
  /// `loginWithOAuth`, throws `cancelled`. If the system has dropped the page without a word, this ends the
  /// login.
  public func cancel() async { await presenter?.cancel() }
}

extension PreludeAuthClient: RedactedDescription {}

/// The platform's default stores.
private enum Defaults {
  /// The service name of the stored items.
  private static let service = "dev.prelude.session"

  static func store(_ account: String) -> any SecretStore {
    PlatformStore.make(service: service, account: account)
  }

  static func key(_ account: String) -> (any DPoPKey)? {
    #if canImport(CryptoKit) && canImport(Security)
      PlatformKey.make(service: service, account: account)
    #else
      nil
    #endif
  }
}
