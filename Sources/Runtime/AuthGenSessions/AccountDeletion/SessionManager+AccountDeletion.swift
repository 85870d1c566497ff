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

/// The confirmation of a deletion whose outcome is unknown, for the next attempt.
nonisolated struct UnknownDeletion: Sendable {
  let login: UUID
  let confirmation: any Sendable
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
  /// nothing is stored again, and then each part of `localData`.
  ///
  /// A second attempt is safe. If the outcome of the first one is unknown, the user is not asked again,
  /// because a login could create a new account: the second attempt has the same session and the same
  /// confirmation.
  ///
  /// - Parameters:
  ///   - localData: what to erase besides the session. Default: nothing.
  ///   - confirm: authenticates the user again, with a login that this manager keeps or with the session, and
  ///     returns what the server needs, such as a password or the authorization code of Sign in with Apple.
  ///     If it logs another user in, nothing is deleted.
  ///   - delete: deletes the account on the server with the session's credential, sent once. Continues even
  ///     if the calling task is cancelled, and so does the erasure.
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
    guard !isDeletingAccount else { throw AccountDeletionError(.inProgress) }
    isDeletingAccount = true
    defer { isDeletingAccount = false }
    guard let before = try await loginToDelete() else {
      // The server has ended the session since the attempt whose outcome is unknown.
      guard let unknown = unknownDeletion, machine.state == .signedOut(.ended) else {
        throw AccountDeletionError(.notSignedIn)
      }
      unknownDeletion = nil
      try await erase(localData, of: unknown.login)
      return .sessionEnded
    }
    let (login, confirmation) = try await confirmed(before, confirm)
    // A task of its own, because the calling one may be cancelled.
    let outcome = await Task { () -> Result<AccountDeletion<Data>, any Error> in
      do {
        return .success(try await delete(login.session, confirmation))
      } catch {
        return .failure(error)
      }
    }.value
    let wasUnknown = unknownDeletion?.login == login.id
    let answer: AccountDeletion<Data>
    switch outcome {
    case .success(let given): answer = given
    case .failure(let error as RequestError)
    where wasUnknown && error.refusesCredential(by: Session.refusals):
      answer = .sessionEnded
    case .failure(let error as RequestError) where !error.mayHaveTakenEffect:
      // The server's answer may be about the confirmation, so the user is asked again.
      if error.progress == .responded { unknownDeletion = nil }
      throw AccountDeletionError(.refused(error))
    case .failure(let error):
      unknownDeletion = UnknownDeletion(login: login.id, confirmation: confirmation)
      throw AccountDeletionError(.unknownOutcome(error))
    }
    unknownDeletion = nil
    if case .declined = answer { return answer }
    try await erase(localData, of: login.id)
    return answer
  }

  /// Deletes the user's account with an operation, as ``deleteAccount(erasing:confirming:onServer:)`` does.
  ///
  /// - Parameters:
  ///   - client: sends the operation.
  ///   - localData: what to erase besides the session. Default: nothing.
  ///   - confirm: authenticates the user again, and returns the operation with its variables.
  ///   - isDeleted: whether the operation's result says that the account is deleted.
  @discardableResult
  public func deleteAccount<Operation: AuthenticatedOperation>(
    with client: GraphQLClient, erasing localData: [LocalData] = [],
    confirming confirm: @Sendable () async throws -> Operation,
    where isDeleted: @escaping @Sendable (Operation.Data) -> Bool
  ) async throws(AccountDeletionError) -> AccountDeletion<Operation.Data> {
    try await deleteAccount(erasing: localData, confirming: confirm) { session, operation in
      let data = try await client.authenticated(by: session.credential).execute(
        operation, options: CallOptions(retry: .never))
      return isDeleted(data) ? .deleted(data) : .declined(data)
    }
  }

  /// The login whose account is deleted, and the user's confirmation.
  private func confirmed<Confirmation: Sendable>(
    _ before: Machine.Login, _ confirm: @Sendable () async throws -> Confirmation
  ) async throws(AccountDeletionError) -> (Machine.Login, Confirmation) {
    if let unknown = unknownDeletion, unknown.login == before.id,
      let former = unknown.confirmation as? Confirmation
    {
      return (before, former)
    }
    let confirmation: Confirmation
    do {
      confirmation = try await confirm()
      try Task.checkCancellation()
    } catch {
      throw AccountDeletionError(.notConfirmed(error))
    }
    guard let login = try await loginToDelete() else { throw AccountDeletionError(.notSignedIn) }
    if login.session.isOfAnotherUser(than: before.session) {
      throw AccountDeletionError(.otherUser)
    }
    return (login, confirmation)
  }

  /// The current login, with an unexpired credential; nil if no user is signed in.
  private func loginToDelete() async throws(AccountDeletionError) -> Machine.Login? {
    do throws(CredentialUnavailable) {
      return try await session(.valid, of: .currentLogin)
    } catch {
      throw AccountDeletionError(.sessionUnavailable(error))
    }
  }

  /// Erases the session of a deleted account, and the other data.
  private func erase(
    _ localData: [LocalData], of login: UUID
  ) async throws(AccountDeletionError) {
    let session = LocalData("session") { try await self.eraseSession(of: login) }
    // A task of its own, because the calling one may be cancelled.
    let result = await Task {
      await Result { () async throws(RemainingData) in
        try await ([session] + localData).eraseAll()
      }
    }.value
    try result.mapError { AccountDeletionError(.notErased($0)) }.get()
  }

  private func eraseSession(of login: UUID) throws(StoreError) {
    receive(.stateRequested)
    // The session of a user who has logged in meanwhile has replaced the other one.
    guard machine.login.map({ $0.id == login }) ?? true else { return }
    if let error = removeSession().error { throw error }
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
