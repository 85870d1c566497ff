// The state of the user's login.

import AuthGenRuntime

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
/// The manager reads the store at first use. Use one manager per store: it does not notice later
/// writes by other code.
///
/// A manager's descriptions show nothing of the session.
public actor SessionManager<Session: StoredSession> {
  private let store: any SecretStore
  private let subscribers = Subscribers<SessionState<Session>>()
  /// The last known state; nil until the store is read.
  private var known: SessionState<Session>?
  /// Whether the store contains the known session. False if writing it failed.
  private var isStored = true

  /// Creates a manager for the session in a store.
  ///
  /// - Parameter store: keeps the session between runs. The initialiser does not read it.
  public init(store: any SecretStore) {
    self.store = store
  }

  /// The current state. The first use reads the store. If the store was
  /// ``SessionState/unavailable(_:)``, the next use reads it again.
  public var state: SessionState<Session> {
    present()
  }

  /// Replaces the current session with `session` and stores it.
  ///
  /// - Throws: ``StoreError`` if `session` cannot be stored. It stays in use until the app ends.
  ///   Removes the previously stored session (best effort), so that the app cannot start with
  ///   another user's.
  public func signIn(_ session: Session) throws(StoreError) {
    if let error = replaceSession(with: session).error { throw error }
  }

  /// Replaces the current session as ``signIn(_:)`` does.
  ///
  /// - Returns: the session before, and the error if `session` is not stored.
  package func replaceSession(with session: Session) -> (before: Session?, error: StoreError?) {
    let before = present()
    var failure: StoreError?
    do throws(StoreError) {
      try save(session)
    } catch {
      failure = error
    }
    change(from: before, to: .signedIn(session))
    return (before.session, failure)
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
  /// - Parameter reason: the reason in the new state.
  /// - Returns: the state before, and the error if the session is still in the store.
  @discardableResult
  package func removeSession(
    _ reason: SignOutReason = .loggedOut
  ) -> (before: SessionState<Session>, error: StoreError?) {
    let before = present()
    let error = emptyStore()
    change(from: before, to: .signedOut(reason))
    return (before, error)
  }

  /// Removes `session` if it is the current one.
  package func removeSession(ifCurrent session: Session, _ reason: SignOutReason = .loggedOut) {
    if present().session == session { removeSession(reason) }
  }

  /// Replaces `session` with `newer` if `session` is the current one, and stores `newer`.
  ///
  /// - Returns: whether `session` was the current one.
  /// - Throws: ``StoreError`` if `newer` cannot be stored. As after ``signIn(_:)``, it stays in
  ///   use.
  package func replaceSession(
    _ session: Session, with newer: Session
  ) throws(StoreError) -> Bool {
    guard present().session == session else { return false }
    try signIn(newer)
    return true
  }

  /// Stores `session` if it is the current one and an earlier attempt to store it failed.
  package func storeAgain(_ session: Session) throws(StoreError) {
    guard present().session == session, !isStored else { return }
    try save(session)
  }

  /// Reads the store again. If `session` is the current one and the store contains another one,
  /// makes that the current one: another process has stored it. A session that could not be stored
  /// has no successor in the store. The stored session is then an older one, perhaps another
  /// user's.
  ///
  /// - Returns: the other session, or nil if there is none.
  package func takeStoredSession(insteadOf session: Session) throws(StoreError) -> Session? {
    guard present().session == session, isStored, let data = try store.read() else { return nil }
    let stored = try SessionForm.decode(Session.self, from: data)
    guard stored != session else { return nil }
    change(from: .signedIn(session), to: .signedIn(stored))
    return stored
  }

  /// Ends `session` if it is the current one and the store has no successor.
  ///
  /// - Returns: the current session afterwards.
  package func endSession(_ session: Session) throws(StoreError) -> Session? {
    if let stored = try takeStoredSession(insteadOf: session) { return stored }
    removeSession(ifCurrent: session, .ended)
    return present().session
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
}

extension SessionManager: CredentialSource {
  /// The session's credential, or nil if the user is signed out.
  ///
  /// - Throws: `CredentialUnavailable` if the store cannot be read now.
  public func credential() throws(CredentialUnavailable) -> Credential? {
    switch present() {
    case .signedIn(let session): session.credential
    case .signedOut: nil
    case .unavailable(let error): throw CredentialUnavailable(error)
    }
  }

  /// Returns the result of ``StoredSession/isEnded(by:)``.
  public nonisolated func endsSession(_ answer: CredentialAnswer) -> Bool {
    Session.isEnded(by: answer)
  }

  /// Ends the session, here and in the store, if it still has this credential. A response to a
  /// request of an earlier session does not end a newer one.
  ///
  /// If the store cannot be emptied, the app's next start restores the session, until the server
  /// refuses it again.
  public func sessionHasEnded(_ credential: Credential) {
    guard present().session?.credential == credential else { return }
    removeSession(.ended)
  }
}

extension SessionManager {
  /// Returns the known state, reading the store if necessary.
  private func present() -> SessionState<Session> {
    switch known {
    case .some(let state) where !state.isUnavailable: return state
    case let before:
      let now = load()
      known = now
      if now != before { subscribers.send(now) }
      return now
    }
  }

  private func load() -> SessionState<Session> {
    do throws(StoreError) {
      guard let data = try store.read() else { return .signedOut(.noSession) }
      return .signedIn(try SessionForm.decode(Session.self, from: data))
    } catch {
      return .unavailable(error)
    }
  }

  private func save(_ session: Session) throws(StoreError) {
    isStored = false
    do throws(StoreError) {
      try store.write(try SessionForm.encode(session))
      isStored = true
    } catch {
      try? store.remove()
      throw error
    }
  }

  private func emptyStore() -> StoreError? {
    do throws(StoreError) {
      try store.remove()
      return nil
    } catch {
      return error
    }
  }

  private func change(from before: SessionState<Session>, to now: SessionState<Session>) {
    known = now
    // Subscribers from before the change receive the old state first.
    subscribers.begin(with: before)
    if now != before { subscribers.send(now) }
  }

  private func beginSubscriptions() {
    subscribers.begin(with: present())
  }

  /// The number of streams with a reader, for tests.
  nonisolated var subscriberCount: Int { subscribers.count }
}

extension SessionManager: RedactedDescription {
  public nonisolated var description: String { "SessionManager" }
}

extension SessionState {
  fileprivate var isUnavailable: Bool {
    if case .unavailable = self { true } else { false }
  }
}
