// The one place that knows whether somebody is signed in.

import AuthGenRuntime

/// Keeps the session of one user, in memory and in a store, and is the `CredentialSource` of the
/// clients that act on the user's behalf.
///
/// ```swift
/// let manager = SessionManager<UserSession>(
///   store: PlatformStore.make(service: "com.example.shop", account: "customer"))
/// try await manager.signIn(UserSession(token: token, customerID: id))
/// let client = ShopClient(GraphQLClient(configuration).authenticated(by: manager))
/// ```
///
/// The store is read at first use and not before. There should be one manager for a store: what
/// others write to it later is not noticed.
///
/// However a manager is printed, it shows nothing of the session.
public actor SessionManager<Session: StoredSession> {
  private let store: any SecretStore
  private let subscribers = Subscribers<SessionState<Session>>()
  /// Nil until the store has been asked.
  private var known: SessionState<Session>?
  /// Whether the store has the session that is known: not where it could not be written.
  private var isStored = true

  /// - Parameter store: where the session is kept between runs. It is not read yet.
  public init(store: any SecretStore) {
    self.store = store
  }

  /// Whether somebody is signed in. The first use reads the store, and so does each use after one
  /// that found the store ``SessionState/unavailable(_:)``.
  public var state: SessionState<Session> {
    present()
  }

  /// Makes `session` the session, in the place of any other, and stores it.
  ///
  /// - Throws: ``StoreError`` where it could not be stored. It is in use all the same, until the app
  ///   ends. What the store held before is then removed if that is possible: at its next start, the
  ///   app had better have no session than that of somebody else.
  public func signIn(_ session: Session) throws(StoreError) {
    let before = present()
    let stored = Result { () throws(StoreError) in try save(session) }
    change(from: before, to: .signedIn(session))
    try stored.get()
  }

  /// Removes the session from this device. The server is not told: that is for the caller to do, with
  /// the session returned.
  ///
  /// - Returns: the session there was, if any.
  /// - Throws: ``StoreError`` where it is still in the store, and would be in use again after the
  ///   next start. In this run it is gone all the same; calling this again tries once more.
  @discardableResult
  public func signOut() throws(StoreError) -> Session? {
    let (before, error) = removeSession()
    if let error { throw error }
    return before.session
  }

  /// Removes the session as ``signOut()`` does.
  ///
  /// - Parameter reason: why nobody is signed in then.
  /// - Returns: the state before, and why the session is still in the store, if it is.
  @discardableResult
  package func removeSession(
    _ reason: SignOutReason = .loggedOut
  ) -> (before: SessionState<Session>, error: StoreError?) {
    let before = present()
    let error = emptyStore()
    change(from: before, to: .signedOut(reason))
    return (before, error)
  }

  /// Removes `session` if it is the one there is, and no other.
  package func removeSession(ifCurrent session: Session, _ reason: SignOutReason = .loggedOut) {
    if present().session == session { removeSession(reason) }
  }

  /// Puts `newer` in the place of `session` if that is the one there is, and stores it.
  ///
  /// - Returns: whether it was.
  /// - Throws: as ``signIn(_:)``: the newer one is in use all the same.
  package func replaceSession(
    _ session: Session, with newer: Session
  ) throws(StoreError) -> Bool {
    guard present().session == session else { return false }
    try signIn(newer)
    return true
  }

  /// Stores `session` if it is the one there is, and could not be stored before.
  package func storeAgain(_ session: Session) throws(StoreError) {
    guard present().session == session, !isStored else { return }
    try save(session)
  }

  /// Reads the store again and, if `session` is the one there is and the store has another, takes
  /// that: another process has stored it since. A session that could not be stored has no successor
  /// there, but a predecessor: somebody else's, perhaps.
  ///
  /// - Returns: the other session; nil where there is none.
  package func takeStoredSession(insteadOf session: Session) throws(StoreError) -> Session? {
    guard present().session == session, isStored, let data = try store.read() else { return nil }
    let stored = try SessionForm.decode(Session.self, from: data)
    guard stored != session else { return nil }
    change(from: .signedIn(session), to: .signedIn(stored))
    return stored
  }

  /// Ends `session` if it is the one there is, and the store has no successor.
  ///
  /// - Returns: the session that there is then.
  package func endSession(_ session: Session) throws(StoreError) -> Session? {
    if let stored = try takeStoredSession(insteadOf: session) { return stored }
    removeSession(ifCurrent: session, .ended)
    return present().session
  }

  /// The present state, and then each later one, in order. A state that equals the one before is not
  /// repeated.
  ///
  /// Any number of streams may be read at once; each is read by one task. A stream keeps what its
  /// reader has not come to yet. It ends when the manager goes, and a reader who stops is forgotten.
  public nonisolated var states: AsyncStream<SessionState<Session>> {
    let stream = subscribers.add()
    Task { await beginSubscriptions() }
    return stream
  }
}

extension SessionManager: CredentialSource {
  /// The session's credential, or nil where nobody is signed in.
  ///
  /// - Throws: `CredentialUnavailable` where the store cannot be read now.
  public func credential() throws(CredentialUnavailable) -> Credential? {
    switch present() {
    case .signedIn(let session): session.credential
    case .signedOut: nil
    case .unavailable(let error): throw CredentialUnavailable(error.description)
    }
  }

  /// What the session's type says: see ``StoredSession/isEnded(by:)``.
  public nonisolated func endsSession(_ answer: CredentialAnswer) -> Bool {
    Session.isEnded(by: answer)
  }

  /// Ends the session, here and in the store, if it is still the one with that credential: an answer
  /// to a request of an earlier session does not end a newer one.
  ///
  /// Where the store cannot be emptied, the session comes back at the app's next start, until the
  /// server says again that it is over.
  public func sessionHasEnded(_ credential: Credential) {
    guard present().session?.credential == credential else { return }
    removeSession(.ended)
  }
}

extension SessionManager {
  /// What is known, or what the store says, where nothing is.
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
    // Whoever subscribed before the change sees it as a change.
    subscribers.begin(with: before)
    if now != before { subscribers.send(now) }
  }

  private func beginSubscriptions() {
    subscribers.begin(with: present())
  }

  /// The number of streams that are being read, for tests.
  nonisolated var subscriberCount: Int { subscribers.count }
}

extension SessionManager: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public nonisolated var description: String { "SessionManager" }
  public nonisolated var debugDescription: String { description }
  public nonisolated var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}

extension SessionState {
  fileprivate var isUnavailable: Bool {
    if case .unavailable = self { true } else { false }
  }
}
