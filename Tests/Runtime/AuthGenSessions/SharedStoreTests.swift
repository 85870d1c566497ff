// Tests several managers with one store, as in an app and its extensions.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenSessions

@Suite struct SharedStoreTests {
  private let server = RotatingServer()
  private let store = InMemoryStore()

  /// Each refresh token is accepted once, so two refreshes with the same one would end the session.
  @Test(arguments: [true, false])
  func managersRefreshInTurn(withLocks: Bool) async throws {
    try await withFolder { folder in
      let stores: [any SecretStore] = (0..<4).map { _ in
        if withLocks { return FileStore(url: folder.appending(path: "session")) }
        return store
      }
      let managers = stores.map { server.manager($0) }
      try await managers[0].logIn { RotatingSession(1, expiresAt: .distantPast) }
      for manager in managers { #expect(await manager.state.session != nil) }
      let credentials = try await withThrowingTaskGroup(of: Credential?.self) { group in
        for manager in managers { group.addTask { try await manager.credential() } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(credentials == [RotatingSession(2).credential])
      #expect(await server.refreshes == 1)
    }
  }

  @Test func lockIsHeldForTheTimeOfARefresh() async throws {
    try await withFolder { folder in
      let store = FileStore(url: folder.appending(path: "session"))
      let gate = Gate()
      let app = server.manager(store) { await gate.pass() }
      try await app.logIn { RotatingSession(1, expiresAt: .distantPast) }
      let refreshing = Task { try await app.credential() }
      await gate.holdsACaller()
      guard case .busy = try store.tryLock() else {
        Issue.record("the store is not locked")
        return
      }
      // Another manager waits, but not longer than a refresh may take.
      let widget = server.manager(store, limit: .milliseconds(50))
      let error = await #expect(throws: CredentialUnavailable.self) {
        try await widget.credential()
      }
      #expect(error?.explanation.contains("another process is refreshing") == true)
      gate.open()
      _ = try await refreshing.value
      #expect(try await widget.credential() == RotatingSession(2).credential)
      guard case .locked = try store.tryLock() else {
        Issue.record("the store is still locked")
        return
      }
    }
  }

  @Test func turnOfACrashedManagerEnds() async throws {
    let gate = Gate()
    let suspended = server.manager(store, limit: .milliseconds(50)) { await gate.pass() }
    try await suspended.logIn { RotatingSession(1, expiresAt: .distantPast) }
    let lost = Task { try await suspended.credential() }
    await gate.holdsACaller()
    // A turn ends with the time limit of the refresh.
    let widget = server.manager(store)
    #expect(try await widget.credential() == RotatingSession(2).credential)
    gate.open()
    _ = try? await lost.value
    #expect(try await suspended.credential() == RotatingSession(2).credential)
  }

  /// The system has ended the app in the middle of a refresh.
  @Test func turnOfAnEarlierLaunchOfThisProgramIsOver() throws {
    let launch = Launch(program: "shop", id: UUID(), process: 7)
    let next = Launch(program: "shop", id: UUID(), process: 8)
    let widget = Launch(program: "shop.widget", id: UUID(), process: 9)
    #expect(launch.hasEnded(before: next, isRunning: { _ in false }))
    #expect(!launch.hasEnded(before: next, isRunning: { $0 == 7 }))
    #expect(!launch.hasEnded(before: widget, isRunning: { _ in false }))
    #expect(!launch.hasEnded(before: launch, isRunning: { _ in false }))
  }

  /// Stores block until their medium responds. With as many blocked managers as the machine has cores, and
  /// more, all other tasks still run.
  @Test(.timeLimit(.minutes(5))) func blockedStoresDoNotBlockOtherTasks() async throws {
    try await withFolder { folder in
      let lock = Shared<Descriptor?>(
        try Descriptor(opening: folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      #expect(try lock.withLock { try $0?.lock() } == true)
      let waiting = (0..<ProcessInfo.processInfo.activeProcessorCount + 2).map { number in
        Task {
          var store = FileStore(url: folder.appending(path: "session-\(number)"))
          store.patience = 30_000
          try await server.manager(store).logIn { RotatingSession(number) }
        }
      }
      try await Task.sleep(for: .milliseconds(200))
      // A task of the same pool ends the wait of the others.
      await Task { lock.withLock { $0 = nil } }.value
      for task in waiting { try await task.value }
    }
  }
}
