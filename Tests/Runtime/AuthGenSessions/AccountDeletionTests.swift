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
    try await manager.logIn { UserSession(token: "ada-1", user: "ada") }
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
  /// - Returns: "deleted", "declined" with the answer, "sessionEnded", or the reason why the deletion
  ///   fails.
  private func outcome(
    with other: Manager? = nil,
    answering answer: @escaping @Sendable (String) async throws -> AccountDeletion<String>,
    confirming confirm: @escaping @Sendable () async throws -> Void
  ) async -> String {
    do throws(AccountDeletionError) {
      let answer = try await (other ?? manager).deleteAccount(
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
      return switch answer {
      case .deleted: "deleted"
      case .declined(let data): "declined: \(data)"
      case .sessionEnded: "sessionEnded"
      }
    } catch {
      if case .notConfirmed(let why) = error.reason { return "notConfirmed: \(why)" }
      return String("\(error.reason)".prefix { $0 != "(" })
    }
  }

  private func outcome(
    with other: Manager? = nil,
    _ answer: @escaping @Sendable (String) async throws -> AccountDeletion<String>
  ) async -> String {
    await outcome(with: other, answering: answer, confirming: {})
  }

  private func outcome(
    with other: Manager? = nil, of error: (any Error)? = nil,
    confirming confirm: @escaping @Sendable () async throws -> Void = {}
  ) async -> String {
    await outcome(
      with: other,
      answering: { _ in
        if let error { throw error }
        return .deleted("done")
      }, confirming: confirm)
  }

  /// A manager whose session can be refreshed.
  private func refreshing(
    _ refresh: @escaping @Sendable (UserSession) async throws -> UserSession? = { _ in refreshed }
  ) async throws -> Manager {
    let manager = Manager(store: store, refresh: refresh)
    try await manager.logIn { UserSession(token: "ada-1", user: "ada", refreshToken: "refresh-1") }
    return manager
  }

  private static let refreshed = UserSession(
    token: "ada-2", user: "ada", refreshToken: "refresh-2")

  private var hasErased: Bool { taken.contains { $0.hasPrefix("erase") } }
  private var hasErasedAll: Bool {
    taken.suffix(2) == ["erase cache", "erase key"] && store.now.content == nil
  }

  // MARK: Success

  @Test func accountIsDeletedOnTheServerAndThenOnTheDevice() async throws {
    #expect(await outcome() == "deleted")
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

  // MARK: The confirmation

  /// Without an identity, the login may be that of another user.
  @Test(
    arguments: [
      ("ada", "ada", true), ("ada", "eve", false), (nil, nil, false), ("ada", nil, false),
      (nil, "ada", false),
    ] as [(String?, String?, Bool)])
  func loginOfAnUnknownUserDeletesNothing(
    before: String?, after: String?, isTheSame: Bool
  ) async throws {
    try await manager.logIn { UserSession(token: "one", user: before) }
    let outcome = await outcome(confirming: { [manager] in
      try await manager.logIn { UserSession(token: "two", user: after) }
    })
    #expect(outcome == (isTheSame ? "deleted" : "otherUser"))
    #expect(taken.dropFirst().first == (isTheSame ? "delete two with password" : nil))
    #expect(await manager.state.session?.token == (isTheSame ? nil : "two"))
    #expect((store.now.content == nil) == isTheSame)
  }

  @Test func sessionOfAnUnknownUserConfirmsItself() async throws {
    try await manager.logIn { UserSession(token: "one") }
    #expect(await outcome() == "deleted")
    #expect(taken.contains("delete one with password") && store.now.content == nil)
  }

  @Test func deletionWithoutConfirmationSendsNothing() async throws {
    #expect(
      await outcome(confirming: { throw CancellationError() })
        == "notConfirmed: CancellationError()")
    #expect(taken == ["confirm"] && store.now.content != nil)
  }

  /// The login gives the session the credential that the deletion needs.
  @Test func confirmationLogsInIfTheServerIssuesNoTokens() async throws {
    let manager = Manager(
      store: store,
      refresh: { _ in
        throw CredentialUnavailable(
          "", reason: .needsLogin(ServerRefusal(code: "login_required")))
      })
    try await manager.logIn {
      UserSession(
        token: "ada-1", user: "ada", refreshToken: "refresh-1", expiresAt: .distantPast)
    }
    await #expect(throws: CredentialUnavailable.self) { try await manager.credential() }
    let outcome = await outcome(
      with: manager,
      confirming: { try await manager.logIn { UserSession(token: "ada-2", user: "ada") } })
    #expect(outcome == "deleted")
    #expect(taken.contains("delete ada-2 with password") && store.now.content == nil)
  }

  @Test func signedOutUserHasNoAccountToDelete() async throws {
    try await manager.signOut()
    #expect(await outcome() == "notSignedIn" && taken == [])
  }

  @Test func secondTapDeletesNothing() async throws {
    let second = Shared("")
    let first = await outcome(confirming: {
      let other = await outcome()
      second.withLock { $0 = other }
    })
    #expect(first == "deleted" && second.withLock { $0 } == "inProgress")
    #expect(taken.count { $0.hasPrefix("delete") } == 1)
  }

  // MARK: The server's answer

  @Test func refusedDeletionErasesNothing() async throws {
    let content = store.now.content
    #expect(await outcome(of: Self.refused) == "refused")
    #expect(await outcome { _ in .declined("no") } == "declined: no")
    #expect(!hasErased && store.now.content == content && content != nil)
    #expect(await manager.state.session?.token == "ada-1")
  }

  @Test func refusedSessionAloneErasesNothing() async throws {
    #expect(await outcome(of: Self.unauthorized) == "refused")
    #expect(!hasErased)
    // As after any other call.
    #expect(await manager.state == .signedOut(.ended))
    #expect(await outcome() == "notSignedIn")
  }

  /// Only the app knows how far the call of its closure got.
  @Test(arguments: [lost, URLError(.timedOut)] as [any Error])
  func unknownOutcomeErasesNothingAndIsRepeatedWithTheSameConfirmation(
    error: any Error
  ) async throws {
    let content = store.now.content
    #expect(await outcome(of: error) == "unknownOutcome")
    #expect(store.now.content == content)
    #expect(await outcome() == "deleted")
    #expect(
      taken == [
        "confirm", "delete ada-1 with password", "delete ada-1 with password", "erase cache",
        "erase key",
      ])
  }

  @Test func deletionThatMayHaveTakenEffectIsNotSentAgain() async throws {
    let error = RequestError(
      .decoding(ResponseDecodingError(.null, path: ["a"], expected: "a value")),
      progress: .responded, operationName: "DeleteAccount", httpStatus: 401)
    #expect(await outcome(with: try refreshing(), of: error) == "unknownOutcome")
    #expect(taken == ["confirm", "delete ada-1 with password"])
  }

  // MARK: A refused credential

  @Test func deletionIsSentAgainWithAnotherCredential() async throws {
    let outcome = await outcome(with: try refreshing()) { token in
      if token == "ada-1" { throw Self.unauthorized }
      return .deleted("done")
    }
    #expect(outcome == "deleted")
    #expect(
      taken == [
        "confirm", "delete ada-1 with password", "delete ada-2 with password", "erase cache",
        "erase key",
      ])
  }

  /// Another call has refreshed the session during the deletion, so the account is there.
  @Test func refusalOfAReplacedCredentialErasesNothing() async throws {
    let manager = try await refreshing()
    _ = await outcome(with: manager, of: Self.lost)
    let outcome = await outcome(with: manager) { token in
      guard token == "ada-1" else { throw Self.lost }
      _ = try await manager.refreshedSession()
      throw Self.unauthorized
    }
    #expect(outcome == "unknownOutcome")
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
    _ = await outcome(with: manager, of: Self.lost)
    #expect(await outcome(with: manager, of: Self.unauthorized) == "unknownOutcome")
    #expect(!hasErased && store.now.content != nil)
    isOffline.withLock { $0 = false }
    #expect(await outcome(with: manager) == "deleted")
    #expect(taken.count { $0 == "confirm" } == 1 && store.now.content == nil)
  }

  // MARK: The end of the session

  /// The server has deleted the account, and its session with it.
  @Test(arguments: ["the credential", "a new credential", "another call"])
  func refusedSessionAfterAnUnknownOutcomeErasesTheDevice(refused: String) async throws {
    let manager = refused == "a new credential" ? try await refreshing() : manager
    _ = await outcome(with: manager, of: Self.lost)
    if refused == "another call" {
      await manager.sessionHasEnded(UserSession(token: "ada-1").credential)
    }
    #expect(await outcome(with: manager, of: Self.unauthorized) == "sessionEnded")
    #expect(hasErasedAll && taken.count { $0 == "confirm" } == 1)
    #expect(
      taken.count { $0.hasPrefix("delete") }
        == ["the credential": 2, "a new credential": 3, "another call": 1][refused])
  }

  /// The server refuses the refresh token of the deleted account.
  @Test func refusedRefreshAfterAnUnknownOutcomeErasesTheDevice() async throws {
    let now = Shared(Date(timeIntervalSince1970: 1_800_000_000))
    let manager = Manager(
      store: store,
      refresher: SessionRefresher(now: { now.withLock { $0 } }, refresh: { _ in nil }))
    try await manager.logIn {
      UserSession(
        token: "ada-1", user: "ada", refreshToken: "refresh-1",
        expiresAt: now.withLock { $0 + 60 })
    }
    #expect(await outcome(with: manager, of: Self.lost) == "unknownOutcome")
    now.withLock { $0 += 61 }
    #expect(await outcome(with: manager, of: Self.lost) == "sessionEnded")
    #expect(hasErasedAll && taken.count { $0.hasPrefix("delete") } == 1)
  }

  /// The confirmation may have expired. Without a network, there is no answer.
  @Test func refusalOfTheSecondAttemptAsksTheUserAgain() async throws {
    for error in [Self.lost, Self.error(.notSent(.noSession), .notSent), Self.refused] {
      _ = await outcome(of: error)
    }
    #expect(taken.count { $0 == "confirm" } == 1)
    _ = await outcome(of: Self.refused)
    #expect(taken.count { $0 == "confirm" } == 2)
  }

  /// The server may not find the user of the first attempt, or count requests.
  @Test(arguments: [refused, status(403), status(429), error(.notSent(.noSession), .notSent)])
  func refusalOfTheSecondAttemptLeavesTheOutcomeUnknown(_ error: RequestError) async throws {
    _ = await outcome(of: Self.lost)
    #expect(await outcome(of: error) == "unknownOutcome")
    let cancelled = await outcome(of: error, confirming: { throw CancellationError() })
    #expect(cancelled == "unknownOutcome" && !hasErased)
    await manager.sessionHasEnded(UserSession(token: "ada-1").credential)
    #expect(await outcome() == "sessionEnded")
  }

  @Test func confirmationIsNotKeptLongerThanTheSession() async throws {
    _ = await outcome(of: Self.lost)
    #expect(await manager.unknownDeletion?.confirmation != nil)
    await manager.sessionHasEnded(UserSession(token: "ada-1").credential)
    let ended = await manager.unknownDeletion
    #expect(ended != nil && ended?.confirmation == nil)
    try await manager.logIn { UserSession(token: "ada-2", user: "ada") }
    _ = await outcome(of: Self.lost)
    try await manager.signOut()
    #expect(await manager.unknownDeletion == nil)
  }

  @Test func unknownOutcomeIsNotRepeatedForAnotherUser() async throws {
    _ = await outcome(of: Self.lost)
    try await manager.logIn { UserSession(token: "eve-1", user: "eve") }
    #expect(await outcome(of: Self.unauthorized) == "refused")
    #expect(taken.count { $0 == "confirm" } == 2 && !hasErased)
  }

  @Test func endOfAnotherUsersSessionIsNoDeletion() async throws {
    _ = await outcome(of: Self.lost)
    try await manager.logIn { UserSession(token: "eve-1", user: "eve") }
    await manager.sessionHasEnded(UserSession(token: "eve-1").credential)
    #expect(await outcome() == "notSignedIn")
    #expect(!hasErased)
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
    _ = await outcome(of: Self.lost)
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
    let remaining = try await remaining(erasing: [part("cache"), part("key")]) { [manager] in
      try await manager.logIn { UserSession(token: "eve-1", user: "eve") }
    }
    #expect(remaining.data.map(\.name) == ["cache", "key"])
    #expect("\(remaining)".contains("cache (another login has begun)"))
    #expect(remaining.failureReason == "You signed in with a different account.")
    await #expect(throws: RemainingData.self) { try await remaining.data.eraseAll() }
    #expect(!hasErased)
    #expect(await manager.state.session?.user == "eve" && store.now.content != nil)
    try await manager.signOut()
    try await remaining.data.eraseAll()
    #expect(hasErasedAll)
  }

  @Test func loginWhileThePartsAreErasedKeepsTheRest() async throws {
    let login = LocalData("cache") { [manager] in
      try await manager.logIn { UserSession(token: "eve-1", user: "eve") }
    }
    let remaining = try await remaining(erasing: [login, part("key")])
    #expect(remaining.data.map(\.name) == ["key"] && taken == [])
  }

  /// What is left after a deletion that another login interrupts.
  private func remaining(
    erasing parts: [LocalData], onServer: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> RemainingData {
    let failed = await #expect(throws: AccountDeletionError.self) {
      try await manager.deleteAccount(
        erasing: parts, confirming: {},
        onServer: { _, _ in
          try await onServer()
          return .deleted(())
        })
    }
    guard case .notErased(let remaining)? = failed?.reason else { throw CancellationError() }
    return remaining
  }

  /// An app extension has stored another session.
  @Test func loginOfAnotherProcessDuringTheDeletionStays() async throws {
    let store = InMemoryStore()
    let (app, widget) = (Manager(store: store), Manager(store: store))
    try await app.logIn { UserSession(token: "ada-1", user: "ada") }
    let outcome = await outcome(with: app) { _ in
      try await widget.logIn { UserSession(token: "eve-1", user: "eve") }
      return .deleted("done")
    }
    #expect(outcome == "notErased" && !hasErased)
    #expect(await app.state.session?.user == "eve")
    #expect(await Manager(store: store).state.session?.user == "eve")
  }

  @Test func loginOfAnotherProcessDuringTheErasureStays() async throws {
    let store = OvertakenStore()
    let app = Manager(store: store)
    try await Manager(store: store).logIn { UserSession(token: "eve-1", user: "eve") }
    let other = store.base.read()
    try await app.logIn { UserSession(token: "ada-1", user: "ada") }
    let outcome = await outcome(with: app) { _ in
      store.next.withLock { $0 = other }
      return .deleted("done")
    }
    #expect(outcome == "notErased" && store.base.read() == other)
    #expect(await app.state.session?.user == "eve")
  }

  /// A refresh by another process has changed the stored session of the same login.
  @Test func sessionThatAnotherProcessHasRefreshedIsErased() async throws {
    let store = InMemoryStore()
    let (app, widget) = (
      Manager(store: store), Manager(store: store, refresh: { _ in Self.refreshed })
    )
    try await app.logIn { UserSession(token: "ada-1", user: "ada", refreshToken: "refresh-1") }
    let outcome = await outcome(with: app) { _ in
      _ = try await widget.refreshedSession()
      return .deleted("done")
    }
    #expect(outcome == "deleted")
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
