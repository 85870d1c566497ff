// The end of a session that the user wants.

import AuthGenRuntime
import AuthGenSessions

/// What went wrong with ending a session.
package struct SessionEnd<Failure: Error>: Sendable {
  /// The server was not told, or did not do it.
  package let revocationError: Failure?
  /// The key is still there.
  package let keyError: DPoPKeyError?
  /// The session is still in its store.
  package let storeError: StoreError?
}

extension RefreshingSessionManager {
  /// Ends the session: on this device for certain, at the server as well as that can be done. The key
  /// that it was bound to is removed, unless it is needed again by then.
  ///
  /// - Parameters:
  ///   - key: what sessions are bound to.
  ///   - isKeyNeeded: whether a login has begun that is to be bound to it.
  ///   - revoke: makes a refresh token invalid.
  package func logOut<Failure: Error>(
    removing key: (any DPoPKey)?, unless isKeyNeeded: @escaping @Sendable () async -> Bool,
    revoke: @escaping @Sendable (Secret) async throws(Failure) -> Void
  ) async -> SessionEnd<Failure> {
    let (before, storeError) = await sessions.removeSession()
    // Also where the task that calls this is cancelled, such as that of a screen.
    return await Task {
      var revocationError: Failure?
      do throws(Failure) {
        if let token = before.session?.refreshToken { try await revoke(token) }
      } catch {
        revocationError = error
      }
      var keyError: DPoPKeyError?
      do throws(DPoPKeyError) {
        try await self.remove(key, unless: isKeyNeeded)
      } catch {
        keyError = error
      }
      return SessionEnd(
        revocationError: revocationError, keyError: keyError, storeError: storeError)
    }.value
  }

  private func remove(
    _ key: (any DPoPKey)?, unless isNeeded: @Sendable () async -> Bool
  ) async throws(DPoPKeyError) {
    guard let key else { return }
    // What comes of a renewal that is under way is revoked, with a proof by the same key.
    await settle()
    guard await sessions.state.session == nil, await !isNeeded() else { return }
    try await key.remove()
  }
}
