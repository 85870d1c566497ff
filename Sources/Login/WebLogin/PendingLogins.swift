// Logins that wait for the user, also while the app does not run.

package import AuthGenRuntime
package import AuthGenSessions
package import Foundation

/// A login that waits for the user, with the secrets that complete it.
package protocol PendingLogin: Codable, Identifiable, Sendable where ID == UUID {
  var expiresAt: Date { get }
  /// The login under which this one began.
  var start: LoginStart { get }
}

/// A login from its beginning to its redirect.
package protocol PendingBrowserLogin: PendingLogin {
  /// The error of the login.
  associatedtype Failure: BrowserLoginError
  var redirectURI: RedirectURI { get }
  /// The parameter `state` of the redirect; nil if the server sends none.
  var state: Secret? { get }

  /// Checks that a redirect to this login's address belongs to it. Default: compares ``state``.
  func check(_ callback: Callback) throws(CallbackError)
}

extension PendingBrowserLogin {
  package func check(_ callback: Callback) throws(CallbackError) {
    if let state { try callback.check(state) }
  }
}

/// The pending logins of one app at one server. With a store, they outlive the process: a link may start the
/// app again.
package final class PendingLogins<Login: PendingLogin>: Sendable {
  /// A stored login, of this type or of another.
  private struct Entry: Codable {
    /// Identifies the server and the client. A code is sent to no other server.
    let server: String
    let id: UUID
    let expiresAt: Date
    let login: Data
  }

  private struct Memory {
    /// The logins that began in this run, in this order. They can be completed even if the store fails.
    var own: [Login] = []
    /// The logins that are over, and when they can be removed from this list. The store may still have them.
    var ended: [UUID: Date] = [:]
    /// Those that the app has cancelled.
    var cancelled: Set<UUID> = []
    /// The logins that began before the last login or logout. They end with the run.
    var late: Set<UUID> = []
  }

  private let server: String
  private let store: (any SecretStore)?
  private let memory = Locked(Memory())

  /// The number of stored logins. The oldest are removed first.
  private static var maximumCount: Int { 16 }
  /// The number of attempts to change the store while other processes change it.
  private static var maximumAttempts: Int { 8 }

  /// - Parameters:
  ///   - store: keeps the logins between runs; nil to keep them until the app ends.
  ///   - server: identifies the server and the client. A store may have logins of several.
  package init(_ store: (any SecretStore)?, server: String) {
    self.store = store
    self.server = server
  }

  /// Adds a login, or replaces it with its next step. A login that only the store has is kept in memory, too.
  /// Does nothing if the login is over.
  ///
  /// - Parameter isStored: whether it outlives the process (best effort). Default: true.
  package func add(_ login: Login, at now: Date, isStored: Bool = true) {
    let outlivesRun = memory.withLock { memory in
      memory.own.removeAll { $0.expiresAt <= now || $0.id == login.id }
      memory.ended = memory.ended.filter { $0.value > now }
      memory.cancelled = memory.cancelled.filter { memory.ended[$0] != nil }
      guard memory.ended[login.id] == nil else { return false }
      memory.own.append(login)
      return isStored && !memory.late.contains(login.id)
    }
    guard outlivesRun, let data = try? JSONEncoder().encode(login) else { return }
    change(at: now) { entries in
      entries.removeAll { $0.server == server && $0.id == login.id }
      entries.append(
        Entry(server: server, id: login.id, expiresAt: login.expiresAt, login: data))
      entries.removeFirst(max(0, entries.count - Self.maximumCount))
      return true
    }
  }

  /// The logins that are neither over nor expired, in the order of their beginnings.
  package func all(at now: Date) -> [Login] {
    let memory = memory.withLock { $0 }
    let entries = store.flatMap { try? $0.read() }.flatMap(Self.entries) ?? []
    // Secrets are not kept longer than necessary.
    if entries.contains(where: { $0.expiresAt <= now }) { change(at: now) { _ in false } }
    let stored = entries.filter { $0.server == server }.compactMap(Self.login)
    let others = stored.filter { login in !memory.own.contains { $0.id == login.id } }
    return (others + memory.own).filter { $0.expiresAt > now && memory.ended[$0.id] == nil }
  }

  /// Ends a login.
  ///
  /// - Returns: the login; nil if it is over or has expired.
  @discardableResult
  package func end(_ id: UUID, at now: Date) -> Login? {
    let (own, isOver) = memory.withLock { memory in
      let isOver = memory.ended.updateValue(now + CodeVerifier.lifetime * 24, forKey: id) != nil
      let own = memory.own.firstIndex { $0.id == id }.map { memory.own.remove(at: $0) }
      return (own, isOver)
    }
    var stored: Login?
    let isRemoved = change(at: now) { entries in
      stored = nil
      guard let index = entries.firstIndex(where: { $0.server == server && $0.id == id }) else {
        return false
      }
      stored = Self.login(entries.remove(at: index))
      return true
    }
    guard !isOver, let login = own ?? (isRemoved ? stored : nil), login.expiresAt > now else {
      return nil
    }
    return login
  }

  /// Ends a login. If its last request is in progress, the session must not be stored: see
  /// ``isCancelled(_:)``.
  package func cancel(_ id: UUID, at now: Date) {
    memory.withLock { _ = $0.cancelled.insert(id) }
    end(id, at: now)
  }

  package func isCancelled(_ id: UUID) -> Bool { memory.withLock { $0.cancelled.contains(id) } }

  /// Removes the stored logins at this server (best effort) after a login or a logout. A pending login of
  /// this run stays in memory, and its `LoginStart` prevents its completion.
  ///
  /// - Parameter isOfNoUser: whether a logout came while no user was signed in. Then the logins of other
  ///   processes stay.
  package func loginHasChanged(isOfNoUser: Bool, at now: Date) {
    let own = memory.withLock { memory in
      memory.late = Set(memory.own.map(\.id))
      return memory.late
    }
    change(at: now) { entries in
      let count = entries.count
      entries.removeAll { $0.server == server && (!isOfNoUser || own.contains($0.id)) }
      return entries.count < count
    }
  }

  /// Whether a login may still be completed.
  package func hasCurrent(at now: Date) -> Bool {
    let late = memory.withLock { $0.late }
    return all(at: now).contains { !late.contains($0.id) }
  }

  /// Removes the logins at this server, in memory and in the store.
  ///
  /// - Parameter sparesNew: whether logins stay that have begun since the last login or logout, while no user
  ///   was signed in: they may be another user's.
  package func removeAll(at now: Date, sparesNew: Bool) throws(StoreError) {
    let logins = all(at: now)
    let kept = memory.withLock { memory in
      let new = logins.filter { !$0.start.hasLogin && !memory.late.contains($0.id) }
      let kept = Set(sparesNew ? new.map(\.id) : [])
      memory.own.removeAll { !kept.contains($0.id) }
      for login in logins where !kept.contains(login.id) {
        memory.ended[login.id] = now + CodeVerifier.lifetime * 24
      }
      return kept
    }
    try update(at: now) { entries in
      entries.removeAll { $0.server == server && !kept.contains($0.id) }
      return true
    }
  }

  /// The logins, for the deletion of an account.
  package func localData(_ now: @escaping @Sendable () -> Date) -> LocalData {
    LocalData(
      "pending logins",
      blocking: { () throws(StoreError) in try self.removeAll(at: now(), sparesNew: true)
      })
  }

  // MARK: The store

  /// Changes the entries as ``update(at:_:)`` does.
  ///
  /// - Returns: whether the store has the result.
  @discardableResult
  private func change(at now: Date, _ body: (inout [Entry]) -> Bool) -> Bool {
    store != nil && (try? update(at: now, body)) != nil
  }

  /// Removes expired logins, and changes the others, in one step. Does nothing without a store.
  ///
  /// - Parameter body: returns whether it has changed the entries. It may run several times.
  private func update(at now: Date, _ body: (inout [Entry]) -> Bool) throws(StoreError) {
    guard let store else { return }
    for _ in 0..<Self.maximumAttempts {
      let content = try store.read()
      let all = content.flatMap(Self.entries) ?? []
      var entries = all.filter { $0.expiresAt > now }
      guard body(&entries) || entries.count < all.count else { return }
      let data = entries.isEmpty ? nil : try Self.data(entries)
      if try store.replace(content, with: data) { return }
    }
    throw StoreError(.unavailable)
  }

  private static func data(_ entries: [Entry]) throws(StoreError) -> Data {
    do {
      return try JSONEncoder().encode(entries)
    } catch {
      throw StoreError(.notEncodable)
    }
  }

  /// Content that cannot be read counts as empty. The next login replaces it.
  private static func entries(in content: Data) -> [Entry]? {
    try? JSONDecoder().decode([Entry].self, from: content)
  }

  private static func login(_ entry: Entry) -> Login? {
    try? JSONDecoder().decode(Login.self, from: entry.login)
  }
}

// MARK: Redirects

extension PendingLogins where Login: PendingBrowserLogin {
  /// Checks that a redirect belongs to a login. Does nothing if the login is over.
  package func check(_ callback: Callback, of id: UUID, at now: Date) throws(Login.Failure) {
    guard let login = all(at: now).first(where: { $0.id == id }) else { return }
    try Self.check(callback, of: login)
  }

  private static func check(_ callback: Callback, of login: Login) throws(Login.Failure) {
    try Result { () throws(CallbackError) in try login.check(callback) }
      .mapError(Login.Failure.callback).get()
  }

  /// Removes the login of a redirect, and returns it to one caller, even if several processes request it.
  ///
  /// - Throws: `callback` if the redirect does not belong to the login; `over` if the login has ended or
  ///   expired.
  package func take(
    _ id: UUID, for callback: Callback, at now: Date
  ) throws(Login.Failure) -> Login {
    guard let login = end(id, at: now) else { throw .over }
    try Self.check(callback, of: login)
    return login
  }

  /// Finds the login to which a redirect belongs, by its address and its `state`. If servers send no `state`,
  /// it is the latest login with this address.
  ///
  /// - Throws: `callback` if the redirect belongs to no pending login; `over` if no login is pending.
  package func match(
    _ redirect: URL, at now: Date
  ) throws(Login.Failure) -> (login: Login, callback: Callback) {
    var refusal: CallbackError?
    for login in all(at: now).reversed() {
      do throws(CallbackError) {
        let callback = try Callback(redirect, to: login.redirectURI)
        try login.check(callback)
        return (login, callback)
      } catch {
        // The address of another login says less than the wrong state of this one.
        if refusal == nil || error != .wrongAddress { refusal = error }
      }
    }
    throw refusal.map(Login.Failure.callback) ?? .over
  }

  /// How a link belongs to a pending login. Changes nothing.
  package func match(of link: URL, at now: Date) -> LinkMatch {
    guard let login = try? match(link, at: now).login else { return .none }
    return login.state == nil ? .address : .state
  }
}

extension PendingLogins: RedactedDescription {
  package var description: String { "pending logins" }
}
