// Deletion of a user's account, on the server and on the device:
//
//     confirm     the user logs in again, or confirms the session
//     delete      the server deletes the account
//     erase       the session, then everything else that this device keeps of the user

public import AuthGenRuntime
import Foundation

/// The server's answer to the deletion of an account.
nonisolated public enum AccountDeletion<Data: Sendable>: Sendable {
  /// The account is deleted, and nothing of it is left on this device.
  case deleted(Data)
  /// An earlier attempt got no response, and the server now refuses the session: the account is deleted,
  /// unless the server has ended the session for another reason. Nothing is left on this device.
  case sessionEnded
  /// The server declines: the result says why. Nothing is erased.
  case declined(Data)
}

/// A deletion whose outcome is unknown, for the next attempt.
nonisolated struct UnknownDeletion: Sendable {
  let login: UUID
  /// Nil if the user has to confirm again.
  var confirmation: (any Sendable)?
}

extension SessionManager {
  /// Deletes the user's account on the server, and then erases everything that this device keeps of the user.
  ///
  /// ```swift
  /// try await sessions.deleteAccount(
  ///   erasing: login.localData,
  ///   confirming: { try await login.logIn(options) },
  ///   onServer: { session, _ in
  ///     try await backend.deleteAccount(of: session)
  ///     return .deleted(())
  ///   })
  /// ```
  ///
  /// Nothing is erased unless the server has deleted the account. The session is erased first, so that
  /// nothing is stored again, and then each part of `localData`, unless another user has logged in meanwhile.
  ///
  /// A second attempt is safe. If the outcome of the first one is unknown, the user is not asked again,
  /// because a login could create a new account: the second attempt is of the same login, with the same
  /// confirmation. Only if the server then refuses the confirmation does the user have to confirm again.
  ///
  /// - Parameters:
  ///   - localData: what to erase besides the session. Default: nothing.
  ///   - confirm: authenticates the user again, with a login that this manager keeps or with the session, and
  ///     returns what the server needs, such as a password or the authorization code of Sign in with Apple.
  ///     If it logs in, the sessions must have a ``StoredSession/userIdentity``: nothing is deleted unless
  ///     the user is certainly the same.
  ///   - delete: deletes the account on the server with the session's credential. Called again, once, if it
  ///     throws a `RequestError` whose response refuses the credential, and if the session gets another one.
  ///     To report that the server declines, return ``AccountDeletion/declined(_:)`` or throw a
  ///     `RequestError`: after any other error, the outcome is unknown. Continues even if the calling task is
  ///     cancelled, and so does the erasure.
  /// - Returns: the server's answer.
  /// - Throws: ``AccountDeletionError``.
  @discardableResult
  public func deleteAccount<Confirmation: Sendable, Data: Sendable>(
    erasing localData: [LocalData] = [],
    confirming confirm: @Sendable () async throws -> Confirmation,
    onServer delete:
      @escaping @Sendable (Session, Confirmation) async throws ->
      AccountDeletion<Data>
  ) async throws(AccountDeletionError) -> AccountDeletion<Data> {
    try await deleteAccount(erasing: localData, confirming: confirm) {
      session, confirmation throws(FailedDeletion) in
      do {
        return try await delete(session, confirmation)
      } catch {
        throw FailedDeletion(error, refusals: Session.refusals)
      }
    }
  }

  /// Deletes the user's account with an operation, as ``deleteAccount(erasing:confirming:onServer:)`` does.
  ///
  /// - Parameters:
  ///   - client: sends the operation.
  ///   - localData: what to erase besides the session. Default: nothing.
  ///   - confirm: authenticates the user again, and returns the operation with its variables.
  ///   - isDeleted: whether the operation's result says that the account is deleted. Also called if the
  ///     response has both data and errors.
  @discardableResult
  public func deleteAccount<Operation: AuthenticatedOperation>(
    with client: GraphQLClient, erasing localData: [LocalData] = [],
    confirming confirm: @Sendable () async throws -> Operation,
    where isDeleted: @escaping @Sendable (Operation.Data) -> Bool
  ) async throws(AccountDeletionError) -> AccountDeletion<Operation.Data> {
    try await deleteAccount(erasing: localData, confirming: confirm) {
      session, operation throws(FailedDeletion) in
      let response: GraphQLResponse<Operation.Data>
      do throws(RequestError) {
        response = try await client.authenticated(by: session.credential).response(
          to: operation, options: CallOptions(retry: .never))
      } catch {
        throw FailedDeletion(error, refusals: Session.refusals)
      }
      return try Operation.deletion(in: response, where: isDeleted, refusals: Session.refusals)
    }
  }

  private typealias Attempt<Confirmation, Data: Sendable> =
    @Sendable (Session, Confirmation) async throws(FailedDeletion) -> AccountDeletion<Data>

  private func deleteAccount<Confirmation: Sendable, Data: Sendable>(
    erasing localData: [LocalData], confirming confirm: @Sendable () async throws -> Confirmation,
    by attempt: @escaping Attempt<Confirmation, Data>
  ) async throws(AccountDeletionError) -> AccountDeletion<Data> {
    guard !isDeletingAccount else { throw AccountDeletionError(.inProgress) }
    isDeletingAccount = true
    defer { isDeletingAccount = false }
    guard let (login, confirmation) = try await confirmed(confirm) else {
      guard let ended = endedLogin else { throw AccountDeletionError(.notSignedIn) }
      return try await erase(localData, of: ended, after: .sessionEnded)
    }
    let wasUnknown = unknownDeletion?.login == login.id
    // A task of its own, because the calling one may be cancelled.
    let result = await Task { await outcome(of: attempt, login, confirmation) }.value
    switch result {
    case .success(.declined(let data)):
      unknownDeletion?.confirmation = nil
      return .declined(data)
    case .success(let answer):
      return try await erase(localData, of: login.id, after: answer)
    case .failure(let failure):
      if wasUnknown, endedLogin == login.id {
        return try await erase(localData, of: login.id, after: .sessionEnded)
      }
      guard wasUnknown || failure.mayHaveTakenEffect else {
        throw AccountDeletionError(.refused(failure.error))
      }
      unknownDeletion = UnknownDeletion(
        login: login.id, confirmation: failure.refusesDeletion ? nil : confirmation)
      limitUnknownDeletion()
      throw AccountDeletionError(.unknownOutcome(failure.error))
    }
  }

  // MARK: Steps

  /// The login whose account is deleted, with an unexpired credential, and the user's confirmation; nil if no
  /// user is signed in.
  private func confirmed<Confirmation: Sendable>(
    _ confirm: @Sendable () async throws -> Confirmation
  ) async throws(AccountDeletionError) -> (Machine.Login, Confirmation)? {
    let start = currentStart
    do throws(CredentialUnavailable) {
      try await passGate()
    } catch {
      throw AccountDeletionError(.sessionUnavailable(error))
    }
    if case .unavailable(let error) = state {
      throw AccountDeletionError(.sessionUnavailable(CredentialUnavailable(error)))
    }
    guard machine.login != nil else { return nil }
    guard let before = machine.login(since: start) else { throw AccountDeletionError(.otherUser) }
    let confirmation: Confirmation
    if let unknown = unknownDeletion, unknown.login == before.id,
      let former = unknown.confirmation.flatMap({ $0 as? Confirmation })
    {
      confirmation = former
    } else {
      do {
        confirmation = try await confirm()
        try Task.checkCancellation()
      } catch {
        let isUnknown = unknownDeletion?.login == before.id
        throw AccountDeletionError(isUnknown ? .unknownOutcome(error) : .notConfirmed(error))
      }
    }
    let login: Machine.Login?
    do throws(CredentialUnavailable) {
      login = try await session(.valid, of: .since(machine.loginStart))
    } catch {
      throw AccountDeletionError(.sessionUnavailable(error))
    }
    guard let login else { return nil }
    guard login.id == before.id || login.session.isOfSameUser(as: before.session) else {
      throw AccountDeletionError(.otherUser)
    }
    return (login, confirmation)
  }

  /// Makes an attempt, and a second one with another credential of the same login if the server refuses the
  /// first credential and has certainly not deleted the account. If there is no other one, the session ends.
  private func outcome<Confirmation: Sendable, Data: Sendable>(
    of attempt: @escaping Attempt<Confirmation, Data>, _ login: Machine.Login,
    _ confirmation: Confirmation
  ) async -> Result<AccountDeletion<Data>, FailedDeletion> {
    let first = await Result { () async throws(FailedDeletion) in
      try await attempt(login.session, confirmation)
    }
    guard case .failure(let failure) = first, failure.refusesCredential else { return first }
    let refused = login.session.credential
    let other = try? await self.session(.another(than: refused), of: .login(login.id))?.session
    guard let other, other.credential != refused, !failure.mayHaveTakenEffect else { return first }
    let second = await Result { () async throws(FailedDeletion) in
      try await attempt(other, confirmation)
    }
    if case .failure(let failure) = second, failure.refusesCredential {
      sessionHasEnded(other.credential)
    }
    return second
  }

  // MARK: An unknown outcome

  /// The login whose deletion has an unknown outcome, if the server has ended its session.
  private var endedLogin: UUID? {
    state == .signedOut(.ended) ? unknownDeletion?.login : nil
  }

  /// Forgets the confirmation when its session ends, and an unknown deletion when the user logs out or
  /// another login begins.
  func limitUnknownDeletion() {
    switch machine.known {
    case .signedIn(let login) where login.id == unknownDeletion?.login: break
    case .signedOut(.ended): unknownDeletion?.confirmation = nil
    case .unread, .unavailable: break
    case .signedIn, .signedOut: unknownDeletion = nil
    }
  }

  // MARK: Erasure

  /// Erases the session of a deleted account, and the other data.
  ///
  /// - Returns: the server's answer.
  private func erase<Data: Sendable>(
    _ localData: [LocalData], of login: UUID, after answer: AccountDeletion<Data>
  ) async throws(AccountDeletionError) -> AccountDeletion<Data> {
    unknownDeletion = nil
    let session = LocalData("session") { try await self.eraseSession(of: login) }
    let others = localData.map { part in
      LocalData(part.name) { try await self.erase(part, of: login) }
    }
    // A task of its own, because the calling one may be cancelled.
    let result = await Task {
      await Result { () async throws(RemainingData) in
        try await ([session] + others).eraseAll()
      }
    }.value
    do throws(RemainingData) {
      try result.get()
      return answer
    } catch {
      throw AccountDeletionError(.notErased(error), after: answer.ofAnyData)
    }
  }

  private func eraseSession(of login: UUID) throws(StoreError) {
    receive(.accountDeleted(login))
    if machine.login == nil, let error = machine.unsaved?.error { throw error }
  }

  /// Erases a part, unless it may have the data of a user who has logged in since.
  private func erase(_ part: LocalData, of login: UUID) async throws {
    if let current = currentLogin, current != login { throw OtherLogin() }
    // Another process may have stored another user's session. If the store cannot be read, that is unknown.
    if machine.login == nil, let stored = try storage.read(), stored.id != login {
      throw OtherLogin()
    }
    try await part.erase()
  }
}

nonisolated extension AccountDeletion {
  fileprivate var ofAnyData: AccountDeletion<any Sendable> {
    switch self {
    case .deleted(let data): .deleted(data)
    case .sessionEnded: .sessionEnded
    case .declined(let data): .declined(data)
    }
  }
}

nonisolated extension AccountDeletion: RedactedDescription {
  public var description: String {
    switch self {
    case .deleted: "deleted"
    case .sessionEnded: "deleted, or the session has ended"
    case .declined: "declined"
    }
  }
}
