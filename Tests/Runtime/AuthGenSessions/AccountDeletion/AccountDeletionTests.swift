// Tests the deletion of an account: the order of its steps, and what each failure leaves.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenSessions

@Suite(.timeLimit(.minutes(5))) struct AccountDeletionTests {
  @Test(arguments: RecordedCase.scripts("deletions"))
  func accountIsErasedAfterItsDeletion(_ script: RecordedCase) async throws {
    try await script.run(in: try await ScriptedDeletions())
  }

  @Test(arguments: RecordedCase.scripts("unknown-deletions"))
  func unknownOutcomeErasesNothingUntilTheSessionEnds(_ script: RecordedCase) async throws {
    try await script.run(in: try await ScriptedDeletions())
  }

  @Test(arguments: RecordedCase.scripts("deletions-and-logins"))
  func deletionTouchesNothingOfAnotherLogin(_ script: RecordedCase) async throws {
    try await script.run(in: try await ScriptedDeletions())
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

/// A session that says who the user is: the token `ada-1` is Ada's, and the user of `?-1` is unknown.
private struct UserSession: StoredSession {
  let token: Secret
  var expiresAt: Date?

  init(_ token: String, expiresAt: Date? = nil) {
    self.token = Secret(token)
    self.expiresAt = expiresAt
  }

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
  var refreshToken: Secret? { token }
  var userIdentity: String? {
    let user = token.reveal().prefix { $0 != "-" }
    return user == "?" ? nil : String(user)
  }
}

/// Ada is signed in, and has a cache and a key on the device.
private actor ScriptedDeletions: Scripted {
  private typealias Manager = SessionManager<UserSession>

  private let store = FakeStore()
  private let now = Shared(Date(timeIntervalSince1970: 1_800_000_000))
  /// The token after a refresh, or why there is none.
  private let refreshed = Shared("")
  private var canRefresh = false
  private var manager: Manager
  /// Another process.
  private let widget: Manager
  private var steps: [String] = []
  private var confirmations = 0
  private var deletion: Task<String, Never>?
  private var failure: AccountDeletionError?

  init() async throws {
    manager = Manager(store: store)
    widget = Manager(store: store, refresh: { _ in UserSession("ada-2") })
    try await manager.logIn { UserSession("ada-1") }
  }

  func result(of command: [String]) async throws -> String {
    let argument = command.last ?? ""
    switch command[0] {
    case "login": try await manager.logIn { UserSession(argument) }
    case "shortLogin":
      let end = now.withLock { $0 + 60 }
      try await manager.logIn { UserSession(argument, expiresAt: end) }
    case "refresh": refresh(argument)
    case "minutePasses": now.withLock { $0 += 61 }
    case "logout": return shown(try await manager.signOut())
    case "ends": await manager.sessionHasEnded(UserSession(argument).credential)
    case "credential": return "\(try await manager.credential()?.token.reveal() ?? "none")"
    case "state": return shown(await manager.state)
    case "stored":
      return store.now.content == nil ? "nothing" : shown(await Manager(store: store).state)
    case "storeIsLocked": store.now.failure = .unavailable
    case "storeWorks": store.now.failure = nil
    case "kept":
      guard let unknown = await manager.unknownDeletion else { return "nothing" }
      return unknown.confirmation == nil ? "the attempt" : "the attempt and its confirmation"
    case "description": return failure?.description ?? "none"
    case "message": return failure?.localizedDescription ?? "none"
    case "reason": return remaining?.failureReason ?? "none"
    case "eraseTheRest": return try await eraseTheRest()
    default:
      let words = Array(command.dropFirst())
      deletion = Task { await delete(words) }
      return await deletion?.value ?? ""
    }
    return "done"
  }

  private func refresh(_ mode: String) {
    refreshed.withLock { $0 = mode }
    let refresh: @Sendable (UserSession) async throws -> UserSession? = { [refreshed] _ in
      switch refreshed.withLock({ $0 }) {
      case "ends": return nil
      case "fails": throw URLError(.notConnectedToInternet)
      case "needsLogin":
        throw CredentialUnavailable(
          "", reason: .needsLogin(ServerRefusal(code: "login_required")))
      case let token: return UserSession(token)
      }
    }
    guard !canRefresh else { return }
    canRefresh = true
    manager = Manager(
      store: store,
      refresher: SessionRefresher(now: { [now] in now.withLock { $0 } }, refresh: refresh))
  }

  private func shown(_ session: UserSession?) -> String { session?.token.reveal() ?? "none" }

  private func shown(_ state: SessionState<UserSession>) -> String {
    state.session.map { shown($0) } ?? "\(state)"
  }

  // MARK: A deletion

  /// The words say what happens: `confirm:` at the confirmation, `erase:` at the erasure, and all others on
  /// the server, in their order.
  ///
  /// - Returns: the outcome and the steps.
  private func delete(_ words: [String]) async -> String {
    func arguments(_ prefix: String) -> [String] {
      words.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }
    steps = []
    let outcome = await outcome(
      confirming: arguments("confirm:").first, erasing: arguments("erase:").first,
      onServer: words.filter { !$0.hasPrefix("confirm:") && !$0.hasPrefix("erase:") })
    return ([outcome] + steps).joined(separator: ", ")
  }

  private func outcome(
    confirming: String?, erasing: String?, onServer words: [String]
  ) async -> String {
    failure = nil
    let answers = Shared(words)
    do throws(AccountDeletionError) {
      let answer = try await manager.deleteAccount(
        erasing: ["cache", "key"].map { part in
          LocalData(part) { try await self.erase(part, erasing) }
        },
        confirming: { try await self.confirm(confirming) },
        onServer: { session, confirmation in
          await self.note("send \(session.token.reveal()) \(confirmation)")
          return try await self.answer(answers)
        })
      switch answer {
      case .deleted: return "deleted"
      case .declined(let data): return "declined \(data)"
      case .sessionEnded: return "sessionEnded"
      }
    } catch {
      if case .notConfirmed(let why) = error.reason { return "notConfirmed: \(why)" }
      failure = error
      let reason = String("\(error.reason)".prefix { $0 != "(" })
      guard let remaining else { return reason }
      let answer = error.answer.map { "\($0)" } ?? "none"
      return "\(reason) after \(answer): \(remaining.data.map(\.name))"
    }
  }

  private func note(_ step: String) { steps.append(step) }

  private func confirm(_ action: String?) async throws -> String {
    note("confirm")
    confirmations += 1
    let number = confirmations
    switch action {
    case nil: break
    case "cancel": throw CancellationError()
    case "secondTap":
      let second = await outcome(confirming: nil, erasing: nil, onServer: ["ok"])
      note("second tap \(second)")
    case let token?: try await manager.logIn { UserSession(token) }
    }
    return "password-\(number)"
  }

  private func answer(_ answers: Shared<[String]>) async throws -> AccountDeletion<String> {
    while let word = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      switch word {
      case "ok": return .deleted("done")
      case "no": return .declined("no")
      case "timeout": throw URLError(.timedOut)
      case "lost": throw error(.transport(TransportError(.connectionLost, wasSent: true)), .sent)
      case "notSent": throw error(.notSent(.noSession), .notSent)
      case "refused": throw error(.graphQL([GraphQLError(message: "no")]), .responded)
      case "unreadable":
        throw RequestError(
          .decoding(ResponseDecodingError(.null, path: ["a"], expected: "a value")),
          progress: .responded, operationName: "DeleteAccount", httpStatus: 401)
      case "refresh": _ = try await manager.refreshedSession()
      case "widgetRefresh": _ = try await widget.refreshedSession()
      case "cancelTask":
        deletion?.cancel()
        if Task.isCancelled { note("cancelled") }
      case let word where word.hasPrefix("login:"):
        try await manager.logIn { UserSession(String(word.dropFirst(6))) }
      case let word where word.hasPrefix("widgetLogin:"):
        try await widget.logIn { UserSession(String(word.dropFirst(12))) }
      case let word where word.hasPrefix("soonLogin:"):
        let other = InMemoryStore()
        try await Manager(store: other).logIn { UserSession(String(word.dropFirst(10))) }
        store.now.next = other.read()
      case let status:
        let failure = HTTPFailure(
          status: Int(status) ?? 0, mediaType: nil, bodySize: 0, retryAfter: nil)
        throw error(.httpStatus(failure), .responded)
      }
    }
    throw UnknownCommand()
  }

  private func error(
    _ reason: RequestError.Reason, _ progress: RequestError.Progress
  ) -> RequestError {
    RequestError(reason, progress: progress, operationName: "DeleteAccount")
  }

  // MARK: The erasure

  private func erase(_ part: String, _ action: String?) async throws {
    if part == "cache", let action, action != "keyFails" {
      try await manager.logIn { UserSession(action) }
    }
    // The session is erased first: calls under way could otherwise fill the cache again.
    let session = await manager.state.session
    note("erase \(part)\(session == nil ? "" : " while \(shown(session)) is signed in")")
    if part == "key", action == "keyFails" { throw StoreError(.noSpace) }
  }

  private var remaining: RemainingData? {
    if case .notErased(let remaining)? = failure?.reason { remaining } else { nil }
  }

  private func eraseTheRest() async throws -> String {
    steps = []
    do { try await #require(remaining).data.eraseAll() } catch let error as RemainingData {
      return (["left \(error.data.map(\.name))"] + steps).joined(separator: ", ")
    }
    return (["all"] + steps).joined(separator: ", ")
  }
}
