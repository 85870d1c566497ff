// Several accounts of one app, of which one is selected:
//
//     add "Ada"       the list has Ada; her login is stored afterwards
//     select Ada      calls are sent with Ada's credential
//     select Ben      streams of Ada end, and her calls that wait for a credential fail; no call that began
//                     as Ada is sent as Ben
//     remove Ada      her session and her data are erased, and then her place in the list

public import AuthGenRuntime
public import Foundation

/// The accounts of an app, each with a login and a session of its own. It is the `CredentialSource` of
/// clients that act for the selected account.
///
/// ```swift
/// let list = PlatformStore.make(service: "com.example.shop", account: "accounts")
/// let accounts = Accounts(list: list) { id in
///   ShopLogin(store: PlatformStore.make(service: "com.example.shop", account: id.uuidString))
/// }
/// let shop = ShopClient(GraphQLClient(configuration).authenticated(by: accounts))
/// ```
///
/// - A call that begins with one account ends with this account's credential, or fails as cancelled when
///   another one is selected. It is never sent, and never repeated, with another account's.
/// - ``select(_:)`` ends the streams of the account before, before it returns. A stream between two
///   connections ends when it tries again.
/// - A client that is authenticated by one login's `sessions` acts for this account, whichever is selected.
///
/// Several processes may share the list. Each selects for itself: another process's selection counts at the
/// next start. Each call reads the list, and fails if another process has removed its account. An account is
/// in the list before its session is stored, and until it is erased. So a process that is killed leaves no
/// session without an account. The session of a login that completes after another process has removed the
/// account is erased, and revoked.
public actor Accounts<Login: AccountLogin> {
  nonisolated enum Selection: Hashable {
    /// The list was not read yet.
    case unknown
    case account(SavedAccount.ID?)
  }

  private let store: any SecretStore
  private let makeLogin: @Sendable (SavedAccount.ID) -> Login
  private let executor = StoreExecutor()
  private let selectionSubscribers = Subscribers<SavedAccount.ID?>()
  let changeSubscribers = Subscribers<Void>()
  private(set) var logins: [SavedAccount.ID: Login] = [:]
  private(set) var selection = Selection.unknown
  /// The number of changes of the selection.
  private(set) var selectionCount = 0
  /// The number of removals in progress, by account.
  private var removals: [SavedAccount.ID: Int] = [:]
  /// The accounts of the last credentials.
  var history = CredentialHistory()
  var observers: [Int: @Sendable (CredentialChange) -> Void] = [:]
  var lastObserver = 0

  /// The store blocks until its medium responds, so this actor does not run on Swift's threads.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates the accounts of a list. It does not read the list.
  ///
  /// - Parameters:
  ///   - store: keeps the list: identifiers, labels, and the selection. It must be another store than those
  ///     of the sessions, without a gate.
  ///   - login: creates the login of an account, once for each. Its stores must be the account's alone: use
  ///     the identifier in their names.
  public init(list store: any SecretStore, login: @escaping @Sendable (SavedAccount.ID) -> Login) {
    self.store = store
    makeLogin = login
  }

  // MARK: The list

  /// The accounts in the order in which they were added. Each use reads the list.
  public var all: [SavedAccount] {
    get throws(StoreError) { try update { $0.accounts } }
  }

  /// The account for which calls are made; nil if none is selected. Each use reads the list.
  public var selected: SavedAccount? {
    get throws(StoreError) {
      let accounts = try all
      guard case .account(let id) = selection else { return nil }
      return accounts.first { $0.id == id }
    }
  }

  /// The identifier of the selected account and of each later one, in order.
  public nonisolated var selections: AsyncStream<SavedAccount.ID?> {
    let stream = selectionSubscribers.add()
    // The first use reads the list.
    Task { _ = try? await currentSelectedID }
    return stream
  }

  /// Adds an account, without a session, and does not select it. Then log the user in with ``login(of:)``; if
  /// the user cancels the login, remove the account.
  ///
  /// - Parameter label: the app's text about the account. It must not contain a secret.
  public func add(_ label: String) throws(StoreError) -> SavedAccount {
    let account = SavedAccount(id: UUID(), label: label)
    try update { $0.accounts.append(account) }
    return account
  }

  /// Changes the label of an account.
  ///
  /// - Returns: false if the list does not have the account.
  @discardableResult
  public func rename(_ id: SavedAccount.ID, to label: String) throws(StoreError) -> Bool {
    try update { list in
      guard let index = list.index(of: id) else { return false }
      list.accounts[index] = SavedAccount(id: id, label: label)
      return true
    }
  }

  /// The login of an account, always the same one; nil if the list does not have the account.
  public func login(of id: SavedAccount.ID) throws(StoreError) -> Login? {
    guard try all.contains(where: { $0.id == id }), removals[id] == nil else { return nil }
    return login(id)
  }

  func login(_ id: SavedAccount.ID) -> Login {
    if let login = logins[id] { return login }
    let login = makeLogin(id)
    logins[id] = login
    let states = login.sessions.states
    Task { [weak self] in
      for await state in states { await self?.report(changeOf: id, to: state) }
    }
    return login
  }

  // MARK: Selecting

  /// Selects the account for which calls are made, and stores the selection for the next start. Ends the
  /// streams of the account before.
  ///
  /// - Parameter id: the account; nil for none.
  /// - Returns: false if the list does not have the account, for example because another process has removed
  ///   it. The selection stays.
  /// - Throws: ``StoreError`` if the selection cannot be stored. It stays.
  @discardableResult
  public func select(_ id: SavedAccount.ID?) throws(StoreError) -> Bool {
    if let id, removals[id] != nil { return false }
    let isInList = try update { list in
      if let id, list.index(of: id) == nil { return false }
      list.selected = id
      return true
    }
    if isInList { become(id) }
    return isInList
  }

  /// The selected account; nil if another process has removed it. Reads the list.
  var currentSelectedID: SavedAccount.ID? {
    get throws(StoreError) {
      try update { _ in }
      guard case .account(let id) = selection else { return nil }
      return id
    }
  }

  private func become(_ id: SavedAccount.ID?) {
    guard selection != .account(id) else { return }
    selection = .account(id)
    selectionCount += 1
    let ended = observers.values
    observers = [:]
    for report in ended { report(.ended(.otherLogin)) }
    selectionSubscribers.send(id)
    changeSubscribers.send(())
  }

  private func report(
    changeOf id: SavedAccount.ID, to state: SessionState<Login.AccountSession>
  ) async {
    if selection == .account(id) { changeSubscribers.send(()) }
    // Another process may have removed the account before the user logged in.
    guard state.session != nil, removals[id] == nil, let login = logins[id],
      let accounts = try? all, !accounts.contains(where: { $0.id == id })
    else { return }
    await login.sessions.refuseLogins(true)
    try? await ([lateSession(of: login)] + login.localData).eraseAll()
  }

  // MARK: Removing

  /// Erases an account on this device: its session, the `localData` of its login, and then its place in the
  /// list. It does not notify the server: log out first. Nothing is selected afterwards, if it was selected.
  ///
  /// A login of this account that completes later stores nothing, and fails with the reason
  /// ``StoreError/Reason/accountRemoved``.
  ///
  /// - Parameters:
  ///   - id: the account. If the list does not have it, its session is erased all the same.
  ///   - localData: what else to erase. Default: nothing.
  /// - Throws: ``RemainingData`` with what could not be erased. Until everything is erased, the account stays
  ///   in the list: remove it again.
  public func remove(
    _ id: SavedAccount.ID, erasing localData: [LocalData] = []
  ) async throws(RemainingData) {
    if selection == .account(id) { become(nil) }
    removals[id, default: 0] += 1
    defer { removals[id] = removals[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
    let login = self.login(id)
    let session = session(of: login)
    await login.sessions.refuseLogins(true)
    do throws(RemainingData) {
      try await ([session] + login.localData + localData).eraseAll()
      try await [LocalData("entry in the list of accounts") { try await self.removeEntry(id) }]
        .eraseAll()
    } catch {
      // Another removal may be in progress, or may have succeeded, here or in another process.
      let isInList = (try? all)?.contains { $0.id == id } ?? true
      if removals[id] == 1, logins[id] != nil, isInList {
        await login.sessions.refuseLogins(false)
      }
      throw error
    }
    logins[id] = nil
    // Another process may have logged in while the account was in the list. A later login erases itself.
    try await [lateSession(of: login)].eraseAll()
  }

  private func session(of login: Login) -> LocalData {
    LocalData("session") { _ = try await login.sessions.erase() }
  }

  /// The session of a login that ended while its account was removed. Erasing revokes it.
  private func lateSession(of login: Login) -> LocalData {
    LocalData("session") { [sessions = login.sessions] in
      guard let session = try await sessions.erase() else { return }
      await sessions.revoke(session)
    }
  }

  private func removeEntry(_ id: SavedAccount.ID) throws(StoreError) {
    try update { list in
      list.accounts.removeAll { $0.id == id }
      if list.selected == id { list.selected = nil }
    }
  }

  // MARK: The store

  /// Replaces a list that is damaged, so that accounts can be used again. A list that can be read stays, and
  /// so does the list of a later version of the app.
  ///
  /// - Parameter accounts: the accounts of the new list, such as those of which the app finds other data.
  ///   Default: none. The session of an account that is not among them stays in its store: erase it with
  ///   ``remove(_:erasing:)``.
  /// - Returns: false if the list can be read.
  /// - Throws: ``StoreError``, with the reason ``StoreError/Reason/unreadableList`` if a later version of the
  ///   app has written the list.
  @discardableResult
  public func replaceDamagedList(
    with accounts: [SavedAccount] = []
  ) throws(StoreError) -> Bool {
    var list = AccountList()
    list.accounts = accounts
    let content: Data?
    do throws(StoreError) {
      content = try store.read()
    } catch {
      // For example, it is too large.
      guard error.reason == .unreadable else { throw error }
      try store.write(list.encoded())
      adopt(list)
      return true
    }
    guard let content, AccountList.isDamaged(content),
      try store.replace(content, with: list.encoded())
    else {
      try update { _ in }
      return false
    }
    adopt(list)
    return true
  }

  private func content() throws(StoreError) -> Data? {
    do throws(StoreError) {
      return try store.read()
    } catch {
      guard error.reason == .unreadable else { throw error }
      throw StoreError(.unreadableList, place: error.place)
    }
  }

  private static var place: String { "the list of accounts" }
  private static var maximumAttempts: Int { 64 }

  /// Reads the list, changes it, and stores it if it has changed. Repeats this if another process has changed
  /// the list in between.
  private func update<Value>(
    _ change: (inout AccountList) -> Value
  ) throws(StoreError) -> Value {
    for _ in 0..<Self.maximumAttempts {
      let content = try content()
      var list = AccountList()
      if let content { list = try AccountList(decoding: content, place: Self.place) }
      let before = list
      let value = change(&list)
      if list != before {
        guard try store.replace(content, with: list.encoded()) else { continue }
      }
      adopt(list)
      return value
    }
    throw StoreError(.unavailable, place: Self.place)
  }

  /// Selects what the list says at first. Another process may have removed the selected account.
  private func adopt(_ list: AccountList) {
    let id: SavedAccount.ID? =
      switch selection {
      case .unknown: list.selected
      case .account(let id): id
      }
    become(id.flatMap { list.index(of: $0) == nil ? nil : $0 })
  }
}

extension Accounts: RedactedDescription {
  public nonisolated var description: String { "Accounts" }
}
