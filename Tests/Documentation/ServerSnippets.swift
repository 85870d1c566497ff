// Compiles and runs the code of Platforms.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
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
    let server = GraphQLClient(
      ClientConfiguration(endpoint: try #require(URL(string: "https://api.example.com/graphql"))),
      transport: InMemoryTransport { request in
        HTTPResponse(
          status: request.headers["Authorization"] == "Bearer fresh" ? 200 : 401,
          headers: ["Content-Type": "application/json"],
          body: Data(#"{"data": {"customer": {"socialLinks": []}}}"#.utf8))
      })
    let refreshToken: Secret = "from a vault"
    let requests = Shared(0)
    let requestTokens: @Sendable (Secret?) async throws -> ServiceSession? = { token in
      requests.withLock { $0 += 1 }
      return token == "from a vault"
        ? ServiceSession(token: "fresh", refreshToken: "next", expiresAt: nil) : nil
    }
    for _ in 1...2 {
      let manager = SessionManager<ServiceSession>(store: FileStore(url: file)) { session in
        try await requestTokens(session.refreshToken)
      }
      if try await manager.credential() == nil {
        try await manager.signIn(
          ServiceSession(token: "", refreshToken: refreshToken, expiresAt: .distantPast))
      }
      let links = try await HorizonClient(server.authenticated(by: manager)).socialLinks()
      #expect(links.customer?.socialLinks?.isEmpty == true)
    }
    #expect(requests.withLock { $0 } == 1)
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
