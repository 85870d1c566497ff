// Detects that a server no longer sends heartbeats, or the parts of a result.

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

/// Ends the connection of a result whose next part does not arrive in time.
nonisolated final class ResultLimit: Sendable {
  private let silence: SilenceLimit
  private let tasks: [Task<Void, Never>]

  /// - Parameters:
  ///   - mailbox: receives the failure.
  ///   - limit: the longest silence of the server.
  ///   - total: the time for the rest of the result; nil for no limit.
  ///   - clock: measures both.
  init(
    _ mailbox: Mailbox<StreamMessage>, silence limit: Duration, total: Duration?,
    clock: any Clock<Duration>
  ) {
    let silence = SilenceLimit(limit, clock: clock)
    silence.heartbeat()
    self.silence = silence
    var tasks = [
      Task {
        if await silence.isOver({ mailbox.isEmpty }) { mailbox.add(.failed(.timedOut)) }
      }
    ]
    if let total {
      tasks.append(
        Task {
          guard (try? await clock.sleep(for: total)) != nil else { return }
          mailbox.add(.failed(.timedOut), first: true)
        })
    }
    self.tasks = tasks
  }

  /// Reports a sign of the server.
  func reset() { silence.reset() }

  deinit {
    for task in tasks { task.cancel() }
  }
}
