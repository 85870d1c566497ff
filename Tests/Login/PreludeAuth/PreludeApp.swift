// An app on its own device, and its server at Prelude.

import Auth0API
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import AuthGenWebLogin
import Foundation
import PreludeAPI
import PreludeAuth
import PreludeAuthSocial
import Testing

struct PreludeApp: Sendable {
  typealias Step = @Sendable () async -> Void

  let server: Shared<PreludeServer>
  let client: PreludeAuthClient
  let environment: LoginEnvironment
  let key: (any DPoPKey)?
  let store: any SecretStore
  let pendingStore: (any SecretStore)?
  /// Whether each page was opened in an ephemeral session.
  let pages: Shared<[Bool]>
  private let deviceStore: any SecretStore
  private let steps: Shared<[String: Step]>

  /// - Parameters:
  ///   - clockOffset: how far ahead the device's clock is, in seconds.
  ///   - visit: the actions in the browser; by default, the server's account logs in.
  init(
    _ endpoint: String = PreludeServer.origin, _ server: Shared<PreludeServer>? = nil,
    key: (any DPoPKey)? = UnverifiedKey(), store: any SecretStore = InMemoryStore(),
    pendingStore: (any SecretStore)? = InMemoryStore(),
    deviceStore: any SecretStore = InMemoryStore(), clockOffset: Double = 0,
    visit: (@Sendable (URL) async -> URL?)? = nil
  ) throws(PreludeAuthError) {
    let server = server ?? Shared(PreludeServer())
    let steps = Shared<[String: Step]>([:])
    let pages = Shared<[Bool]>([])
    let transport = MockTransport.server(of: [
      AuthorizeOAuthMutation.self, FinalizeLoginMutation.self, StartOTPMutation.self,
      CheckOTPMutation.self, RetryOTPMutation.self, RefreshSessionMutation.self,
      RevokeSessionMutation.self, UserInfoQuery.self,
    ]) { request in
      let path = PreludeServer.Request(request).path
      await steps.withLock { $0.removeValue(forKey: path) }?()
      return server.withLock { $0.respond(to: request) }
    }
    environment = LoginEnvironment(
      transport: transport, now: { server.withLock { $0.time } + clockOffset })
    (self.server, self.steps, self.pages, self.key) = (server, steps, pages, key)
    (self.store, self.pendingStore, self.deviceStore) = (store, pendingStore, deviceStore)
    client = try PreludeAuthClient(
      endpoint: .custom(endpoint), key: key,
      browser: TestBrowser { page, isEphemeral in
        pages.withLock { $0.append(isEphemeral) }
        if let visit { return await visit(page) }
        return server.withLock { $0.redirect(from: page) }
      },
      store: store, pendingStore: pendingStore, deviceStore: deviceStore, environment: environment)
  }

  /// The app after a relaunch, with the stored data and the same or another key.
  func relaunched(
    store: (any SecretStore)? = nil, key: (any DPoPKey)? = nil
  ) throws -> PreludeApp {
    try PreludeApp(
      PreludeServer.origin, server, key: key ?? self.key, store: store ?? self.store,
      pendingStore: pendingStore, deviceStore: deviceStore)
  }

  /// The paths of the requests so far.
  var paths: [String] { server.requests.map(\.path) }

  func count(_ path: String) -> Int { paths.count { $0 == path } }

  /// The number of requests with a verifier.
  var uses: Int { server.requests.count { $0.body["code_verifier"] != nil } }

  /// Sets the response to the next request for a path, with an error code or with a body.
  func order(_ path: String, _ status: Int, code: String? = nil, _ body: String = "") {
    server.withLock { $0.order(path, status, code.map { #"{"code": "\#($0)"}"# } ?? body) }
  }

  /// The last code that was sent.
  var code: String { server.emails.last?.code ?? "" }

  /// Sets what happens before the response to the next request for a path.
  func before(_ path: String, _ step: @escaping Step) {
    steps.withLock { $0[path] = step }
  }

  // MARK: Logins

  /// A login in a single call.
  @discardableResult
  func logIn(
    _ provider: OAuthProvider = .google, to redirectURI: String = "shop://callback",
    prefersEphemeralSession: Bool = false
  ) async throws -> FinalizeOAuthLoginResult {
    try await client.loginWithOAuth(
      OAuthLoginOptions(
        provider: provider, redirectURI: try #require(URL(string: redirectURI)),
        prefersEphemeralSession: prefersEphemeralSession))
  }

  /// The first half of a login. The test presents its page.
  func begin(
    _ provider: OAuthProvider = .google, to redirectURI: String = "shop://callback"
  ) async throws -> OAuthLoginContext {
    try await client.initiateOAuthLogin(
      InitiateOAuthLoginOptions(provider: provider, redirectURI: redirectURI))
  }

  /// The redirect of a login's page, on which an account logs in.
  func redirect(
    _ context: OAuthLoginContext, as account: PreludeServer.Account = .verified("a@b.example")
  ) throws -> URL {
    try #require(
      server.withLock {
        $0.account = account
        return $0.redirect(from: context.authorizationURL)
      })
  }

  /// The challenge token of that redirect.
  func token(
    _ context: OAuthLoginContext, as account: PreludeServer.Account = .verified("a@b.example")
  ) throws -> String {
    let parts = URLComponents(
      url: try redirect(context, as: account), resolvingAgainstBaseURL: true)
    return try #require(parts?.queryItems?.first { $0.name == "challenge_token" }?.value)
  }

  @discardableResult
  func finish(
    _ context: OAuthLoginContext, _ token: String
  ) async throws -> FinalizeOAuthLoginResult {
    try await client.finalizeOAuthLogin(context, challengeToken: token)
  }

  /// A login that waits for its code.
  func challenge() async throws -> OAuthEmailChallenge {
    let context = try await begin()
    let result = try await finish(context, try token(context, as: .unverified("a@b.example")))
    return try #require(result.challenge)
  }

  @discardableResult
  func check(_ code: String, _ challenge: OAuthEmailChallenge) async throws -> PreludeUser {
    try await client.checkOAuthEmailOTP(code, resuming: challenge)
  }

  // MARK: Expectations

  /// Expects a call to fail with an error that has the text of another one, and shows no secret.
  func expect<Value>(
    _ expected: PreludeAuthError, sourceLocation: SourceLocation = #_sourceLocation,
    from call: () async throws -> Value
  ) async {
    do {
      let value = try await call()
      Issue.record("expected \(expected), found \(value)", sourceLocation: sourceLocation)
    } catch {
      #expect("\(error)" == "\(expected)", sourceLocation: sourceLocation)
      expectNoSecret(in: error, sourceLocation: sourceLocation)
    }
  }

  /// Expects a value to show none of the secrets that the server has issued or received.
  func expectNoSecret(in value: Any, sourceLocation: SourceLocation = #_sourceLocation) {
    let secrets = server.withLock { $0.secrets.union(["s3cret"]) }
    for text in shapes(of: value) {
      #expect(!secrets.contains { text.contains($0) }, "\(text)", sourceLocation: sourceLocation)
    }
  }
}

/// A browser that a function replaces.
private struct TestBrowser: WebAuthenticationSession {
  let visit: @Sendable (_ page: URL, _ isEphemeral: Bool) async -> URL?

  func prepare(_ redirectURI: RedirectURI) -> any PreparedWebAuthentication {
    Preparation(redirectURI) { [visit] page, isEphemeral, _ throws(WebAuthenticationError) in
      guard let url = await visit(page, isEphemeral) else { throw .cancelled }
      return url
    }
  }
}

/// A key for a server that does not verify signatures.
struct UnverifiedKey: DPoPKey {
  var publicKey: DPoPPublicKey {
    get async throws(DPoPKeyError) {
      guard let key = DPoPPublicKey(x: Data(count: 32), y: Data(count: 32)) else { throw .unusable }
      return key
    }
  }

  func signature(for message: Data) async throws(DPoPKeyError) -> Data { Data(count: 64) }

  func remove() async throws(DPoPKeyError) {}
}

/// The values of results, for tests that expect one of them.
extension FinalizeOAuthLoginResult {
  var user: PreludeUser? { if case .loggedIn(let user) = self { user } else { nil } }
  var challenge: OAuthEmailChallenge? {
    if case .otpRequired(let challenge, _) = self { challenge } else { nil }
  }
  var email: String? { if case .otpRequired(_, let email) = self { email } else { nil } }
}
