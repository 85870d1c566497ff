// Logout: on this device, and on the server.

import AuthGenRuntime

/// The errors of a logout.
public struct LogOut<ServerError: Error>: Sendable {
  /// The session could not be read, the request to the server failed, or the server refused it. The
  /// token may stay valid for a while.
  public let serverError: ServerError?
  /// The session could not be removed from its store, so the next start would restore it. Log out
  /// again.
  public let storeError: StoreError?

  public init(serverError: ServerError? = nil, storeError: StoreError? = nil) {
    self.serverError = serverError
    self.storeError = storeError
  }
}

extension SessionManager {
  /// Ends the session on this device, and on the server (best effort).
  ///
  /// - Parameters:
  ///   - end: ends a session on the server. Continues even if the calling task is cancelled.
  ///   - unavailable: makes the error of a session that cannot be read now.
  package func logOut<ServerError: Error>(
    onServer end: @escaping @Sendable (Session) async throws(ServerError) -> Void,
    unavailable: @Sendable (CredentialUnavailable) -> ServerError
  ) async -> LogOut<ServerError> {
    let (before, storeError) = removeSession()
    let serverError: ServerError? =
      switch before {
      case .signedIn(let session):
        await uncancelledFailure { () async throws(ServerError) in try await end(session) }
      case .signedOut: nil
      case .unavailable(let error): unavailable(CredentialUnavailable(error))
      }
    return LogOut(serverError: serverError, storeError: storeError)
  }
}

/// Runs `body` to its end even if the calling task is cancelled, for example when a screen closes
/// with the session.
///
/// - Returns: the error of `body`, or nil if it succeeds.
package func uncancelledFailure<Failure: Error>(
  of body: @escaping @Sendable () async throws(Failure) -> Void
) async -> Failure? {
  await Task { () async -> Failure? in
    do throws(Failure) {
      try await body()
      return nil
    } catch {
      return error
    }
  }.value
}
