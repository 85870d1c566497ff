// Compiles and runs the code of SeveralAccounts.

import AuthGenCache
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

private typealias ShopClient = HorizonClient

struct ShopLogin: AccountLogin {
  let sessions: SessionManager<UserSession>
  let orders: URL

  init(_ id: SavedAccount.ID, in folder: URL) {
    sessions = SessionManager(
      store: FileStore(url: folder.appending(path: "\(id)/session")))
    orders = folder.appending(path: "\(id)/orders")
  }

  var localData: [LocalData] {
    [LocalData("orders") { [orders] in try? FileManager.default.removeItem(at: orders) }]
  }
}

/// An app's own backend, which sends notifications.
private struct ShopBackend: Sendable {
  let calls: Shared<[String]>

  func register(_ deviceToken: Data, of session: UserSession, account: UUID) async throws {
    calls.withLock { $0.append("register \(session.customerID)") }
  }

  func forget(_ deviceToken: Data, of session: UserSession) async throws(RequestError) {
    calls.withLock { $0.append("forget \(session.customerID)") }
  }
}

@Suite(.timeLimit(.minutes(5))) struct SeveralAccountsSnippets {
  private let calls = Shared<[String]>([])
  private var backend: ShopBackend { ShopBackend(calls: calls) }
  private let shown = Shared<[String]>([])
  private let transport = InMemoryTransport { request in
    let user = request.headers["Authorization"] ?? ""
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"],
      body: Data(
        """
        {"data": {"customer": {"socialLinks": [
          {"socialLinkId": "1", "username": "\(user)", "status": "LINKED"}]}}}
        """.utf8))
  }

  private func show(_ text: String) { shown.withLock { $0.append(text) } }

  private func makeAccounts(_ folder: URL) -> Accounts<ShopLogin> {
    let accounts = Accounts(list: FileStore(url: folder.appending(path: "list/accounts"))) { id in
      ShopLogin(id, in: folder)
    }
    return accounts
  }

  private func logIn(_ login: ShopLogin, _ token: Secret) async throws {
    try await login.sessions.signIn(UserSession(token: token, customerID: "1"))
  }

  private func addAccount(
    _ label: String, to accounts: Accounts<ShopLogin>, token: Secret
  ) async throws {
    let account = try await accounts.add(label)
    do {
      guard let login = try await accounts.login(of: account.id) else { return }
      try await logIn(login, token)
      try await accounts.select(account.id)
    } catch {
      try await accounts.remove(account.id)
      throw error
    }
  }

  private func removeAccount(_ id: SavedAccount.ID, of accounts: Accounts<ShopLogin>) async throws {
    if let login = try await accounts.login(of: id) {
      await login.sessions.logOut { session throws(RequestError) in
        try await endOnServer(session)
      }
    }
    try await accounts.remove(id)
  }

  /// When the app starts, after each login, and when the system has a new token.
  func register(_ deviceToken: Data, _ accounts: Accounts<ShopLogin>) async throws {
    for account in try await accounts.all {
      let login = try await accounts.login(of: account.id)
      guard let session = try await login?.sessions.currentSession() else { continue }
      try await backend.register(deviceToken, of: session, account: account.id)
    }
  }

  private func logOut(_ login: ShopLogin, _ deviceToken: Data) async {
    await login.sessions.logOut { session throws(RequestError) in
      try await backend.forget(deviceToken, of: session)
      return try await endOnServer(session)
    }
  }

  private func endOnServer(_ session: UserSession) async throws(RequestError) -> Void? {
    show("ended \(session.customerID)")
    return ()
  }

  private func client(
    _ accounts: Accounts<ShopLogin>, _ configuration: ClientConfiguration
  ) -> some AuthenticatedOperationExecutor {
    let cache = ResponseCache(timeToLive: .seconds(300))
    let client = GraphQLClient(configuration, transport: transport).authenticated(by: accounts)
    let shop = CachedClient(client, cache: cache, accounts: accounts)
    return shop
  }

  private func follow(_ accounts: Accounts<ShopLogin>) async throws {
    for await id in accounts.selections {
      let account = try await accounts.all.first { $0.id == id }
      show(account?.label ?? "Choose an account.")
    }
  }

  private func restore(_ accounts: Accounts<ShopLogin>, _ found: [SavedAccount]) async throws {
    try await accounts.replaceDamagedList(with: found)
  }

  private func user(_ client: some AuthenticatedOperationExecutor) async throws -> String? {
    try await ShopClient(client).socialLinks(status: .linked).customer?.socialLinks?.first?.username
  }

  @Test func codeOfTheArticleWorks() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let accounts = makeAccounts(folder)
    try await addAccount("Ada", to: accounts, token: "ada-1")
    try await addAccount("Ben", to: accounts, token: "ben-1")
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let configuration = ClientConfiguration(endpoint: endpoint)
    let shop = client(accounts, configuration)
    #expect(try await user(shop) == "Bearer ben-1")
    let list = try await accounts.all
    #expect(list.map(\.label) == ["Ada", "Ben"])
    try await accounts.select(list[0].id)
    #expect(try await user(shop) == "Bearer ada-1")
    try await register(Data([1]), accounts)
    let login = try #require(try await accounts.login(of: list[1].id))
    await logOut(login, Data([1]))
    #expect(calls.withLock { $0 } == ["register 1", "register 1", "forget 1"])
    #expect(shown.withLock { $0 } == ["ended 1"])
    try await removeAccount(list[0].id, of: accounts)
    #expect(shown.withLock { $0 } == ["ended 1", "ended 1"])
    #expect(try await accounts.all.map(\.label) == ["Ben"])
    let following = Task { try await follow(accounts) }
    try await wait { shown.withLock { $0.last } == "Choose an account." }
    try await accounts.select(list[1].id)
    try await wait { shown.withLock { $0.last } == "Ben" }
    following.cancel()
    try Data("{".utf8).write(to: folder.appending(path: "list/accounts"))
    try await restore(accounts, [list[1]])
    #expect(try await accounts.all.map(\.label) == ["Ben"])
  }
}
