// The session as the credential of calls.

public import AuthGenRuntime

extension SessionManager: CredentialSource {
  /// The session's credential, after a refresh if necessary; nil if the user is signed out.
  ///
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now.
  public func credential() async throws(CredentialUnavailable) -> Credential? {
    try await session(.valid, of: .currentLogin)?.session.credential
  }

  /// The session's credential as ``credential()`` returns it; nil if another login has replaced the
  /// session that `earlier` belongs to.
  public func credential(
    after earlier: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await session(.valid, of: .login(of: earlier))?.session.credential
  }

  /// ``StoredSession/refusals``.
  public nonisolated var refusals: [RefusalRule] { Session.refusals }

  /// Refreshes the session, if it still has the refused credential. Ends it if it cannot be
  /// refreshed. Many calls may be refused at the same time: the first one causes the refresh.
  ///
  /// - Returns: nil also if another login has replaced the session: a call is not repeated for another
  ///   user.
  public func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await session(.another(than: refused), of: .login(of: refused))?.session.credential
  }

  /// Ends the session, here and in the store, if it still has this credential. A response to a
  /// request of an earlier session does not end a newer one. A credential that another process has
  /// stored is refreshed first.
  ///
  /// If the store cannot be emptied, the app's next start restores the session, until the server
  /// refuses it again.
  public func sessionHasEnded(_ credential: Credential) {
    receive(.refused(credential))
  }

  /// Waits until the session has another credential or ends. Changes by other processes count when the manager
  /// next reads the store.
  public nonisolated func change(of credential: Credential) async -> CredentialChange? {
    for await state in states {
      switch state {
      case .signedIn(let session), .needsLogin(let session, _):
        if session.credential == credential { continue }
        return await isOfCurrentLogin(credential) ? .replaced : .ended(.otherLogin)
      case .signedOut(let reason): return .ended(reason.sessionEnd)
      case .unavailable: continue
      }
    }
    return nil
  }

  private func isOfCurrentLogin(_ credential: Credential) -> Bool {
    machine.isOfCurrentLogin(credential)
  }
}

nonisolated extension SignOutReason {
  fileprivate var sessionEnd: SessionEnd {
    switch self {
    case .noSession: .noSession
    case .loggedOut: .loggedOut
    case .ended, .untrusted: .endedByServer
    }
  }
}
