// The refresh of a session: one at a time, in this process and among all processes with the same store.

public import AuthGenRuntime
package import Foundation

extension SessionManager {
  /// Returns the session with an unexpired credential, refreshing it if necessary; nil if the user
  /// is signed out. A session that cannot be refreshed ends with its credential.
  ///
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now, or if the
  ///   calling task is cancelled. The user stays signed in.
  public func currentSession() async throws(CredentialUnavailable) -> Session? {
    guard let session = try usableSession() else { return nil }
    return try await refreshedIfNecessary(session)
  }

  func refreshedIfNecessary(
    _ session: Session
  ) async throws(CredentialUnavailable) -> Session? {
    guard needsRenewal(session) else { return session }
    guard canBeRefreshed(session) else {
      end(session)
      return present().session
    }
    let login = self.login
    // Also after a success: a token may last less than the leeway.
    defer { earlyRefreshesResumeAt = refresher.now().addingTimeInterval(60) }
    do throws(CredentialUnavailable) {
      return try await changed(renewal(of: session))
    } catch {
      // Before its expiry, a credential is still valid.
      guard let live = present().session, live.credential == session.credential,
        self.login == login, !needsRenewal(live, within: 0)
      else { throw error }
      return live
    }
  }

  /// Refreshes the session and returns it, even if its credential has not expired; nil if the user
  /// is signed out. A session without a refresh token is returned unchanged until it expires.
  ///
  /// - Throws: `CredentialUnavailable` if new tokens are not available now, or if the calling task
  ///   is cancelled. The user stays signed in.
  public func refreshedSession() async throws(CredentialUnavailable) -> Session? {
    guard let session = try usableSession(), canBeRefreshed(session) else {
      return try await currentSession()
    }
    return try await changed(renewal(of: session))
  }

  /// Makes a change of the session, one at a time with its refreshes, unless it is already made.
  ///
  /// - Returns: the session, and an identifier of its login; nil if the user is signed out, or if
  ///   another login has replaced the session.
  /// - Throws: `CredentialUnavailable` if the change cannot be made now, or if the calling task is
  ///   cancelled. The user stays signed in.
  package func session(
    after change: Change
  ) async throws(CredentialUnavailable) -> (session: Session, login: UUID?)? {
    guard let session = try usableSession() else { return nil }
    let login = self.login
    if change.isMade(self, session) { return (session, login) }
    guard let changed = try await changed(change), self.login == login else { return nil }
    return (changed, login)
  }

  /// The current session. Stores it first if an earlier attempt failed.
  func usableSession() throws(CredentialUnavailable) -> Session? {
    switch present() {
    case .signedIn(let session):
      guard case .unsaved(_, let mustBeStored) = persistence else { return session }
      let login = self.login
      do throws(StoreError) {
        try saveAgain()
      } catch {
        if mustBeStored { throw CredentialUnavailable(error) }
      }
      let live = present().session
      if live != session { revoke(session, of: login) }
      return live
    case .signedOut: return nil
    case .unavailable(let error): throw CredentialUnavailable(error)
    }
  }

  private func needsRenewal(_ session: Session) -> Bool {
    let isPaused = earlyRefreshesResumeAt.map { refresher.now() < $0 } ?? false
    return needsRenewal(
      session, within: canBeRefreshed(session) && !isPaused ? refresher.leeway : 0)
  }

  private func needsRenewal(_ session: Session, within leeway: TimeInterval) -> Bool {
    session.credential == rejected || !refresher.isUsable(session)
      || refresher.expires(session, within: leeway)
  }

  func canBeRefreshed(_ session: Session) -> Bool {
    refresher.refresh != nil && session.refreshToken != nil
  }

  // MARK: One refresh at a time

  /// The refresh of the session's own tokens.
  private func renewal(of seen: Session) -> Change {
    Change(
      id: "",
      isMade: { manager, current in
        // A change may have added other tokens.
        let isRenewed =
          current.credential != seen.credential || current.expiresAt != seen.expiresAt
        return isRenewed && !manager.needsRenewal(current)
      },
      make: refresher.refresh ?? { _ in nil })
  }

  /// Makes a change, or waits for the same change under way. Waits for another change first: a server
  /// may accept each refresh token once.
  private func changed(_ change: Change) async throws(CredentialUnavailable) -> Session? {
    while let underWay, underWay.changeID != change.id {
      // Its error belongs to other calls.
      let result = await Self.result(joinedRenewals())
      if result == nil { throw Self.cancelled }
    }
    if underWay == nil {
      underWay = (change.id, [])
      // An unstructured task: cancelling one caller does not cancel the others.
      Task {
        let result = await self.make(change)
        let waiting = self.underWay?.waiting ?? []
        self.underWay = nil
        for call in waiting { call.yield(result) }
      }
    }
    return try await Self.renewal(joinedRenewals())
  }

  /// Adds a call to those that wait for the change under way.
  func joinedRenewals() -> AsyncStream<Renewal> {
    let (renewals, call) = AsyncStream.makeStream(of: Renewal.self)
    underWay?.waiting.append(call)
    return renewals
  }

  /// Waits for the result of a refresh.
  static func renewal(
    _ renewals: AsyncStream<Renewal>
  ) async throws(CredentialUnavailable) -> Session? {
    guard let result = await result(renewals) else { throw cancelled }
    return try result.get()
  }

  private static var cancelled: CredentialUnavailable {
    CredentialUnavailable("the call was cancelled while the session was refreshed")
  }

  /// - Returns: nil if the calling task is cancelled.
  private static func result(_ renewals: AsyncStream<Renewal>) async -> Renewal? {
    await renewals.first { _ in true }
  }

  private func make(_ change: Change) async -> Renewal {
    do throws(CredentialUnavailable) {
      let turn = try await nextTurn()
      defer { end(turn) }
      return .success(try await makeInTurn(change))
    } catch {
      return .failure(error)
    }
  }

  private func makeInTurn(_ change: Change) async throws(CredentialUnavailable) -> Session? {
    // The user may have logged out while this process waited for its turn.
    guard present().session != nil else { return nil }
    if case .stored = persistence {
      // Another process may have refreshed, replaced or removed the session.
      try unlessStoreFails { () throws(StoreError) in try takeStoredSession() }
    }
    guard let current = present().session else { return nil }
    if change.isMade(self, current) { return current }
    let login = self.login
    guard let newer = try await refresher.newSession(current, by: change.make) else {
      end(current)
      return present().session
    }
    let isCurrent = try unlessStoreFails { () throws(StoreError) in
      try replaceSession(current, with: newer)
    }
    if isCurrent {
      if change.id.isEmpty {
        refreshed = newer.credential
        // Some servers renew a token in place.
        rejected = nil
      }
      return newer
    }
    // A logout, another login or another process was first.
    revoke(newer, of: login)
    return present().session
  }

  /// Revokes a session that came too late, unless that could end the current one too: servers revoke
  /// all tokens of a login together (RFC 7009, section 2.1).
  private func revoke(_ session: Session, of login: UUID?) {
    if let live = present().session, self.login == login || session.sharesToken(with: live) {
      return
    }
    revoke(session)
  }

  private func unlessStoreFails<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(CredentialUnavailable) -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      throw CredentialUnavailable(error)
    }
  }

  // MARK: Turns of processes

  /// The right to refresh the stored session.
  nonisolated private enum Turn {
    /// The store is locked.
    case locked(any AnyObject & Sendable)
    /// The store has no lock, and the turn is noted in the stored form.
    case noted(UUID)
    /// No other process knows this session, because it is not stored.
    case alone
  }

  /// Waits for this process's turn, at most for the time limit of a refresh.
  private func nextTurn() async throws(CredentialUnavailable) -> Turn {
    guard case .stored = persistence else { return .alone }
    let id = UUID()
    let end = ContinuousClock.now + refresher.limit + .seconds(Self.timeForStoring)
    while true {
      let turn = try unlessStoreFails { () throws(StoreError) in try takeTurn(id) }
      if let turn { return turn }
      guard ContinuousClock.now < end else {
        throw CredentialUnavailable("another process is refreshing the session: try again later")
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func takeTurn(_ id: UUID) throws(StoreError) -> Turn? {
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

  private func end(_ turn: Turn) {
    withExtendedLifetime(turn) {
      // Best effort: a turn that cannot be ended now ends with its time limit.
      if case .noted(let id) = turn { try? storage.endTurn(id) }
    }
  }
}
