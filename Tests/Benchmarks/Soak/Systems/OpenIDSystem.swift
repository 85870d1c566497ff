// OpenID Connect, with a provider that rotates refresh tokens: django-oauth-toolkit.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenWebLogin
import Foundation

/// django-oauth-toolkit, as its clients see it.
enum DjangoProvider {
  private static func provider(at origin: String) throws -> OpenIDProvider {
    guard let url = URL(string: origin) else { throw SoakFailure("invalid origin") }
    let path = url.appending(path: "o")
    var provider = try OpenIDProvider(
      issuer: path.absoluteString, authorizationEndpoint: path.appending(path: "authorize/"),
      tokenEndpoint: path.appending(path: "token/"),
      keySetEndpoint: path.appending(path: ".well-known/jwks.json"))
    provider.userInfoEndpoint = path.appending(path: "userinfo/")
    provider.revocationEndpoint = path.appending(path: "revoke_token/")
    return provider
  }

  /// An app's login, also in the second process.
  static func login(
    at origin: String, store: any SecretStore, interceptors: [any Interceptor] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws -> OpenIDLogin {
    OpenIDLogin(
      provider: try provider(at: origin), clientID: "ios-app",
      redirectURI: try RedirectURI("com.example.app:/callback"), store: store,
      browser: HeadlessWebAuthenticationSession { page, _ in try? await Browser().open(page).url },
      environment: LoginEnvironment(interceptors: interceptors, now: now))
  }
}

struct OpenIDSystem: SoakSystem {
  let origin: String

  var name: String { "django" }
  var server: (module: String, arguments: [String]) { ("django_server", []) }
  var hasNeighbour: Bool { true }

  var paths: SystemPaths {
    SystemPaths(
      logIn: "/o/token/", refresh: "/o/token/", call: "/o/userinfo/", logOut: "/o/revoke_token/")
  }

  func app(store: any SecretStore, clock: DeviceClock) throws -> OpenIDApp {
    OpenIDApp(login: try DjangoProvider.login(at: origin, store: store) { clock.now })
  }

  func endSession(_ session: OpenIDSession, on server: SoakServer) async throws {
    guard let token = server.proxy.issued else { throw SoakFailure("no refresh token") }
    let path = paths.logOut.dropFirst()
    try await server.send(String(path), form: ["client_id": "ios-app", "token": token])
  }
}

struct OpenIDApp: SoakApp {
  let login: OpenIDLogin

  var sessions: SessionManager<OpenIDSession> { login.sessions }

  func logIn() async throws -> StoreError? {
    try await login.logIn().storeError
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
