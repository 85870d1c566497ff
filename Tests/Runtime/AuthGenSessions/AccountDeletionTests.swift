// Tests the deletion of an account: the order of its steps, and what each failure leaves.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenSessions

/// A session that says who the user is.
private struct UserSession: StoredSession {
  let token: Secret
  var user: String?
  var refreshToken: Secret?
  var expiresAt: Date?

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
  var userIdentity: String? { user }
}

/// A store that another process writes to after the next read.
private final class OvertakenStore: SecretStore {
  let base = InMemoryStore()
  let next = Shared<Data?>(nil)

  func read() -> Data? {
    let content = base.read()
    next.withLock { next in
      if let data = next { base.write(data) }
      next = nil
    }
    return content
  }

  func write(_ data: Data) { base.write(data) }
  func remove() { base.remove() }
  func replace(_ expected: Data?, with data: Data?) -> Bool { base.replace(expected, with: data) }
}

@Suite(.timeLimit(.minutes(5))) struct AccountDeletionTests {
  private typealias Manager = SessionManager<UserSession>

  private let store = FakeStore()
  /// The names of the steps, in their order.
  private let steps = Shared<[String]>([])
  private let manager: Manager

  init() async throws {
    manager = Manager(store: store)
    try await manager.signIn(UserSession(token: "ada-1", user: "ada"))
  }

  private func note(_ step: String) { steps.withLock { $0.append(step) } }
  private var taken: [String] { steps.withLock { $0 } }

  private func part(_ name: String, error: (any Error)? = nil) -> LocalData {
    LocalData(name) {
      note("erase \(name)")
      if let error { throw error }
    }
  }

  private static func error(
    _ reason: RequestError.Reason, _ progress: RequestError.Progress
  ) -> RequestError {
    RequestError(reason, progress: progress, operationName: "DeleteAccount")
  }

  private static let lost = error(
    .transport(TransportError(.connectionLost, wasSent: true)), .sent)
  private static let refused = error(.graphQL([GraphQLError(message: "no")]), .responded)
  private static let unauthorized = status(401)

  private static func status(_ status: Int) -> RequestError {
    error(
      .httpStatus(HTTPFailure(status: status, mediaType: nil, bodySize: 0, retryAfter: nil)),
      .responded)
  }

  /// Deletes the account with the confirmation "password".
  ///
  /// - Parameters:
  ///   - other: the manager of the session. Default: that of the test.
  ///   - answer: the server's answer to a token.
  @discardableResult
  private func delete(
    with other: Manager? = nil,
    confirming confirm: @escaping @Sendable () async throws -> Void = {},
    _ answer: @escaping @Sendable (String) async throws -> AccountDeletion<String>
  ) async throws(AccountDeletionError) -> AccountDeletion<String> {
    try await (other ?? manager).deleteAccount(
      erasing: [part("cache"), part("key")],
      confirming: {
        note("confirm")
        try await confirm()
        return "password"
      },
      onServer: { session, confirmation in
        let token = session.token.reveal()
        note("delete \(token) with \(confirmation)")
        return try await answer(token)
      })
  }

  @discardableResult
  private func delete(
    _ result: Result<AccountDeletion<String>, any Error> = .success(.deleted("done")),
    confirming confirm: @escaping @Sendable () async throws -> Void = {}
  ) async throws(AccountDeletionError) -> AccountDeletion<String> {
    try await delete(confirming: confirm) { _ in try result.get() }
  }

  /// The reason why a deletion fails; nil if it succeeds.
  private func failure(
    with other: Manager,
    _ answer: @escaping @Sendable (String) async throws -> AccountDeletion<String>
  ) async -> AccountDeletionError.Reason? {
    do throws(AccountDeletionError) {
      try await delete(with: other, answer)
      return nil
    } catch {
      return error.reason
    }
  }

  /// A manager whose session can be refreshed.
  private func refreshing(
    _ refresh: @escaping @Sendable (UserSession) async throws -> UserSession?
  ) async throws -> Manager {
    let manager = Manager(store: store, refresh: refresh)
    try await manager.signIn(UserSession(token: "ada-1", user: "ada", refreshToken: "refresh-1"))
    return manager
  }

  private static let refreshed = UserSession(
    token: "ada-2", user: "ada", refreshToken: "refresh-2")

  /// The reason why a deletion fails; nil if it succeeds.
  private func failure(
    _ result: Result<AccountDeletion<String>, any Error> = .success(.deleted("done")),
    confirming confirm: @escaping @Sendable () async throws -> Void = {}
  ) async -> AccountDeletionError.Reason? {
    do throws(AccountDeletionError) {
      try await delete(result, confirming: confirm)
      return nil
    } catch {
      return error.reason
    }
  }

  // MARK: Success

  @Test func accountIsDeletedOnTheServerAndThenOnTheDevice() async throws {
    guard case .deleted("done") = try await delete() else {
      Issue.record("expected deleted")
      return
    }
    #expect(taken == ["confirm", "delete ada-1 with password", "erase cache", "erase key"])
    #expect(store.now.content == nil)
    #expect(await manager.state == .signedOut(.loggedOut))
  }

  /// Calls under way could otherwise fill the cache again.
  @Test func sessionIsErasedFirst() async throws {
    let states = Shared<[SessionState<UserSession>]>([])
    try await manager.deleteAccount(
      erasing: [
        LocalData("cache") { [manager] in
          let state = await manager.state
          states.withLock { $0.append(state) }
        }
      ], confirming: {}, onServer: { _, _ in .deleted(()) })
    #expect(states.withLock { $0 } == [.signedOut(.loggedOut)])
  }

  @Test func freshLoginOfTheSameUserIsUsed() async throws {
    try await delete(confirming: { [manager] in
      try await manager.signIn(UserSession(token: "ada-2", user: "ada"))
    })
    #expect(taken.contains("delete ada-2 with password"))
    #expect(store.now.content == nil)
  }

  @Test func deletionContinuesIfTheCallingTaskIsCancelled() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let deletion = Task { [manager] in
      try await manager.deleteAccount(
        erasing: [part("cache")], confirming: {},
        onServer: { _, _ in
          note("delete")
          for await _ in gate { break }
          return .deleted(Task.isCancelled)
        })
    }
    try await wait { taken == ["delete"] }
    deletion.cancel()
    open.finish()
    guard case .deleted(false) = try await deletion.value else {
      Issue.record("expected deleted, and no cancelled task")
      return
    }
    #expect(taken == ["delete", "erase cache"] && store.now.content == nil)
  }

  // MARK: Nothing is erased

  @Test func refusedDeletionErasesNothing() async throws {
    let content = store.now.content
    guard case .refused = await failure(.failure(Self.refused)) else {
      Issue.record("expected refused")
      return
    }
    guard case .declined("no") = try await delete(.success(.declined("no"))) else {
      Issue.record("expected declined")
      return
    }
    #expect(!taken.contains { $0.hasPrefix("erase") })
    #expect(store.now.content == content && content != nil)
    #expect(await manager.state.session?.token == "ada-1")
  }

  @Test func deletionWithoutConfirmationSendsNothing() async throws {
    let failed = await failure(confirming: { throw CancellationError() })
    guard case .notConfirmed(let error) = failed, error is CancellationError else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(taken == ["confirm"] && store.now.content != nil)
  }

  @Test func otherUsersAccountIsNotDeleted() async throws {
    let failed = await failure(confirming: { [manager] in
      try await manager.signIn(UserSession(token: "eve-1", user: "eve"))
    })
    guard case .otherUser = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(taken == ["confirm"])
    #expect(await manager.state.session?.user == "eve")
  }

  /// Without an identity, the login may be that of another user.
  @Test(arguments: [(nil, nil), ("ada", nil), (nil, "ada")] as [(String?, String?)])
  func loginOfAnUnknownUserDeletesNothing(before: String?, after: String?) async throws {
    try await manager.signIn(UserSession(token: "one", user: before))
    let failed = await failure(confirming: { [manager] in
      try await manager.signIn(UserSession(token: "two", user: after))
    })
    guard case .otherUser = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(taken == ["confirm"])
    #expect(await manager.state.session?.token == "two")
  }

  @Test func sessionOfAnUnknownUserConfirmsItself() async throws {
    try await manager.signIn(UserSession(token: "one"))
    try await delete()
    #expect(taken.contains("delete one with password") && store.now.content == nil)
  }

  /// The login gives the session the credential that the deletion needs.
  @Test func confirmationLogsInIfTheServerIssuesNoTokens() async throws {
    let manager = Manager(
      store: store,
      refresh: { _ in
        throw CredentialUnavailable(
          "", reason: .needsLogin(ServerRefusal(code: "login_required")))
      })
    try await manager.signIn(
      UserSession(
        token: "ada-1", user: "ada", refreshToken: "refresh-1", expiresAt: .distantPast))
    await #expect(throws: CredentialUnavailable.self) { try await manager.credential() }
    try await delete(
      with: manager,
      confirming: { try await manager.signIn(UserSession(token: "ada-2", user: "ada")) }
    ) { _ in .deleted("done") }
    #expect(taken.contains("delete ada-2 with password") && store.now.content == nil)
  }

  @Test func signedOutUserHasNoAccountToDelete() async throws {
    try await manager.signOut()
    guard case .notSignedIn = await failure() else {
      Issue.record("expected notSignedIn")
      return
    }
    #expect(taken == [])
  }

  @Test func secondTapDeletesNothing() async throws {
    let second = Shared<AccountDeletionError.Reason?>(nil)
    try await delete(confirming: {
      let reason = await failure()
      second.withLock { $0 = reason }
    })
    guard case .inProgress = second.withLock({ $0 }) else {
      Issue.record("expected inProgress")
      return
    }
    #expect(taken.count { $0.hasPrefix("delete") } == 1)
  }

  // MARK: An unknown outcome

  @Test func unknownOutcomeErasesNothingAndIsRepeatedWithTheSameConfirmation() async throws {
    let content = store.now.content
    guard case .unknownOutcome = await failure(.failure(Self.lost)) else {
      Issue.record("expected unknownOutcome")
      return
    }
    #expect(store.now.content == content)
    guard case .deleted = try await delete() else {
      Issue.record("expected deleted")
      return
    }
    #expect(
      taken == [
        "confirm", "delete ada-1 with password", "delete ada-1 with password", "erase cache",
        "erase key",
      ])
  }

  /// The server has deleted the account, and its session with it.
  @Test func refusedSessionAfterAnUnknownOutcomeErasesTheDevice() async throws {
    _ = await failure(.failure(Self.lost))
    guard case .sessionEnded = try await delete(.failure(Self.unauthorized)) else {
      Issue.record("expected sessionEnded")
      return
    }
    #expect(taken.suffix(2) == ["erase cache", "erase key"] && store.now.content == nil)
  }

  @Test func refusedSessionAloneErasesNothing() async throws {
    let failed = await failure(.failure(Self.unauthorized))
    guard case .refused = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(!taken.contains { $0.hasPrefix("erase") })
    // As after any other call.
    #expect(await manager.state == .signedOut(.ended))
    guard case .notSignedIn = await self.failure() else {
      Issue.record("expected notSignedIn")
      return
    }
  }

  // MARK: A refused credential

  @Test func deletionIsSentAgainWithAnotherCredential() async throws {
    let manager = try await refreshing { _ in Self.refreshed }
    let answer = try await delete(with: manager) { token in
      if token == "ada-1" { throw Self.unauthorized }
      return .deleted("done")
    }
    guard case .deleted = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(
      taken == [
        "confirm", "delete ada-1 with password", "delete ada-2 with password", "erase cache",
        "erase key",
      ])
  }

  /// Another call has refreshed the session while the deletion was under way, so the account is there.
  @Test func refusalOfAReplacedCredentialErasesNothing() async throws {
    let manager = try await refreshing { _ in Self.refreshed }
    _ = await failure(with: manager) { _ in throw Self.lost }
    let failed = await failure(with: manager) { token in
      guard token == "ada-1" else { throw Self.lost }
      _ = try await manager.refreshedSession()
      throw Self.unauthorized
    }
    guard case .unknownOutcome = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(taken.suffix(2) == ["delete ada-1 with password", "delete ada-2 with password"])
    #expect(await manager.state == .signedIn(Self.refreshed))
  }

  /// There may be no network.
  @Test func refusalWithoutANewCredentialLeavesTheOutcomeUnknown() async throws {
    let isOffline = Shared(true)
    let manager = try await refreshing { _ in
      if isOffline.withLock({ $0 }) { throw URLError(.notConnectedToInternet) }
      return Self.refreshed
    }
    _ = await failure(with: manager) { _ in throw Self.lost }
    let failed = await failure(with: manager) { _ in throw Self.unauthorized }
    guard case .unknownOutcome = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(!taken.contains { $0.hasPrefix("erase") } && store.now.content != nil)
    isOffline.withLock { $0 = false }
    try await delete(with: manager) { _ in .deleted("done") }
    #expect(taken.count { $0 == "confirm" } == 1 && store.now.content == nil)
  }

  @Test func sessionEndsIfTheServerRefusesItsNewCredential() async throws {
    let manager = try await refreshing { _ in Self.refreshed }
    _ = await failure(with: manager) { _ in throw Self.lost }
    let answer = try await delete(with: manager) { _ in throw Self.unauthorized }
    guard case .sessionEnded = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(taken.suffix(2) == ["erase cache", "erase key"] && store.now.content == nil)
  }

  @Test func deletionThatMayHaveTakenEffectIsNotSentAgain() async throws {
    let manager = try await refreshing { _ in Self.refreshed }
    let failed = await failure(with: manager) { _ in
      throw RequestError(
        .decoding(ResponseDecodingError(.null, path: ["a"], expected: "a value")),
        progress: .responded, operationName: "DeleteAccount", httpStatus: 401)
    }
    guard case .unknownOutcome = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(taken == ["confirm", "delete ada-1 with password"])
  }

  // MARK: The end of the session

  /// Another call has found out first that the server refuses the session.
  @Test func sessionThatEndsAfterAnUnknownOutcomeErasesTheDevice() async throws {
    _ = await failure(.failure(Self.lost))
    await manager.sessionHasEnded(UserSession(token: "ada-1").credential)
    guard case .sessionEnded = try await delete() else {
      Issue.record("expected sessionEnded")
      return
    }
    #expect(
      taken == ["confirm", "delete ada-1 with password", "erase cache", "erase key"])
  }

  /// The server refuses the refresh token of the deleted account.
  @Test func refusedRefreshAfterAnUnknownOutcomeErasesTheDevice() async throws {
    let now = Shared(Date(timeIntervalSince1970: 1_800_000_000))
    let manager = Manager(
      store: store,
      refresher: SessionRefresher(now: { now.withLock { $0 } }, refresh: { _ in nil }))
    try await manager.signIn(
      UserSession(
        token: "ada-1", user: "ada", refreshToken: "refresh-1",
        expiresAt: now.withLock { $0 + 60 }))
    func delete() async throws(AccountDeletionError) -> AccountDeletion<Void> {
      try await manager.deleteAccount(
        erasing: [part("cache")], confirming: { note("confirm") },
        onServer: { _, _ in
          note("delete")
          throw Self.lost
        })
    }
    await #expect(throws: AccountDeletionError.self) { try await delete() }
    now.withLock { $0 += 61 }
    guard case .sessionEnded = try await delete() else {
      Issue.record("expected sessionEnded")
      return
    }
    #expect(taken == ["confirm", "delete", "erase cache"] && store.now.content == nil)
  }

  /// The confirmation may have expired. Without a network, there is no answer.
  @Test func refusalOfTheSecondAttemptAsksTheUserAgain() async throws {
    _ = await failure(.failure(Self.lost))
    _ = await failure(.failure(Self.error(.notSent(.noSession), .notSent)))
    _ = await failure(.failure(Self.refused))
    #expect(taken.count { $0 == "confirm" } == 1)
    _ = await failure(.failure(Self.refused))
    #expect(taken.count { $0 == "confirm" } == 2)
  }

  /// The server may not find the user of the first attempt, or count requests.
  @Test(arguments: [refused, status(403), status(429), error(.notSent(.noSession), .notSent)])
  func refusalOfTheSecondAttemptLeavesTheOutcomeUnknown(_ error: RequestError) async throws {
    _ = await failure(.failure(Self.lost))
    let failed = await failure(.failure(error))
    guard case .unknownOutcome = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    guard
      case .unknownOutcome = await self.failure(
        .failure(error), confirming: { throw CancellationError() })
    else {
      Issue.record("expected unknownOutcome")
      return
    }
    #expect(!taken.contains { $0.hasPrefix("erase") })
    await manager.sessionHasEnded(UserSession(token: "ada-1").credential)
    guard case .sessionEnded = try await delete() else {
      Issue.record("expected sessionEnded")
      return
    }
  }

  @Test func confirmationIsNotKeptLongerThanTheSession() async throws {
    _ = await failure(.failure(Self.lost))
    #expect(await manager.unknownDeletion?.confirmation != nil)
    await manager.sessionHasEnded(UserSession(token: "ada-1").credential)
    let ended = await manager.unknownDeletion
    #expect(ended != nil && ended?.confirmation == nil)
    try await manager.signIn(UserSession(token: "ada-2", user: "ada"))
    _ = await failure(.failure(Self.lost))
    try await manager.signOut()
    #expect(await manager.unknownDeletion == nil)
  }

  @Test func unknownOutcomeIsNotRepeatedForAnotherUser() async throws {
    _ = await failure(.failure(Self.lost))
    try await manager.signIn(UserSession(token: "eve-1", user: "eve"))
    let failed = await failure(.failure(Self.unauthorized))
    guard case .refused = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(taken.count { $0 == "confirm" } == 2)
    #expect(!taken.contains { $0.hasPrefix("erase") })
  }

  @Test func endOfAnotherUsersSessionIsNoDeletion() async throws {
    _ = await failure(.failure(Self.lost))
    try await manager.signIn(UserSession(token: "eve-1", user: "eve"))
    await manager.sessionHasEnded(UserSession(token: "eve-1").credential)
    guard case .notSignedIn = await failure() else {
      Issue.record("expected notSignedIn")
      return
    }
    #expect(!taken.contains { $0.hasPrefix("erase") })
  }

  /// Only the app knows how far the call of its closure got.
  @Test func errorOfTheAppsOwnIsAnUnknownOutcome() async throws {
    let failed = await failure(.failure(URLError(.timedOut)))
    guard case .unknownOutcome = failed else {
      Issue.record("\(failed as Any)")
      return
    }
  }

  // MARK: What is left

  @Test func errorNamesWhatIsLeftAndTheRestIsErased() async throws {
    store.now.failure = .unavailable
    let failed = await #expect(throws: AccountDeletionError.self) {
      try await manager.deleteAccount(
        erasing: [part("key", error: StoreError(.noSpace)), part("cache")], confirming: {},
        onServer: { _, _ in .deleted("done") })
    }
    guard case .notErased(let remaining) = failed?.reason,
      case .deleted(let data as String) = failed?.answer
    else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(data == "done")
    #expect(
      failed?.localizedDescription
        == "Your account was deleted, but some of your data is still on this device.")
    #expect(remaining.data.map(\.name) == ["session", "key"])
    #expect(remaining.errors.count == 2)
    #expect("\(remaining)".contains("session (the store cannot be used now"))
    #expect(taken == ["erase key", "erase cache"])
    #expect(await manager.state == .signedOut(.loggedOut) && store.now.content != nil)
    // Once the device is unlocked.
    store.now.failure = nil
    let again = await #expect(throws: RemainingData.self) { try await remaining.data.eraseAll() }
    #expect(again?.data.map(\.name) == ["key"])
    #expect(store.now.content == nil)
  }

  /// The server has ended the session, perhaps for another reason.
  @Test func errorAfterTheEndOfTheSessionClaimsNoDeletion() async throws {
    _ = await failure(.failure(Self.lost))
    let failed = await #expect(throws: AccountDeletionError.self) {
      try await manager.deleteAccount(
        erasing: [part("key", error: StoreError(.noSpace))], confirming: { "password" },
        onServer: { _, _ -> AccountDeletion<String> in throw Self.unauthorized })
    }
    guard case .notErased = failed?.reason, case .sessionEnded = failed?.answer else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(failed?.description.contains("deleted, or the session has ended") == true)
    #expect(failed?.localizedDescription == "Some of your data is still on this device.")
  }

  // MARK: Another login

  /// The parts may have the other user's data.
  @Test func loginOfAnotherUserDuringTheDeletionStays() async throws {
    let failed = await failure(with: manager) { [manager] _ in
      try await manager.signIn(UserSession(token: "eve-1", user: "eve"))
      return .deleted("done")
    }
    guard case .notErased(let remaining) = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(remaining.data.map(\.name) == ["cache", "key"])
    #expect("\(remaining)".contains("cache (another login has begun)"))
    #expect(remaining.failureReason == "You signed in with a different account.")
    await #expect(throws: RemainingData.self) { try await remaining.data.eraseAll() }
    #expect(!taken.contains { $0.hasPrefix("erase") })
    #expect(await manager.state.session?.user == "eve" && store.now.content != nil)
    try await manager.signOut()
    try await remaining.data.eraseAll()
    #expect(taken.suffix(2) == ["erase cache", "erase key"])
  }

  @Test func loginWhileThePartsAreErasedKeepsTheRest() async throws {
    let failed = await #expect(throws: AccountDeletionError.self) {
      try await manager.deleteAccount(
        erasing: [
          LocalData("cache") { [manager] in
            try await manager.signIn(UserSession(token: "eve-1", user: "eve"))
          }, part("key"),
        ], confirming: {}, onServer: { _, _ in .deleted(()) })
    }
    guard case .notErased(let remaining) = failed?.reason else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(remaining.data.map(\.name) == ["key"] && taken == [])
  }

  /// An app extension has stored another session.
  @Test func loginOfAnotherProcessDuringTheDeletionStays() async throws {
    let store = InMemoryStore()
    let (app, widget) = (Manager(store: store), Manager(store: store))
    try await app.signIn(UserSession(token: "ada-1", user: "ada"))
    let failed = await failure(with: app) { _ in
      try await widget.signIn(UserSession(token: "eve-1", user: "eve"))
      return .deleted("done")
    }
    guard case .notErased = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(await app.state.session?.user == "eve")
    #expect(await Manager(store: store).state.session?.user == "eve")
    #expect(!taken.contains { $0.hasPrefix("erase") })
  }

  @Test func loginOfAnotherProcessDuringTheErasureStays() async throws {
    let store = OvertakenStore()
    let app = Manager(store: store)
    try await Manager(store: store).signIn(UserSession(token: "eve-1", user: "eve"))
    let other = store.base.read()
    try await app.signIn(UserSession(token: "ada-1", user: "ada"))
    let failed = await failure(with: app) { _ in
      store.next.withLock { $0 = other }
      return .deleted("done")
    }
    guard case .notErased = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(store.base.read() == other)
    #expect(await app.state.session?.user == "eve")
  }

  /// A refresh by another process has changed the stored session of the same login.
  @Test func sessionThatAnotherProcessHasRefreshedIsErased() async throws {
    let store = InMemoryStore()
    let (app, widget) = (
      Manager(store: store), Manager(store: store, refresh: { _ in Self.refreshed })
    )
    try await app.signIn(UserSession(token: "ada-1", user: "ada", refreshToken: "refresh-1"))
    try await delete(with: app) { _ in
      _ = try await widget.refreshedSession()
      return .deleted("done")
    }
    #expect(store.read() == nil)
    #expect(await app.state == .signedOut(.loggedOut))
  }

  @Test func errorsAndAnswersAreNeverPrinted() async throws {
    let error = AccountDeletionError(.refused(URLError(.timedOut, userInfo: ["a": "s3cret"])))
    let answer = AccountDeletion.deleted("s3cret")
    var dumped = ""
    dump(error, to: &dumped)
    dump(answer, to: &dumped)
    for text in ["\(error)", String(reflecting: error), "\(answer)", dumped] {
      #expect(!text.contains("s3cret"), "\(text)")
    }
  }
}
