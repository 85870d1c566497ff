// The credentials of the selected account: a call belongs to one account from its first credential to its
// last.

public import AuthGenRuntime
package import Foundation

extension Accounts: LoginSource {
  /// The credential of the selected account, after a refresh if necessary; nil if none is selected or its
  /// user is signed out.
  ///
  /// - Throws: `CredentialUnavailable`, with the reason `cancelled` if another account is selected meanwhile.
  public func credential() async throws(CredentialUnavailable) -> Credential? {
    try await credential(of: Locked(nil), since: nil)
  }

  /// The source for one call or stream. After its first request for a credential, it returns credentials of
  /// the same account only.
  public nonisolated func forOneCall() -> any CredentialSource { CallSource(self) }

  package nonisolated func source(of login: UUID) -> any LoginBoundSource {
    CallSource(self, of: login)
  }

  /// The credential of the selected account.
  ///
  /// - Parameters:
  ///   - first: the account that was selected when the call first asked, and the source of its credentials;
  ///     nil if it has not asked.
  ///   - login: the login of the call; nil for the one under which it first asks.
  fileprivate func credential(
    of first: Locked<CallAccount?>, since login: UUID?
  ) async throws(CredentialUnavailable) -> Credential? {
    guard let id = try selectedForCall() else {
      guard first.withLock({ $0 }) == nil else { throw Self.cancelled }
      return nil
    }
    let sessions = self.login(id).sessions
    let account = first.withLock { first in
      let found =
        first
        ?? CallAccount(
          id: id, source: login.map { sessions.source(of: $0) } ?? sessions.callSource(nil))
      first = found
      return found
    }
    guard account.id == id else { throw Self.cancelled }
    return try await credential(of: id) { _ throws(CredentialUnavailable) in
      try await account.source.credential()
    }
  }

  /// The credential of the account to which `earlier` belongs.
  ///
  /// - Throws: `CredentialUnavailable`, with the reason `cancelled` if another account is selected.
  public func credential(
    after earlier: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await credential(of: try account(of: earlier)) { sessions throws(CredentialUnavailable) in
      try await sessions.credential(after: earlier)
    }
  }

  /// Another credential of the account to which `refused` belongs.
  ///
  /// - Throws: `CredentialUnavailable`, with the reason `cancelled` if another account is selected.
  public func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    try await credential(of: try account(of: refused)) { sessions throws(CredentialUnavailable) in
      try await sessions.credential(insteadOf: refused)
    }
  }

  /// ``StoredSession/refusals``.
  public nonisolated var refusals: [RefusalRule] { Login.AccountSession.refusals }

  /// Ends the session to which the credential belongs, also of an account that is not selected any more.
  public func sessionHasEnded(_ credential: Credential) async {
    guard let id = history.login(of: credential) else { return }
    await logins[id]?.sessions.sessionHasEnded(credential)
  }

  /// Reports each new credential of the account, and the end of its login or of its selection.
  public func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation? {
    // Nothing follows the end.
    let hasEnded = Locked(false)
    let reportOnce: @Sendable (CredentialChange) -> Void = { change in
      hasEnded.withLock { hasEnded in
        guard !hasEnded else { return }
        if case .ended = change { hasEnded = true }
        report(change)
      }
    }
    guard let id = history.login(of: credential), selection == .account(id),
      let login = logins[id]
    else {
      reportOnce(.ended(.otherLogin))
      return nil
    }
    lastObserver += 1
    let number = lastObserver
    // Before the wait, so that a switch during it is reported.
    observers[number] = reportOnce
    guard let observation = await login.sessions.observe(credential, reportOnce) else {
      observers[number] = nil
      return nil
    }
    return CredentialObservation { [weak self] in
      withExtendedLifetime(observation) {}
      Task { await self?.removeObserver(number) }
    }
  }

  private func removeObserver(_ number: Int) {
    observers[number] = nil
  }

  /// Identifies the login of the selected account, as ``SessionManager/currentLogin`` does, and the
  /// selection: an account that is selected again has another number.
  package var currentLogin: (id: UUID, selection: Int)? {
    get async {
      guard let id = try? currentSelectedID else { return nil }
      let number = selectionCount
      let current = await login(id).sessions.currentLogin
      return selectionCount == number ? current.map { ($0, number) } : nil
    }
  }

  /// Whether the user is asked before the session of the selected account is used.
  package var isBehindClosedGate: Bool {
    get async {
      guard let id = try? currentSelectedID else { return false }
      return await login(id).sessions.isBehindClosedGate
    }
  }

  /// An element for each change of the selection, and for each change of the selected account's session.
  package nonisolated var changes: AsyncStream<Void> { changeSubscribers.add() }

  /// The selected account. Another process may have removed it, so this reads the list.
  private func selectedForCall() throws(CredentialUnavailable) -> SavedAccount.ID? {
    do throws(StoreError) {
      return try currentSelectedID
    } catch {
      throw CredentialUnavailable(error)
    }
  }

  /// The selected account, which a call that has a credential must belong to.
  private func account(of credential: Credential) throws(CredentialUnavailable) -> SavedAccount.ID {
    guard let id = try selectedForCall(), history.login(of: credential) == id else {
      throw Self.cancelled
    }
    return id
  }

  private func credential(
    of id: SavedAccount.ID,
    _ credential:
      @Sendable (SessionManager<Login.AccountSession>)
      async throws(CredentialUnavailable) -> Credential?
  ) async throws(CredentialUnavailable) -> Credential? {
    let found = try await credential(login(id).sessions)
    guard selection == .account(id) else { throw Self.cancelled }
    if let found { history.add(found, of: id) }
    return found
  }

  nonisolated private static var cancelled: CredentialUnavailable {
    CredentialUnavailable(
      "another account was selected while the call was under way", reason: .cancelled)
  }
}

/// The account of a call, and the credentials of its login.
nonisolated private struct CallAccount {
  let id: SavedAccount.ID
  let source: any LoginBoundSource
}

/// The credentials of one call or stream: it belongs to the account that is selected when it first asks, and
/// to the login there.
nonisolated private final class CallSource<Login: AccountLogin>: LoginBoundSource {
  private let accounts: Accounts<Login>
  private let account = Locked<CallAccount?>(nil)
  private let first: UUID?

  init(_ accounts: Accounts<Login>, of login: UUID? = nil) {
    self.accounts = accounts
    first = login
  }

  var login: UUID? { account.withLock { $0?.source.login } }
  var base: any CredentialSource { accounts }

  func credential() async throws(CredentialUnavailable) -> Credential? {
    try await accounts.credential(of: account, since: first)
  }
}
