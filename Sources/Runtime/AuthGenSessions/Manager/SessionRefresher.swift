// How sessions of one system are refreshed and revoked.

import AuthGenRuntime
package import Foundation

/// The requests of a session manager, and its clock.
nonisolated package struct SessionRefresher<Session: StoredSession>: Sendable {
  let policy: SessionMachine<Session>.Policy
  /// The time limit of a refresh.
  let limit: Duration
  let now: @Sendable () -> Date
  /// The start of a clock that is independent of the system's date. It measures the pauses between attempts.
  private let start = ContinuousClock.now
  let refresh: (@Sendable (Session) async throws -> Session?)?
  let revoke: (@Sendable (Session) async -> Void)?
  /// Measures the pauses between the attempts to end a session on the server.
  let clock: any Clock<Duration>

  /// Creates a refresher; see ``SessionManager/init(store:leeway:refreshLimit:refresh:revoke:)``.
  ///
  /// - Parameters:
  ///   - now: the current time. Default: the system's clock.
  ///   - isUsable: whether this device can use a session's credential. Default: always.
  ///   - clock: measures the pauses between the attempts to end a session on the server. Default:
  ///     `ContinuousClock`.
  package init(
    leeway: TimeInterval = 30, limit: Duration = .seconds(30),
    now: @escaping @Sendable () -> Date = { Date() },
    isUsable: @escaping @Sendable (Session) -> Bool = { _ in true },
    refresh: (@Sendable (Session) async throws -> Session?)? = nil,
    revoke: (@Sendable (Session) async -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    policy = .init(leeway: leeway, canRefresh: refresh != nil, isUsable: isUsable)
    self.limit = limit
    self.now = now
    self.refresh = refresh
    self.revoke = revoke
    self.clock = clock
  }

  func moment() -> SessionMachine<Session>.Moment {
    .init(date: now(), uptime: ContinuousClock.now - start)
  }

  /// Requests new tokens within the time limit.
  ///
  /// - Parameter change: the change to request; nil for a refresh.
  func refreshed(
    _ session: Session, by change: SessionChange<Session>?
  ) async -> RefreshResult<Session> {
    guard let request = change?.make ?? refresh else { return .ended(.ended) }
    do {
      let session = try await TimeLimit(limit, clock: RunningClock()).value {
        try await request(session)
      }
      guard let session else {
        return .unavailable(
          CredentialUnavailable(
            "the session cannot be refreshed now: the server did not respond within \(limit)"))
      }
      return session.map { .session($0) } ?? .ended(.ended)
    } catch {
      return result(of: error, changes: change != nil)
    }
  }

  private func result(of error: any Error, changes: Bool) -> RefreshResult<Session> {
    if let error = error as? CredentialUnavailable { return .unavailable(error) }
    let failed = error as? any TokenRequestError
    if let why = failed?.trustFailure { return .ended(.untrusted(why)) }
    let refusal = failed?.tokenRefusal
    if refusal?.consequence == .ended { return .ended(.ended) }
    // A service's code says more than its status.
    if let error = error as? RequestError, refusal?.isOfService != true,
      error.refusesCredential(by: Session.refusals)
    {
      return .ended(.ended)
    }
    // The description of another error may contain a token.
    let reason =
      (error as? any RedactedDescription)?.description ?? String(describing: type(of: error))
    guard let lasting = refusal?.reason else {
      return .unavailable(
        CredentialUnavailable(
          "the session cannot be refreshed now: \(reason)", retryAfter: refusal?.retryAfter))
    }
    let problem =
      if case .appRefused = lasting {
        "the server refuses the app: check the client ID and the client's settings at the server"
      } else if changes {
        "the server issues no such token for this session"
      } else {
        "the server issues no new tokens until the user logs in again"
      }
    return .unavailable(CredentialUnavailable("\(problem): \(reason)", reason: lasting))
  }
}
