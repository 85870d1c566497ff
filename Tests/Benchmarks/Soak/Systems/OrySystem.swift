// Ory's login. Its sessions cannot be refreshed.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenWebLogin
import Foundation

struct OrySystem: SoakSystem {
  fileprivate static let redirectURI = "shop://login"

  let origin: String

  var name: String { "ory" }
  var server: (module: String, arguments: [String]) {
    ("ory_server", ["--return-to", Self.redirectURI])
  }

  var paths: SystemPaths {
    SystemPaths(
      logIn: "/sessions/token-exchange", refresh: nil, call: "/sessions/whoami",
      logOut: "/self-service/logout/api")
  }

  func app(store: any SecretStore, clock: DeviceClock) throws -> OryApp {
    guard let url = URL(string: origin) else { throw SoakFailure("invalid origin") }
    return OryApp(
      login: OryLogin(
        configuration: ClientConfiguration(endpoint: url), store: store,
        browser: HeadlessWebAuthenticationSession { page, _ in
          try? await Browser().open(page).url
        }, environment: LoginEnvironment(now: { clock.now })))
  }

  func endSession(_ session: OrySession, on server: SoakServer) async throws {
    try await server.send(
      "__test__/sessions",
      json: ["session_token": session.token.reveal(), "state": "revoked"])
  }
}

struct OryApp: SoakApp {
  let login: OryLogin

  var sessions: SessionManager<OrySession> { login.sessions }

  func logIn() async throws -> StoreError? {
    let form = try await login.form(
      for: .login, redirectURI: try RedirectURI(OrySystem.redirectURI))
    do throws(OryLoginError) {
      try await login.submit(form, with: "google")
      return nil
    } catch {
      if case .notStored(let error) = error.reason { return error }
      throw error
    }
  }

  func call() async throws {
    _ = try await login.whoAmI()
  }

  func logOut() async -> LogOutResult {
    let result = await login.logOut()
    return LogOutResult(
      isEndedOnServer: result.serverError == nil, storeError: result.storeError)
  }
}
