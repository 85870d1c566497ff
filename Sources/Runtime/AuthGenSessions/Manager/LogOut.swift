// Logout: on this device, and on the server.

import AuthGenRuntime

/// The result of a logout. The user is signed out on this device in any case, unless there is a store error,
/// or another process has logged a user in since this one last read the store.
nonisolated public struct LogOut<Data: Sendable, ServerError: Error>: Sendable {
  /// The server's result; nil without one. It may say that the server has not ended the session, such as
  /// `success: false`.
  public let data: Data?
  /// The request to the server failed, or the server refused it. The token may stay valid for a while. After
  /// a failure that may pass, such as no network, the manager tries again in the background: up to 10 times
  /// in about 5 minutes, while the app runs and no user signs in.
  public let serverError: ServerError?
  /// The session could not be removed from its store, so that the next start would restore it, or
  /// not be read before, so that it is still valid on the server. Log out again.
  public let storeError: StoreError?

  public init(data: Data? = nil, serverError: ServerError? = nil, storeError: StoreError? = nil) {
    self.data = data
    self.serverError = serverError
    self.storeError = storeError
  }
}

extension SessionManager {
  /// Ends the session on this device, and on the server (best effort).
  ///
  /// After a failure that may pass, `end` is called again in the background, unless a user has signed in: a
  /// server may end all sessions of a user.
  ///
  /// - Parameters:
  ///   - prepare: returns the session with which the server ends it, for example after a refresh. Called
  ///     once. Default: the session itself.
  ///   - end: ends a session on the server, and returns the server's result, if there is one. Not called if
  ///     the user is signed out. Continues even if the calling task is cancelled, for example when a screen
  ///     closes with the session.
  /// - Returns: the server's result, and the errors, if any.
  @discardableResult
  public func logOut<Data: Sendable, ServerError: Error>(
    preparing prepare: @escaping @Sendable (Session) async -> Session = { $0 },
    onServer end: @escaping @Sendable (Session) async throws(ServerError) -> Data?
  ) async -> LogOut<Data, ServerError> {
    await logOut(isRepeatable: true, preparing: prepare, onServer: end)
  }

  /// Ends the session as ``logOut(preparing:onServer:)`` does.
  ///
  /// - Parameter isRepeatable: whether `end` can be called again later.
  package func logOut<Data: Sendable, ServerError: Error>(
    isRepeatable: Bool, preparing prepare: @escaping @Sendable (Session) async -> Session = { $0 },
    onServer end: @escaping @Sendable (Session) async throws(ServerError) -> Data?
  ) async -> LogOut<Data, ServerError> {
    let (before, storeError) = removeSession(since: currentStart)
    let session: Session
    switch before {
    case .signedIn(let current), .needsLogin(let current, _): session = current
    case .signedOut: return LogOut(storeError: storeError)
    case .unavailable(let error): return LogOut(storeError: storeError ?? error)
    }
    // A task of its own, because the calling one may be cancelled.
    let (prepared, result) = await Task {
      let prepared = await prepare(session)
      return (prepared, await Result { () async throws(ServerError) in try await end(prepared) })
    }.value
    switch result {
    case .success(let data): return LogOut(data: data, storeError: storeError)
    case .failure(let error):
      if isRepeatable {
        retryLogOut(after: error) { () async throws in _ = try await end(prepared) }
      }
      return LogOut(serverError: error, storeError: storeError)
    }
  }

  /// When a failed logout is tried again.
  private static var logOutPolicy: RetryPolicy {
    RetryPolicy(maximumAttempts: 11, baseDelay: .seconds(2), maximumDelay: .seconds(64))
  }

  /// Tries in the background to end a session on the server, after a failure that may pass.
  private func retryLogOut(
    after error: any Error, _ end: @escaping @Sendable () async throws -> Void
  ) {
    Task { [weak self, clock = refresher.clock] in
      var error = error
      var attempt = 1
      while let failed = error as? any TokenRequestError, failed.mayPass,
        let delay = Self.logOutPolicy.delay(
          afterAttempt: attempt, retryAfter: failed.tokenRefusal?.retryAfter,
          random: .random(in: 0.5...1))
      {
        guard (try? await clock.sleep(for: delay)) != nil, await self?.currentLogin == nil else {
          return
        }
        do {
          return try await end()
        } catch let next {
          error = next
          attempt += 1
        }
      }
    }
  }
}
