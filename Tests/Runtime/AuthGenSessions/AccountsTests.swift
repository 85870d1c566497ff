// Tests several accounts of one app, and that nothing of one gets to another.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@Suite(.timeLimit(.minutes(5))) struct AccountsTests {
  typealias Manager = SessionManager<RotatingSession>

  private let list = FakeStore()
  /// The stores of the sessions.
  private let stores = Shared<[SavedAccount.ID: FakeStore]>([:])
  private let server = RotatingServer()

  private func store(_ id: SavedAccount.ID) -> FakeStore {
    stores.withLock { stores in
      let store = stores[id] ?? FakeStore()
      stores[id] = store
      return store
    }
  }

  private func accounts(
    before: @escaping @Sendable () async -> Void = {}
  ) -> Accounts<Manager> {
    Accounts(list: list) { [self] id in server.manager(store(id), before: before) }
  }

  /// Adds an account with a session.
  private func add(
    _ number: Int, to accounts: Accounts<Manager>, expiresAt: Date? = nil
  ) async throws -> SavedAccount.ID {
    let id = try await accounts.add("user-\(number)").id
    let login = try #require(try await accounts.login(of: id))
    try await login.logIn { RotatingSession(number, expiresAt: expiresAt) }
    return id
  }

  /// The accounts of Ada, who is selected, and Ben, whose sessions have the numbers 1 and 7.
  private func adaAndBen(
    expiresAt: Date? = nil, before: @escaping @Sendable () async -> Void = {}
  ) async throws -> (accounts: Accounts<Manager>, ada: SavedAccount.ID, ben: SavedAccount.ID) {
    let accounts = accounts(before: before)
    let ada = try await add(1, to: accounts, expiresAt: expiresAt)
    let ben = try await add(7, to: accounts)
    try await accounts.select(ada)
    return (accounts, ada, ben)
  }

  private func cancels(_ body: () async throws -> Credential?) async {
    let error = await #expect(throws: CredentialUnavailable.self) { _ = try await body() }
    #expect(error?.reason == .cancelled)
  }

  /// Removes an account, and holds the removal while it erases the app's data.
  private func heldRemoval(
    of id: SavedAccount.ID, from accounts: Accounts<Manager>
  ) async -> (gate: Gate, task: Task<Void, any Error>) {
    let gate = Gate()
    let task = Task {
      try await accounts.remove(id, erasing: [LocalData("orders") { await gate.pass() }])
    }
    await gate.holdsACaller()
    return (gate, task)
  }

  // MARK: The list

  /// The labels of the accounts, with a star at the selected one.
  private func shown(_ accounts: Accounts<Manager>) async throws -> [String] {
    let selected = try await accounts.selected
    return try await accounts.all.map { $0.label + ($0 == selected ? "*" : "") }
  }

  @Test func listOutlivesTheApp() async throws {
    #expect(try await shown(accounts()) == [])
    let first = accounts()
    let (ada, ben) = (try await first.add("Ada"), try await first.add("Ben"))
    #expect(try await first.all == [ada, ben])
    #expect(try await shown(first) == ["Ada", "Ben"])
    #expect(try await first.select(ben.id))
    #expect(try await first.rename(ada.id, to: "Ada L."))

    let second = accounts()
    #expect(try await shown(second) == ["Ada L.", "Ben*"])
    #expect(try await second.all.map(\.id) == [ada.id, ben.id])
    try await second.remove(ben.id)
    #expect(try await shown(accounts()) == ["Ada L."])
  }

  @Test func listHasNoSecret() async throws {
    let accounts = accounts()
    let id = try await add(1, to: accounts)
    try await accounts.select(id)
    _ = try await accounts.credential()
    let text = String(decoding: try #require(list.now.content), as: UTF8.self)
    #expect(
      text == #"{"accounts":[{"id":"\#(id)","label":"user-1"}],"selected":"\#(id)","version":1}"#)
    let account = try #require(try await accounts.all.first)
    #expect("\(accounts) \(account)" == "Accounts an account")
    #expect(Mirror(reflecting: account).children.isEmpty)
  }

  @Test func loginOfAnAccountIsAlwaysTheSame() async throws {
    let accounts = accounts()
    let id = try await accounts.add("Ada").id
    #expect(try await accounts.login(of: id) === accounts.login(of: id))
    #expect(try await accounts.login(of: UUID()) == nil)
    #expect(try await !accounts.select(UUID()))
    #expect(try await !accounts.rename(UUID(), to: "Ben"))
  }

  @Test func unreadableListIsNotReplaced() async throws {
    for content in [#"{"version":2,"accounts":[]}"#, "{"] {
      list.now.content = Data(content.utf8)
      let accounts = accounts()
      await #expect(throws: StoreError(.unreadableList, place: "the list of accounts")) {
        try await accounts.add("Ada")
      }
      let error = await #expect(throws: CredentialUnavailable.self) {
        try await accounts.credential()
      }
      #expect(error?.reason == .temporary)
      #expect(list.now.content == Data(content.utf8))
    }
  }

  @Test func damagedListIsReplacedOnRequest() async throws {
    let accounts = accounts()
    let ada = try await add(1, to: accounts)
    // The app's version can read it.
    #expect(try await !accounts.replaceDamagedList())
    #expect(try await accounts.all.map(\.id) == [ada])

    list.now.content = Data(#"{"version":2,"accounts":[]}"#.utf8)
    let next = self.accounts()
    await #expect(throws: StoreError(.unreadableList, place: "the list of accounts")) {
      try await next.replaceDamagedList()
    }
    #expect(list.now.content == Data(#"{"version":2,"accounts":[]}"#.utf8))

    for content in ["{", #"{"version":1,"accounts":{}}"#] {
      list.now.content = Data(content.utf8)
      let next = self.accounts()
      #expect(try await next.replaceDamagedList(with: [SavedAccount(id: ada, label: "Ada")]))
      #expect(try await shown(next) == ["Ada"])
      try await next.select(ada)
      #expect(try await next.credential() == RotatingSession(1).credential)
    }
  }

  @Test func listThatIsTooLargeIsReplacedOnRequest() async throws {
    try await withFolder { folder in
      let file = FileStore(url: folder.appending(path: "accounts"))
      let accounts = Accounts(list: file) { _ in Manager(store: InMemoryStore()) }
      _ = try await accounts.add("Ada")
      let url = folder.appending(path: "accounts")
      let handle = try FileHandle(forWritingTo: url)
      try handle.truncate(atOffset: 1 << 30)
      try handle.close()
      let error = await #expect(throws: StoreError.self) { try await accounts.all }
      #expect(error?.reason == .unreadableList)
      #expect(try await accounts.replaceDamagedList())
      #expect(try await accounts.all == [])
    }
  }

  @Test func fullDiskChangesNothing() async throws {
    let (accounts, ada, ben) = try await adaAndBen()
    let before = list.now.content
    list.now.writesFail = true
    await #expect(throws: StoreError(.noSpace)) { try await accounts.add("Eve") }
    await #expect(throws: StoreError(.noSpace)) { try await accounts.select(ben) }
    await #expect(throws: StoreError(.noSpace)) { try await accounts.rename(ada, to: "A") }
    #expect(list.now.content == before)
    #expect(try await accounts.credential() == RotatingSession(1).credential)
  }

  @Test func lockedListIsNotALogout() async throws {
    _ = try await adaAndBen()
    let next = accounts()
    list.now.failure = .unavailable
    let error = await #expect(throws: CredentialUnavailable.self) { try await next.credential() }
    #expect(error?.reason == .temporary)
    list.now.failure = nil
    #expect(try await next.credential() == RotatingSession(1).credential)
  }

  // MARK: Calls

  @Test func callsAreMadeForTheSelectedAccount() async throws {
    let accounts = accounts()
    #expect(try await accounts.credential() == nil)
    let ids = [try await add(1, to: accounts), try await add(7, to: accounts)]
    #expect(try await accounts.credential() == nil)
    for (number, id) in zip([1, 7, 1], ids + [ids[0]]) {
      try await accounts.select(id)
      #expect(try await accounts.credential() == RotatingSession(number).credential)
    }
    try await accounts.select(nil)
    #expect(try await accounts.credential() == nil)
    // The login of an account is used for this account, whichever is selected.
    #expect(
      try await accounts.login(of: ids[1])?.credential() == RotatingSession(7).credential)
  }

  @Test func callThatWaitsDuringASwitchIsCancelled() async throws {
    let gate = Gate()
    let (accounts, ada, ben) = try await adaAndBen(expiresAt: .distantPast) { await gate.pass() }
    let call = Task { try await accounts.credential() }
    await gate.holdsACaller()
    try await accounts.select(ben)
    gate.open()
    await cancels { try await call.value }
    #expect(try await accounts.credential() == RotatingSession(7).credential)
    // The refresh is not lost.
    try await accounts.select(ada)
    #expect(try await accounts.credential() == RotatingSession(2).credential)
  }

  @Test func callIsNotRepeatedForAnotherAccount() async throws {
    let (accounts, ada, ben) = try await adaAndBen()
    let credential = try #require(try await accounts.credential())
    #expect(try await accounts.credential(after: credential) == credential)
    try await accounts.select(ben)
    await cancels { try await accounts.credential(insteadOf: credential) }
    await cancels { try await accounts.credential(after: credential) }
    #expect(await server.refreshes == 0)
    try await accounts.select(nil)
    await cancels { try await accounts.credential(after: credential) }
    // The call of an account that is selected again is its own.
    try await accounts.select(ada)
    #expect(
      try await accounts.credential(insteadOf: credential) == RotatingSession(2).credential)
  }

  /// The attempts end while they wait for a refresh, so the call never has a credential.
  @Test func callWithoutACredentialIsNotRepeatedForAnotherAccount() async throws {
    let gate = Gate()
    let (accounts, _, ben) = try await adaAndBen(expiresAt: .distantPast) { await gate.pass() }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = HorizonClient(
      GraphQLClient(
        ClientConfiguration(endpoint: endpoint),
        transport: InMemoryTransport { [server] in await server.response(to: $0) }
      ).authenticated(by: accounts))
    let options = CallOptions(
      timeout: .milliseconds(20),
      retry: RetryPolicy(
        maximumAttempts: .max, baseDelay: .milliseconds(1), maximumDelay: .milliseconds(1)))
    let call = Task { try await client.getSocialProviders(options: options) }
    await gate.holdsACaller()
    try await accounts.select(ben)
    let error = await #expect(throws: RequestError.self) { try await call.value }
    gate.open()
    guard case .notSent(.credentialUnavailable(let why)) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(why.reason == .cancelled)
    #expect(await server.calls == 0)
  }

  @Test func refusedCallEndsItsOwnSession() async throws {
    let accounts = Accounts<SessionManager<TestSession>>(list: list) { _ in
      SessionManager(store: InMemoryStore())
    }
    var ids: [SavedAccount.ID] = []
    for number in 1...2 {
      let id = try await accounts.add("\(number)").id
      try await accounts.login(of: id)?.logIn { TestSession("token-\(number)") }
      ids.append(id)
    }
    try await accounts.select(ids[0])
    let credential = try #require(try await accounts.credential())
    try await accounts.select(ids[1])
    await accounts.sessionHasEnded(credential)
    #expect(try await accounts.login(of: ids[0])?.state == .signedOut(.ended))
    #expect(try await accounts.credential() == TestSession("token-2").credential)
    #expect(accounts.refusals == TestSession.refusals)
  }

  @Test func manySwitchesNeverMixTheAccounts() async throws {
    let (accounts, ada, ben) = try await adaAndBen()
    let credentials = [RotatingSession(1).credential, RotatingSession(7).credential]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<100 {
            guard let first = try? await accounts.credential() else { continue }
            let again = try? await accounts.credential(after: first)
            #expect(credentials.contains(first))
            #expect(again == nil || again == first)
          }
        }
      }
      group.addTask {
        for number in 0..<200 { try await accounts.select(number % 2 == 0 ? ada : ben) }
      }
      try await group.waitForAll()
    }
  }

  // MARK: Streams

  @Test func switchEndsTheStreamsOfTheAccountBefore() async throws {
    let (accounts, ada, ben) = try await adaAndBen()
    let credential = try #require(try await accounts.credential())
    let changes = Shared<[CredentialChange]>([])
    let report: @Sendable (CredentialChange) -> Void = { change in
      changes.withLock { $0.append(change) }
    }
    let observation = await accounts.observe(credential, report)
    #expect(observation != nil)
    #expect(try await accounts.login(of: ada)?.refreshedSession() == RotatingSession(2))
    #expect(changes.withLock { $0 } == [.replaced])
    try await accounts.select(ben)
    #expect(changes.withLock { $0 } == [.replaced, .ended(.otherLogin)])
    // Nothing follows the end.
    #expect(try await accounts.login(of: ada)?.refreshedSession() == RotatingSession(3))
    try await accounts.login(of: ada)?.signOut()
    #expect(changes.withLock { $0.count } == 2)

    // The credential of an account that is not selected has no stream.
    #expect(await accounts.observe(credential, report) == nil)
    #expect(changes.withLock { $0.last } == .ended(.otherLogin))
  }

  @Test func streamEndsWithTheSessionOfItsAccount() async throws {
    let (accounts, ada, _) = try await adaAndBen()
    let credential = try #require(try await accounts.credential())
    let changes = Shared<[CredentialChange]>([])
    let observation = await accounts.observe(credential) { change in
      changes.withLock { $0.append(change) }
    }
    try await accounts.login(of: ada)?.signOut()
    #expect(changes.withLock { $0 } == [.ended(.loggedOut)])
    withExtendedLifetime(observation) {}
  }

  @Test func selectionsAreReportedInOrder() async throws {
    let (accounts, ada, ben) = try await adaAndBen()
    var selections = accounts.selections.makeAsyncIterator()
    #expect(await selections.next() == ada)
    try await accounts.select(ben)
    try await accounts.select(ben)
    try await accounts.remove(ben)
    #expect(await selections.next() == ben)
    #expect(await selections.next() == .some(nil))
  }

  // MARK: Removing

  @Test func removedAccountLeavesNothing() async throws {
    let (accounts, ada, ben) = try await adaAndBen()
    let orders = Shared(0)
    try await accounts.remove(ada, erasing: [LocalData("orders") { orders.withLock { $0 += 1 } }])
    #expect(store(ada).now.content == nil)
    #expect(orders.withLock { $0 } == 1)
    #expect(try await shown(accounts) == ["user-7"])
    #expect(try await accounts.credential() == nil)
    #expect(store(ben).now.content != nil)
  }

  @Test func accountThatCannotBeErasedStaysInTheList() async throws {
    let accounts = accounts()
    let ada = try await add(1, to: accounts)
    store(ada).now.failure = .unavailable
    let error = await #expect(throws: RemainingData.self) { try await accounts.remove(ada) }
    #expect(error?.data.map(\.name) == ["session"])
    #expect(try await accounts.all.map(\.id) == [ada])
    // The list cannot be read either.
    list.now.failure = .unavailable
    await #expect(throws: RemainingData.self) { try await accounts.remove(ada) }
    (store(ada).now.failure, list.now.failure) = (nil, nil)
    try await accounts.login(of: ada)?.logIn { RotatingSession(2) }
    list.now.writesFail = true
    let second = await #expect(throws: RemainingData.self) { try await accounts.remove(ada) }
    #expect(second?.data.map(\.name) == ["entry in the list of accounts"])
    #expect(store(ada).now.content == nil)
    list.now.writesFail = false
    // The user can log in again.
    try await accounts.login(of: ada)?.logIn { RotatingSession(3) }
    try await accounts.select(ada)
    #expect(try await accounts.credential() == RotatingSession(3).credential)
    try await accounts.remove(ada)
    #expect(try await accounts.all == [])
  }

  @Test func accountThatIsBeingErasedIsNotSelected() async throws {
    let accounts = accounts()
    let ada = try await add(1, to: accounts)
    let (gate, removal) = await heldRemoval(of: ada, from: accounts)
    #expect(try await !accounts.select(ada))
    #expect(try await accounts.login(of: ada) == nil)
    gate.open()
    try await removal.value
    #expect(try await accounts.all == [])
  }

  @Test func failedRemovalAllowsNoLoginToARemovedAccount() async throws {
    let accounts = accounts()
    let ada = try await add(1, to: accounts)
    let login = try #require(try await accounts.login(of: ada))
    let (gate, removal) = await heldRemoval(of: ada, from: accounts)
    try await accounts.remove(ada)
    store(ada).now.failure = .unavailable
    gate.open()
    await #expect(throws: RemainingData.self) { try await removal.value }
    store(ada).now.failure = nil
    await #expect(throws: StoreError(.accountRemoved)) {
      try await login.logIn { RotatingSession(3) }
    }
  }

  /// The app has the login from before, and its sheet is open.
  @Test func loginToARemovedAccountStoresNothing() async throws {
    let accounts = accounts()
    let ada = try await add(1, to: accounts)
    let login = try #require(try await accounts.login(of: ada))
    let (gate, removal) = await heldRemoval(of: ada, from: accounts)
    await #expect(throws: StoreError(.accountRemoved)) {
      try await login.logIn { RotatingSession(3) }
    }
    gate.open()
    try await removal.value
    await #expect(throws: StoreError(.accountRemoved)) {
      try await login.logIn { RotatingSession(4) }
    }
    let start = await login.loginStart
    await #expect(throws: UnusedSession.accountRemoved) {
      try await login.keep(RotatingSession(5), since: start)
    }
    #expect(store(ada).now.content == nil)
    #expect(await login.state.session == nil)
    try await wait {
      await server.revoked == [3, 4, 5].compactMap { RotatingSession($0).refreshToken }
    }
  }

  // MARK: Processes

  /// The login comes while the account is removed, or afterwards.
  @Test(arguments: [true, false])
  func loginToAnAccountThatAnotherProcessRemovesIsErased(isDuringTheRemoval: Bool) async throws {
    let (first, second) = (accounts(), accounts())
    let ada = try await add(1, to: first)
    let login = try #require(try await second.login(of: ada))
    let logIn = LocalData("orders") { try await login.logIn { RotatingSession(3) } }
    try await first.remove(ada, erasing: isDuringTheRemoval ? [logIn] : [])
    if !isDuringTheRemoval {
      try await login.logIn { RotatingSession(3) }
      let store = store(ada)
      try await wait { store.now.content == nil }
      await #expect(throws: StoreError(.accountRemoved)) {
        try await login.logIn { RotatingSession(4) }
      }
    }
    #expect(store(ada).now.content == nil)
    try await wait { await server.revoked.first == RotatingSession(3).refreshToken }
  }

  @Test func accountThatAnotherProcessRemovesIsNotUsed() async throws {
    let (first, ada, _) = try await adaAndBen()
    let (second, third, fourth) = (accounts(), accounts(), accounts())
    for accounts in [second, third, fourth] { _ = try await accounts.credential() }
    let credential = try #require(try await second.credential())
    try await first.remove(ada)
    // The first use after the removal is a call, or the next attempt of one.
    #expect(try await second.credential() == nil)
    await cancels { try await third.credential(after: credential) }
    await cancels { try await fourth.credential(insteadOf: credential) }
    #expect(await server.refreshes == 0)
    #expect(try await shown(second) == ["user-7"])
  }

  @Test func selectionOfAnotherProcessCountsAtTheNextStart() async throws {
    let (first, ada, ben) = try await adaAndBen()
    let second = accounts()
    #expect(try await second.selected?.id == ada)
    try await second.select(ben)
    #expect(try await first.credential() == RotatingSession(1).credential)
    #expect(try await accounts().selected?.id == ben)
  }

  @Test func changeOfAnotherProcessIsNotLost() async throws {
    let other = InMemoryStore()
    func accounts(_ store: any SecretStore) -> Accounts<Manager> {
      Accounts(list: store) { _ in Manager(store: InMemoryStore()) }
    }
    _ = try await accounts(other).add("Ben")
    let store = FakeStore()
    store.now.next = other.read()
    _ = try await accounts(store).add("Ada")
    #expect(try await accounts(store).all.map(\.label) == ["Ben", "Ada"])
  }

  @Test func processesChangeOneList() async throws {
    try await withFolder { folder in
      try await withThrowingTaskGroup(of: ProcessResult.self) { group in
        for _ in 0..<2 {
          group.addTask {
            try await runProcess(
              builtProgram("AppProcess"), ["accounts", folder.path, "20"], in: folder)
          }
        }
        for try await result in group { #expect(result.exitCode == 0, "\(result.errors)") }
      }
      // Each process removes every second account.
      #expect(try await Self.storedAccounts(in: folder).count == 20)
    }
  }

  @Test func killedProcessLeavesNoSessionWithoutAnAccount() async throws {
    try await withFolder { folder in
      for run in 0..<40 {
        _ = try await killProcess(
          builtProgram("AppProcess"), ["accounts", folder.path, "\(Int32.max)"], in: folder,
          after: Double(run % 20) * 0.43)
        let accounts = try await Self.storedAccounts(in: folder)
        let sessions = try names(in: folder).compactMap {
          UUID(uuidString: $0)
        }
        #expect(Set(sessions).isSubset(of: accounts), "run \(run)")
      }
    }
  }

  private static func storedAccounts(in folder: URL) async throws -> Set<SavedAccount.ID> {
    let list = FileStore(url: folder.appending(path: "list/accounts"))
    let accounts = Accounts(list: list) { _ in Manager(store: InMemoryStore()) }
    return Set(try await accounts.all.map(\.id))
  }
}
