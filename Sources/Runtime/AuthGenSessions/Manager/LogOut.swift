// Logout: on this device, and on the server.

import AuthGenRuntime

/// The errors of a logout.
nonisolated public struct LogOut<ServerError: Error>: Sendable {
  /// The request to the server failed, or the server refused it. The token may stay valid for a while.
  public let serverError: ServerError?
  /// The session could not be removed from its store, so that the next start would restore it, or
  /// not be read before, so that it is still valid on the server. Log out again.
  public let storeError: StoreError?

  public init(serverError: ServerError? = nil, storeError: StoreError? = nil) {
    self.serverError = serverError
    self.storeError = storeError
  }
}

extension SessionManager {
  /// Ends the session on this device, and on the server (best effort).
  ///
  /// - Parameter end: ends a session on the server. Not called if the user is signed out. Continues
  ///   even if the calling task is cancelled, for example when a screen closes with the session.
  /// - Returns: the errors, if any.
  @discardableResult
  public func logOut<ServerError: Error>(
    onServer end: @escaping @Sendable (Session) async throws(ServerError) -> Void
  ) async -> LogOut<ServerError> {
    let (before, storeError) = removeSession()
    switch before {
    case .signedIn(let session), .needsLogin(let session, _):
      let serverError = await uncancelledFailure { () async throws(ServerError) in
        try await end(session)
      }
      return LogOut(serverError: serverError, storeError: storeError)
    case .signedOut: return LogOut(storeError: storeError)
    case .unavailable(let error): return LogOut(storeError: storeError ?? error)
    }
  }
}

/// Runs `body` to its end even if the calling task is cancelled, for example when a screen closes
/// with the session.
///
/// - Returns: the error of `body`, or nil if it succeeds.
nonisolated package func uncancelledFailure<Failure: Error>(
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
