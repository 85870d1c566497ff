// Horizon's login. Its sessions cannot be refreshed, and all its calls have one path.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import Foundation

struct HorizonSystem: SoakSystem {
  let origin: String

  var name: String { "horizon" }
  var server: (module: String, arguments: [String]) {
    let schema = Checkout.root.appending(path: "Schemas/Horizon/schema.graphql")
    return ("horizon_server", ["--schema", schema.path])
  }

  var paths: SystemPaths {
    let path = "/soak/en/graphql"
    return SystemPaths(logIn: path, refresh: nil, call: path, logOut: path)
  }

  func app(store: any SecretStore, clock: DeviceClock) throws -> HorizonApp {
    guard let url = URL(string: origin + paths.call) else { throw SoakFailure("invalid origin") }
    return HorizonApp(
      client: GraphQLClient(ClientConfiguration(endpoint: url)),
      sessions: SessionManager(store: store))
  }

  func endSession(_ session: CustomerSession, on server: SoakServer) async throws {
    try await server.send("soak/en/script", json: ["endSessions": true])
  }
}

struct HorizonApp: SoakApp {
  let client: GraphQLClient
  let sessions: SessionManager<CustomerSession>

  private var account: CustomerAccount { CustomerAccount(client: client, sessions: sessions) }

  func logIn() async throws -> StoreError? {
    let login = SocialLogin(client: client, sessions: sessions)
    let state = try await login.signIn(with: PretendProvider.googleOnIOS.authenticate(as: "ada"))
    switch state {
    case .signedIn(let signedIn): return signedIn.storeError
    case .failed(let failure): throw FailedSocialLogin(failure: failure)
    default: throw SoakFailure("the login leads to an unexpected state")
    }
  }

  func call() async throws {
    _ = try await account.socialLinks()
  }

  func logOut() async -> LogOutResult {
    let result = await account.logOut()
    return LogOutResult(
      isEndedOnServer: result.serverError == nil, storeError: result.storeError)
  }
}
