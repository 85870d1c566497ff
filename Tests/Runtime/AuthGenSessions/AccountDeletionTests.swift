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
  private static let unauthorized = RequestError(
    .httpStatus(HTTPFailure(status: 401, mediaType: nil, bodySize: 0, retryAfter: nil)),
    progress: .responded, operationName: "DeleteAccount")

  /// Deletes the account with the confirmation "password".
  ///
  /// - Parameter result: the server's answer.
  @discardableResult
  private func delete(
    _ result: Result<AccountDeletion<String>, any Error> = .success(.deleted("done")),
    confirming confirm: @escaping @Sendable () async throws -> Void = {}
  ) async throws(AccountDeletionError) -> AccountDeletion<String> {
    try await manager.deleteAccount(
      erasing: [part("cache"), part("key")],
      confirming: {
        note("confirm")
        try await confirm()
        return "password"
      },
      onServer: { session, confirmation in
        note("delete \(session.token.reveal()) with \(confirmation)")
        return try result.get()
      })
  }

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
  }

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

  @Test func unknownOutcomeIsNotRepeatedForAnotherUser() async throws {
    _ = await failure(.failure(Self.lost))
    try await manager.signIn(UserSession(token: "eve-1", user: "eve"))
    let failed = await failure(.failure(Self.unauthorized))
    guard case .refused = failed else {
      Issue.record("\(failed as Any)")
      return
    }
    #expect(taken.count { $0 == "confirm" } == 2)
    #expect(await manager.state.session?.user == "eve")
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

  @Test(arguments: [
    (error(.notSent(.noSession), .notSent), false), (lost, true), (refused, false),
    (error(.cancelled, .sent), true), (error(.cancelled, .notSent), false),
    (unauthorized, false),
    (
      RequestError(
        .httpStatus(HTTPFailure(status: 502, mediaType: nil, bodySize: 0, retryAfter: nil)),
        progress: .responded, operationName: "DeleteAccount"), true
    ),
    (
      RequestError(
        .httpStatus(HTTPFailure(status: 200, mediaType: "text/html", bodySize: 9, retryAfter: nil)),
        progress: .responded, operationName: "DeleteAccount"), true
    ),
    (
      error(
        .decoding(ResponseDecodingError(.null, path: ["a"], expected: "a value")), .responded), true
    ),
  ])
  func requestMayHaveTakenEffect(_ error: RequestError, _ mayHave: Bool) {
    #expect(error.mayHaveTakenEffect == mayHave, "\(error)")
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
    guard case .notErased(let remaining) = failed?.reason else {
      Issue.record("\(failed as Any)")
      return
    }
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

  @Test func loginOfAnotherUserDuringTheDeletionStays() async throws {
    try await manager.deleteAccount(
      erasing: [part("cache")], confirming: {},
      onServer: { [manager] _, _ in
        try await manager.signIn(UserSession(token: "eve-1", user: "eve"))
        return .deleted(())
      })
    #expect(await manager.state.session?.user == "eve")
    #expect(taken == ["erase cache"] && store.now.content != nil)
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
