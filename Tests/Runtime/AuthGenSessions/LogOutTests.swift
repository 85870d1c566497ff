// Tests what a logout reports, and what follows if the server cannot be reached.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct LogOutTests {
  /// A clock whose waits end at once.
  private struct WaitlessClock: Clock {
    let waits: Shared<[Duration]>
    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      waits.withLock { $0.append(deadline - now) }
      try Task.checkCancellation()
    }
  }

  private let waits = Shared<[Duration]>([])
  /// The attempts to end a session on the server.
  private let attempts = AsyncStream<Int>.makeStream()
  private let count = Shared(0)

  private func manager(
    revoke: (@Sendable (TestSession) async throws -> Void)? = nil
  ) -> SessionManager<TestSession> {
    SessionManager(
      store: InMemoryStore(),
      refresher: SessionRefresher(revoke: revoke, clock: WaitlessClock(waits: waits)))
  }

  private static let offline = RequestError(
    .transport(TransportError(.cannotConnect, wasSent: false)), progress: .notSent,
    operationName: "LogOut")
  private static let refused = RequestError(
    .graphQL([GraphQLError(message: "no")]), progress: .answered, operationName: "LogOut")

  /// Fails some times, and succeeds then.
  private func end(failures: Int, with error: RequestError) async throws(RequestError) -> String? {
    let number = count.withLock { count in
      count += 1
      return count
    }
    attempts.continuation.yield(number)
    if number <= failures { throw error }
    return "done"
  }

  private func wait(forAttempt number: Int) async {
    for await attempt in attempts.stream where attempt == number { return }
  }

  @Test func resultOfTheServerIsHandedOver() async throws {
    let manager = manager()
    try await manager.signIn(TestSession("one"))
    let result = await manager.logOut { session throws(RequestError) in
      session.token.reveal() == "one" ? "success: false" : nil
    }
    #expect(result.data == "success: false" && result.serverError == nil)
    #expect(await manager.state == .signedOut(.loggedOut))
    let again = await manager.logOut { _ throws(RequestError) in "not called" }
    #expect(again.data == nil && again.serverError == nil && again.storeError == nil)
  }

  @Test func logoutWithoutANetworkIsTriedAgain() async throws {
    let manager = manager()
    try await manager.signIn(TestSession("one"))
    let result = await manager.logOut { _ throws(RequestError) in
      try await end(failures: 3, with: Self.offline)
    }
    #expect(result.data == nil && result.serverError != nil)
    #expect(await manager.state == .signedOut(.loggedOut))
    await wait(forAttempt: 4)
    let waits = waits.withLock { $0 }
    #expect(waits.count == 3)
    #expect(waits.allSatisfy { $0 > .milliseconds(500) && $0 <= .seconds(8) })
  }

  @Test func attemptsEnd() async throws {
    let manager = manager()
    try await manager.signIn(TestSession("one"))
    await manager.logOut { _ throws(RequestError) in
      try await end(failures: .max, with: Self.offline)
    }
    await wait(forAttempt: 10)
    for _ in 0..<100 { await Task.yield() }
    #expect(count.withLock { $0 } == 10)
    #expect(waits.withLock { $0.allSatisfy { $0 <= .seconds(64) } })
  }

  @Test func refusedLogoutIsNotTriedAgain() async throws {
    let manager = manager()
    try await manager.signIn(TestSession("one"))
    let result = await manager.logOut { _ throws(RequestError) in
      try await end(failures: .max, with: Self.refused)
    }
    #expect(result.serverError != nil)
    for _ in 0..<100 { await Task.yield() }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func replacedSessionIsRevokedWhenTheNetworkReturns() async throws {
    let manager = manager { session in
      guard session.token == "one" else { return }
      _ = try await end(failures: 2, with: Self.offline)
    }
    try await manager.signIn(TestSession("one"))
    try await manager.signIn(TestSession("two"))
    await wait(forAttempt: 3)
    #expect(await manager.state.session == TestSession("two"))
  }
}
