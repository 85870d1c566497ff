// The actions of a device.

/// An action, with its name in messages.
enum Scenario: String, CaseIterable {
  case logIn = "login"
  case call
  case refresh
  case lateRefresh = "refresh beyond its time limit"
  case clock = "clock jump"
  case restart = "server killed"
  case outage = "token endpoint down"
  case revoke = "session revoked on the server"
  case logOut = "logout"
  case logOutDuringRefresh = "logout during a refresh"
  case relaunch = "app restart"
  case fullDisk = "full disk"
  case replace = "another login"
  case neighbourRefresh = "refresh in two processes"
  case neighbourKilled = "second process killed"
  case neighbourFrozen = "second process frozen"
  case neighbourLogOut = "logout in the second process"

  /// How often the action is chosen.
  var weight: Int {
    switch self {
    case .logIn: 0
    case .lateRefresh: 1
    case .call, .refresh: 14
    case .neighbourRefresh, .neighbourKilled, .relaunch, .logOut: 6
    case .clock, .fullDisk: 5
    case .revoke, .logOutDuringRefresh, .replace, .neighbourFrozen: 3
    case .restart, .neighbourLogOut, .outage: 2
    }
  }

  var needsRefresh: Bool {
    switch self {
    case .refresh, .lateRefresh, .logOutDuringRefresh, .outage: true
    default: false
    }
  }

  var needsNeighbour: Bool {
    [.neighbourRefresh, .neighbourKilled, .neighbourFrozen, .neighbourLogOut].contains(self)
  }
}

extension Device {
  func perform(_ scenario: Scenario) async throws {
    // Stores the tokens, if they are not stored yet.
    if scenario.needsNeighbour, model.mayBeUnsaved, !(await call()) { return }
    switch scenario {
    case .logIn: try await logIn()
    case .call: await call(fault())
    case .refresh: await refresh(fault())
    case .lateRefresh: await refreshBeyondLimit()
    case .clock: await jump()
    case .restart: try await restartServer()
    case .revoke: try await revoke()
    case .logOut: try await logOut(fault())
    case .logOutDuringRefresh: try await logOutDuringRefresh()
    case .relaunch: try await relaunch()
    case .fullDisk: try await useFullDisk()
    case .replace: try await replace()
    case .neighbourRefresh: try await refreshInTwoProcesses()
    case .neighbourKilled: try await killNeighbour()
    case .neighbourFrozen: try await freezeNeighbour()
    case .outage: try await breakEndpoint()
    case .neighbourLogOut: try await logOutInNeighbour()
    }
  }
}
