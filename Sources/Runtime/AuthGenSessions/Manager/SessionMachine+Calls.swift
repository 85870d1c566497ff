// The sessions for the calls that need one.

import AuthGenRuntime
import Foundation

nonisolated extension SessionMachine {
  /// The session that a call needs.
  nonisolated enum Demand: Sendable {
    /// A session with a credential that is neither expired nor refused.
    case valid
    /// A session with another credential than the refused one.
    case another(than: Credential)
    /// A session from the next refresh, or from one that another process has made since a known session.
    case refreshed(after: Session?)
    case changed(Change)

    /// The identifier of the change that the demand may need.
    var changeID: String {
      if case .changed(let change) = self { change.id } else { "" }
    }
  }

  /// A call that waits.
  nonisolated struct Call: Sendable {
    let id: Int
    let demand: Demand
    /// Nil if the call may get the session of any login.
    let login: UUID?
    /// The result of the change that the call waited for.
    var result: Result<Void, CredentialUnavailable>?
  }

  private enum Verdict {
    case resume(Result<Login?, CredentialUnavailable>)
    /// The session cannot be used any more.
    case end(Session)
    /// The call waits for a change; nil for a refresh.
    case wait(Change?)
  }

  /// Adds a call to those that wait, or resumes it at once.
  mutating func add(_ id: Int, _ demand: Demand, of origin: CallOrigin) {
    let isOver =
      switch origin {
      case .since(let start): !isUnchanged(since: start)
      case .login(let bound): login != nil && login?.id != bound
      }
    if isOver { return effects.append(.resume(id, .success(nil))) }
    if case .another(let refused) = demand, session?.credential == refused { rejected = refused }
    let login: UUID? =
      switch origin {
      case .since(let start): start.login ?? login?.id
      case .login(let bound): bound
      }
    waiting.append(Call(id: id, demand: demand, login: login))
  }

  /// Resumes the calls that need not wait, and begins the change that the first of the others needs.
  mutating func settle(at now: Moment) {
    if case .storing? = underWay?.stage { finishStoring(storeError, at: now) }
    // If nothing has changed, only the last call may be new.
    let start = isChanged ? 0 : max(waiting.count - 1, 0)
    isChanged = false
    var end = start
    for index in start..<waiting.count {
      let call = waiting[index]
      switch verdict(on: call, at: now) {
      case .resume(let result): effects.append(.resume(call.id, result))
      case .end(let session):
        waiting.removeSubrange(end..<index)
        return self.end(session)
      case .wait(let change):
        waiting[end] = call
        end += 1
        if underWay == nil { begin(change) }
      }
    }
    waiting.removeSubrange(end...)
  }

  private func verdict(on call: Call, at now: Moment) -> Verdict {
    if case .unavailable(let error) = known {
      return .resume(.failure(CredentialUnavailable(error)))
    }
    guard let login, call.login ?? login.id == login.id else { return .resume(.success(nil)) }
    if let unsaved, unsaved.mustBeStored, let error = unsaved.error {
      return .resume(.failure(CredentialUnavailable(error)))
    }
    let session = login.session
    let needsRefresh: Bool
    switch call.demand {
    case .valid, .another:
      needsRefresh = self.needsRefresh(session, within: leeway(at: now), at: now)
    case .refreshed(let known):
      let isRefreshed = known.map { self.isRefreshed(session, since: $0, at: now) } ?? false
      needsRefresh = canBeRefreshed(session) && !isRefreshed
    case .changed(let change): needsRefresh = !change.isMade(session)
    }
    switch call.result {
    case .success?: return .resume(.success(login))
    case nil where !needsRefresh: return .resume(.success(login))
    case .failure(let error)?: return .resume(result(of: call, after: error, at: now))
    case nil: break
    }
    if case .changed(let change) = call.demand {
      guard let failures = failures[change.id], now.uptime < failures.resumesAt else {
        return .wait(change)
      }
      return .resume(.failure(failures.error))
    }
    guard canBeRefreshed(session) else {
      // By the device's clock alone, no session ends: the server knows whether it has expired.
      return .end(session)
    }
    if case .refreshed = call.demand { return .wait(nil) }
    guard let failures = failures[""], now.uptime < failures.resumesAt else { return .wait(nil) }
    return .resume(result(of: call, after: failures.error, at: now))
  }

  /// After a failed refresh, a credential is used until it expires.
  private func result(
    of call: Call, after error: CredentialUnavailable, at now: Moment
  ) -> Result<Login?, CredentialUnavailable> {
    switch call.demand {
    case .refreshed, .changed: return .failure(error)
    case .valid, .another:
      guard let login, !needsRefresh(login.session, within: 0, at: now) else {
        return .failure(error)
      }
      return .success(login)
    }
  }

  // MARK: Validity

  func canBeRefreshed(_ session: Session) -> Bool {
    policy.canRefresh && session.refreshToken != nil
  }

  private func leeway(at now: Moment) -> TimeInterval {
    now.uptime < earlyRefreshesResumeAt ? 0 : policy.leeway
  }

  /// Whether the session needs other tokens. A session that cannot be refreshed is used until the server
  /// refuses it.
  func needsRefresh(_ session: Session, within leeway: TimeInterval, at now: Moment) -> Bool {
    if session.credential == rejected || !policy.isUsable(session) { return true }
    guard canBeRefreshed(session), let expiresAt = session.expiresAt else { return false }
    return expiresAt.timeIntervalSince(now.date) <= leeway
  }
}
