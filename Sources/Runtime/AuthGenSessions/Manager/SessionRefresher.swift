// How sessions of one system are refreshed and revoked.

import AuthGenRuntime
package import Foundation

/// The requests of a session manager, and its clock.
nonisolated package struct SessionRefresher<Session: StoredSession>: Sendable {
  /// How long before its expiry a credential counts as expired, in seconds.
  let leeway: TimeInterval
  /// The time limit of a refresh.
  let limit: Duration
  let now: @Sendable () -> Date
  /// Whether this device can use a session's credential, expired or not.
  let isUsable: @Sendable (Session) -> Bool
  let refresh: (@Sendable (Session) async throws -> Session?)?
  let revoke: (@Sendable (Session) async -> Void)?

  /// Creates a refresher; see ``SessionManager/init(store:leeway:refreshLimit:refresh:revoke:)``.
  ///
  /// - Parameters:
  ///   - now: the current time. Default: the system's clock.
  ///   - isUsable: whether this device can use a session's credential. Default: always.
  package init(
    leeway: TimeInterval = 30, limit: Duration = .seconds(30),
    now: @escaping @Sendable () -> Date = { Date() },
    isUsable: @escaping @Sendable (Session) -> Bool = { _ in true },
    refresh: (@Sendable (Session) async throws -> Session?)? = nil,
    revoke: (@Sendable (Session) async -> Void)? = nil
  ) {
    self.leeway = leeway
    self.limit = limit
    self.now = now
    self.isUsable = isUsable
    self.refresh = refresh
    self.revoke = revoke
  }

  /// Whether the credential has expired, or expires within a time in seconds.
  func expires(_ session: Session, within seconds: TimeInterval) -> Bool {
    session.expiresAt.map { $0.timeIntervalSince(now()) <= seconds } ?? false
  }

  /// Requests new tokens within the time limit.
  ///
  /// - Parameter refresh: the request.
  /// - Returns: nil if the server refuses the refresh token.
  /// - Throws: `CredentialUnavailable` after all other failures.
  func newSession(
    _ session: Session, by refresh: @escaping @Sendable (Session) async throws -> Session?
  ) async throws(CredentialUnavailable) -> Session? {
    do {
      let result = try await TimeLimit(limit, clock: ContinuousClock()).value {
        try await refresh(session)
      }
      guard let result else {
        throw CredentialUnavailable(
          "the session cannot be refreshed now: the server did not answer within \(limit)")
      }
      return result
    } catch let error as CredentialUnavailable {
      throw error
    } catch {
      if let error = error as? RequestError, error.refusesCredential(by: Session.refusals) {
        return nil
      }
      // The description of another error may contain a token.
      let reason =
        (error as? any RedactedDescription)?.description ?? String(describing: type(of: error))
      throw CredentialUnavailable("the session cannot be refreshed now: \(reason)")
    }
  }
}
