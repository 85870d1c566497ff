// The session with an unexpired credential.

public import AuthGenRuntime
package import Foundation

extension SessionManager {
  package typealias Change = SessionChange<Session>

  /// Returns the session with an unexpired credential, refreshing it if necessary; nil if the user
  /// is signed out. A session without a refresh token is returned until the server refuses it: the device's
  /// clock may be wrong.
  ///
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now, or if the
  ///   calling task is cancelled. The user stays signed in.
  public func currentSession() async throws(CredentialUnavailable) -> Session? {
    try await session(.valid, of: .anyLogin)?.session
  }

  /// Refreshes the session and returns it, even if its credential has not expired; nil if the user
  /// is signed out. A session without a refresh token is returned unchanged.
  ///
  /// - Throws: `CredentialUnavailable` if new tokens are not available now, or if the calling task
  ///   is cancelled. The user stays signed in.
  public func refreshedSession() async throws(CredentialUnavailable) -> Session? {
    try await session(.renewed, of: .anyLogin)?.session
  }

  /// Makes a change of the session, one at a time with its refreshes, unless it is already made.
  ///
  /// - Returns: the session, and an identifier of its login; nil if the user is signed out, or if
  ///   another login has replaced the session.
  /// - Throws: `CredentialUnavailable` if the change cannot be made now, or if the calling task is
  ///   cancelled. The user stays signed in.
  package func session(
    after change: Change
  ) async throws(CredentialUnavailable) -> (session: Session, login: UUID)? {
    try await session(.changed(change), of: .currentLogin).map { ($0.session, $0.id) }
  }
}
