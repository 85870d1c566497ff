// What happens around the app: its server, its disk, its clock and its end.

import AuthGenRuntime
import AuthGenSessions
import Foundation

extension Device {
  // MARK: The server

  /// While the server is down, sessions live. Its memory is empty after the restart, so they are over.
  func restartServer() async throws {
    tally.count(fault: "server killed and started again")
    server.kill()
    await call()
    if system.isRefreshed { await refresh() }
    if await app.sessions.state.session == nil, model.isAlive {
      violate(Row.lost, "session lost: the server is down")
    }
    tally.countProcess()
    try await server.start()
    hasNewKeys = true
    model.end("the server was started again")
  }

  /// Refreshes fail for a while: for two minutes in a part of these actions in a long run. The app goes on
  /// calling with a credential that the server has refused. No session ends, and the endpoint is asked
  /// seldom.
  func breakEndpoint() async throws {
    guard let path = system.paths.refresh, let session = await app.sessions.state.session else {
      return
    }
    let isAlive = model.isAlive
    let seconds = isLongRun && random.chance(0.1) ? 120.0 : 2.0
    tally.count(fault: "token endpoint down for \(Int(seconds)) s")
    proxy.forget()
    proxy.breakDown(random.chance(0.5) ? .status(503) : .cutBefore, path: path)
    let end = ContinuousClock.now + .seconds(seconds)
    var calls = 0
    while ContinuousClock.now < end {
      calls += 1
      _ = try? await app.sessions.credential(insteadOf: session.credential)
      try await Task.sleep(for: .milliseconds(20))
    }
    proxy.breakDown(nil, path: path)
    // After 0, 1, 2, 4, 8, 16, 32 and 60 seconds.
    let requests = proxy.exchanges.count { $0.path == path && $0.sender == .client }
    if requests > (seconds < 10 ? 4 : 10) {
      violate(nil, "\(calls) calls cause \(requests) refreshes in \(seconds) s")
    }
    guard isAlive else { return }
    if await app.sessions.state.session == nil {
      violate(Row.lost, "session lost: the token endpoint was down")
    }
    began = Date()
    await refresh()
  }

  func revoke() async throws {
    guard model.isAlive, let session = await app.sessions.state.session else { return }
    tally.count(fault: "session revoked on the server")
    try await system.endSession(session, on: server)
    model.end("it was revoked on the server")
    await call(fault(0.3))
  }

  // MARK: The clock

  /// The clock stays wrong until the next jump or login.
  func jump() async {
    guard let seconds = random.pick(DeviceClock.jumps) else { return }
    tally.count(fault: seconds > 0 ? "clock jump forward" : "clock jump back")
    clock.set(ahead: seconds)
    await call(fault(0.2))
    if random.chance(0.5) {
      clock.set(ahead: 0)
      await call()
    }
  }

  // MARK: The app and its disk

  /// What could not be stored is lost. Otherwise, the next run has the session of this one.
  func relaunch() async throws {
    tally.count(Row.relaunches, of: system.name)
    if model.mayBeUnsaved {
      let stored = await storedSession
      if stored == nil { model.end("the app ended before it was stored", clientMayKnow: true) }
      if await app.sessions.state.session != stored {
        model.excuse = "the app ended before its tokens were stored"
      }
      model.mayBeUnsaved = false
    }
    app = try system.app(store: disk.store, clock: clock)
    hasNewKeys = false
  }

  func useFullDisk() async throws {
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where system.isRefreshed: try await refreshOnFullDisk()
    case 1 where system.isRefreshed: try await fillDiskDuringRefresh()
    default:
      tally.count(fault: "disk full during a logout")
      disk.fill()
      try await logOut(nil)
    }
  }

  /// No stored token is used up whose successor cannot be stored. A login that is not stored yet stays in
  /// memory, and so do its new tokens.
  private func refreshOnFullDisk() async throws {
    let isStored = try disk.content != nil
    tally.count(fault: "disk full before a refresh")
    disk.fill()
    proxy.forget()
    await refresh()
    if isStored, proxy.exchanges.contains(where: { $0.path == system.paths.refresh }) {
      violate(nil, "a refresh is sent, although its result cannot be stored")
    }
  }

  /// The new tokens stay in memory until they can be stored. If the app ends before, they are lost.
  private func fillDiskDuringRefresh() async throws {
    guard let path = system.paths.refresh else { return }
    let arrivals = proxy.arrivals
    proxy.order(.slow(0.3), path: path)
    tally.count(Row.refreshes, of: system.name)
    let refresh = Task { [app] in try await app.sessions.refreshedSession() }
    if await requestArrives(after: arrivals) {
      tally.count(fault: "disk full during a refresh")
      disk.fill()
    }
    let result = await refresh.result
    if case .failure(let error) = result { lastFailure = "\(error)" }
    proxy.cancelOrders()
    guard proxy.exchanges.contains(where: { $0.path == path && $0.serverStatus == 200 }) else {
      return
    }
    // On a busy machine, the disk may be full too late.
    if case .success(.some) = result, await storedSession?.refreshToken?.reveal() != proxy.issued {
      violate(nil, "tokens are used that are not stored")
    }
    model.mayBeUnsaved = true
    if random.chance(0.4) { try await relaunch() }
  }
}
