// Finds out that a server with heartbeats has stopped to send them.

import AuthGenRuntime

/// The time since the last sign of the server. It starts with the first heartbeat.
nonisolated struct SilenceLimit: Sendable {
  nonisolated private struct State {
    var isRunning = false
    /// The number of steps since the last sign.
    var steps = 0
  }

  private let step: Duration
  private let clock: any Clock<Duration>
  private let state = Locked(State())
  private static let stepCount = 4

  init(_ limit: Duration, clock: any Clock<Duration>) {
    step = limit / Self.stepCount
    self.clock = clock
  }

  /// Reports a heartbeat.
  func heartbeat() { state.withLock { $0 = State(isRunning: true) } }

  /// Reports another sign of the server.
  func reset() { state.withLock { $0.steps = 0 } }

  /// Waits until the time is over.
  ///
  /// The time during which the system suspends the process does not count: a step that takes twice as long as it should
  /// starts again.
  ///
  /// - Parameter isIdle: whether all that has arrived is taken. If not, there is no silence.
  /// - Returns: false if the task is cancelled.
  func isOver(_ isIdle: @Sendable () -> Bool) async -> Bool {
    while !Task.isCancelled {
      let started = state.withLock { $0.steps }
      let taken = await clock.measure { try? await clock.sleep(for: step) }
      if taken > step * 2 || !isIdle() {
        reset()
        continue
      }
      let steps = state.withLock { state in
        if state.isRunning, state.steps >= started { state.steps += 1 }
        return state.steps
      }
      if steps > Self.stepCount { return !Task.isCancelled }
    }
    return false
  }
}
