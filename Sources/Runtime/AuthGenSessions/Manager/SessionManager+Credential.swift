// The session as the credential of calls.

import AuthGenRuntime

extension SessionManager: CredentialSource {
  /// The session's credential, after a refresh if necessary; nil if the user is signed out.
  ///
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now.
  public func credential() async throws(CredentialUnavailable) -> Credential? {
    try await currentSession()?.credential
  }

  /// ``StoredSession/refusals``.
  public nonisolated var refusals: [RefusalRule] { Session.refusals }

  /// Refreshes the session, if it still has the refused credential. Ends it if it cannot be
  /// refreshed. Many calls may be refused at the same time: the first one causes the refresh.
  public func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    if let session = present().session, session.credential == refused { rejected = session }
    return try await credential()
  }

  /// Ends the session, here and in the store, if it still has this credential. A response to a
  /// request of an earlier session does not end a newer one. A credential that another process has
  /// stored is refreshed first.
  ///
  /// If the store cannot be emptied, the app's next start restores the session, until the server
  /// refuses it again.
  public func sessionHasEnded(_ credential: Credential) {
    guard let session = present().session, session.credential == credential else { return }
    if canBeRefreshed(session), credential != refreshed {
      rejected = session
    } else {
      end(session)
    }
  }
}
