// Which session is current: a function of a state and an event, without a store, a network or a clock.
//
//     two calls need another credential   wait for the turn to refresh
//     it is this manager's turn           read the store: another process may have refreshed the session
//     the session is still the old one    refresh it
//     the server has sent a newer one     write it
//     it is stored                        end the turn, give it to both calls, publish it

import AuthGenRuntime
package import Foundation

/// The state of a session manager. ``receive(_:at:)`` changes it and returns what the manager does next.
///
/// The manager performs the effects in their order. After ``Effect/read`` or ``Effect/write(_:over:)``, the
/// next event is ``Event/read(_:)`` or ``Event/written(_:)``. No event needs the result of an earlier one
/// that is still under way, so events may come in any order.
nonisolated struct SessionMachine<Session: StoredSession>: Sendable {
  typealias Change = SessionChange<Session>

  /// A session, and the identifier of the login that created it. Refreshes keep the identifier.
  nonisolated struct Login: Hashable, Sendable {
    let session: Session
    let id: UUID
  }

  /// The time of an event.
  nonisolated struct Moment: Sendable {
    /// By the device's clock, which the user can change.
    var date: Date
    /// By a clock that cannot be set.
    var uptime: Duration
  }

  /// What the session's refresher can do.
  nonisolated struct Policy: Sendable {
    /// How long before its expiry a credential is refreshed, in seconds.
    var leeway: TimeInterval = 30
    var canRefresh = true
    /// Whether this device can use a session's credential, expired or not.
    var isUsable: @Sendable (Session) -> Bool = { _ in true }
  }

  nonisolated enum Event: Sendable {
    /// The app needs the state.
    case stateRequested
    /// A login has completed. Has no effect if another login or a logout has come since its start.
    case loggedIn(Login, since: LoginStart, revokes: Bool)
    /// A login has other tokens. Has no effect on another login.
    case renewed(Login)
    /// Another library has begun a login. Has no effect if a user is signed in, if another login or a logout
    /// has come since its start, or if storing it fails.
    case adopted(Login, since: LoginStart)
    /// The store's content has to be known again.
    case storeRequested
    /// The user has logged out. Has no effect on a login that has come since.
    case loggedOut(since: LoginStart)
    /// The account of a login is deleted. Another login continues.
    case accountDeleted(UUID)
    /// A session has changed on the server, and keeps its tokens.
    case updated(Session, to: Session)
    /// A call needs a session.
    case sessionRequested(Int, Demand, of: CallOrigin)
    /// A call no longer waits.
    case callCancelled(Int)
    /// A response has refused a credential, and the call is not repeated.
    case refused(Credential)
    /// The wait for this manager's turn to refresh the stored session is over.
    case turn(Result<Void, CredentialUnavailable>)
    /// The result of a refresh.
    case refreshed(RefreshResult<Session>)
    /// The store's content.
    case read(Result<Login?, StoreError>)
    /// The result of a write: whether the store had the content that the write was to replace.
    case written(Result<Bool, StoreError>)
  }

  nonisolated enum Effect: Sendable {
    case read
    /// Stores a session, or empties the store if it is nil.
    case write(Login?, over: SessionStorage<Session>.Replaceable)
    /// Empties the store (best effort).
    case remove(SessionStorage<Session>.Replaceable)
    /// Waits for the right to refresh the session: among the processes that share the store if it is
    /// stored, otherwise at once.
    case takeTurn(isStored: Bool)
    case refresh(Session, by: Change?)
    case endTurn
    case revoke(Session)
    case publish(SessionState<Session>)
    /// Returns a session, or an error, to a call that waits.
    case resume(Int, Result<Login?, CredentialUnavailable>)
  }

  /// What is known of the store's content.
  nonisolated enum Known: Sendable {
    case unread
    case unavailable(StoreError)
    case signedOut(SignOutReason)
    case signedIn(Login)
  }

  /// The known state is not stored: storing it has failed, or is under way. Each event tries it again.
  nonisolated struct Unsaved: Sendable {
    var over: SessionStorage<Session>.Replaceable
    /// The login of the sessions that the store may still have.
    var login: UUID?
    /// Whether the session is not used until it is stored, because the store still has its predecessor.
    var mustBeStored = false
    /// The state to continue with if storing fails: a session with the same tokens, or that before a session
    /// was adopted.
    var former: Known?
    var error: StoreError?
  }

  let policy: Policy
  private let id: UUID
  var known = Known.unread
  var unsaved: Unsaved?
  /// A credential that was refused before it expired.
  var rejected: Credential?
  /// The credential of the last refresh by this manager.
  var lastRefreshed: Credential?
  /// The logins of the last credentials.
  private var recent = CredentialHistory()
  /// Until then, after a refresh, a credential is used until it expires.
  var earlyRefreshesResumeAt = Duration.zero
  /// The failures since the last success, by the identifier of the change.
  var failures: [String: RefreshFailures] = [:]
  /// The change of the session under way.
  var underWay: UnderWay?
  var waiting: [Call] = []
  /// Whether a waiting call may be able to resume.
  var isChanged = false
  /// The number of logins and logouts in this run, not counting other tokens of the same login.
  private(set) var changes = 0
  /// The login whose session the server has ended, until the next login.
  private var ended: UUID?
  /// The state before the last login or logout.
  private(set) var replaced = SessionState<Session>.signedOut(.noSession)
  private var published: SessionState<Session>?

  /// The event that is being processed.
  private var held: Event?
  private var storeEffect: Effect?
  /// The error of reading or writing the store.
  var storeError: StoreError?
  var effects: [Effect] = []
  /// The sessions to revoke after their successor is stored.
  private var superseded: [Session] = []

  init(_ policy: Policy, id: UUID = UUID()) {
    self.policy = policy
    self.id = id
  }

  /// Changes the state, and returns what to do. The last effect is the only one that reads or writes.
  mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
    effects = []
    switch event {
    case .read(let content): finishReading(content)
    case .written(let result): finishWriting(result)
    default:
      held = event
      storeError = nil
      storeEffect = preparation(for: event)
    }
    while storeEffect == nil, let event = held {
      held = nil
      publish()
      apply(event, at: now)
    }
    if storeEffect == nil {
      settle(at: now)
    }
    if let effect = storeEffect {
      effects.append(effect)
      storeEffect = nil
    } else {
      effects += superseded.map { .revoke($0) }
      superseded = []
      publish()
    }
    return effects
  }

  /// What has to be known before an event: another process may have changed the stored session.
  private func preparation(for event: Event) -> Effect? {
    var readsAgain = true
    if case .signedIn = known { readsAgain = false }
    switch event {
    case .storeRequested, .loggedIn, .renewed, .adopted, .loggedOut, .accountDeleted, .turn:
      return writing ?? .read
    case .refreshed: return readsAgain ? writing ?? .read : nil
    case .stateRequested, .updated, .sessionRequested, .refused:
      return writing ?? (readsAgain ? .read : nil)
    case .callCancelled, .read, .written: return nil
    }
  }

  private mutating func apply(_ event: Event, at now: Moment) {
    switch event {
    case .stateRequested, .storeRequested, .read, .written: break
    case .loggedIn(let login, let start, let revokes):
      guard isLatest(start) else {
        if revokes { revokeLate(login) }
        return
      }
      if revokes, let former = session, !former.sharesToken(with: login.session) {
        superseded.append(former)
      }
      replace(with: .signedIn(login), at: now)
    case .renewed(let login):
      guard self.login?.id == login.id else { return revokeLate(login) }
      replace(with: .signedIn(login), at: now)
    case .adopted(let login, let start):
      guard self.login == nil, storeError == nil, isLatest(start) else { return }
      unsaved = Unsaved(over: .login(nil), mustBeStored: true, former: known)
      become(.signedIn(login))
      storeEffect = writing
    case .loggedOut(let start):
      guard login == nil || login(since: start) != nil else { return }
      replace(with: .signedOut(.loggedOut), at: now)
    case .accountDeleted(let id):
      guard login?.id == id else { return }
      replace(with: .signedOut(.loggedOut), at: now)
    case .updated(let session, let newer):
      guard let login, login.session == session else { return }
      save(newer, of: login)
    case .sessionRequested(let id, let demand, let origin): add(id, demand, of: origin)
    case .callCancelled(let id): waiting.removeAll { $0.id == id }
    case .refused(let credential):
      guard let session, session.credential == credential else { return }
      if canBeRefreshed(session), credential != lastRefreshed {
        rejected = credential
      } else {
        end(session)
      }
    case .turn(let result): takeTurn(result, at: now)
    case .refreshed(let result): finish(result, at: now)
    }
  }

  // MARK: The state

  var login: Login? {
    if case .signedIn(let login) = known { login } else { nil }
  }

  var session: Session? { login?.session }

  /// The state for the app.
  var state: SessionState<Session> {
    switch known {
    case .unread: .signedOut(.noSession)
    case .unavailable(let error): .unavailable(error)
    case .signedOut(let reason): .signedOut(reason)
    case .signedIn(let login):
      if let refusal = failures[""]?.error.refusal {
        .needsLogin(login.session, refusal)
      } else {
        .signedIn(login.session)
      }
    }
  }

  /// The login under which a step that comes now begins.
  var loginStart: LoginStart {
    let isKnown =
      switch known {
      case .unread, .unavailable: false
      case .signedIn, .signedOut: true
      }
    return LoginStart(machine: id, changes: changes, login: login?.id, isKnown: isKnown)
  }

  /// Whether a login that began at `start` may still complete: no other login and no logout has come since.
  /// The server may have ended the session meanwhile.
  func isLatest(_ start: LoginStart) -> Bool {
    if start.machine == id {
      guard start.changes == changes else { return false }
    } else if case .unavailable = known {
      // In an earlier run. A user may be signed in now.
      return false
    }
    if start.login == login?.id { return true }
    return login == nil && ended != nil && start.login == ended
  }

  /// Whether the login of `start` continues, or no user was signed in then, as far as was known.
  func isUnchanged(since start: LoginStart) -> Bool {
    start.machine == id && start.changes == changes
      && (start.login == nil || start.login == login?.id)
  }

  /// The current login, if a step that began at `start` began under it. If the store could not be read then,
  /// it is the one that is stored now.
  func login(since start: LoginStart) -> Login? {
    guard isUnchanged(since: start), start.login != nil || !start.isKnown else { return nil }
    return login
  }

  /// The login that has, or recently had, a credential.
  func login(of credential: Credential) -> UUID? { recent.login(of: credential) }

  private mutating func publish() {
    if case .unread = known { return }
    let state = state
    guard state != published else { return }
    published = state
    effects.append(.publish(state))
  }

  mutating func become(_ now: Known) {
    let before = login
    known = now
    isChanged = true
    let credential = session?.credential
    if credential != before?.session.credential || login?.id != before?.id { failures = [:] }
    if credential != rejected { rejected = nil }
    guard let login, let credential else { return }
    ended = nil
    recent.add(credential, of: login.id)
  }

  // MARK: The store

  /// Makes the stored session the current one. An empty or unreadable store does not change why the user is
  /// signed out.
  private mutating func finishReading(_ content: Result<Login?, StoreError>) {
    switch (content, known) {
    case (.failure(let error), .unread), (.failure(let error), .unavailable):
      storeError = error
      become(.unavailable(error))
    case (.failure(let error), _):
      storeError = error
      if case .signedOut(let reason)? = unsaved?.former {
        unsaved = nil
        become(.signedOut(reason))
      }
    case (.success(let stored?), _):
      let lost = lost
      unsaved = nil
      become(.signedIn(stored))
      if let lost, lost.session != stored.session { revokeLate(lost) }
    case (.success(nil), .signedOut): unsaved = nil
    case (.success(nil), _):
      let lost = lost
      unsaved = nil
      become(.signedOut(.noSession))
      if let lost { revokeLate(lost) }
    }
  }

  /// The login that is not stored, and that another one has replaced. An adopted one is not revoked, because
  /// another library still has its tokens.
  private var lost: Login? {
    if case .signedOut? = unsaved?.former { return nil }
    return unsaved == nil ? nil : login
  }

  /// The write of the known state if it is not stored.
  private var writing: Effect? {
    unsaved.map { .write(login, over: $0.over) }
  }

  private mutating func finishWriting(_ result: Result<Bool, StoreError>) {
    switch result {
    case .success(true): unsaved = nil
    case .success(false): storeEffect = .read
    case .failure(let error):
      storeError = error
      if let unsaved, !unsaved.mustBeStored, login != nil { effects.append(.remove(unsaved.over)) }
      unsaved?.error = error
      guard let former = unsaved?.former else { return }
      unsaved = nil
      become(former)
    }
  }

  /// Changes the state after a login or a logout, and stores it over the sessions of the login before; over
  /// those of each earlier one if the store could never be read.
  private mutating func replace(with next: Known, at now: Moment) {
    replaced = state
    let isContinued = if case .signedIn(let next) = next { next.id == login?.id } else { false }
    if !isContinued { changes += 1 }
    var over = SessionStorage<Session>.Replaceable.login(login?.id)
    if case .unavailable = known { over = .before(now.date) }
    // The store may still have a session from before the state that could not be stored.
    switch (unsaved?.over, next) {
    case (.before?, .signedIn) where !isContinued: over = .before(now.date)
    case (.before?, _), (.login?, _): over = unsaved?.over ?? over
    case (.session?, _): over = .login(unsaved?.login)
    case (nil, _): break
    }
    unsaved = Unsaved(over: over, login: login?.id)
    become(next)
    storeEffect = writing
  }

  /// Makes `newer` the session of the current login, or of a new one, and stores it.
  mutating func save(_ newer: Session, of login: Login, as newLogin: UUID? = nil) {
    if let unsaved {
      self.unsaved = Unsaved(
        over: unsaved.over, login: unsaved.login, mustBeStored: unsaved.mustBeStored)
    } else {
      let former = newer.hasSameTokens(as: login.session) ? Known.signedIn(login) : nil
      unsaved = Unsaved(
        over: .session(login.session), login: login.id, mustBeStored: true, former: former)
    }
    if newLogin != nil { changes += 1 }
    become(.signedIn(Login(session: newer, id: newLogin ?? login.id)))
    storeEffect = writing
  }

  /// Ends `session` if it is the current one, unless another process has stored its successor. If the store
  /// cannot be emptied, the next start restores the session, until the server refuses it.
  mutating func end(_ session: Session, _ reason: SignOutReason = .ended) {
    guard self.session == session else { return }
    unsaved = Unsaved(over: unsaved?.over ?? .session(session), login: unsaved?.login ?? login?.id)
    ended = login?.id
    become(.signedOut(reason))
    storeEffect = writing
  }

  /// Revokes a session that came too late, unless that could end the current one too: servers revoke all
  /// tokens of a login together (RFC 7009, section 2.1).
  mutating func revokeLate(_ late: Login) {
    if let login, login.id == late.id || late.session.sharesToken(with: login.session) { return }
    superseded.append(late.session)
  }
}

/// The logins whose session a call may get. A call that began in one login is not sent in another.
nonisolated package enum CallOrigin: Sendable {
  /// The login of the start; if no user was signed in, the first login after it.
  case since(LoginStart)
  /// One login; nil for one that is over.
  case login(UUID?)
}

/// The login under which a step begins. A step that stores, replaces, revokes or deletes a session carries it
/// from its first line to its last, and never asks again which login is current.
nonisolated package struct LoginStart: Codable, Hashable, Sendable {
  /// The session machine; another one in the next run of the app.
  let machine: UUID
  /// The number of logins and logouts before, in this run.
  let changes: Int
  /// The current login; nil if no user is signed in.
  let login: UUID?
  /// Whether the store could be read.
  package let isKnown: Bool

  /// Whether a user was signed in, as far as was known.
  package var hasLogin: Bool { login != nil }

  /// Whether a step of another run, or of this one, began under the same login, or both without one.
  package func isOfSameLogin(as other: LoginStart) -> Bool {
    isKnown && other.isKnown && login == other.login
  }
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
