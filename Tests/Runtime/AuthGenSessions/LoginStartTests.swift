// Tests that a step which begins under one login never ends under another. The interruption comes inside the
// step: while its request or its question to the user is under way.

@_spi(Generated) import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoginStartTests {
  /// What comes between two requests of a step. `Elsewhere` is another process with the same store.
  enum Interruption: CaseIterable {
    case none, login, logout, loginElsewhere, logoutElsewhere
  }

  enum Step: CaseIterable {
    case logIn, logInOperation, refreshBeforeNewTokens, newTokens
    case gateOfDeletion, confirmationOfDeletion, deletion
    case gateOfCall, logOut
  }

  struct User: StoredSession {
    let token: Secret
    let user: String
    var refreshToken: Secret?
    var expiresAt: Date?

    init(_ token: String, of user: String, isExpired: Bool = false) {
      self.token = Secret(token)
      self.user = user
      refreshToken = Secret("refresh \(user)")
      expiresAt = isExpired ? .distantPast : nil
    }

    var credential: Credential { Credential(scheme: "Bearer", token: token) }
    var userIdentity: String? { user }
  }

  private struct LogIn: LogInOperation {
    static let definition = OperationDefinition(
      .mutation, "LogIn", document: "mutation LogIn { token }")
    typealias Data = TokenData

    func encode(into fields: FieldWriter) {}

    static func session(of data: Data, _ response: TokenResponse, after former: User?) -> User? {
      User(data.token.reveal(), of: "late")
    }
  }

  private struct ChangePassword: TokenReplacingOperation {
    static let definition = OperationDefinition(
      .mutation, "ChangePassword", document: "mutation ChangePassword { token }")
    typealias Data = TokenData

    func encode(into fields: FieldWriter) {}

    static func session(of data: Data, _ response: TokenResponse, after former: User?) -> User? {
      User(data.token.reveal(), of: former?.user ?? "unknown")
    }
  }

  /// Two processes with one store, and the server.
  private final class World: Sendable {
    let base = InMemoryStore()
    let gate: StoreGate
    let sessions: SessionManager<User>
    let elsewhere: SessionManager<User>
    /// What the server receives, with the credential.
    let received = Shared<[String]>([])
    let revoked = Shared<[User]>([])
    let client: GraphQLClient
    private let interruption: Interruption
    private let hasCome = Shared(true)

    init(_ interruption: Interruption) throws {
      self.interruption = interruption
      let pause = Shared<(@Sendable () async -> Void)?>(nil)
      gate = StoreGate { await pause.withLock { $0 }?() }
      let revoked = revoked
      sessions = SessionManager(
        store: GatedStore(base, gate: gate),
        refresh: { session in
          await pause.withLock { $0 }?()
          return User("\(session.token.reveal()) refreshed", of: session.user)
        }, revoke: { session in revoked.withLock { $0.append(session) } })
      elsewhere = SessionManager(store: base)
      client = try scriptedClient(
        InMemoryTransport { [received] request in
          received.withLock { $0.append(request.headers["Authorization"] ?? "no credential") }
          await pause.withLock { $0 }?()
          return .json(#"{"data": {"token": "late"}}"#)
        })
      pause.withLock { $0 = { [weak self] in await self?.interrupt() } }
    }

    /// From now on, the interruption comes.
    func begin() { hasCome.withLock { $0 = false } }

    /// Comes once: the first request of a step is the one that matters.
    func interrupt() async {
      guard
        hasCome.withLock({ hasCome in
          defer { hasCome = true }
          return !hasCome
        })
      else { return }
      switch interruption {
      case .login: _ = try? await sessions.logIn { User("ben", of: "ben") }
      case .logout: _ = try? await sessions.signOut()
      case .loginElsewhere: _ = try? await elsewhere.logIn { User("ben", of: "ben") }
      case .logoutElsewhere: _ = try? await elsewhere.signOut()
      case .none: break
      }
    }
  }

  /// Makes a step under Ada's login.
  ///
  /// - Returns: whether it has had its effect.
  private func make(_ step: Step, in world: World, as ada: User) async throws -> Bool {
    let sessions = world.sessions
    switch step {
    case .logIn:
      try await sessions.logIn {
        await world.interrupt()
        return User("late", of: "late")
      }
      return true
    case .logInOperation:
      guard case .signedIn = try await sessions.logIn(LogIn(), with: world.client) else {
        return false
      }
      return true
    case .refreshBeforeNewTokens, .newTokens:
      let result = try await sessions.replaceTokens(ChangePassword(), with: world.client)
      guard case .signedIn = result else { return false }
      return true
    case .gateOfDeletion, .confirmationOfDeletion, .deletion:
      try await sessions.deleteAccount(
        confirming: { if step == .confirmationOfDeletion { await world.interrupt() } },
        onServer: { session, _ in
          world.received.withLock { $0.append("Bearer \(session.token.reveal())") }
          await world.interrupt()
          return .deleted(())
        })
      return true
    case .gateOfCall: return try await sessions.credential() == ada.credential
    case .logOut:
      await sessions.logOut { session async throws(RequestError) -> Void? in
        world.received.withLock { $0.append("Bearer \(session.token.reveal())") }
        await world.interrupt()
        return ()
      }
      return true
    }
  }

  @Test(arguments: Step.allCases, Interruption.allCases)
  func stepEndsUnderItsLoginOrNotAtAll(_ step: Step, _ interruption: Interruption) async throws {
    let world = try World(interruption)
    let ada = User("ada", of: "ada", isExpired: step == .refreshBeforeNewTokens)
    try await world.sessions.logIn { ada }
    try await world.gate.open()
    if [.gateOfDeletion, .gateOfCall].contains(step) { world.gate.close() }
    world.begin()
    let result: Result<Bool, any Error>
    do { result = .success(try await make(step, in: world, as: ada)) } catch {
      result = .failure(error)
    }
    await world.sessions.settle()

    // A request is sent with Ada's credential, or not at all, and an error knows it. Only the app knows what
    // the closure of a login has sent.
    let received = world.received.withLock { $0 }
    if case .failure(let error as RequestError) = result, step != .logIn {
      #expect((error.progress == .notSent) == received.isEmpty)
    }
    #expect(received.allSatisfy { $0.hasPrefix("Bearer ada") || $0 == "no credential" })
    // Ben stays signed in, and a logout is not undone.
    let stored = await SessionManager<User>(store: world.base).state.session?.user
    if interruption != .none { #expect(stored == (interruption.isLogin ? "ben" : nil)) }
    let revoked = world.revoked.withLock { $0 }
    #expect(!revoked.contains { $0.user == "ben" })
    // New tokens replace those with which the change began.
    let late = User("late", of: step == .newTokens ? "ada" : "late")
    let outcome = Outcome(
      isDone: (try? result.get()) ?? false, isSent: !received.isEmpty,
      isLateRevoked: revoked.contains(late))
    #expect(!revoked.contains { $0.token == "late" && $0 != late })
    #expect(outcome == expected(of: step, after: interruption))
  }

  struct Outcome: Equatable {
    var isDone: Bool
    var isSent: Bool
    var isLateRevoked = false
  }

  private func expected(of step: Step, after interruption: Interruption) -> Outcome {
    let isOver = interruption != .none
    return switch step {
    case .logIn: Outcome(isDone: !isOver, isSent: false, isLateRevoked: isOver)
    case .logInOperation, .newTokens: Outcome(isDone: !isOver, isSent: true, isLateRevoked: isOver)
    case .refreshBeforeNewTokens, .gateOfDeletion: Outcome(isDone: !isOver, isSent: !isOver)
    case .gateOfCall: Outcome(isDone: !isOver, isSent: false)
    case .confirmationOfDeletion:
      // A process uses its session without reading the store.
      Outcome(isDone: !interruption.isHere, isSent: !interruption.isHere)
    case .deletion, .logOut: Outcome(isDone: true, isSent: true)
    }
  }
}

extension LoginStartTests.Interruption {
  var isLogin: Bool { [.login, .loginElsewhere].contains(self) }
  var isHere: Bool { [.login, .logout].contains(self) }
}
