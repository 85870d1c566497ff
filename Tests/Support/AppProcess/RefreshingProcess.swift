// Refreshes a session again and again, in one of several processes with the same store.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// A session at a GraphQL server of `Tests/EndToEnd/Server`.
struct RenewedSession: StoredSession {
  var token: Secret
  var refreshToken: Secret?

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
}

struct RefreshingProcess {
  let file: URL
  let usesLocks: Bool
  /// `saleor` keeps the refresh token. `shopify` renews each token once. `django_jwt_server` and
  /// `gqlauth_server` have new refresh tokens.
  let system: String
  let endpoint: URL

  /// Short for the system whose test kills processes: a killed one has the turn for this time. Otherwise, a
  /// busy machine must not end a turn.
  private var refreshLimit: Duration { system == "saleor" ? .milliseconds(500) : .seconds(20) }

  /// Refuses each token at once, so that it is refreshed. Prints a line for each.
  ///
  /// - Returns: whether the session still exists.
  func run(_ count: Int) async throws -> Bool {
    let store = FileStore(url: file)
    let manager = SessionManager<RenewedSession>(
      store: usesLocks ? store : StoreWithoutLocks(store: store),
      refreshLimit: refreshLimit, refresh: { try await refreshed($0) })
    let parent = getppid()
    for number in 0..<count {
      // Ends with the test that started it, even if that is killed.
      guard getppid() == parent else { return true }
      do {
        guard let credential = try await manager.credential(),
          try await manager.credential(insteadOf: credential) != nil
        else { return false }
        try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
      } catch is CredentialUnavailable {
        // A killed process had the turn.
      }
    }
    return true
  }

  private func refreshed(_ session: RenewedSession) async throws -> RenewedSession? {
    guard let token = session.refreshToken else { return nil }
    // The field, the path to the access token, and the one to the refresh token, if there is one.
    let (field, path, refreshPath): (String, [String], [String]) =
      switch system {
      case "saleor":
        ("tokenRefresh(refreshToken: $token) { token }", ["tokenRefresh", "token"], [])
      case "django_jwt_server":
        (
          "refreshToken(refreshToken: $token) { token refreshToken }", ["refreshToken", "token"],
          ["refreshToken", "refreshToken"]
        )
      case "gqlauth_server":
        (
          "refreshToken(refreshToken: $token, revokeRefreshToken: true) "
            + "{ token { token } refreshToken { token } }",
          ["refreshToken", "token", "token"], ["refreshToken", "refreshToken", "token"]
        )
      default:
        (
          "customerAccessTokenRenew(customerAccessToken: $token) "
            + "{ customerAccessToken { accessToken } }",
          ["customerAccessTokenRenew", "customerAccessToken", "accessToken"],
          ["customerAccessTokenRenew", "customerAccessToken", "accessToken"]
        )
      }
    var request = HTTPRequest(method: .post, url: endpoint)
    request.headers["Content-Type"] = "application/json"
    request.body = try JSONSerialization.data(withJSONObject: [
      "operationName": "Refresh", "query": "mutation Refresh($token: String!) { \(field) }",
      "variables": ["token": token.reveal()],
    ])
    let response = try await URLSessionTransport().send(request)
    let json = try JSONDecoder().decode(JSON.self, from: response.body)
    func value(at path: [String]) -> Secret? {
      path.reduce(json["data"], { $0?[$1] })?.string.map { Secret($0) }
    }
    guard let newer = value(at: path) else { return nil }
    return RenewedSession(
      token: newer, refreshToken: refreshPath.isEmpty ? token : value(at: refreshPath))
  }
}

/// A store as on iOS, where a refresh does not lock.
struct StoreWithoutLocks: SecretStore {
  let store: FileStore

  func read() throws(StoreError) -> Data? { try store.read() }
  func write(_ data: Data) throws(StoreError) { try store.write(data) }
  func remove() throws(StoreError) { try store.remove() }

  func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
    try store.replace(expected, with: data)
  }
}
