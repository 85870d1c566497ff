// Compiles and runs the code of Offline.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

private typealias ShopClient = HorizonClient

/// The last response of an operation on disk, for each user.
struct SavedResponses: Sendable {
  /// A folder of its own, such as `URL.cachesDirectory.appending(path: "responses")`.
  let folder: URL

  func save<Operation: GraphQLOperation>(
    _ data: Operation.Data, of operation: Operation.Type, for user: String
  ) throws where Operation.Data: Encodable {
    // A secret is encoded as its text.
    guard !Operation.definition.returnsSecrets else { return }
    let file = file(of: operation, for: user)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(json: data).write(to: file, options: .atomic)
  }

  /// Returns nil also if this version of the app cannot read the file.
  func response<Operation: GraphQLOperation>(
    to operation: Operation.Type, for user: String
  ) -> Operation.Data? {
    guard let json = try? Data(contentsOf: file(of: operation, for: user)) else { return nil }
    return try? Operation.Data(json: json)
  }

  func eraseAll() throws {
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    try FileManager.default.removeItem(at: folder)
  }

  private func file<Operation: GraphQLOperation>(
    of operation: Operation.Type, for user: String
  ) -> URL {
    let name = user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "unknown"
    return folder.appending(path: name).appending(path: Operation.operationName + ".json")
  }
}

/// A change that the server has not confirmed yet.
struct PendingRemoval: Codable, Sendable {
  /// The same for each attempt, so that the server makes the change once.
  let key: UUID
  let user: String
  let socialLinkID: String
}

@Suite(.timeLimit(.minutes(5))) struct OfflineSnippets {
  private let sessions = SessionManager<UserSession>(store: InMemoryStore())
  private let responses = SavedResponses(
    folder: FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
  private let server = Shared<Result<String, TransportError>>(.success("{}"))
  private let status = Shared(200)
  private let keys = Shared<[String]>([])

  private var client: GraphQLClient {
    get throws {
      let transport = InMemoryTransport { [server, status, keys] request throws(TransportError) in
        if let key = request.headers["Idempotency-Key"] { keys.withLock { $0.append(key) } }
        let body = try server.withLock { $0 }.get()
        return HTTPResponse(
          status: status.withLock { $0 }, headers: ["Content-Type": "application/json"],
          body: Data(body.utf8))
      }
      let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
      return GraphQLClient(
        ClientConfiguration(endpoint: endpoint, retry: .never), transport: transport)
    }
  }

  private func links(_ client: GraphQLClient) async throws -> SocialLinksQuery.Data? {
    let shop = ShopClient(client.authenticated(by: sessions))
    guard let user = await sessions.state.session?.customerID else { return nil }
    do throws(RequestError) {
      let data = try await shop.socialLinks()
      // Another user may have logged in meanwhile.
      if await sessions.state.session?.customerID == user {
        try? responses.save(data, of: SocialLinksQuery.self, for: user)
      }
      return data
    } catch {
      guard error.isOffline, let saved = responses.response(to: SocialLinksQuery.self, for: user)
      else { throw error }
      return saved
    }
  }

  private func eraseAtLogout() async {
    for await state in sessions.states {
      if case .signedOut = state { try? responses.eraseAll() }
    }
  }

  /// - Returns: whether the change can leave the queue.
  private func send(_ change: PendingRemoval, _ client: GraphQLClient) async throws -> Bool {
    // The credential of this user, even if another one logs in now.
    guard let session = try? await sessions.currentSession(), session.customerID == change.user
    else { return false }
    let shop = ShopClient(client.authenticated(by: session.credential))
    do throws(RequestError) {
      let data = try await shop.removeSocialLink(
        input: RemoveSocialLinkInput(socialLinkId: change.socialLinkID),
        options: CallOptions(headers: ["Idempotency-Key": change.key.uuidString]))
      return data.removeSocialLink == true
    } catch {
      // The server may have made the change, or can make it later: send it again, with the same key.
      let status = error.httpStatus ?? 500
      guard error.progress == .responded, status < 500, ![401, 429].contains(status) else {
        return false
      }
      throw error
    }
  }

  @Test func savedResponseIsShownWithoutANetworkAndToItsUserAlone() async throws {
    defer { try? responses.eraseAll() }
    let client = try client
    try await sessions.signIn(UserSession(token: "a", customerID: "../ada"))
    server.withLock {
      $0 = .success(
        """
        {"data": {"customer": {"socialLinks": [
          {"socialLinkId": "1", "username": "ada", "status": "LINKED"}]}}}
        """)
    }
    #expect(try await links(client)?.customer?.socialLinks?.first?.username == "ada")
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: responses.folder.path).sorted() == [
        "%2E%2E%2Fada", "%2E%2E%2Fada/SocialLinks.json",
      ])
    server.withLock { $0 = .failure(TransportError(.cannotConnect, wasSent: false)) }
    #expect(try await links(client)?.customer?.socialLinks?.first?.username == "ada")
    try await sessions.signIn(UserSession(token: "b", customerID: "ben"))
    await #expect(throws: RequestError.self) { try await links(client) }
    try await sessions.signOut()
    #expect(try await links(client) == nil)
    let erasing = Task { await eraseAtLogout() }
    try await wait { !FileManager.default.fileExists(atPath: responses.folder.path) }
    erasing.cancel()
  }

  @Test func secretsAreNotSaved() throws {
    let data = LoginMutation.Data()
    try responses.save(data, of: LoginMutation.self, for: "1")
    #expect(!FileManager.default.fileExists(atPath: responses.folder.path))
  }

  @Test func eachAttemptHasTheKeyOfItsChange() async throws {
    let client = try client
    try await sessions.signIn(UserSession(token: "a", customerID: "ada"))
    let change = PendingRemoval(key: UUID(), user: "ada", socialLinkID: "1")
    let queued = try JSONDecoder().decode(
      PendingRemoval.self, from: JSONEncoder().encode(change))
    server.withLock { $0 = .failure(TransportError(.connectionLost, wasSent: true)) }
    #expect(try await send(queued, client) == false)
    server.withLock { $0 = .success(#"{"data": {"removeSocialLink": true}}"#) }
    for temporary in [401, 429, 503] {
      status.withLock { $0 = temporary }
      #expect(try await send(queued, client) == false)
    }
    status.withLock { $0 = 200 }
    #expect(try await send(queued, client))
    #expect(keys.withLock { $0 } == Array(repeating: change.key.uuidString, count: 5))
    server.withLock { $0 = .success(#"{"errors": [{"message": "no such link"}]}"#) }
    await #expect(throws: RequestError.self) { try await send(queued, client) }
    try await sessions.signIn(UserSession(token: "b", customerID: "ben"))
    #expect(try await send(queued, client) == false)
    #expect(keys.withLock { $0.count } == 6)
  }
}

extension RequestError {
  /// Whether the app may show what it has saved: there is no network, or new tokens need one.
  var isOffline: Bool {
    switch reason {
    case .transport(let error):
      [.cannotConnect, .connectionLost, .timedOut].contains(error.reason)
    case .notSent(.credentialUnavailable(let why)): why.reason == .temporary
    default: false
    }
  }
}
