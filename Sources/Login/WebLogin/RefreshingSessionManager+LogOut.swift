// The end of a session that the user wants.

import AuthGenRuntime
import AuthGenSessions

/// What went wrong with ending a session.
package struct SessionEnd<Failure: Error>: Sendable {
  /// Whether there was a session to revoke could not be told.
  package let unavailable: CredentialUnavailable?
  /// The server was not told, or did not do it.
  package let revocationError: Failure?
  /// The key is still there.
  package let keyError: DPoPKeyError?
  /// The session is still in its store.
  package let storeError: StoreError?
}

extension RefreshingSessionManager {
  /// Ends the session: on this device for certain, at the server as well as that can be done.
  ///
  /// - Parameters:
  ///   - revoke: makes a refresh token invalid.
  ///   - removeKey: removes what sessions are bound to, where nobody needs it any more.
  package func logOut<Failure: Error>(
    revoke: @escaping @Sendable (Secret) async throws(Failure) -> Void,
    removeKey: @escaping @Sendable () async throws(DPoPKeyError) -> Void
  ) async -> SessionEnd<Failure> {
    let (before, storeError) = await sessions.removeSession()
    // Also where the task that calls this is cancelled, such as that of a screen.
    return await Task {
      var unavailable: CredentialUnavailable?
      var revocationError: Failure?
      do throws(Failure) {
        switch before {
        case .signedIn(let session):
          if let token = session.refreshToken { try await revoke(token) }
        case .signedOut: break
        case .unavailable(let error): unavailable = CredentialUnavailable(error.description)
        }
      } catch {
        revocationError = error
      }
      var keyError: DPoPKeyError?
      do throws(DPoPKeyError) {
        try await removeKey()
      } catch {
        keyError = error
      }
      return SessionEnd(
        unavailable: unavailable, revocationError: revocationError, keyError: keyError,
        storeError: storeError)
    }.value
  }
}
