// Logins, logouts and refreshes, with faults.

import AuthGenRuntime
import AuthGenSessions
import Foundation

extension Device {
  // MARK: Login

  func logIn() async throws {
    // Most providers refuse logins with a wrong clock, and rightly so.
    clock.set(ahead: 0)
    // A server that is started again has other keys, which a real one does not.
    if hasNewKeys { try await relaunch() }
    if random.chance(0.1) { return try await logInOnFullDisk() }
    await logIn(fault(0.25))
  }

  /// - Returns: whether the user is logged in.
  @discardableResult
  func logIn(_ fault: Fault?, onFullDisk: Bool = false) async -> Bool {
    let issued = proxy.issued
    let result: StoreError?? = await damaged(fault, path: system.paths.logIn) {
      await attempt(Row.logins) { try await app.logIn() }
    }
    guard let storeError = result else {
      // The tokens of a failed login are not those of the session before.
      proxy.issued = issued
      if fault == nil { noteFailedLogin() }
      return false
    }
    failedLogins = 0
    if (storeError != nil) != onFullDisk { violate(nil, "unexpected result: \(storeError as Any)") }
    model = .signedIn
    return true
  }

  /// A busy machine may need longer than a time limit.
  private func noteFailedLogin() {
    let isLate = Date().timeIntervalSince(began) > 25
    tally.log("\(place): a login fails without a fault: \(lastFailure)")
    failedLogins = isLate ? 0 : failedLogins + 1
    if failedLogins == 3 { violate(nil, "logins fail without a fault: \(lastFailure)") }
  }

  /// A login that cannot be stored lasts until the app ends, or is stored later.
  private func logInOnFullDisk() async throws {
    tally.count(fault: "disk full during a login")
    disk.fill()
    guard await logIn(nil, onFullDisk: true) else { return }
    model.mayBeUnsaved = true
    if try disk.content != nil { violate(nil, "a session is stored on a full disk") }
    if random.chance(0.5) { try await relaunch() }
  }

  func replace() async throws {
    let wasAlive = model.isAlive
    let content = try disk.content
    clock.set(ahead: 0)
    if hasNewKeys { try await relaunch() }
    guard await logIn(fault(0.25)) else { return }
    await app.sessions.settle()
    // Best effort, so only if nothing is in the way.
    let revocation = proxy.exchanges.last { $0.path == system.paths.logOut }
    if wasAlive, system.isRefreshed, revocation?.serverStatus ?? 500 < 300 {
      try await expectUseless(content, after: "another login")
    }
  }

  // MARK: Logout

  func logOut(_ fault: Fault?) async throws {
    let wasAlive = model.isAlive
    let content = try disk.content
    tally.count(Row.logouts, of: system.name)
    let result = await damaged(fault, path: system.paths.logOut) { await app.logOut() }
    model = .signedOut
    if let error = result.storeError { violate(nil, "a logout fails: \(error)") }
    if wasAlive, result.isEndedOnServer {
      try await expectUseless(content, after: "a logout")
    }
  }

  /// The new tokens come too late: they are not used, and they are revoked.
  func logOutDuringRefresh() async throws {
    guard let path = system.paths.refresh else { return }
    let (issued, arrivals) = (proxy.issued, proxy.arrivals)
    proxy.order(random.chance(0.5) ? .slow(0.3) : .stalled(0.3), path: path)
    tally.count(Row.refreshes, of: system.name)
    let refresh = Task { [app] in try? await app.sessions.refreshedSession() != nil }
    _ = await requestArrives(after: arrivals)
    tally.count(Row.logouts, of: system.name)
    _ = await app.logOut()
    model = .signedOut
    let isFirst = await refresh.value == true
    await app.sessions.settle()
    proxy.cancelOrders()
    // On a busy machine, the refresh may end before the logout.
    if isFirst { return }
    let revocations = proxy.exchanges.count { $0.path == system.paths.logOut }
    if proxy.issued != issued, revocations < 2 {
      alive("the result of a refresh is not revoked after the logout")
    }
  }

  // MARK: Refresh

  /// The time limit of a refresh is 30 seconds, so only a part of these actions in a long run waits for it.
  /// The tokens of the late response are lost.
  func refreshBeyondLimit() async {
    guard isLongRun, random.chance(0.15) else { return }
    let wasAlive = model.isAlive
    let result = await refresh(.slow(33))
    guard wasAlive, proxy.exchanges.contains(where: { $0.serverStatus == 200 }) || !proxy.isIdle
    else { return }
    if case .some(.some) = result { violate(nil, "a refresh succeeds after its time limit") }
    model.excuse = "the response to a refresh came after its time limit"
  }
}
