// The session for calls: its credential, and the session itself with an unexpired one.

public import AuthGenRuntime
package import Foundation

extension SessionManager: LoginSource {
  /// The session's credential, after a refresh if necessary; nil if the user is signed out.
  ///
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now.
  public func credential() async throws(CredentialUnavailable) -> Credential? {
    try await credential(of: Locked(nil))?.credential
  }

  /// The source for one call or stream: it returns the credentials of the login under which it was first
  /// asked.
  public nonisolated func forOneCall() -> any CredentialSource { callSource(nil) }

  package nonisolated func source(of login: UUID) -> any LoginBoundSource {
    callSource(.login(login))
  }

  /// The credentials for a step that began at `start`.
  package nonisolated func source(since start: LoginStart) -> any CredentialSource {
    callSource(.since(start))
  }

  nonisolated func callSource(_ origin: CallOrigin?) -> LoginCallSource {
    LoginCallSource(of: self, origin) { origin throws(CredentialUnavailable) in
      try await self.credential(of: origin)
    }
  }

  private func credential(
    of origin: Locked<CallOrigin?>
  ) async throws(CredentialUnavailable) -> (credential: Credential, login: UUID)? {
    let origin = try await bind(origin)
    return try await session(.valid, of: origin).map { ($0.session.credential, $0.id) }
  }

  /// Binds a call to the current login, unless it is bound. If no user was signed in when it began, as far as
  /// was known, it is bound to the first login after that.
  ///
  /// - Parameter origin: nil for a call that begins.
  package func bind(
    _ origin: Locked<CallOrigin?>
  ) async throws(CredentialUnavailable) -> CallOrigin {
    let first = origin.withLock { $0 } ?? .since(currentStart)
    origin.withLock { $0 = first }
    guard case .since(let start) = first else { return first }
    try await passGate()
    receive(.stateRequested)
    guard machine.isUnchanged(since: start), let login = machine.login else { return first }
    origin.withLock { $0 = .login(login.id) }
    return .login(login.id)
  }

  /// The session's credential as ``credential()`` returns it; nil if another login has replaced the
  /// session that `earlier` belongs to.
  public func credential(
    after earlier: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await session(.valid, of: .login(machine.login(of: earlier)))?.session.credential
  }

  /// ``StoredSession/refusals``.
  public nonisolated var refusals: [RefusalRule] { Session.refusals }

  /// Refreshes the session, if it still has the refused credential. Ends it if it cannot be
  /// refreshed. Many calls may be refused at the same time: the first one causes the refresh.
  ///
  /// - Returns: nil also if another login has replaced the session: a call is not repeated for another user.
  public func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await session(.another(than: refused), of: .login(machine.login(of: refused)))?.session
      .credential
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

  /// Reports each new credential of the session, and its end. Changes by other processes count when the
  /// manager next reads the store.
  public func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation? {
    receive(.stateRequested)
    return observe(
      login: machine.login(of: credential), { $0.credential }, since: credential, report)
  }

  /// Reports each change of a part of the session, and the end of the login.
  ///
  /// - Parameters:
  ///   - login: the login; nil for one that is over.
  ///   - credential: returns the part of a session that is observed.
  ///   - known: its value that is known.
  ///   - report: receives the changes.
  /// - Returns: nil if the login has ended, which is reported.
  package func observe(
    login: UUID?, _ credential: @escaping @Sendable (Session) -> Credential?,
    since known: Credential,
    _ report: @escaping @Sendable (CredentialChange) -> Void
  ) -> CredentialObservation? {
    receive(.stateRequested)
    let observer = LoginObserver(login: login, credential: credential, known: known, report: report)
    guard let id = add(observer) else { return nil }
    return CredentialObservation { [weak self] in
      Task { await self?.removeObserver(id) }
    }
  }
}

extension SessionManager {
  package typealias Change = SessionChange<Session>

  /// Returns the session with an unexpired credential, refreshing it if necessary; nil if the user
  /// is signed out, or if another login replaces the session meanwhile. A session without a refresh token is
  /// returned until the server refuses it: the device's clock may be wrong.
  ///
  /// - Throws: `CredentialUnavailable` if the session or new tokens are not available now, or if the
  ///   calling task is cancelled. The user stays signed in.
  public func currentSession() async throws(CredentialUnavailable) -> Session? {
    try await session(.valid, of: .since(loginStart))?.session
  }

  /// Refreshes the session and returns it, even if its credential has not expired; nil if the user
  /// is signed out, or if another login replaces the session meanwhile. If another process has stored newer
  /// tokens, the session is returned with them. A session without a refresh token is returned unchanged.
  ///
  /// - Throws: `CredentialUnavailable` if new tokens are not available now, or if the calling task
  ///   is cancelled. The user stays signed in.
  public func refreshedSession() async throws(CredentialUnavailable) -> Session? {
    let (known, start) = (machine.login, loginStart)
    let session = known?.id == start.login ? known?.session : nil
    return try await self.session(.refreshed(after: session), of: .since(start))?.session
  }

  /// Makes a change of the session, one at a time with its refreshes, unless it is already made.
  ///
  /// - Returns: the session, and an identifier of its login; nil if the user is signed out, or if
  ///   another login has replaced the session.
  /// - Throws: `CredentialUnavailable` if the change cannot be made now, or if the calling task is
  ///   cancelled. The user stays signed in.
  package func session(
    after change: Change, of origin: CallOrigin
  ) async throws(CredentialUnavailable) -> (session: Session, login: UUID)? {
    try await session(.changed(change), of: origin).map { ($0.session, $0.id) }
  }

  /// Returns the session of the login under which a step began, as ``currentSession()`` does; nil if that
  /// login is over, or if no user was signed in.
  ///
  /// - Returns: also the start with this login, which `start` lacks if the store could not be read then.
  package func session(
    since start: LoginStart
  ) async throws(CredentialUnavailable) -> (session: Session, start: LoginStart)? {
    guard let login = try await session(.valid, of: .since(start)),
      machine.login(since: start)?.id == login.id
    else { return nil }
    return (login.session, machine.loginStart)
  }
}
