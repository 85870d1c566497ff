// OpenID Connect, at two providers that rotate refresh tokens.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenWebLogin
import Foundation

/// The providers of the servers for tests.
enum OpenIDKind: String, Sendable {
  /// django-oauth-toolkit
  case django
  /// Glewlwyd, with the paths of Auth0
  case auth0

  func provider(at origin: String) throws -> OpenIDProvider {
    guard let url = URL(string: origin) else { throw SoakFailure("invalid origin") }
    switch self {
    case .auth0: return try .auth0(at: url)
    case .django:
      let path = url.appending(path: "o")
      var provider = try OpenIDProvider(
        issuer: path.absoluteString, authorizationEndpoint: path.appending(path: "authorize/"),
        tokenEndpoint: path.appending(path: "token/"),
        keySetEndpoint: path.appending(path: ".well-known/jwks.json"))
      provider.userInfoEndpoint = path.appending(path: "userinfo/")
      provider.revocationEndpoint = path.appending(path: "revoke_token/")
      return provider
    }
  }

  /// An app's login, also in the second process.
  func login(
    at origin: String, store: any SecretStore, interceptors: [any Interceptor] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws -> OpenIDLogin {
    OpenIDLogin(
      provider: try provider(at: origin), clientID: "ios-app", store: store,
      browser: HeadlessWebAuthenticationSession { page, _ in try? await Browser().open(page).url },
      environment: LoginEnvironment(interceptors: interceptors, now: now))
  }
}

struct OpenIDSystem: SoakSystem {
  let kind: OpenIDKind
  let origin: String

  var name: String { kind.rawValue }
  var server: (module: String, arguments: [String]) { ("\(kind.rawValue)_server", []) }
  var neighbour: OpenIDKind? { kind }
  var endsSessionsOnReuse: Bool { kind == .auth0 }

  var paths: SystemPaths {
    switch kind {
    case .django:
      SystemPaths(
        logIn: "/o/token/", refresh: "/o/token/", call: "/o/userinfo/", logOut: "/o/revoke_token/")
    case .auth0:
      SystemPaths(
        logIn: "/oauth/token", refresh: "/oauth/token", call: "/userinfo", logOut: "/oauth/revoke")
    }
  }

  func app(store: any SecretStore, clock: DeviceClock) throws -> OpenIDApp {
    OpenIDApp(login: try kind.login(at: origin, store: store) { clock.now })
  }

  func endSession(_ session: OpenIDSession, on server: SoakServer) async throws {
    guard let token = server.proxy.issued else { throw SoakFailure("no refresh token") }
    let path = paths.logOut.dropFirst()
    try await server.send(String(path), form: ["client_id": "ios-app", "token": token])
  }

  /// Keys are fetched once per minute, also if the clock was ahead by 90 seconds at the last time.
  var replacementSeconds: Double? { kind == .django ? 60 + 90 + 1 : nil }

  func replaceKeys(_ server: SoakServer) async throws {
    try await server.send("__test__/keys", json: [:])
  }
}

struct OpenIDApp: SoakApp {
  let login: OpenIDLogin

  var sessions: SessionManager<OpenIDSession> { login.sessions }

  func logIn() async throws -> StoreError? {
    let options = LoginOptions(
      redirectURI: try RedirectURI("com.example.app:/callback"),
      scopes: login.provider.bodyEncoding == .json
        ? ["openid", "profile", "email", "offline_access"] : ["openid", "profile", "email"])
    return try await login.logIn(options).storeError
  }

  func call() async throws {
    _ = try await login.userInfo()
  }

  func logOut() async -> LogOutResult {
    let result = await login.logOut()
    return LogOutResult(
      isEndedOnServer: result.serverError == nil, storeError: result.storeError)
  }
}
