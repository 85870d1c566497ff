// Logout.

import AuthGenRuntime
import AuthGenSessions

/// The errors of a logout.
package struct SessionEnd<Failure: Error>: Sendable {
  /// It is unknown whether there was a session to revoke.
  package let unavailable: CredentialUnavailable?
  /// The request to the server failed, or the server refused it.
  package let revocationError: Failure?
  /// The key could not be removed.
  package let keyError: DPoPKeyError?
  /// The session could not be removed from its store.
  package let storeError: StoreError?
}

extension RefreshingSessionManager {
  /// Ends the session on this device, and on the server (best effort).
  ///
  /// - Parameters:
  ///   - revoke: revokes a refresh token.
  ///   - removeKey: removes the key to which sessions are bound, if it is no longer needed.
  package func logOut<Failure: Error>(
    revoke: @escaping @Sendable (Secret) async throws(Failure) -> Void,
    removeKey: @escaping @Sendable () async throws(DPoPKeyError) -> Void
  ) async -> SessionEnd<Failure> {
    let (before, storeError) = await sessions.removeSession()
    // Continues even if the calling task is cancelled, for example when a screen closes.
    return await Task {
      var unavailable: CredentialUnavailable?
      var revocationError: Failure?
      do throws(Failure) {
        switch before {
        case .signedIn(let session):
          if let token = session.refreshToken { try await revoke(token) }
        case .signedOut: break
        case .unavailable(let error): unavailable = CredentialUnavailable(error)
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
