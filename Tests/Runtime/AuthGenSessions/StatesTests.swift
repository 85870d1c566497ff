// Tests the stream of a manager's states.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenSessions

@Suite(.timeLimit(.minutes(5))) struct StatesTests {
  typealias Manager = SessionManager<TestSession>

  @Test func streamStartsWithTheCurrentStateAndHasAllLaterOnes() async throws {
    let manager = Manager(store: InMemoryStore())
    var states = manager.states.makeAsyncIterator()
    #expect(await states.next() == .signedOut(.noSession))
    try await manager.logIn { TestSession("one") }
    // The same session: no new state.
    try await manager.logIn { TestSession("one") }
    try await manager.logIn { TestSession("two") }
    await manager.sessionHasEnded(Credential(scheme: "Opaque", token: "two"))
    try await manager.signOut()
    try await manager.signOut()
    try await manager.logIn { TestSession("three") }
    for expected: SessionState in [
      .signedIn(TestSession("one")), .signedIn(TestSession("two")), .signedOut(.ended),
      .signedOut(.loggedOut), .signedIn(TestSession("three")),
    ] { #expect(await states.next() == expected) }
    var late = manager.states.makeAsyncIterator()
    #expect(await late.next() == .signedIn(TestSession("three")))
  }

  @Test func changeRightAfterSubscribingIsReceived() async throws {
    for _ in 0..<200 {
      let manager = Manager(store: InMemoryStore())
      var states = manager.states.makeAsyncIterator()
      try await manager.logIn { TestSession("one") }
      #expect(await states.next() == .signedOut(.noSession))
      #expect(await states.next() == .signedIn(TestSession("one")))
    }
  }

  @Test func availableStoreIsReported() async throws {
    let store = FakeStore(try await stored(TestSession("one")), failing: .unavailable)
    let manager = Manager(store: store)
    var states = manager.states.makeAsyncIterator()
    #expect(await states.next() == .unavailable(StoreError(.unavailable)))
    store.now.failure = nil
    _ = await manager.state
    #expect(await states.next() == .signedIn(TestSession("one")))
  }

  @Test func streamsEndWithTheManager() async throws {
    var manager: Manager? = Manager(store: InMemoryStore())
    let streams = try (0..<3).map { _ in try #require(manager?.states) }
    try await manager?.logIn { TestSession("one") }
    manager = nil
    for stream in streams {
      var seen: [SessionState<TestSession>] = []
      for await state in stream { seen.append(state) }
      #expect(seen == [.signedOut(.noSession), .signedIn(TestSession("one"))])
    }
  }

  @Test func cancelledReaderIsRemovedAndOthersAreNot() async throws {
    let manager = Manager(store: InMemoryStore())
    var other = manager.states.makeAsyncIterator()
    #expect(await other.next() == .signedOut(.noSession))
    let begun = Shared(0)
    let reader = Task {
      for await _ in manager.states { begun.withLock { $0 += 1 } }
    }
    try await wait { begun.withLock { $0 } != 0 }
    #expect(manager.subscriberCount == 2)
    reader.cancel()
    await reader.value
    #expect(manager.subscriberCount == 1)
    try await manager.logIn { TestSession("one") }
    #expect(await other.next() == .signedIn(TestSession("one")))
    #expect(begun.withLock { $0 } == 1)
  }

  @Test func droppedStreamIsRemoved() async throws {
    let manager = Manager(store: InMemoryStore())
    for _ in 0..<10 { _ = manager.states }
    for await _ in manager.states { break }
    #expect(manager.subscriberCount == 0)
  }

  @Test func streamRetainsNeitherTheManagerNorTheStore() async throws {
    weak var store: InMemoryStore?
    let stream: AsyncStream<SessionState<TestSession>>
    do {
      let kept = InMemoryStore()
      store = kept
      stream = Manager(store: kept).states
    }
    for await state in stream { #expect(state == .signedOut(.noSession)) }
    // The task that started the stream may end a moment later.
    try await wait { store == nil }
  }

  @Test func allReadersSeeTheSameOrder() async throws {
    let manager = Manager(store: InMemoryStore())
    let readers = (0..<5).map { _ in
      let stream = manager.states
      return Task {
        var seen: [String] = []
        for await state in stream {
          let token = state.session?.token.reveal()
          seen.append(token ?? state.description)
          if token == "last" { break }
        }
        return seen
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for round in 0..<50 {
            // Another writer may be first.
            while (try? await manager.logIn { TestSession("\(writer).\(round)") }) == nil {}
            let credential = try? await manager.credential()
            if round.isMultiple(of: 7) { _ = try? await manager.signOut() }
            if round.isMultiple(of: 5), let credential {
              await manager.sessionHasEnded(credential)
            }
          }
        }
      }
    }
    try await manager.logIn { TestSession("last") }
    let first = try #require(readers.first)
    let order = await first.value
    for reader in readers { #expect(await reader.value == order) }
    // Each writer's sessions are in order and complete, and no state occurs twice in a row.
    for writer in 0..<8 {
      #expect(
        order.filter { $0.hasPrefix("\(writer).") } == (0..<50).map { "\(writer).\($0)" })
    }
    #expect(zip(order, order.dropFirst()).allSatisfy { $0 != $1 })
    #expect(order.first == "signed out: no session")
  }
}
