// Prelude's login. Its sessions are bound to a key, and its server requires nonces.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import PreludeAuth
import PreludeAuthSocial

struct PreludeSystem: SoakSystem {
  private static let address = "soak@example.com"
  private static let redirectURI = "shop://oauth-callback"

  let origin: String
  private var key: SoakKey

  init(origin: String, keys: SigningProcess) {
    self.origin = origin
    key = SoakKey(keys)
  }

  var name: String { "prelude" }
  var server: (module: String, arguments: [String]) {
    ("prelude_server", ["--redirect-uri", Self.redirectURI, "--dpop-nonce"])
  }

  var paths: SystemPaths {
    SystemPaths(
      logIn: "/v1/session/login/finalize", refresh: "/v1/session/refresh", call: "/userinfo",
      logOut: "/v1/session/revoke")
  }

  func app(store: any SecretStore, clock: DeviceClock) throws -> PreludeApp {
    guard let url = URL(string: origin), let redirectURI = URL(string: Self.redirectURI) else {
      throw SoakFailure("invalid origin")
    }
    let environment = LoginEnvironment(now: { clock.now })
    let client = try PreludeAuthClient(
      endpoint: .custom(origin), key: key,
      browser: HeadlessWebAuthenticationSession { page, _ in
        let hint = URLQueryItem(name: "login_hint", value: Self.address)
        return try? await Browser().open(page.appending(queryItems: [hint])).url
      }, store: store, pendingStore: InMemoryStore(),
      deviceStore: InMemoryStore(Data("soak".utf8)), environment: environment)
    let api = GraphQLClient(
      ClientConfiguration(endpoint: url),
      transport: DPoPTransport(key: key, environment: environment)
    ).authenticated(by: client.sessions)
    return PreludeApp(client: client, api: OpenIDClient(api), redirectURI: redirectURI)
  }

  func copy() async -> PreludeSystem {
    var copy = self
    copy.key = await key.copy()
    return copy
  }

  func endSession(_ session: PreludeSession, on server: SoakServer) async throws {
    try await server.send("__test__/sessions", json: ["email": Self.address])
  }

  var replacementSeconds: Double? { 0 }

  func replaceKeys(_ server: SoakServer) async throws {
    try await server.send("__test__/dpop", json: [:])
  }
}

struct PreludeApp: SoakApp {
  let client: PreludeAuthClient
  /// Stands in for an app's own API.
  let api: OpenIDClient<AuthenticatedGraphQLClient>
  let redirectURI: URL

  var sessions: SessionManager<PreludeSession> { client.sessions }

  func logIn() async throws -> StoreError? {
    do throws(PreludeAuthError) {
      _ = try await client.loginWithOAuth(
        OAuthLoginOptions(provider: .google, redirectURI: redirectURI))
      return nil
    } catch {
      if case .notStored(let error) = error { return error }
      throw error
    }
  }

  func call() async throws {
    _ = try await api.userInfo()
  }

  func logOut() async -> LogOutResult {
    let result = await client.logOut()
    return LogOutResult(
      isEndedOnServer: result.serverError == nil, storeError: result.storeError)
  }
}
