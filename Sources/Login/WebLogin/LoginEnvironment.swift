// What a login uses outside the app: the network, the time and random numbers.

public import AuthGenRuntime
public import Foundation

/// The transport, the interceptors and the clocks of a login.
///
/// An app that logs users in over the network needs none. Tests pass a transport with fixed responses:
///
/// ```swift
/// let login = OpenIDLogin(
///   provider: provider, clientID: "YOUR_CLIENT_ID", redirectURI: redirectURI, store: InMemoryStore(),
///   browser: browser, environment: LoginEnvironment(transport: transport, now: { time }))
/// ```
public struct LoginEnvironment: Sendable {
  package private(set) var transport: any Transport
  package let interceptors: [any Interceptor]
  package let now: @Sendable () -> Date
  package let clock: any Clock<Duration>
  /// The source of code verifiers, `state` and `nonce`.
  package var random: any RandomSource = SystemRandomSource()
  /// The redirect URIs of other logins.
  package var redirects = RedirectRegistry.shared

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - transport: carries the requests. It must keep no cookies and follow no redirects. Default: the
  ///     network.
  ///   - interceptors: run in this order, for each request. Default: none.
  ///   - now: the current time, for tokens and logins that expire. Default: the system's clock.
  ///   - clock: measures the waits between requests for the tokens of a login on another device. Default:
  ///     nil, for a continuous clock that does not count the time in which the system has suspended the
  ///     process.
  public init(
    transport: any Transport = URLSessionTransport(), interceptors: [any Interceptor] = [],
    now: @escaping @Sendable () -> Date = { Date() }, clock: (any Clock<Duration>)? = nil
  ) {
    self.transport = transport
    self.interceptors = interceptors
    self.now = now
    self.clock = clock ?? RunningClock()
  }

  /// The environment with a transport that proves possession of a key; the same without a key.
  package func provingPossession(of key: (any DPoPKey)?) -> LoginEnvironment {
    guard let key else { return self }
    var environment = self
    environment.transport = DPoPTransport(key: key, environment: self)
    return environment
  }
}
