// Logout of a session that may be bound to a key.

package import AuthGenRuntime
public import AuthGenSessions

/// Counts the uses of a key by logins, so that a logout does not remove a key that a login needs. A use ends
/// when a pending login or a session shows that the key is needed.
package final class KeyUses: Sendable {
  private let counts = Locked((current: 0, total: 0))

  package init() {}

  package func begin() { counts.withLock { $0 = ($0.current + 1, $0.total + 1) } }

  package func end() { counts.withLock { $0.current -= 1 } }

  fileprivate var state: (current: Int, total: Int) { counts.withLock { $0 } }
}

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
  ///   - key: the key to which sessions are bound, if any. It is removed, unless a new login is bound to it.
  ///     So revoking, which needs it, is not tried again.
  ///   - uses: the uses of the key by logins.
  ///   - keepsKey: whether the key is needed for another reason. Default: it is not.
  ///   - revoke: revokes a refresh token. Continues even if the calling task is cancelled, and so does the
  ///     removal of the key.
  package func logOut<ServerError: Error>(
    removing key: (any DPoPKey)?, _ uses: KeyUses,
    unless keepsKey: @escaping @Sendable () -> Bool = { false },
    revoke: @escaping @Sendable (Secret) async throws(ServerError) -> Void
  ) async -> KeyBoundLogOut<ServerError> {
    let logOut = await logOut(
      isRepeatable: key == nil,
      onServer: { session throws(ServerError) in
        if let token = session.refreshToken { try await revoke(token) }
        return ()
      })
    var keyError: DPoPKeyError?
    if let key {
      // A separate task, because the calling task may be cancelled.
      keyError = await Task { await self.remove(key, uses, unless: keepsKey) }.value
    }
    return KeyBoundLogOut(
      serverError: logOut.serverError, keyError: keyError,
      storeError: logOut.storeError)
  }

  /// The key to which sessions are bound, for the deletion of an account; empty without a key. A key that
  /// another login needs stays.
  ///
  /// - Parameter keepsKey: whether the key is needed for another reason. Default: it is not.
  package nonisolated func localData(
    of key: (any DPoPKey)?, _ uses: KeyUses,
    unless keepsKey: @escaping @Sendable () -> Bool = { false }
  ) -> [LocalData] {
    guard let key else { return [] }
    return [
      LocalData("key of the tokens") {
        if let error = await self.remove(key, uses, unless: keepsKey) { throw error }
      }
    ]
  }

  /// - Returns: why the key could not be removed.
  private func remove(
    _ key: any DPoPKey, _ uses: KeyUses, unless keepsKey: () -> Bool
  ) async -> DPoPKeyError? {
    // The result of a refresh under way is revoked, with a proof by the same key.
    await settle()
    let before = uses.state
    // Reading the session can take time, so a login may begin meanwhile: the uses are checked last.
    guard isCertainlySignedOut, before.current == 0, !keepsKey(), uses.state.total == before.total
    else { return nil }
    do throws(DPoPKeyError) {
      try await key.remove()
      return nil
    } catch {
      return error
    }
  }
}
