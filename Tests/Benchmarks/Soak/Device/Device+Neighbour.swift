// A second process with the same session.

import AuthGenRuntime
import AuthGenSessions
import Foundation

extension Device {
  /// The running process, or a new one.
  private func runningNeighbour() throws -> Neighbour {
    if let neighbour { return neighbour }
    let started = try Neighbour(disk.file, origin: proxy.origin)
    tally.countProcess()
    neighbour = started
    return started
  }

  private func endNeighbour() {
    neighbour?.kill()
    neighbour = nil
  }

  /// Both refresh at the same time. Each token is used once.
  func refreshInTwoProcesses() async throws {
    let wasAlive = model.isAlive
    let other = try runningNeighbour()
    try other.send("refresh")
    let own = await refresh()
    let reply = await other.reply()
    guard wasAlive, !proxy.exchanges.contains(where: { $0.serverStatus ?? 0 >= 500 }) else {
      return
    }
    if reply != "signed in" { violate(nil, "the second process is \(reply ?? "gone")") }
    if case .some(.some) = own { return }
    violate(nil, "a refresh fails beside a second process")
  }

  /// The process is killed while it starts, while it waits for the server with the lock, or at any time. Its
  /// lock ends with it, and the result of its refresh may be lost.
  func killNeighbour() async throws {
    tally.count(fault: "second process killed")
    guard let path = system.paths.refresh else { return }
    let holdsLock = random.chance(0.6)
    // A new process has not seen the session before, so it sends a request.
    if holdsLock { endNeighbour() }
    let other = try runningNeighbour()
    let arrivals = proxy.arrivals
    if holdsLock {
      proxy.order(random.chance(0.5) ? .slow(0.3) : .stalled(0.3), path: path, from: .neighbour)
    }
    try other.send("refresh")
    if holdsLock {
      if await requestArrives(after: arrivals) {
        tally.count(fault: "second process killed with the lock")
      }
    } else {
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...80, using: &random)))
    }
    endNeighbour()
    // Its last request may still be on the way to the proxy.
    try await Task.sleep(for: .milliseconds(50))
    proxy.cancelOrders()
    if random.chance(0.5) {
      let began = ContinuousClock.now
      await refresh()
      if ContinuousClock.now - began > .seconds(20) {
        violate(nil, "the lock of a killed process blocks a refresh")
      }
    }
    try await wait { proxy.isIdle }
  }

  /// The process is frozen with the turn to refresh, after the server has its request. It gets the response
  /// when it runs again, in a part of these actions after the time limit of a refresh.
  func freezeNeighbour() async throws {
    guard let path = system.paths.refresh, model.isAlive else { return }
    // A new process has not seen the session before, so it sends a request.
    endNeighbour()
    let other = try runningNeighbour()
    let arrivals = proxy.arrivals
    proxy.order(random.chance(0.5) ? .slow(0.2) : .stalled(0.2), path: path, from: .neighbour)
    try other.send("refresh")
    guard await requestArrives(after: arrivals) else {
      proxy.cancelOrders()
      _ = await other.reply()
      return
    }
    other.freeze()
    let seconds = isLongRun && random.chance(0.1) ? 35 : Double.random(in: 0.1...2, using: &random)
    tally.count(fault: seconds > 30 ? "second process frozen for 35 s" : "second process frozen")
    // A call with a valid credential needs no turn.
    await call()
    try await Task.sleep(for: .seconds(seconds))
    other.resume()
    let reply = await other.reply()
    let hasResponse = proxy.exchanges.contains {
      $0.path == path && $0.sender == .neighbour && $0.isDelivered && $0.serverStatus == 200
    }
    if hasResponse, reply != "signed in" {
      violate(nil, "a process that was frozen in a refresh is \(reply ?? "gone")")
    }
    began = Date()
    if hasResponse, case nil = await refresh() {
      violate(nil, "a refresh fails after a frozen one")
    }
  }

  func logOutInNeighbour() async throws {
    let other = try runningNeighbour()
    tally.count(Row.logouts, of: system.name)
    try other.send("log out")
    _ = await other.reply()
    model.end("another process has logged out", clientMayKnow: true)
    if try disk.content != nil { alive("the store still has it after a logout elsewhere") }
  }
}
