// The refresh of a session, and other changes of its tokens: one at a time.

import AuthGenRuntime
package import Foundation

/// A change of a session that the server makes with its refresh token, in addition to refreshes. The manager
/// makes one change at a time, among all processes with the same store, because a server may accept each
/// refresh token once.
nonisolated package struct SessionChange<Session: StoredSession>: Sendable {
  /// Calls that need changes with the same identifier share one.
  let id: String
  /// The login that begins with the changed session; nil if the login continues.
  let newLogin: UUID?
  /// Whether a session has the change, so that it need not be made.
  let isMade: @Sendable (Session) -> Bool
  /// Requests the changed session; nil if the server refuses the refresh token.
  let make: @Sendable (Session) async throws -> Session?

  /// - Parameters:
  ///   - id: must not be empty.
  ///   - newLogin: the login that begins with the changed session. Default: nil, if the login continues.
  package init(
    id: String, newLogin: UUID? = nil, isMade: @escaping @Sendable (Session) -> Bool,
    make: @escaping @Sendable (Session) async throws -> Session?
  ) {
    self.id = id
    self.newLogin = newLogin
    self.isMade = isMade
    self.make = make
  }
}

/// The result of a refresh.
nonisolated enum RefreshResult<Session: StoredSession>: Sendable {
  case session(Session)
  /// The server has ended the session, or its new tokens are not trusted.
  case ended(SignOutReason)
  case unavailable(CredentialUnavailable)
}

/// The failures of one change in a row, and when the next call tries it again.
nonisolated struct RefreshFailures: Sendable {
  private(set) var count = 0
  private(set) var error = CredentialUnavailable("")
  private(set) var resumesAt = Duration.zero

  /// The longest pause between two attempts, if the server does not ask for a longer one.
  static var longestPause: Duration { .seconds(60) }
  /// The longest pause that a server can ask for.
  static var longestRequestedPause: Duration { .seconds(300) }

  /// Adds a failure. The next call tries again at once after the first one, and then after 1, 2, 4 seconds
  /// and so on. After a refusal that lasts, the longest pause follows at once.
  mutating func add(_ error: CredentialUnavailable, at uptime: Duration) {
    count += 1
    self.error = error
    var pause: Duration = count < 2 ? .zero : .seconds(1 << min(count - 2, 6))
    switch error.reason {
    case .needsLogin, .appRefused: pause = Self.longestPause
    case .temporary, .cancelled, .gateIsClosed: break
    }
    pause = min(pause, Self.longestPause)
    if let requested = error.retryAfter {
      pause = max(pause, min(requested, Self.longestRequestedPause))
    }
    resumesAt = uptime + pause
  }
}

nonisolated extension StoredSession {
  /// Whether two sessions certainly belong to different users.
  func isOfAnotherUser(than other: Self) -> Bool {
    guard let userIdentity, let otherIdentity = other.userIdentity else { return false }
    return !userIdentity.hasSameBytes(as: otherIdentity)
  }

  /// Whether two sessions certainly belong to the same user.
  func isOfSameUser(as other: Self) -> Bool {
    guard let userIdentity, let otherIdentity = other.userIdentity else { return false }
    return userIdentity.hasSameBytes(as: otherIdentity)
  }
}

nonisolated extension SessionMachine {
  /// The change of the session under way.
  nonisolated struct UnderWay: Sendable {
    nonisolated enum Stage: Sendable {
      case waitingForTurn
      /// The server has the refresh token of the session.
      case refreshing
      /// The result is being stored.
      case storing
    }

    /// Nil for a refresh.
    let change: Change?
    /// The session that needs the change, and then the one whose refresh token the server gets.
    var seen: Login
    var stage = Stage.waitingForTurn

    var changeID: String { change?.id ?? "" }
  }

  /// Begins a change; a refresh if it is nil.
  mutating func begin(_ change: Change?) {
    guard let login else { return }
    underWay = UnderWay(change: change, seen: login)
    // A session that is not stored is unknown to other processes.
    effects.append(.takeTurn(isStored: unsaved == nil))
  }

  /// Asks the server, unless another process has made the change, or the login is over.
  mutating func takeTurn(_ result: Result<Void, CredentialUnavailable>, at now: Moment) {
    guard let underWay, case .waitingForTurn = underWay.stage else { return }
    if case .failure(let error) = result { return finish(.failure(error), at: now) }
    if unsaved == nil, let storeError {
      return finish(.failure(CredentialUnavailable(storeError)), at: now)
    }
    guard let login, login.id == underWay.seen.id, !isMade(underWay, in: login.session, at: now)
    else {
      return finish(.success(()), at: now)
    }
    self.underWay?.seen = login
    self.underWay?.stage = .refreshing
    effects.append(.refresh(login.session, by: underWay.change))
  }

  private func isMade(_ underWay: UnderWay, in session: Session, at now: Moment) -> Bool {
    if let change = underWay.change { return change.isMade(session) }
    return isRefreshed(session, since: underWay.seen.session, at: now)
  }

  /// Whether a session has other tokens than a known one, and needs no others.
  func isRefreshed(_ session: Session, since known: Session, at now: Moment) -> Bool {
    let hasOthers =
      session.credential != known.credential || session.expiresAt != known.expiresAt
    return hasOthers && !needsRefresh(session, within: policy.leeway, at: now)
  }

  mutating func finish(_ result: RefreshResult<Session>, at now: Moment) {
    guard let underWay, case .refreshing = underWay.stage else { return }
    let before = underWay.seen
    switch result {
    case .unavailable(let error): finish(.failure(error), at: now)
    case .ended(let reason):
      self.underWay?.stage = .storing
      end(before.session, reason)
    case .session(let newer) where newer.isOfAnotherUser(than: before.session):
      finish(.ended(.untrusted(TrustFailure("the new tokens belong to another user"))), at: now)
    case .session(let newer) where underWay.change != nil && newer == before.session:
      finish(.success(()), at: now)
    case .session(let newer):
      self.underWay?.stage = .storing
      guard login == before else {
        // A logout, another login or another process was first.
        return revokeLate(Login(session: newer, id: before.id))
      }
      if underWay.change == nil {
        lastRefreshed = newer.credential
        // Some servers renew a token in place.
        rejected = nil
      }
      save(newer, of: before, as: underWay.change?.newLogin)
    }
  }

  /// Ends the change under way after its result is stored, or is not.
  mutating func finishStoring(_ error: StoreError?, at now: Moment) {
    // A login that could not be stored continues, and so do its refreshes.
    if let error, session != nil, unsaved?.mustBeStored ?? true {
      finish(.failure(CredentialUnavailable(error)), at: now)
    } else {
      finish(.success(()), at: now)
    }
  }

  /// Ends the change under way, and gives its result to the calls that wait for it.
  private mutating func finish(_ result: Result<Void, CredentialUnavailable>, at now: Moment) {
    guard let underWay else { return }
    self.underWay = nil
    isChanged = true
    effects.append(.endTurn)
    // Also after a success: a token may last less than the leeway.
    if underWay.change == nil { earlyRefreshesResumeAt = now.uptime + .seconds(60) }
    switch result {
    case .success: failures[underWay.changeID] = nil
    case .failure(let error):
      // The failure of an earlier login says nothing about this one.
      guard login?.id == underWay.seen.id else { break }
      failures[underWay.changeID, default: .init()].add(error, at: now.uptime)
    }
    for index in waiting.indices
    where waiting[index].demand.changeID == underWay.changeID
      && waiting[index].login ?? underWay.seen.id == underWay.seen.id
    {
      waiting[index].result = result
    }
  }
}
