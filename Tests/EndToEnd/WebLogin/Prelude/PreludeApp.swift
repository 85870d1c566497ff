// An app that logs users in with Prelude, and its server's records.

import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAuth
import PreludeAuthSocial
import Testing

/// An app on its own device.
struct PreludeApp: Sendable {
  static let service = Service.prelude.with(
    "--redirect-uri", "myapp://oauth-callback", "--dpop", "on", "--dpop-nonce")

  let backend: Backend
  let client: PreludeAuthClient
  let store: any SecretStore
  let pendingStore = InMemoryStore()
  let key = OpenSSLKey()
  private let device = UUID().uuidString

  /// - Parameters:
  ///   - account: the user who logs in at the provider that needs no input.
  ///   - visit: the actions in the browser; by default, the account logs in.
  init(
    _ service: Service = PreludeApp.service, as account: String? = nil,
    store: any SecretStore = InMemoryStore(), visit: BrowserSession.Visit? = nil
  ) async throws {
    backend = try await Backend(service)
    self.store = store
    client = try PreludeAuthClient(
      endpoint: .custom(backend.url("/").absoluteString), key: key,
      browser: BrowserSession { browser, page in
        if let visit { return try await visit(browser, page) }
        return try await browser.open(page.hinting(at: account)).url
      },
      store: store, pendingStore: pendingStore,
      deviceStore: InMemoryStore(Data(device.utf8)),
      environment: LoginEnvironment(interceptors: [Recorder(transcript: backend.transcript)]))
  }

  /// The app after a relaunch, with the stored data and the same or another key.
  func relaunched(
    store: (any SecretStore)? = nil, key: (any DPoPKey)? = nil
  ) throws -> PreludeAuthClient {
    try PreludeAuthClient(
      endpoint: .custom(backend.url("/").absoluteString), key: key ?? self.key,
      browser: HeadlessWebAuthenticationSession { _, _ in nil }, store: store ?? self.store,
      pendingStore: pendingStore, deviceStore: InMemoryStore(Data(device.utf8)),
      environment: LoginEnvironment(interceptors: [Recorder(transcript: backend.transcript)]))
  }

  func logIn(
    _ provider: OAuthProvider = .google, to redirectURI: String = "shop://oauth-callback",
    prefersEphemeralSession: Bool = false
  ) async throws -> FinalizeOAuthLoginResult {
    let redirectURI = try #require(URL(string: redirectURI))
    return backend.seen(
      try await client.loginWithOAuth(
        OAuthLoginOptions(
          provider: provider, redirectURI: redirectURI,
          prefersEphemeralSession: prefersEphemeralSession)))
  }

  /// The first half of a login. The test presents the page.
  func begin(
    _ provider: OAuthProvider = .google, to redirectURI: String = "shop://oauth-callback"
  ) async throws -> OAuthLoginContext {
    backend.seen(
      try await client.initiateOAuthLogin(
        InitiateOAuthLoginOptions(provider: provider, redirectURI: redirectURI)))
  }

  /// Presents the page.
  ///
  /// - Returns: the challenge token.
  func present(_ context: OAuthLoginContext, as account: String) async throws -> String {
    let page = context.authorizationURL.hinting(at: account)
    return try #require(try await Browser().open(page).parameters["challenge_token"])
  }

  func failure(_ body: () async throws -> Void) async -> PreludeAuthError? {
    do {
      try await body()
      return nil
    } catch {
      return backend.seen(error as? PreludeAuthError)
    }
  }

  // MARK: The server's view

  /// The requests that the server received from this device.
  func requests() async throws -> [Backend.Received] {
    try await backend.requests().filter { $0.headers["x-device-id"] == device }
  }

  /// The paths of the requests, below `/v1/session`.
  func calls() async throws -> [String] {
    try await requests().map {
      $0.path.split(separator: "/").dropFirst(2).joined(separator: "/")
    }
  }

  /// Sets the server's response to this device's next call of a path below `/v1/session`.
  func order(_ path: String, _ response: [String: any Sendable]) async throws {
    let order: [String: any Sendable] = [
      "path": "/v1/session/\(path)", "where": ["x-device-id": device],
    ]
    try await backend.control("responses", order.merging(response) { $1 })
  }

  /// The codes sent to an address, oldest first.
  func codes(to address: String) async throws -> [String] {
    guard case .array(let emails) = try await backend.control("emails") else { return [] }
    return emails.filter { $0["to"]?.string == address }.compactMap { $0["code"]?.string }
  }

  /// An address that no other test uses. Its prefix decides what the provider reports about it.
  static func address(_ name: String = "user") -> String {
    "\(name)-\(UUID().uuidString.lowercased())@example.com"
  }
}

extension URL {
  /// The page of the provider that needs no input, for this account.
  func hinting(at account: String?) -> URL {
    appending(queryItems: account.map { [URLQueryItem(name: "login_hint", value: $0)] } ?? [])
  }
}

/// The values of results, for tests that expect one of them.
extension FinalizeOAuthLoginResult {
  var user: PreludeUser? { if case .loggedIn(let user) = self { user } else { nil } }
  var challenge: OAuthEmailChallenge? {
    if case .otpRequired(let challenge, _) = self { challenge } else { nil }
  }
  var email: String? { if case .otpRequired(_, let email) = self { email } else { nil } }
}
