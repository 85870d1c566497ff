// Logout of a session that may be bound to a key.

import AuthGenRuntime
import AuthGenSessions

/// The errors of a logout.
public struct KeyBoundLogOut<ServerError: Error>: Sendable {
  /// The request to the server failed, or the server refused it. The refresh token may stay valid for
  /// a while.
  public let serverError: ServerError?
  /// The key could not be removed from the device. No session is bound to it.
  public let keyError: DPoPKeyError?
  /// The session could not be removed from its store, or not be read before, so that it is still
  /// valid on the server: log out again.
  public let storeError: StoreError?
}

extension SessionManager {
  /// Ends the session on this device, and on the server (best effort).
  ///
  /// - Parameters:
  ///   - isKeyBound: whether revoking needs the key, so that it is not tried again after the key is removed.
  ///   - revoke: revokes a refresh token. Continues even if the calling task is cancelled.
  ///   - removeKey: removes the key to which sessions are bound, if it is no longer needed.
  ///     Continues even if the calling task is cancelled.
  package func logOut<ServerError: Error>(
    isKeyBound: Bool, revoke: @escaping @Sendable (Secret) async throws(ServerError) -> Void,
    removeKey: @escaping @Sendable () async throws(DPoPKeyError) -> Void
  ) async -> KeyBoundLogOut<ServerError> {
    let logOut = await logOut(
      isRepeatable: !isKeyBound,
      onServer: { session throws(ServerError) in
        if let token = session.refreshToken { try await revoke(token) }
        return ()
      })
    var keyError: DPoPKeyError?
    if case .failure(let error) = await uncancelled(removeKey) { keyError = error }
    return KeyBoundLogOut(
      serverError: logOut.serverError, keyError: keyError,
      storeError: logOut.storeError)
  }
}
