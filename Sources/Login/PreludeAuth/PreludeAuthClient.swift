// Prelude's client, as its documentation describes it.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
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
/// The module `PreludeAuthSocial` has it present the provider's page by itself: `loginWithOAuth`.
public actor PreludeAuthClient {
  /// Where an app's sessions are.
  public enum Endpoint: Hashable, Sendable {
    /// Such as `https://APP.session.prelude.dev`.
    case custom(String)

    var base: URL? {
      switch self {
      case .custom(let text): URL(string: text).flatMap { $0.isTrustworthyPage ? $0 : nil }
      }
    }
  }

  /// The session, for clients to be authenticated by.
  public nonisolated let tokens: RefreshingSessionManager<PreludeSession>

  /// What sessions are bound to. What takes their access tokens is called over a `DPoPTransport` with
  /// the same key.
  public nonisolated let key: (any DPoPKey)?

  let prelude: PreludeClient<GraphQLClient>
  let random: any RandomSource
  var keyUses = KeyUses()
  private let browser: (any WebAuthenticationSession)?
  private var presenter: LoginPresenter?

  /// - Parameters:
  ///   - endpoint: where the app's sessions are.
  ///   - key: what sessions are bound to. Default: on Apple platforms, one in the Keychain or the Secure
  ///     Enclave; elsewhere an app brings its own, or a login is ``PreludeAuthError/invalidConfiguration``.
  ///   - browser: shows the provider's page, where the module `PreludeAuthSocial` presents it. Default:
  ///     on Apple platforms, the system's; elsewhere an app brings its own, which waits for a redirect
  ///     to a scheme of the app's.
  ///   - store: where the session is kept between runs. Default: the platform's safe place.
  ///   - deviceStore: where the device's identifier is kept, which outlives sessions. Default: likewise.
  ///   - transport: what carries requests. Default: the network.
  ///   - interceptors: called for each request.
  /// - Throws: ``PreludeAuthError/invalidConfiguration`` where the endpoint is no https URL.
  public init(
    endpoint: Endpoint, key: (any DPoPKey)? = nil,
    browser: (any WebAuthenticationSession)? = nil, store: (any SecretStore)? = nil,
    deviceStore: (any SecretStore)? = nil, transport: any Transport = URLSessionTransport(),
    interceptors: [any Interceptor] = []
  ) throws(PreludeAuthError) {
    let account = endpoint.base?.host() ?? ""
    try self.init(
      endpoint: endpoint, key: key ?? Defaults.key(account), browser: browser,
      store: store ?? Defaults.store(account),
      deviceStore: deviceStore ?? Defaults.store("device"), transport: transport,
      interceptors: interceptors, random: SystemRandomSource(), now: { Date() })
  }

  package init(
    endpoint: Endpoint, key: (any DPoPKey)?, browser: (any WebAuthenticationSession)?,
    store: any SecretStore, deviceStore: any SecretStore, transport: any Transport,
    interceptors: [any Interceptor] = [], random: any RandomSource,
    now: @escaping @Sendable () -> Date
  ) throws(PreludeAuthError) {
    guard let base = endpoint.base else { throw .invalidConfiguration }
    let configuration = ClientConfiguration(
      endpoint: base.appending(path: "v1/session"), maximumResponseSize: 1_000_000)
    let prelude = PreludeClient(
      GraphQLClient(
        configuration,
        transport: key.map { DPoPTransport(transport, key: $0, random: random, now: now) }
          ?? transport,
        interceptors: [DeviceIdentifier(store: deviceStore)] + interceptors))
    self.prelude = prelude
    self.key = key
    self.random = random
    self.browser = browser
    tokens = RefreshingSessionManager(
      store: store, now: now, refresh: { await prelude.outcome(ofRefreshing: $0) },
      abandon: { session in
        // Nobody would be told of a failure.
        if let token = session.refreshToken {
          _ = try? await prelude.revokeSession(refreshToken: token)
        }
      })
  }

  /// What presents this client's logins: the same each time, since there is one at a time.
  ///
  /// - Parameter standard: the browser of an app that has not brought its own.
  package func presenter(
    orWith standard: @autoclosure () -> any WebAuthenticationSession
  ) -> LoginPresenter {
    let presenter = presenter ?? LoginPresenter(browser ?? standard())
    self.presenter = presenter
    return presenter
  }

  func sent<Answer: Sendable>(
    _ call: () async throws(RequestError) -> Answer
  ) async throws(PreludeAuthError) -> Answer {
    do throws(RequestError) {
      return try await call()
    } catch {
      throw PreludeAuthError(error)
    }
  }
}

extension PreludeAuthClient: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public nonisolated var description: String { "PreludeAuthClient" }
  public nonisolated var debugDescription: String { description }
  public nonisolated var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}
