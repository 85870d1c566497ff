// Compiles and runs the code of Platforms.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import OpenIDAPI
import Testing

/// Calls an API for the users of a server: with one transport, and with the credential of each request.
struct SocialLinks: Sendable {
  let client: GraphQLClient

  init(
    endpoint: URL,
    transport: any Transport = URLSessionTransport(maximumConnectionsPerHost: 64)
  ) {
    client = GraphQLClient(
      ClientConfiguration(endpoint: endpoint, timeout: .seconds(5), deadline: .seconds(10)),
      transport: transport)
  }

  /// - Parameter token: the token of the request that the server handles.
  func names(for token: Secret) async throws(RequestError) -> [String] {
    let user = HorizonClient(client.authenticated(by: Credential(scheme: "Bearer", token: token)))
    let links = try await user.socialLinks().customer?.socialLinks
    return links?.compactMap(\.username) ?? []
  }
}

struct ServiceSession: StoredSession {
  let token: Secret
  let refreshToken: Secret?
  let expiresAt: Date?

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
}

@Suite struct ServerSnippets {
  @Test func serviceRefreshesItsTokenBeforeTheCall() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "authgen-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "session")
    let bodies = Shared<[String]>([])
    let transport = InMemoryTransport { request in
      if request.url.path == "/oauth/token" {
        bodies.withLock { $0.append(String(decoding: request.body ?? Data(), as: UTF8.self)) }
      }
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Data(
          (request.url.path == "/oauth/token"
            ? #"{"access_token": "fresh", "token_type": "Bearer", "expires_in": 3600}"#
            : request.headers["Authorization"] == "Bearer fresh"
              ? #"{"data": {"customer": {"socialLinks": []}}}"# : "refused").utf8))
    }
    let address = try #require(URL(string: "https://login.example.com/oauth"))
    let provider = GraphQLClient(ClientConfiguration(endpoint: address), transport: transport)
    let server = GraphQLClient(
      ClientConfiguration(endpoint: address.appending(path: "graphql")), transport: transport)
    let tokenFromVault: Secret = "from-a-vault"

    @Sendable
    func refreshed(_ session: ServiceSession) async throws -> ServiceSession? {
      guard let refreshToken = session.refreshToken else { return nil }
      let tokens = try await OpenIDClient(provider).refreshTokens(
        clientId: "CLIENT_ID", refreshToken: refreshToken
      ).refreshTokens
      return ServiceSession(
        token: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken,
        expiresAt: tokens.expiresIn.map { Date(timeIntervalSinceNow: $0) })
    }

    // The second run finds the tokens in the file.
    for _ in 1...2 {
      let manager = SessionManager<ServiceSession>(
        store: FileStore(url: file), refresh: { session in try await refreshed(session) })
      if await manager.state.session == nil {
        try await manager.signIn(
          ServiceSession(token: "", refreshToken: tokenFromVault, expiresAt: .distantPast))
      }
      let links = try await HorizonClient(server.authenticated(by: manager)).socialLinks()
      #expect(links.customer?.socialLinks?.isEmpty == true)
    }
    let body = "client_id=CLIENT_ID&grant_type=refresh_token&refresh_token=from-a-vault"
    #expect(bodies.withLock { $0 } == [body])
  }

  @Test func eachRequestHasItsOwnCredential() async throws {
    let transport = InMemoryTransport { request in
      let user = request.headers["Authorization"] ?? ""
      return HTTPResponse(
        status: user == "Bearer eve" ? 401 : 200, headers: ["Content-Type": "application/json"],
        body: Data(
          """
          {"data": {"customer": {"socialLinks": [
            {"socialLinkId": "1", "username": "\(user)", "status": "LINKED"}]}}}
          """.utf8))
    }
    let links = SocialLinks(
      endpoint: try #require(URL(string: "https://api.example.com/graphql")), transport: transport)
    let names = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
      for user in 0..<20 {
        group.addTask { (user, try await links.names(for: Secret("\(user)"))) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(names.allSatisfy { user, names in names == ["Bearer \(user)"] })
    #expect(names.count == 20)
    let refused = await #expect(throws: RequestError.self) { try await links.names(for: "eve") }
    #expect(refused?.httpStatus == 401)
  }
}
