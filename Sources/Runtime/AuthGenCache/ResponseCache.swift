// The responses of queries, in memory.

public import AuthGenRuntime
public import AuthGenSessions
import Foundation

/// Keeps the data of queries in memory, for one session at a time.
///
/// ```swift
/// let cache = ResponseCache(timeToLive: .seconds(300))
/// let shop = ShopClient(CachedClient(client, cache: cache, sessions: login.sessions))
/// ```
///
/// The key is the operation with its variables. There is no normalisation: two queries that select one object
/// have a copy each. An operation with a secret among its variables or results is never stored, and neither
/// is a response with errors. When the session ends, or another login begins, all data is removed.
public actor ResponseCache {
  /// The bounds of a cache. When one is exceeded, the data that was not used for the longest time is removed.
  nonisolated public struct Limits: Sendable {
    /// The number of responses. Default: 500.
    public var entries: Int
    /// The sum of the sizes of the responses' bodies, in bytes. A larger response is not stored. Default: 10
    /// million.
    public var bytes: Int

    public init(entries: Int = 500, bytes: Int = 10_000_000) {
      self.entries = entries
      self.bytes = bytes
    }
  }

  private struct Entry {
    let data: any Sendable
    let size: Int
    let expiry: ContinuousClock.Instant
    var lastUse: Int
  }

  private let limits: Limits
  private let timeToLive: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private var scope: CacheScope?
  private var entries: [CallIdentity: Entry] = [:]
  private var uses = 0
  /// The number of times that the data of each operation was removed on purpose.
  private var removals: [ObjectIdentifier: Int] = [:]
  private var removalsOfAll = 0
  /// The sum of the sizes of all entries, in bytes.
  public private(set) var size = 0
  /// The requests under way.
  var flights: [FlightKey: Request] = [:]
  /// Empties the cache at the end of each manager's session, and when another account is selected.
  private var observations: [ObjectIdentifier: Task<Void, Never>] = [:]

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - timeToLive: how long data is used after it was received.
  ///   - limits: the bounds of the cache.
  ///   - now: the time on a clock that continues while the device sleeps. Default: the system's clock.
  public init(
    timeToLive: Duration, limits: Limits = Limits(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.timeToLive = timeToLive
    self.limits = limits
    self.now = now
  }

  /// The number of responses in the cache.
  public var count: Int { entries.count }

  // MARK: Removing

  /// Removes all data of one operation. A response that is under way now is not stored.
  public func remove<Operation: GraphQLOperation>(_ operation: Operation.Type) {
    remove([ObjectIdentifier(operation)])
  }

  /// Removes all data. A response that is under way now is not stored.
  public func removeAll() {
    removalsOfAll += 1
    entries = [:]
    size = 0
  }

  /// The data, for `SessionManager.deleteAccount`.
  public nonisolated var localData: [LocalData] {
    [LocalData("cached responses") { await self.removeAll() }]
  }

  func remove(_ operations: [ObjectIdentifier]) {
    for operation in operations {
      removals[operation, default: 0] += 1
      for identity in entries.keys where identity.operation == operation { discard(identity) }
    }
  }

  private func discard(_ identity: CallIdentity) {
    size -= entries.removeValue(forKey: identity)?.size ?? 0
  }

  // MARK: Sessions

  /// Removes all data when the session of a manager ends, until the cache is released.
  func observe<Session: StoredSession>(_ sessions: SessionManager<Session>) {
    observe(sessions, sessions.states) { await $0.cacheScope }
  }

  /// Removes all data when another account is selected, or when the session of the selected one ends.
  func observe<Login: AccountLogin>(_ accounts: Accounts<Login>) {
    observe(accounts, accounts.changes) { await $0.cacheScope }
  }

  private func observe<Source: AnyObject & Sendable, Change: Sendable>(
    _ source: Source, _ changes: AsyncStream<Change>,
    scope: @escaping @Sendable (Source) async -> CacheScope?
  ) {
    let id = ObjectIdentifier(source)
    guard observations[id] == nil else { return }
    observations[id] = Task { [weak self, weak source] in
      for await _ in changes {
        guard let self, let source else { return }
        if let scope = await scope(source) {
          await self.enter(scope)
        } else {
          await self.removeAll()
        }
      }
    }
  }

  deinit {
    for observation in observations.values { observation.cancel() }
  }

  /// Begins a session. Removes the data of any other session.
  func enter(_ scope: CacheScope) {
    guard scope != self.scope else { return }
    removeAll()
    self.scope = scope
  }

  // MARK: Reading and storing

  /// The state of an operation's data when a request begins.
  struct Moment: Hashable {
    fileprivate let removals: Int
    fileprivate let removalsOfAll: Int
  }

  func moment(of identity: CallIdentity) -> Moment {
    Moment(removals: removals[identity.operation, default: 0], removalsOfAll: removalsOfAll)
  }

  /// Returns the data of a call in a session. Returns nil if the data is missing or has expired.
  func data<Data: Sendable>(of identity: CallIdentity, in scope: CacheScope) -> Data? {
    enter(scope)
    guard let entry = entries[identity] else { return nil }
    guard now() < entry.expiry, let data = entry.data as? Data else {
      discard(identity)
      return nil
    }
    uses += 1
    entries[identity]?.lastUse = uses
    return data
  }

  /// Stores the data of a call that began at a moment, if nothing has removed such data since.
  ///
  /// - Parameter size: the size of the response's body, in bytes.
  func store(
    _ data: any Sendable, of identity: CallIdentity, size: Int, since moment: Moment
  ) {
    // Another session also removes all data, so this is not one of another session.
    guard moment == self.moment(of: identity) else { return }
    discard(identity)
    guard size <= limits.bytes, limits.entries > 0 else { return }
    uses += 1
    entries[identity] = Entry(
      data: data, size: size, expiry: now().advanced(by: timeToLive), lastUse: uses)
    self.size += size
    while entries.count > limits.entries || self.size > limits.bytes {
      guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      discard(oldest.key)
    }
  }
}

/// The user whose data a cache contains.
nonisolated enum CacheScope: Hashable, Sendable {
  /// The data does not depend on a user.
  case everyone
  /// - Parameter selection: the number of the account's selection; 0 if there is one account.
  case login(UUID, selection: Int)
}

extension SessionManager {
  /// The login whose data a cache may contain; nil while no user is signed in.
  var cacheScope: CacheScope? { currentLogin.map { .login($0, selection: 0) } }
}

extension Accounts {
  /// The login and selection whose data a cache may contain; nil while no user is signed in.
  var cacheScope: CacheScope? {
    get async { await currentLogin.map { .login($0.id, selection: $0.selection) } }
  }
}
