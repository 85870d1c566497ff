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
  private func store(_ person: Person, expiresAt: Date? = nil) async throws -> GatedStore {
    try await SessionManager<RotatingSession>(store: content).logIn {
      RotatingSession(1, expiresAt: expiresAt)
    }
    return GatedStore(content, gate: StoreGate { try await person.answer() })
  }

  private func gated(
    _ person: Person
  ) async throws -> (store: GatedStore, manager: SessionManager<RotatingSession>) {
    let store = try await store(person)
    return (store, server.manager(store))
  }

  /// A call that is held by the user's question.
  private func heldCall(
    of manager: SessionManager<RotatingSession>, by hold: Gate
  ) async -> Task<Credential?, any Error> {
    let call = Task { try await manager.credential() }
    await hold.holdsACaller()
    return call
  }

  // MARK: Questions

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
    // The answer counts for all stores of the gate.
    gate.close()
    #expect(try await other.currentSession() == TestSession("other"))
    #expect(try await server.manager(store).credential() == RotatingSession(1).credential)
    #expect(person.questions == 2)
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

  // MARK: Stores

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
