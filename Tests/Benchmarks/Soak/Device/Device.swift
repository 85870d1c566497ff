// One device: an app with one login, and its user, who does one thing after the other.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation

/// What the program needs from each device.
protocol SoakDevice: Sendable {
  func start() async throws
  /// Acts until the deadline. The last action may end later.
  func run(until deadline: ContinuousClock.Instant) async throws
  func end() async
}

actor Device<System: SoakSystem>: SoakDevice {
  let system: System
  let server: SoakServer
  let disk: Disk
  let clock = DeviceClock()
  let tally: Tally
  let isLongRun: Bool
  var random: SeededGenerator
  var app: System.App
  var model = Model.signedOut
  var neighbour: Neighbour?
  /// The number and the name of the last action, for messages.
  private var number = 0
  private var action = ""
  /// The description of the last failure of an action, which contains no secrets.
  var lastFailure = "none"
  /// When the last action began.
  var began = Date()
  /// The last logins that failed without a fault.
  var failedLogins = 0
  /// The faults of the last action.
  var faults: [String] = []
  /// The number of requests that are counted.
  private var counted = 0
  /// Whether the server has other keys than the app may have fetched.
  var hasNewKeys = false

  init(
    _ system: System, server: SoakServer, disk: Disk, tally: Tally, options: Options
  ) throws {
    self.system = system
    self.server = server
    self.disk = disk
    self.tally = tally
    isLongRun = options.minutes >= 10
    random = SeededGenerator(seed: options.seed, name: system.name)
    app = try system.app(store: disk.store, clock: clock)
  }

  var proxy: Proxy { server.proxy }

  func start() async throws {
    try await server.start()
  }

  func run(until deadline: ContinuousClock.Instant) async throws {
    while ContinuousClock.now < deadline {
      number += 1
      let scenario: Scenario = model.isSignedIn ? nextScenario() : .logIn
      action = scenario.rawValue
      began = Date()
      lastFailure = "none"
      try await perform(scenario)
      disk.free()
      try await audit()
      if random.chance(0.6) { try await prove() }
    }
  }

  func end() async {
    neighbour?.kill()
    server.kill()
  }

  private func nextScenario() -> Scenario {
    let possible = Scenario.allCases.filter { scenario in
      (system.isRefreshed || !scenario.needsRefresh)
        && (system.hasNeighbour || !scenario.needsNeighbour)
    }
    return random.pick(possible.flatMap { Array(repeating: $0, count: $0.weight) }) ?? .call
  }

  // MARK: Operations

  /// Runs an operation, and counts it and its failure.
  ///
  /// - Returns: nil after a failure.
  func attempt<Value: Sendable>(_ row: String, _ body: () async throws -> Value) async -> Value? {
    tally.count(row, of: system.name)
    do {
      return try await body()
    } catch {
      lastFailure = "\(error)"
      if let kind = failureKind(of: error) {
        tally.count("failures: \(kind)", of: system.name)
      } else {
        violate(nil, "unexpected failure: \(error)")
      }
      return nil
    }
  }

  @discardableResult
  func call(_ fault: Fault? = nil) async -> Bool {
    await damaged(fault, path: system.paths.call) {
      await attempt(Row.calls) { try await app.call() } != nil
    }
  }

  /// Forces a refresh.
  ///
  /// - Returns: the session, or nil if it has ended. The outer nil is a failure.
  @discardableResult
  func refresh(_ fault: Fault? = nil) async -> System.App.Session?? {
    await damaged(fault, path: system.paths.refresh) {
      await attempt(Row.refreshes) { try await app.sessions.refreshedSession() }
    }
  }

  /// Runs an operation during which one request is damaged.
  func damaged<Value: Sendable>(
    _ fault: Fault?, path: String?, _ body: () async -> Value
  ) async -> Value {
    if let fault, let path { proxy.order(fault, path: path) }
    defer { proxy.cancelOrders() }
    return await body()
  }

  /// A fault, or nil for none.
  func fault(_ probability: Double = 0.5) -> Fault? {
    random.chance(probability) ? random.pick(Fault.short) : nil
  }

  /// Waits until a condition holds, at most for a number of seconds.
  func wait(upTo seconds: Double = 40, until condition: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while !condition() {
      guard ContinuousClock.now < end else { throw SoakFailure("\(place): waited in vain") }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Waits for the next request. If another process has refreshed the session, no request follows.
  ///
  /// - Parameter arrivals: the number of requests so far.
  /// - Returns: whether a request has arrived.
  func requestArrives(after arrivals: Int) async -> Bool {
    (try? await wait(upTo: 2) { proxy.arrivals > arrivals }) != nil
  }

  func countRequests() {
    tally.count(requests: proxy.arrivals - counted)
    counted = proxy.arrivals
  }

  // MARK: Violations

  var place: String { "\(system.name), action \(number) (\(action))" }

  /// Reports what must not happen.
  ///
  /// - Parameter row: the row of the table that counts it; nil for none.
  func violate(_ row: String?, _ message: String) {
    if let row { tally.count(row, of: system.name) }
    tally.note(violation: "\(place): \(message)")
  }
}
