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
  /// The number of attempts to end a session on the server.
  private let count = Shared(0)

  private func manager() -> SessionManager<TestSession> {
    SessionManager(
      store: InMemoryStore(), refresher: SessionRefresher(clock: WaitlessClock(waits: waits)))
  }

  private static let offline = RequestError(
    .transport(TransportError(.cannotConnect, wasSent: false)), progress: .notSent,
    operationName: "LogOut")
  private static let refused = RequestError(
    .graphQL([GraphQLError(message: "no")]), progress: .responded, operationName: "LogOut")

  /// Fails some times, and succeeds then.
  private func end(failures: Int, with error: RequestError) async throws(RequestError) -> String? {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number <= failures { throw error }
    return "done"
  }

  @Test func serversResultIsReturned() async throws {
    let manager = manager()
    try await manager.logIn { TestSession("one") }
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
    try await manager.logIn { TestSession("one") }
    let result = await manager.logOut { _ throws(RequestError) in
      try await end(failures: 3, with: Self.offline)
    }
    #expect(result.data == nil && result.serverError != nil)
    #expect(await manager.state == .signedOut(.loggedOut))
    try await wait { count.withLock { $0 } >= 4 }
    let waits = waits.withLock { $0 }
    #expect(waits.count == 3)
    #expect(waits.allSatisfy { $0 > .milliseconds(500) && $0 <= .seconds(8) })
  }

  @Test func attemptsAreLimited() async throws {
    let manager = manager()
    try await manager.logIn { TestSession("one") }
    await manager.logOut { _ throws(RequestError) in
      try await end(failures: .max, with: Self.offline)
    }
    try await wait { count.withLock { $0 } >= 11 }
    for _ in 0..<100 { await Task.yield() }
    #expect(count.withLock { $0 } == 11)
    #expect(waits.withLock { $0.allSatisfy { $0 <= .seconds(64) } })
  }

  @Test func refusedLogoutIsNotTriedAgain() async throws {
    let manager = manager()
    try await manager.logIn { TestSession("one") }
    let result = await manager.logOut { _ throws(RequestError) in
      try await end(failures: .max, with: Self.refused)
    }
    #expect(result.serverError != nil)
    for _ in 0..<100 { await Task.yield() }
    #expect(count.withLock { $0 } == 1)
  }

  /// A server may end all sessions of the user.
  @Test func logoutIsNotTriedAgainAfterALogin() async throws {
    let manager = manager()
    try await manager.logIn { TestSession("one") }
    await manager.logOut { _ throws(RequestError) -> String? in
      if count.withLock({ $0 }) > 0 { _ = try? await manager.logIn { TestSession("two") } }
      return try await end(failures: .max, with: Self.offline)
    }
    try await wait { count.withLock { $0 } >= 2 }
    for _ in 0..<100 { await Task.yield() }
    #expect(count.withLock { $0 } == 2)
    #expect(await manager.state.session == TestSession("two"))
  }

  /// Otherwise a refresh token would be sent twice.
  @Test func sessionIsPreparedOnceForAllAttempts() async throws {
    let manager = manager()
    try await manager.logIn { TestSession("one") }
    let prepared = Shared(0)
    let ended = Shared<[Secret]>([])
    await manager.logOut(
      preparing: { session in
        prepared.withLock { $0 += 1 }
        return TestSession("renewed")
      },
      onServer: { session throws(RequestError) in
        ended.withLock { $0.append(session.token) }
        return try await end(failures: 2, with: Self.offline)
      })
    try await wait { count.withLock { $0 } >= 3 }
    #expect(prepared.withLock { $0 } == 1)
    #expect(ended.withLock { $0 } == ["renewed", "renewed", "renewed"])
  }
}
