// The state of the user's login.

public import AuthGenRuntime
public import Foundation

/// Keeps one user's session in memory and in a store. It is the `CredentialSource` of the clients
/// that act on the user's behalf.
///
/// ```swift
/// let manager = SessionManager<UserSession>(
///   store: PlatformStore.make(service: "com.example.shop", account: "customer"))
/// try await manager.logIn { try await backend.logIn(email: email, password: password) }
/// let client = ShopClient(GraphQLClient(configuration).authenticated(by: manager))
/// ```
///
/// The manager reads the store at first use, and again:
///
/// - before it refreshes the session,
/// - at each use while the user is signed out, or while the store is unavailable.
///
/// So several processes may share a store, such as an app and its extensions. Use one manager per process.
///
/// ## Refreshing
///
/// With the parameter `refresh`, the manager refreshes a session that has a ``StoredSession/refreshToken``:
/// before a call if the credential has expired, and after a response that refuses it.
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
  typealias Machine = SessionMachine<Session>
  typealias CallResult = Result<Machine.Login?, CredentialUnavailable>

  /// How the manager refreshes and revokes sessions.
  let refresher: SessionRefresher<Session>
  var storage: SessionStorage<Session>
  private(set) var machine: Machine
  private let executor = StoreExecutor()
  private let subscribers = Subscribers<SessionState<Session>>()
  private var observers: [Int: LoginObserver<Session>] = [:]
  /// The login that was last reported to the observers.
  private var observed: Machine.Login?
  private var lastObserver = 0
  /// The number of logins and logouts that ``loginChanged`` knows.
  private var changes = 0
  /// Called after each login and logout of this process.
  private let loginChanged: @Sendable (_ isOfNoUser: Bool) -> Void
  private var lastCall = 0
  /// The result of the call that was added last, if it did not have to wait.
  private var resumed: (call: Int, CallResult)?
  private var waiting: [Int: AsyncStream<CallResult>.Continuation] = [:]
  /// The step of a refresh under way.
  private var step: Task<Void, Never>?
  private var turn: Turn?
  /// During a turn, so that its result can be stored also if the gate is closed meanwhile.
  private var keptAnswer: (any AnyObject & Sendable)?
  /// The last login by this manager, and how often the gate was closed before.
  private var lastLogin: (id: UUID, closings: Int)?
  /// Keeps the session between runs.
  package nonisolated let store: any SecretStore
  /// From the request of a refresh until its result is stored.
  private var activity: ExpiringActivity?
  private var revocations: Task<Void, Never>?
  var isDeletingAccount = false
  /// The logins whose second step is being completed.
  var stepsUnderWay: Set<UUID> = []
  /// Whether the account of this manager is removed, or is being removed.
  private var refusesLogins = false
  /// The last deletion of this login's account, if its outcome is unknown.
  var unknownDeletion: UnknownDeletion?

  /// The manager uses its store outside Swift's threads, because a store may block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
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
  ///
  /// - Parameter loginChanged: called after each login and logout of this process, on the manager's executor,
  ///   with whether a logout came while no user was signed in.
  package init(
    store: any SecretStore, refresher: SessionRefresher<Session>,
    loginChanged: @escaping @Sendable (_ isOfNoUser: Bool) -> Void = { _ in }
  ) {
    self.loginChanged = loginChanged
    self.store = store
    storage = SessionStorage(store)
    self.refresher = refresher
    machine = Machine(refresher.policy)
  }

  /// The current state. The first use reads the store. While the user is signed out, or the store
  /// is ``SessionState/unavailable(_:)``, each use reads it again.
  public var state: SessionState<Session> {
    receive(.stateRequested)
    return machine.state
  }

  /// Whether the user is asked before the session is used: the store has a ``StoreGate`` that is closed, and
  /// the user has not logged in since. False while no user is signed in.
  public var isBehindClosedGate: Bool {
    receive(.stateRequested)
    switch machine.known {
    case .unavailable(let error):
      if case .gateIsClosed = error.reason { return true }
      return false
    case .signedIn: return store.gate.map { !$0.isOpen && !isExempt(from: $0) } ?? false
    case .unread, .signedOut: return false
    }
  }

  /// Whether no user is signed in, here and in the store. While the store cannot be used, this is unknown.
  package var isCertainlySignedOut: Bool {
    receive(.storeRequested)
    guard case .signedOut = machine.known else { return false }
    return machine.unsaved == nil && machine.storeError == nil
  }

  /// Identifies the current login, also after a refresh. Nil while no user is signed in.
  package var currentLogin: UUID? {
    receive(.stateRequested)
    return machine.login?.id
  }

  /// Logs in with the session that `request` returns: stores it, and revokes the session that it replaces, if
  /// the manager can do that.
  ///
  /// ```swift
  /// try await manager.logIn { try await backend.logIn(email: email, password: password) }
  /// ```
  ///
  /// If another login or a logout comes while `request` runs, or if the calling task is cancelled, the new
  /// session is not used, and is revoked if possible.
  ///
  /// - Parameter request: requests the session from the server.
  /// - Returns: the session.
  /// - Throws: the error of `request`; `RequestError` with the reason `superseded` or `cancelled` if the
  ///   session is not used; ``StoreError`` if it cannot be stored. It then stays in use until the app ends,
  ///   and the previously stored session is removed (best effort), so that the app cannot start with another
  ///   user's. With the reason ``StoreError/Reason/accountRemoved``, the session is not used, and is revoked
  ///   if possible.
  @discardableResult
  public func logIn(_ request: @Sendable () async throws -> Session) async throws -> Session {
    let start = loginStart
    let session = try await request()
    let storeError: StoreError?
    do throws(UnusedSession) {
      storeError = try keep(session, since: start)
    } catch {
      switch error {
      case .superseded, .cancelled: throw RequestError.superseded(operationName: "logIn")
      case .accountRemoved: throw StoreError(.accountRemoved)
      }
    }
    if let storeError { throw storeError }
    return session
  }

  /// The start of a login, and of a step that only reads what belongs to the user. It asks once, before its
  /// first request.
  ///
  /// This reads the store: a logout by another process comes before the login.
  package var loginStart: LoginStart {
    receive(.storeRequested)
    return machine.loginStart
  }

  /// The login that the app knows, under which a call, and a step that changes or ends it, begins. At first
  /// use, it is the stored one.
  package var currentStart: LoginStart {
    if case .unread = machine.known { receive(.stateRequested) }
    return machine.loginStart
  }

  /// Whether a login that began at `start` may still complete: no other login and no logout has come since.
  ///
  /// This reads the store.
  package func isLatest(_ start: LoginStart) -> Bool {
    receive(.storeRequested)
    return machine.isLatest(start)
  }

  /// Logs in with a session as ``logIn(_:)`` does.
  ///
  /// - Parameters:
  ///   - start: ``loginStart`` before the first step of the login.
  ///   - isCancelled: whether the app has cancelled the login. Default: only with the calling task.
  /// - Returns: the error if the user is logged in, and the session is not stored.
  /// - Throws: why the session is not used. Nothing has changed then, and `session` is revoked if possible.
  package func keep(
    _ session: Session, since start: LoginStart, isCancelled: () -> Bool = { false }
  ) throws(UnusedSession) -> StoreError? {
    try checkAccount(of: session)
    guard !Task.isCancelled, !isCancelled() else {
      revoke(session)
      throw .cancelled
    }
    guard logIn(with: session, since: start, revokes: true) else { throw .superseded }
    return machine.unsaved?.error
  }

  /// Logs in with a session as ``keep(_:since:)`` does, but revokes nothing.
  ///
  /// - Returns: whether the user is logged in, the session to end on the server, and the error if `session`
  ///   is not stored. The session to end is the one before, or `session` itself if the user is not logged in.
  package func replaceSession(
    with session: Session, since start: LoginStart
  ) -> (isLoggedIn: Bool, over: Session?, error: StoreError?) {
    if refusesLogins { return (false, session, StoreError(.accountRemoved)) }
    guard !Task.isCancelled else { return (false, session, nil) }
    guard logIn(with: session, since: start, revokes: false) else { return (false, session, nil) }
    return (true, machine.replaced.session, machine.unsaved?.error)
  }

  private func logIn(with session: Session, since start: LoginStart, revokes: Bool) -> Bool {
    let login = Machine.Login(session: session, id: UUID(createdAt: refresher.now()))
    receive(.loggedIn(login, since: start, revokes: revokes))
    guard machine.login?.id == login.id else { return false }
    lastLogin = (login.id, store.gate?.endQuestion() ?? 0)
    return true
  }

  /// Replaces the tokens of the login of `start`, if it is the current one. Calls and streams continue, and
  /// the tokens before are not revoked.
  ///
  /// - Returns: the error if `session` is the current one, and is not stored.
  /// - Throws: why `session` is not used. It is revoked if possible.
  package func renew(
    _ start: LoginStart, with session: Session
  ) throws(UnusedSession) -> StoreError? {
    try checkAccount(of: session)
    guard let login = start.login else {
      revoke(session)
      throw .superseded
    }
    receive(.renewed(Machine.Login(session: session, id: login)))
    guard machine.login?.id == login else { throw .superseded }
    return machine.unsaved?.error
  }

  /// Makes a session of another source the current one and stores it, unless a user is signed in. Revokes
  /// nothing. For example, a server's first start has the refresh token of its settings.
  ///
  /// - Returns: whether `session` is the current one now.
  /// - Throws: ``StoreError`` if the store cannot be read or written. Then `session` is not used.
  @discardableResult
  public func adopt(_ session: Session) throws(StoreError) -> Bool {
    if refusesLogins { throw StoreError(.accountRemoved) }
    let login = Machine.Login(session: session, id: UUID(createdAt: refresher.now()))
    receive(.adopted(login, since: loginStart))
    if let error = machine.storeError {
      // There is a session.
      if case .gateIsClosed = error.reason { return false }
      throw error
    }
    return machine.login?.id == login.id
  }

  /// Refuses each later login, or allows logins again.
  func refuseLogins(_ refusesLogins: Bool) {
    self.refusesLogins = refusesLogins
  }

  /// Revokes the session of a login to a removed account, and throws.
  private func checkAccount(of session: Session) throws(UnusedSession) {
    guard refusesLogins else { return }
    revoke(session)
    throw .accountRemoved
  }

  /// Removes the session from this device. It does not notify the server; the caller can do so with
  /// the returned session. If another process has stored another login meanwhile, that login continues.
  ///
  /// - Returns: the removed session, or nil if there was none.
  /// - Throws: ``StoreError`` if the session cannot be removed from the store, so that the next
  ///   start would restore it. In this run the user is signed out. Call this again to retry.
  @discardableResult
  public func signOut() throws(StoreError) -> Session? { try signOut(since: currentStart) }

  /// Removes the stored session, also one of another process.
  func erase() throws(StoreError) -> Session? { try signOut(since: loginStart) }

  private func signOut(since start: LoginStart) throws(StoreError) -> Session? {
    let (before, error) = removeSession(since: start)
    if let error { throw error }
    return before.session
  }

  /// Removes the session of the login of `start` as ``signOut()`` does.
  ///
  /// - Returns: the state before, and the error if the session is still in the store.
  func removeSession(
    since start: LoginStart
  ) -> (before: SessionState<Session>, error: StoreError?) {
    let before = machine.state
    receive(.loggedOut(since: start))
    // Another process has logged another user in.
    guard machine.login == nil else { return (before, nil) }
    return (machine.replaced, machine.unsaved?.error)
  }

  /// Removes `session` if it is the current one.
  package func removeSession(ifCurrent session: Session) {
    if state.session == session { _ = removeSession(since: machine.loginStart) }
  }

  /// Replaces `session` with `newer`, which has the same tokens, if `session` is the current one. If `newer`
  /// cannot be stored, `session` continues.
  package func update(_ session: Session, to newer: Session) {
    receive(.updated(session, to: newer))
  }

  /// The current state and each later one, in order. Equal consecutive states are sent once.
  ///
  /// Any number of streams may be read at once, each by one task. A stream buffers the states that its reader
  /// has not read yet. It ends when the manager is released. A reader that stops is removed.
  public nonisolated var states: AsyncStream<SessionState<Session>> {
    let stream = subscribers.add()
    // The first use reads the store.
    Task { _ = await state }
    return stream
  }

  /// Waits until no refresh and no revocation is under way.
  package func settle() async {
    // A task of its own, because the calling one may be cancelled, which would end each wait at once.
    await Task {
      while machine.underWay != nil { await step?.value }
      await revocations?.value
    }.value
  }

  /// The number of streams with a reader, for tests.
  nonisolated var subscriberCount: Int { subscribers.count }

  /// The number of observations, for tests.
  var observerCount: Int { observers.count }
}

// MARK: Effects

extension SessionManager {
  /// Changes the state, and performs the effects.
  func receive(_ event: Machine.Event) {
    var event: Machine.Event? = event
    while let next = event {
      event = nil
      for effect in machine.receive(next, at: refresher.moment()) { event = perform(effect) }
    }
    if machine.changes != changes {
      changes = machine.changes
      loginChanged(machine.login == nil && machine.replaced.session == nil)
    }
    guard machine.login != observed else { return }
    observed = machine.login
    limitUnknownDeletion()
    for id in observers.keys.sorted() where observers[id]?.receive(machine) == false {
      observers[id] = nil
    }
  }

  /// - Returns: the result of reading or writing the store.
  private func perform(_ effect: Machine.Effect) -> Machine.Event? {
    switch effect {
    case .read: return .read(Result { () throws(StoreError) in try storage.read() })
    case .write(let login, let replaced):
      return .written(
        Result { () throws(StoreError) in try storage.write(login, over: replaced) })
    case .remove(let replaced): try? storage.remove(replaced)
    case .takeTurn(let isStored):
      step = Task { receive(.turn(await takeTurn(isStored: isStored))) }
    case .refresh(let session, let change):
      activity = ExpiringActivity()
      // An unstructured task: cancelling one caller does not cancel the others.
      step = Task { receive(.refreshed(await refresher.refreshed(session, by: change))) }
    case .endTurn:
      endTurn()
      activity = nil
    case .revoke(let session): revoke(session)
    case .publish(let state): subscribers.send(state)
    case .resume(let call, let result):
      if let waiting = waiting.removeValue(forKey: call) {
        waiting.yield(result)
      } else {
        resumed = (call, result)
      }
    }
    return nil
  }

  /// Revokes a session in the background (best effort), unless the current one has its tokens by then: some
  /// servers return the same token for each login of a user.
  package func revoke(_ session: Session) {
    guard let revoke = refresher.revoke else { return }
    revocations = Task { [revocations] in
      await revocations?.value
      if machine.session?.sharesToken(with: session) != true { await revoke(session) }
    }
  }

  // MARK: Observers

  /// - Returns: the number with which the observer can be removed; nil if its login has ended.
  func add(_ observer: LoginObserver<Session>) -> Int? {
    var observer = observer
    guard observer.receive(machine) else { return nil }
    lastObserver += 1
    observers[lastObserver] = observer
    return lastObserver
  }

  func removeObserver(_ id: Int) {
    observers[id] = nil
  }

  // MARK: Calls

  /// Returns the session that a call needs, after a refresh if necessary.
  ///
  /// - Returns: nil if the user is signed out, or if the call may not use the current login's session.
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now, or if the
  ///   calling task is cancelled. The user stays signed in.
  func session(
    _ demand: Machine.Demand, of origin: CallOrigin
  ) async throws(CredentialUnavailable) -> Machine.Login? {
    // Another user may log in during the question, here or in another process.
    try await passGate()
    lastCall += 1
    let call = lastCall
    receive(.sessionRequested(call, demand, of: origin))
    if let resumed, resumed.call == call { return try resumed.1.get() }
    let (results, continuation) = AsyncStream.makeStream(of: CallResult.self)
    waiting[call] = continuation
    if let result = await results.first(where: { _ in true }) { return try result.get() }
    waiting[call] = nil
    receive(.callCancelled(call))
    throw Self.cancelled
  }

  nonisolated private static var cancelled: CredentialUnavailable {
    CredentialUnavailable(
      "the call was cancelled while it waited for the session", reason: .cancelled)
  }

  /// Asks the user if the store has a gate that is closed, and there is a session.
  ///
  /// - Parameter readsStore: whether a login since the gate was closed is not enough, because the store is
  ///   read.
  func passGate(toReadStore readsStore: Bool = false) async throws(CredentialUnavailable) {
    guard let gate = store.gate, !gate.isOpen, readsStore || !isExempt(from: gate) else { return }
    do throws(StoreError) {
      if try !hasSession(behind: gate) { return }
      try await gate.open(evenIfRefused: false)
      // The session may be lost, for example because other fingerprints are set up.
      receive(.storeRequested)
      if machine.unsaved == nil, let error = machine.storeError { throw error }
    } catch {
      // The user has logged in during the question.
      if !readsStore, isExempt(from: gate) { return }
      throw Task.isCancelled ? Self.cancelled : CredentialUnavailable(error)
    }
  }

  /// Whether there is a session, in the store or in memory alone. A session that the store has lost ends.
  private func hasSession(behind gate: StoreGate) throws(StoreError) -> Bool {
    if machine.login != nil, machine.unsaved != nil { return true }
    do throws(StoreError) {
      let isEmpty = try store.read() == nil
      if isEmpty { receive(.storeRequested) }
      return !isEmpty && !gate.isOpen
    } catch {
      guard case .gateIsClosed = error.reason else { throw error }
      return true
    }
  }

  /// Whether the current login was made by this manager after the gate was closed.
  private func isExempt(from gate: StoreGate) -> Bool {
    guard let lastLogin, lastLogin.id == machine.login?.id else { return false }
    return lastLogin.closings == gate.closings
  }

  // MARK: Turns of processes

  /// The right to refresh the stored session.
  nonisolated private enum Turn {
    /// The store is locked.
    case locked(any AnyObject & Sendable)
    /// The store has no lock, and the turn is noted in the stored form.
    case noted(UUID)
  }

  /// Waits for this process's turn, at most for the time limit of a refresh.
  private func takeTurn(isStored: Bool) async -> Result<Void, CredentialUnavailable> {
    guard isStored else { return .success(()) }
    do throws(CredentialUnavailable) {
      try await passGate(toReadStore: true)
    } catch {
      return .failure(error)
    }
    keptAnswer = store.gate?.keepAnswer()
    let id = UUID()
    let end = ContinuousClock.now + refresher.limit + .seconds(Self.timeForStoring)
    while true {
      do throws(StoreError) {
        turn = try nextTurn(id)
      } catch {
        return .failure(CredentialUnavailable(error))
      }
      if turn != nil { return .success(()) }
      guard ContinuousClock.now < end else {
        return .failure(
          CredentialUnavailable("another process is refreshing the session: try again later"))
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func nextTurn(_ id: UUID) throws(StoreError) -> Turn? {
    switch try storage.store.tryLock() {
    case .locked(let lock):
      try storage.rewrite()
      return .locked(lock)
    case .busy: return nil
    case .unsupported:
      let limit = refresher.limit / .seconds(1) + Self.timeForStoring
      return try storage.takeTurn(id, at: refresher.now(), for: limit) ? .noted(id) : nil
    }
  }

  /// The part of a turn after the refresh, in seconds.
  private static var timeForStoring: TimeInterval { 1 }

  private func endTurn() {
    // Best effort: a turn that cannot be ended now ends with its time limit.
    if case .noted(let id)? = turn { try? storage.endTurn(id) }
    turn = nil
    keptAnswer = nil
  }
}

extension SessionManager: RedactedDescription {
  public nonisolated var description: String { "SessionManager" }
}

/// Why the session of a login is not used.
nonisolated package enum UnusedSession: Error {
  /// Another login or a logout has come since the login began.
  case superseded
  case cancelled
  case accountRemoved
}
