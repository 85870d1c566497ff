// Compiles and runs the code of AccountDeletion that no generated session has, of SeveralAccounts, and of
// Offline.

import AuthGenCache
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

/// An app's own backend. It sends notifications, and deletes accounts.
private struct ShopBackend: Sendable {
  let calls = Shared<[String]>([])

  private func note(_ call: String) { calls.withLock { $0.append(call) } }

  func deleteAccount(of session: UserSession, appleCode: Secret) async {
    note("delete \(session.token.reveal()) \(appleCode.reveal())")
  }

  /// - Returns: false if the server declines.
  /// - Throws: `RequestError`.
  func deleteAccount(of session: OpenIDSession) async throws -> Bool { true }

  func register(_ deviceToken: Data, of session: UserSession, account: UUID) async throws {
    note("register \(session.customerID)")
  }

  func forget(_ deviceToken: Data, of session: UserSession) async throws(RequestError) {
    note("forget \(session.customerID)")
  }
}

@Suite(.timeLimit(.minutes(5))) struct AccountDeletionSnippets {
  private let backend = ShopBackend()
  private let cache = ResponseCache(timeToLive: .seconds(60))
  private let shown = Shared<[String]>([])
  private let sessions = SessionManager<UserSession>(store: InMemoryStore())

  private func show(_ message: String) { shown.withLock { $0.append(message) } }

  /// Compiled only: the login needs a browser.
  private func deleteAccount(_ login: OpenIDLogin, _ options: LoginOptions) async {
    do throws(AccountDeletionError) {
      var options = options
      options.maximumAge = .zero
      let fresh = options
      let answer = try await login.sessions.deleteAccount(
        erasing: login.localData + cache.localData,
        confirming: { try await login.logIn(fresh) },
        onServer: { session, _ in
          let isDeleted = try await backend.deleteAccount(of: session)
          return isDeleted ? .deleted(()) : .declined(())
        })
      tell(answer)
    } catch {
      await tell(error)
    }
  }

  /// Compiled only.
  private func eraseAfterARestart(_ login: OpenIDLogin) async throws {
    try await login.sessions.signOut()
    try await (login.localData + cache.localData).eraseAll()
  }

  private func tell(_ answer: AccountDeletion<Void>) {
    switch answer {
    case .deleted: show("Your account is deleted.")
    case .sessionEnded: show("Your account is deleted. If you can still log in, delete it again.")
    case .declined: show("Your account cannot be deleted now.")
    }
  }

  func tell(_ error: AccountDeletionError) async {
    if case .inProgress = error.reason { return }
    show(error.localizedDescription)
    if case .notErased(let remaining) = error.reason { await eraseAgain(remaining) }
  }

  private func eraseAgain(_ remaining: RemainingData) async {
    do throws(RemainingData) {
      try await remaining.data.eraseAll()
    } catch {
      show(error.localizedDescription)
    }
  }

  private func signInWithApple() async throws -> (identityToken: Secret, code: Secret) {
    ("identity-1", "code-1")
  }

  @Test func accountIsDeletedWithItsData() async throws {
    try await sessions.logIn { .ada }
    try await withFolder { folder in
      let orders = LocalData("orders") { try FileManager.default.removeItem(at: folder) }
      let answer = try await sessions.deleteAccount(
        erasing: cache.localData + [orders],
        confirming: { try await signInWithApple().code },
        onServer: { session, code in
          await backend.deleteAccount(of: session, appleCode: code)
          return .deleted(())
        })
      tell(answer)
      #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
    #expect(backend.calls.current == ["delete a code-1"])
    #expect(shown.current == ["Your account is deleted."])
    #expect(await sessions.state.session == nil)
  }

  @Test func remainingDataIsErasedAgain() async throws {
    let part = LocalData("orders") { throw StoreError(.unavailable) }
    try await sessions.logIn { .ada }
    let error = await #expect(throws: AccountDeletionError.self) {
      try await sessions.deleteAccount(
        erasing: [part], confirming: {}, onServer: { _, _ in .deleted(()) })
    }
    await tell(try #require(error))
    #expect(
      shown.current == [
        "Your account was deleted, but some of your data is still on this device.",
        "Some of your data is still on this device.",
      ])
  }

  @Test func secondDeletionShowsNothing() async throws {
    try await sessions.logIn { .ada }
    try await sessions.deleteAccount(
      confirming: {
        let second = await #expect(throws: AccountDeletionError.self) {
          try await sessions.deleteAccount(confirming: {}, onServer: { _, _ in .deleted(()) })
        }
        if let second { await tell(second) }
      }, onServer: { _, _ in .deleted(()) })
    #expect(shown.current.isEmpty)
  }
}

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

@Suite(.timeLimit(.minutes(5))) struct SeveralAccountsSnippets {
  private let backend = ShopBackend()
  private let shown = Shared<[String]>([])
  private let transport = InMemoryTransport.links

  private func show(_ message: String) { shown.withLock { $0.append(message) } }

  private func logIn(_ login: ShopLogin, _ token: Secret) async throws {
    try await login.sessions.logIn { UserSession(token: token, customerID: "1") }
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

  private func follow(_ accounts: Accounts<ShopLogin>) async throws {
    for await id in accounts.selections {
      let account = try await accounts.all.first { $0.id == id }
      show(account?.label ?? "Choose an account.")
    }
  }

  @Test func codeOfTheArticleWorks() async throws {
    try await withFolder { folder in try await useAccounts(in: folder) }
  }

  private func useAccounts(in folder: URL) async throws {
    let accounts = Accounts(list: FileStore(url: folder.appending(path: "list/accounts"))) { id in
      ShopLogin(id, in: folder)
    }
    try await addAccount("Ada", to: accounts, token: "ada-1")
    try await addAccount("Ben", to: accounts, token: "ben-1")
    let configuration = ClientConfiguration.shop
    let cache = ResponseCache(timeToLive: .seconds(300))
    let client = GraphQLClient(configuration, transport: transport).authenticated(by: accounts)
    let shop = CachedClient(client, cache: cache, accounts: accounts)
    func user() async throws -> String? {
      try await ShopClient(shop).socialLinks(status: .linked).customer?.socialLinks?.first?.username
    }
    #expect(try await user() == "Bearer ben-1")
    let list = try await accounts.all
    #expect(list.map(\.label) == ["Ada", "Ben"])
    try await accounts.select(list[0].id)
    #expect(try await user() == "Bearer ada-1")
    try await register(Data([1]), accounts)
    let login = try #require(try await accounts.login(of: list[1].id))
    await logOut(login, Data([1]))
    #expect(backend.calls.current == ["register 1", "register 1", "forget 1"])
    #expect(shown.current == ["ended 1"])
    try await removeAccount(list[0].id, of: accounts)
    #expect(shown.current == ["ended 1", "ended 1"])
    #expect(try await accounts.all.map(\.label) == ["Ben"])
    let following = Task { try await follow(accounts) }
    try await wait { shown.current.last == "Choose an account." }
    try await accounts.select(list[1].id)
    try await wait { shown.current.last == "Ben" }
    following.cancel()
    try Data("{".utf8).write(to: folder.appending(path: "list/accounts"))
    let found = [list[1]]
    try await accounts.replaceDamagedList(with: found)
    #expect(try await accounts.all.map(\.label) == ["Ben"])
  }
}

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

@Suite(.timeLimit(.minutes(5))) struct OfflineSnippets {
  private let sessions = SessionManager<UserSession>(store: InMemoryStore())
  private let responses = SavedResponses(
    folder: FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
  private let server = Shared<Result<HTTPResponse, TransportError>>(.success(.json("{}")))
  private let keys = Shared<[String]>([])

  private var client: GraphQLClient {
    GraphQLClient(
      InMemoryTransport { [server, keys] request throws(TransportError) in
        if let key = request.headers["Idempotency-Key"] { keys.withLock { $0.append(key) } }
        return try server.current.get()
      })
  }

  private func respond(_ body: String, status: Int = 200) {
    server.withLock { $0 = .success(.json(body, status: status)) }
  }

  private func fail(_ reason: TransportError.Reason, wasSent: Bool) {
    server.withLock { $0 = .failure(TransportError(reason, wasSent: wasSent)) }
  }

  private func links() async throws -> SocialLinksQuery.Data? {
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
  private func send(_ change: PendingRemoval) async throws -> Bool {
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
    func name() async throws -> String? {
      try await links()?.customer?.socialLinks?.first?.username
    }
    try await sessions.logIn { UserSession(token: "a", customerID: "../ada") }
    respond(.links(of: "ada"))
    #expect(try await name() == "ada")
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: responses.folder.path).sorted() == [
        "%2E%2E%2Fada", "%2E%2E%2Fada/SocialLinks.json",
      ])
    fail(.cannotConnect, wasSent: false)
    #expect(try await name() == "ada")
    try await sessions.logIn { .ben }
    await #expect(throws: RequestError.self) { try await links() }
    try await sessions.signOut()
    #expect(try await links() == nil)
    let erasing = Task { await eraseAtLogout() }
    try await wait { !FileManager.default.fileExists(atPath: responses.folder.path) }
    erasing.cancel()
  }

  @Test func secretsAreNotSaved() throws {
    try responses.save(LoginMutation.Data(), of: LoginMutation.self, for: "1")
    #expect(!FileManager.default.fileExists(atPath: responses.folder.path))
  }

  @Test func eachAttemptHasTheKeyOfItsChange() async throws {
    try await sessions.logIn { .ada }
    let change = PendingRemoval(key: UUID(), user: "ada", socialLinkID: "1")
    let queued = try JSONDecoder().decode(
      PendingRemoval.self, from: JSONEncoder().encode(change))
    fail(.connectionLost, wasSent: true)
    #expect(try await send(queued) == false)
    for status in [401, 429, 503, 200] {
      respond(#"{"data": {"removeSocialLink": true}}"#, status: status)
      #expect(try await send(queued) == (status == 200))
    }
    #expect(keys.current == Array(repeating: change.key.uuidString, count: 5))
    respond(#"{"errors": [{"message": "no such link"}]}"#)
    await #expect(throws: RequestError.self) { try await send(queued) }
    try await sessions.logIn { .ben }
    #expect(try await send(queued) == false)
    #expect(keys.current.count == 6)
  }
}
