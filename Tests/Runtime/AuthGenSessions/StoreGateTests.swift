// Tests who asks the user before a stored session is used, and what a refusal means.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct StoreGateTests {
  /// Answers the questions, and counts them.
  private final class Person: Sendable {
    private let state = Shared((questions: 0, refusal: GateRefusal?.none))
    let hold: Gate?

    init(refusing refusal: GateRefusal? = nil, hold: Gate? = nil) {
      self.hold = hold
      state.withLock { $0.refusal = refusal }
    }

    var questions: Int { state.withLock { $0.questions } }

    func refuse(_ refusal: GateRefusal?) { state.withLock { $0.refusal = refusal } }

    func answer() async throws {
      let refusal = state.withLock { state in
        state.questions += 1
        return state.refusal
      }
      await hold?.pass()
      if let refusal { throw refusal }
    }
  }

  private let content = InMemoryStore()
  private let server = RotatingServer()

  /// A store with a session from an earlier run, and a closed gate.
  private func store(
    _ person: Person, expiresAt: Date? = nil
  ) async throws -> GatedStore {
    try await SessionManager<RotatingSession>(store: content).logIn {
      RotatingSession(1, expiresAt: expiresAt)
    }
    return GatedStore(content, gate: StoreGate { try await person.answer() })
  }

  private func gated(
    _ person: Person, expiresAt: Date? = nil,
    before: @escaping @Sendable () async -> Void = {}
  ) async throws -> (store: GatedStore, manager: SessionManager<RotatingSession>) {
    let store = try await store(person, expiresAt: expiresAt)
    return (store, server.manager(store, before: before))
  }

  /// A call that is held by the user's question.
  private func heldCall(
    of manager: SessionManager<RotatingSession>, by hold: Gate
  ) async -> Task<Credential?, any Error> {
    let call = Task { try await manager.credential() }
    await hold.holdsACaller()
    return call
  }

  /// What another process finds in the store.
  private var stored: RotatingSession? {
    get async { await SessionManager<RotatingSession>(store: content).state.session }
  }

  // MARK: Questions

  @Test func callAsksOnceBeforeTheSessionIsUsed() async throws {
    let person = Person()
    let (store, manager) = try await gated(person)
    for questions in 1...2 {
      #expect(person.questions == questions - 1)
      for _ in 0..<3 {
        #expect(try await manager.credential() == RotatingSession(1).credential)
      }
      #expect(try await manager.currentSession() == RotatingSession(1))
      #expect(person.questions == questions)
      store.gate?.close()
    }
  }

  @Test func concurrentCallsShareOneQuestion() async throws {
    let hold = Gate()
    let person = Person(hold: hold)
    let (_, manager) = try await gated(person)
    let calls = (0..<20).map { _ in Task { try await manager.credential() } }
    await hold.holdsACaller()
    hold.open()
    for call in calls { #expect(try await call.value == RotatingSession(1).credential) }
    #expect(person.questions == 1)
  }

  @Test func stateLogoutAndErasureNeverAsk() async throws {
    let person = Person()
    let (_, manager) = try await gated(person)
    #expect(await manager.state == .unavailable(StoreError(.gateIsClosed(.notAsked))))
    let states = manager.states
    #expect(
      await states.first { _ in true } == .unavailable(StoreError(.gateIsClosed(.notAsked))))
    let result = await manager.logOut { session throws(RequestError) in
      Issue.record("\(session)")
      return ()
    }
    #expect(result.storeError?.reason == .gateIsClosed(.notAsked))
    #expect(content.read() == nil)
    #expect(await manager.state == .signedOut(.loggedOut))

    let erased = try await self.store(person)
    try await [LocalData.store(erased, named: "session")].eraseAll()
    #expect(content.read() == nil)
    #expect(person.questions == 0)
  }

  @Test func emptyStoreAsksNothing() async throws {
    let person = Person()
    let store = GatedStore(content, gate: StoreGate { try await person.answer() })
    let manager = server.manager(store)
    #expect(try await manager.credential() == nil)
    #expect(await manager.state == .signedOut(.noSession))
    #expect(person.questions == 0)
  }

  @Test func callsAfterALoginAskNothing() async throws {
    let person = Person(refusing: .cancelled)
    let (store, manager) = try await gated(person)
    await #expect(throws: CredentialUnavailable.self) { try await manager.credential() }
    try await manager.logIn { RotatingSession(5) }
    #expect(try await manager.credential() == RotatingSession(5).credential)
    #expect(await !manager.isBehindClosedGate)
    #expect(person.questions == 1)
    store.gate?.close()
    person.refuse(nil)
    #expect(try await manager.credential() == RotatingSession(5).credential)
    #expect(person.questions == 2)
  }

  /// The store has to be read.
  @Test func firstRefreshAfterALoginAsks() async throws {
    let person = Person(refusing: .cancelled)
    let (_, manager) = try await gated(person)
    await #expect(throws: CredentialUnavailable.self) { try await manager.credential() }
    person.refuse(nil)
    try await manager.logIn { RotatingSession(1, expiresAt: .distantPast) }
    // The login has forgotten that the user declined.
    #expect(try await manager.credential() == RotatingSession(2).credential)
    #expect(person.questions == 2)
  }

  @Test func loginToOneAccountDoesNotOpenASharedGate() async throws {
    let person = Person()
    let store = try await store(person)
    let gate = try #require(store.gate)
    let other = SessionManager<TestSession>(store: GatedStore(InMemoryStore(), gate: gate))
    try await other.logIn { TestSession("other") }
    #expect(!gate.isOpen)
    #expect(try await other.currentSession() == TestSession("other"))
    #expect(person.questions == 0)
    #expect(try await server.manager(store).credential() == RotatingSession(1).credential)
    #expect(person.questions == 1)
  }

  /// A login that could not be stored is stored later.
  @Test func readingTheStateOpensNoGate() async throws {
    let medium = FakeStore()
    let gate = StoreGate { throw GateRefusal.cancelled }
    let manager = SessionManager<RotatingSession>(store: GatedStore(medium, gate: gate))
    medium.now.writesFail = true
    await #expect(throws: StoreError.self) { try await manager.logIn { RotatingSession(1) } }
    gate.close()
    medium.now.writesFail = false
    #expect(await manager.state == .signedIn(RotatingSession(1)))
    #expect(medium.now.content != nil)
    #expect(!gate.isOpen)
    await #expect(throws: CredentialUnavailable.self) { try await manager.credential() }
  }

  @Test func loginThatIsNotStoredIsNotUsedBehindAClosedGate() async throws {
    let person = Person(refusing: .cancelled)
    let medium = FakeStore()
    let gate = StoreGate { try await person.answer() }
    let manager = SessionManager<RotatingSession>(store: GatedStore(medium, gate: gate))
    medium.now.writesFail = true
    await #expect(throws: StoreError.self) { try await manager.logIn { RotatingSession(1) } }
    #expect(try await manager.credential() == RotatingSession(1).credential)
    gate.close()
    await #expect(throws: CredentialUnavailable.self) { try await manager.credential() }
    #expect(person.questions == 1)
    person.refuse(nil)
    try await gate.open()
    #expect(try await manager.credential() == RotatingSession(1).credential)
  }

  /// Such as an item for the fingerprints that were set up before.
  @Test(arguments: [false, true]) func lostItemEndsTheSessionInMemory(
    _ isLostDuringTheQuestion: Bool
  ) async throws {
    let content = content
    let person = Person()
    _ = try await store(person)
    let gate = StoreGate {
      try await person.answer()
      if isLostDuringTheQuestion, person.questions == 2 { content.remove() }
    }
    let manager = server.manager(GatedStore(content, gate: gate))
    #expect(try await manager.credential() == RotatingSession(1).credential)
    gate.close()
    if !isLostDuringTheQuestion { content.remove() }
    #expect(try await manager.credential() == nil)
    #expect(await manager.state == .signedOut(.noSession))
    #expect(person.questions == (isLostDuringTheQuestion ? 2 : 1))
  }

  @Test func sessionIsBehindAClosedGateUntilTheUserAnswers() async throws {
    let store = try await store(Person())
    let manager = server.manager(store)
    #expect(await manager.isBehindClosedGate)
    _ = try await manager.credential()
    #expect(await !manager.isBehindClosedGate)
    store.gate?.close()
    #expect(await manager.isBehindClosedGate)
    // The state does not say so.
    #expect(await manager.state == .signedIn(RotatingSession(1)))
    try await manager.signOut()
    #expect(await !manager.isBehindClosedGate)
  }

  @Test func deletionOfAnAccountAsks() async throws {
    let person = Person()
    let (_, manager) = try await gated(person)
    let answer = try await manager.deleteAccount(confirming: {}) { session, _ in
      #expect(session == RotatingSession(1))
      return .deleted("done")
    }
    guard case .deleted("done") = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(person.questions == 1)
    #expect(content.read() == nil)
  }

  @Test func refreshIsStoredWithoutASecondQuestion() async throws {
    let person = Person()
    let (_, manager) = try await gated(person, expiresAt: .distantPast)
    #expect(try await manager.credential() == RotatingSession(2).credential)
    #expect(try await manager.refreshedSession() == RotatingSession(3))
    #expect(person.questions == 1)
    #expect(await stored == RotatingSession(3))
  }

  /// The app goes to the background during a refresh.
  @Test func refreshIsStoredIfTheGateIsClosedMeanwhile() async throws {
    let hold = Gate()
    let person = Person()
    let (store, manager) = try await gated(person, expiresAt: .distantPast) { await hold.pass() }
    let call = await heldCall(of: manager, by: hold)
    store.gate?.close()
    hold.open()
    #expect(try await call.value == RotatingSession(2).credential)
    #expect(await stored == RotatingSession(2))
  }

  /// The Keychain changes the item with the answer alone.
  @Test func answerIsKeptUntilTheRefreshIsStored() async throws {
    let hold = Gate()
    let steps = Shared<[String]>([])
    _ = try await store(Person(), expiresAt: .distantPast)
    let content = content
    let before = content.read()
    let gate = StoreGate(
      asking: {
        { steps.withLock { $0.append("answered") } }
      },
      whenClosed: {
        let isStored = content.read() != before
        steps.withLock { $0.append(isStored ? "forgotten after storing" : "forgotten") }
      })
    let manager = server.manager(GatedStore(content, gate: gate)) { await hold.pass() }
    let call = await heldCall(of: manager, by: hold)
    gate.close()
    #expect(steps.withLock { $0 } == ["answered"])
    hold.open()
    #expect(try await call.value == RotatingSession(2).credential)
    try await wait { steps.withLock { $0 } == ["answered", "forgotten after storing"] }
    #expect(!gate.isOpen)
  }

  // MARK: Refusals

  /// After a refusal by the user, calls do not ask again until the app does. If the system could not ask,
  /// such as in the background, the next call asks.
  @Test(
    arguments: [
      GateRefusal.cancelled, .failed, .lockedOut, .notEnrolled, .notInteractive,
    ], [true, false])
  func refusalKeepsTheSession(_ refusal: GateRefusal, isClosedAgain: Bool) async throws {
    let person = Person(refusing: refusal)
    let (store, manager) = try await gated(person)
    let before = content.read()
    for _ in 0..<(refusal == .cancelled ? 3 : 1) {
      let error = await #expect(throws: CredentialUnavailable.self) {
        try await manager.credential()
      }
      #expect(error?.reason == .gateIsClosed)
      #expect(error?.explanation == StoreError(.gateIsClosed(refusal)).description)
    }
    #expect(content.read() == before && person.questions == 1)
    #expect(await manager.state == .unavailable(StoreError(.gateIsClosed(.notAsked))))

    person.refuse(nil)
    if isClosedAgain { store.gate?.close() }
    if !isClosedAgain, refusal != .notInteractive { try await store.gate?.open() }
    #expect(try await manager.credential() == RotatingSession(1).credential)
    #expect(person.questions == 2)
  }

  @Test func answerToAClosedGateOpensNothing() async throws {
    let hold = Gate()
    let person = Person(hold: hold)
    let (store, manager) = try await gated(person)
    let call = await heldCall(of: manager, by: hold)
    store.gate?.close()
    hold.open()
    await #expect(throws: CredentialUnavailable.self) { try await call.value }
    #expect(store.gate?.isOpen == false)
  }

  @Test func cancelledCallLeavesTheQuestionToTheOthers() async throws {
    let hold = Gate()
    let person = Person(hold: hold)
    let (_, manager) = try await gated(person)
    let first = await heldCall(of: manager, by: hold)
    let second = Task { try await manager.credential() }
    first.cancel()
    let error = await #expect(throws: CredentialUnavailable.self) { try await first.value }
    #expect(error?.reason == .cancelled)
    hold.open()
    #expect(try await second.value == RotatingSession(1).credential)
    #expect(person.questions == 1)
  }

  /// At the start, no session is in memory.
  @Test(arguments: [true, false])
  func callIsNotSentForAUserWhoLogsInDuringTheQuestion(isAtTheStart: Bool) async throws {
    let hold = Gate()
    let (store, manager) = try await gated(Person(hold: hold))
    if !isAtTheStart {
      try await manager.logIn { RotatingSession(1) }
      store.gate?.close()
    }
    let call = await heldCall(of: manager, by: hold)
    try await manager.logIn { RotatingSession(7) }
    hold.open()
    #expect(try await call.value == nil)
    #expect(try await manager.credential() == RotatingSession(7).credential)
  }

  /// The user logs in, and dismisses the question.
  @Test func loginEndsTheQuestion() async throws {
    let hold = Gate()
    let person = Person(refusing: .cancelled, hold: hold)
    let (_, manager) = try await gated(person)
    let call = Task { try await manager.currentSession() }
    await hold.holdsACaller()
    try await manager.logIn { RotatingSession(7) }
    hold.open()
    #expect(try await call.value == RotatingSession(7))
    // The dismissal is no decision about the new session.
    person.refuse(nil)
    _ = try await manager.refreshedSession()
    #expect(person.questions == 2)
  }

  // MARK: Stores

  @Test func storesShareAGate() async throws {
    let person = Person()
    let gate = StoreGate { try await person.answer() }
    let stores = (0..<2).map { _ in InMemoryStore() }
    for (number, store) in stores.enumerated() {
      try await SessionManager<TestSession>(store: store).logIn { TestSession("token-\(number)") }
    }
    for (number, store) in stores.enumerated() {
      let manager = SessionManager<TestSession>(store: GatedStore(store, gate: gate))
      #expect(try await manager.currentSession() == TestSession("token-\(number)"))
    }
    #expect(person.questions == 1)
  }

  @Test func companionHasNoGate() async throws {
    try await withFolder { folder in
      let gate = StoreGate { throw GateRefusal.cancelled }
      let store = GatedStore(FileStore(url: folder.appending(path: "session")), gate: gate)
      let companion = try #require(store.companion("pending"))
      try companion.write(Data("login".utf8))
      #expect(companion.gate == nil)
      #expect(try companion.read() == Data("login".utf8))
      #expect(!gate.isOpen)
    }
  }

  @Test func gateIsNeverPrintedWithItsClosure() {
    let gate = StoreGate {}
    #expect("\(gate)" == "StoreGate")
    #expect(Mirror(reflecting: gate).children.isEmpty)
  }
}
