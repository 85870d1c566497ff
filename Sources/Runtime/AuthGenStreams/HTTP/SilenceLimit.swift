// Detects that a server no longer sends heartbeats, or the parts of a result.

import AuthGenRuntime

/// Ends a connection whose server is silent for too long, or whose result takes too long. Releasing it ends
/// the limits.
nonisolated final class SilenceLimit: Sendable {
  nonisolated private struct State {
    /// Whether the time since the last sign of the server counts.
    var isRunning: Bool
    /// The number of steps since the last sign.
    var steps = 0
  }

  private let state: Locked<State>
  private let tasks: [Task<Void, Never>]
  private static let stepCount = 4

  /// - Parameters:
  ///   - mailbox: receives the failure. The server is not silent while the mailbox has unread elements.
  ///   - limit: the longest silence of the server.
  ///   - isRunning: whether the time starts now, and not with the first heartbeat.
  ///   - total: the time for the rest of the result. Default: nil, for no limit.
  ///   - clock: measures both.
  init(
    _ mailbox: Mailbox<StreamMessage>, _ limit: Duration, isRunning: Bool, total: Duration? = nil,
    clock: any Clock<Duration>
  ) {
    let state = Locked(State(isRunning: isRunning))
    self.state = state
    let silence = Task {
      if await Self.isOver(state, step: limit / Self.stepCount, mailbox, clock) {
        mailbox.add(.failed(.timedOut))
      }
    }
    let rest = total.map { total in
      Task {
        guard (try? await clock.sleep(for: total)) != nil else { return }
        mailbox.add(.failed(.timedOut), first: true)
      }
    }
    tasks = [silence] + (rest.map { [$0] } ?? [])
  }

  deinit {
    for task in tasks { task.cancel() }
  }

  /// Reports a heartbeat.
  func heartbeat() { state.withLock { $0 = State(isRunning: true) } }

  /// Reports another sign of the server.
  func reset() { state.withLock { $0.steps = 0 } }

  /// Waits until the server was silent for all steps.
  ///
  /// The time during which the system suspends the process does not count: a step that takes twice as long as
  /// it should starts again.
  ///
  /// - Returns: false if the task is cancelled.
  private static func isOver(
    _ state: Locked<State>, step: Duration, _ mailbox: Mailbox<StreamMessage>,
    _ clock: any Clock<Duration>
  ) async -> Bool {
    while !Task.isCancelled {
      let started = state.withLock { $0.steps }
      let taken = await clock.measure { try? await clock.sleep(for: step) }
      if taken > step * 2 || !mailbox.isEmpty {
        state.withLock { $0.steps = 0 }
        continue
      }
      let steps = state.withLock { state in
        if state.isRunning, state.steps >= started { state.steps += 1 }
        return state.steps
      }
      if steps > stepCount { return !Task.isCancelled }
    }
    return false
  }
}
