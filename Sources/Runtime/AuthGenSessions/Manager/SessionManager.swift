// The state of the user's login.

public import AuthGenRuntime
public import Foundation

/// Keeps one user's session in memory and in a store. It is the `CredentialSource` of the clients
/// that act on the user's behalf.
///
/// ```swift
/// let manager = SessionManager<UserSession>(
///   store: PlatformStore.make(service: "com.example.shop", account: "customer"))
/// try await manager.signIn(UserSession(token: token, customerID: id))
/// let client = ShopClient(GraphQLClient(configuration).authenticated(by: manager))
/// ```
///
/// The manager reads the store at first use, and again:
///
/// - before it refreshes the session,
/// - at each use while the user is signed out, or while the store is unavailable.
///
/// So several processes may share a store, such as an app and its extensions. Use one manager per
/// process.
///
/// ## Refreshing
///
/// With the parameter `refresh`, the manager renews a session that has a
/// ``StoredSession/refreshToken``: before a call if the credential has expired, and after a response
/// that refuses it.
///
/// - Concurrent calls that need another credential share one refresh (single flight). Cancelling
///   one of them, or its time limit, ends its own wait only.
/// - New tokens are stored before any call gets them, because the server may no longer accept the
///   old ones (rotation). If storing fails, calls fail, and the next one tries to store them again.
/// - A refresh that the server refuses ends the session. After a network failure or a server error,
///   it continues.
/// - A logout or another login takes precedence over a refresh under way.
/// - A call that began in one login is not sent with the credential of another.
/// - Processes that share a store refresh in turn. The second one finds the first one's tokens.
///
/// A manager's descriptions show nothing of the session.
public actor SessionManager<Session: StoredSession> {
  /// How the manager refreshes and revokes sessions.
  let refresher: SessionRefresher<Session>
  var storage: SessionStorage<Session>
  private let subscribers = Subscribers<SessionState<Session>>()
  /// The last known state; nil until the store is read.
  private var known: SessionState<Session>?
  /// Identifies the login of the known session. Nil while no user is signed in, and for a session that
  /// an earlier version stored.
  private(set) var login: UUID?
  /// The last credentials of the login, at most 16.
  private var credentials: [Credential] = []
  var persistence = Persistence.stored
  /// A credential that was refused before it expired.
  var rejected: Credential?
  /// The credential of the last refresh by this manager.
  var refreshed: Credential?
  /// Until then, after a refresh, a credential is used until it expires.
  var earlyRefreshesResumeAt: Date?
  /// The change of the session under way, and the calls that wait for it.
  var underWay: (changeID: String, waiting: [AsyncStream<Renewal>.Continuation])?
  private var revocations: Task<Void, Never>?

  typealias Renewal = Result<Session?, CredentialUnavailable>

  /// Whether the store contains the known state.
  nonisolated enum Persistence {
    case stored
    /// Storing it has failed, and is tried again at each use.
    ///
    /// - Parameter mustBeStored: whether the session is not used until it is stored, because the store
    ///   still has its predecessor.
    case unsaved(over: SessionStorage<Session>.Replaceable, mustBeStored: Bool = false)
  }

  /// Creates a manager for the session in a store.
  ///
  /// - Parameters:
  ///   - store: keeps the session between runs. The initialiser does not read it.
  ///   - leeway: how long before its expiry a credential is refreshed, in seconds; at most once per
  ///     minute. If that fails, it is used until it expires. Default: 30.
  ///   - refreshLimit: the time limit of a refresh. Default: 30 seconds.
  ///   - refresh: requests new tokens from the server and returns the new session, or nil if the
  ///     server refuses the refresh token. A `RequestError` whose response is among
  ///     ``StoredSession/refusals`` also counts as refused. After any other error, the session
  ///     continues. It must end when its task is cancelled, as requests do, and must not use a client
  ///     that this manager authenticates. Default: nil, for sessions that cannot be refreshed.
  ///   - revoke: ends a session on the server that is replaced, or whose tokens arrived too late.
  ///     Called at most once for each. Default: nil, for none.
  public init(
    store: any SecretStore, leeway: TimeInterval = 30, refreshLimit: Duration = .seconds(30),
    refresh: (@Sendable (Session) async throws -> Session?)? = nil,
    revoke: (@Sendable (Session) async -> Void)? = nil
  ) {
    self.init(
      store: store,
      refresher: SessionRefresher(
        leeway: leeway, limit: refreshLimit, refresh: refresh, revoke: revoke))
  }

  /// Creates a manager with all options for refreshing.
  package init(store: any SecretStore, refresher: SessionRefresher<Session>) {
    storage = SessionStorage(store)
    self.refresher = refresher
  }

  /// The current state. The first use reads the store. While the user is signed out, or the store
  /// is ``SessionState/unavailable(_:)``, each use reads it again.
  public var state: SessionState<Session> {
    present()
  }

  /// Identifies the current login, also after a refresh. Nil while no user is signed in, and for a session that an
  /// earlier version stored.
  package var currentLogin: UUID? { present().session == nil ? nil : login }

  /// Replaces the current session with `session` and stores it. The replaced session is revoked, if
  /// the manager can do that.
  ///
  /// - Throws: ``StoreError`` if `session` cannot be stored. It stays in use until the app ends.
  ///   Removes the previously stored session (best effort), so that the app cannot start with
  ///   another user's.
  public func signIn(_ session: Session) throws(StoreError) {
    let (before, error) = replaceSession(with: session)
    if let before, !before.sharesToken(with: session) { revoke(before) }
    if let error { throw error }
  }

  /// Replaces the current session as ``signIn(_:)`` does, but does not revoke it.
  ///
  /// - Returns: the session before, and the error if `session` is not stored.
  package func replaceSession(with session: Session) -> (before: Session?, error: StoreError?) {
    let before = latest()
    let error = save(.signedIn(session), of: UUID(), after: before)
    return (before.session, error)
  }

  /// Removes the session from this device. It does not notify the server; the caller can do so with
  /// the returned session.
  ///
  /// - Returns: the removed session, or nil if there was none.
  /// - Throws: ``StoreError`` if the session cannot be removed from the store, so that the next
  ///   start would restore it. In this run the user is signed out. Call this again to retry.
  @discardableResult
  public func signOut() throws(StoreError) -> Session? {
    let (before, error) = removeSession()
    if let error { throw error }
    return before.session
  }

  /// Removes the session as ``signOut()`` does.
  ///
  /// - Returns: the state before, and the error if the session is still in the store.
  package func removeSession() -> (before: SessionState<Session>, error: StoreError?) {
    let before = latest()
    let error = save(.signedOut(.loggedOut), of: nil, after: before)
    return (before, error)
  }

  /// Removes `session` if it is the current one.
  package func removeSession(ifCurrent session: Session) {
    if present().session == session { _ = removeSession() }
  }

  /// Replaces `session` with `newer` if `session` is the current one, and stores `newer`.
  ///
  /// - Returns: whether `session` was the current one.
  /// - Throws: ``StoreError`` if `newer` cannot be stored. The store keeps `session`. This manager uses
  ///   `newer` as soon as it is stored, and until then `session` if both have the same tokens.
  package func replaceSession(
    _ session: Session, with newer: Session
  ) throws(StoreError) -> Bool {
    guard present().session == session else { return false }
    var former = session
    if case .unsaved(let replaced, _) = persistence {
      guard case .session(let stored) = replaced else {
        // The login itself is not stored yet, so storing is best effort.
        change(to: .signedIn(newer), of: login)
        try? saveAgain()
        return present().session == newer
      }
      former = stored
    }
    let isReplaced: Bool
    do throws(StoreError) {
      isReplaced = try storage.write(newer, of: login, over: .session(former))
    } catch {
      // With the same tokens, the session before is as good.
      if !newer.hasSameTokens(as: session) {
        persistence = .unsaved(over: .session(former), mustBeStored: true)
        change(to: .signedIn(newer), of: login)
      }
      throw error
    }
    guard isReplaced else {
      try takeStoredSession()
      return false
    }
    persistence = .stored
    change(to: .signedIn(newer), of: login)
    return true
  }

  /// The current state and each later one, in order. Equal consecutive states are sent once.
  ///
  /// Any number of streams may be read at once, each by one task. A stream buffers the states that
  /// its reader has not read yet. It ends when the manager is released. A reader that stops is
  /// removed.
  public nonisolated var states: AsyncStream<SessionState<Session>> {
    let stream = subscribers.add()
    Task { await beginSubscriptions() }
    return stream
  }

  /// Waits until no refresh and no revocation is under way.
  package func settle() async {
    // A task of its own, because the calling one may be cancelled, which would end each wait at once.
    await Task {
      while underWay != nil { _ = try? await Self.renewal(joinedRenewals()) }
      await revocations?.value
    }.value
  }
}

// MARK: The state

extension SessionManager {
  /// Returns the known state, reading the store if necessary.
  func present() -> SessionState<Session> {
    switch known {
    case .signedIn(let session): return .signedIn(session)
    case .signedOut(let reason):
      guard case .unsaved = persistence else { return load() }
      try? saveAgain()
      return known ?? .signedOut(reason)
    case .unavailable, nil: return load()
    }
  }

  /// Returns the state after reading the store again: another process may have refreshed the session.
  private func latest() -> SessionState<Session> {
    if case .signedIn = present(), case .stored = persistence { try? takeStoredSession() }
    return present()
  }

  private func load() -> SessionState<Session> {
    let now: SessionState<Session>
    do throws(StoreError) {
      now = try storage.read().map { .signedIn($0) } ?? .signedOut(.noSession)
    } catch {
      now = .unavailable(error)
    }
    // An empty or unreadable store does not change why the user is signed out.
    if case .signedOut(let reason) = known, now.session == nil { return .signedOut(reason) }
    let before = known
    set(now, of: storage.login)
    persistence = .stored
    if now != before { subscribers.send(now) }
    return now
  }

  /// Makes the stored session the current one, or signs out if the store is empty.
  func takeStoredSession() throws(StoreError) {
    let stored = try storage.read()
    persistence = .stored
    if let stored {
      change(to: .signedIn(stored), of: storage.login)
    } else if case .signedOut = known {
      // An empty store does not change the reason.
    } else {
      change(to: .signedOut(.noSession), of: nil)
    }
  }

  /// Changes the state after a login or a logout, and stores it.
  private func save(
    _ state: SessionState<Session>, of login: UUID?, after before: SessionState<Session>
  ) -> StoreError? {
    let replaced: SessionStorage<Session>.Replaceable
    if case .unavailable = before { replaced = .anything } else { replaced = .login(self.login) }
    var failure: StoreError?
    do throws(StoreError) {
      _ = try storage.write(state.session, of: login, over: .anything)
      persistence = .stored
    } catch {
      if state.session != nil { _ = try? storage.write(nil, of: nil, over: .anything) }
      persistence = .unsaved(over: replaced)
      failure = error
    }
    change(to: state, of: login)
    return failure
  }

  /// Tries again to store the known state. If another process has stored a session of another login
  /// since, that one becomes the current one. After a login or logout while the store could not be read,
  /// any content is replaced, because its login is unknown.
  func saveAgain() throws(StoreError) {
    guard case .unsaved(let replaced, _) = persistence else { return }
    if try storage.write(known?.session, of: login, over: replaced) {
      persistence = .stored
    } else {
      try takeStoredSession()
    }
  }

  /// Ends `session` if it is the current one, unless another process has stored its successor.
  func end(_ session: Session) {
    guard present().session == session else { return }
    var replaced = SessionStorage.Replaceable.session(session)
    if case .unsaved(let content, _) = persistence { replaced = content }
    persistence = .unsaved(over: replaced)
    do throws(StoreError) {
      if try storage.write(nil, of: nil, over: replaced) {
        persistence = .stored
      } else {
        return try takeStoredSession()
      }
    } catch {
      // Tried again at the next use. The next start restores the session, until the server refuses it.
    }
    change(to: .signedOut(.ended), of: nil)
  }

  /// Revokes a session in the background (best effort).
  func revoke(_ session: Session) {
    guard let revoke = refresher.revoke else { return }
    revocations = Task { [revocations] in
      await revocations?.value
      await revoke(session)
    }
  }

  private func change(to now: SessionState<Session>, of login: UUID?) {
    let before = known ?? now
    set(now, of: login)
    // Subscribers from before the change receive the old state first.
    subscribers.begin(with: before)
    if now != before { subscribers.send(now) }
  }

  private func set(_ now: SessionState<Session>, of login: UUID?) {
    known = now
    if self.login != login { credentials = [] }
    self.login = login
    let credential = now.session?.credential
    if credential != rejected { rejected = nil }
    guard let credential, credential != credentials.last else { return }
    credentials = credentials.suffix(15) + [credential]
  }

  /// Whether the current login has, or recently had, this credential.
  func isOfCurrentLogin(_ credential: Credential) -> Bool { credentials.contains(credential) }

  private func beginSubscriptions() {
    subscribers.begin(with: present())
  }

  /// The number of streams with a reader, for tests.
  nonisolated var subscriberCount: Int { subscribers.count }
}

extension SessionManager: RedactedDescription {
  public nonisolated var description: String { "SessionManager" }
}

nonisolated extension StoredSession {
  /// Whether the other session has one of this session's tokens, so that revoking one ends both.
  func sharesToken(with other: Self) -> Bool {
    credential.token == other.credential.token
      || (refreshToken != nil && refreshToken == other.refreshToken)
  }

  fileprivate func hasSameTokens(as other: Self) -> Bool {
    credential == other.credential && refreshToken == other.refreshToken
  }
}
