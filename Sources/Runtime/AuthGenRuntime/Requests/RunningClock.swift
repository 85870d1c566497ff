// The clock of time limits.

/// A clock for waits that are often cancelled, and that does not count the time in which the system has
/// suspended the process.
///
/// It waits in steps. A cancelled wait keeps its memory until its step ends, not until its deadline. A step
/// in which the process is suspended counts only once: a process that continues has time to read what has
/// arrived.
nonisolated package struct RunningClock: Clock {
  private static var longestStep: Duration { .seconds(1) }

  private let wait: @Sendable (Duration) async throws -> Void

  /// - Parameter wait: waits for one step. Default: that of `ContinuousClock`.
  package init(
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.wait = wait
  }

  package var now: ContinuousClock.Instant { ContinuousClock.now }
  package var minimumResolution: Duration { ContinuousClock().minimumResolution }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    var rest = deadline - now
    while rest > .zero {
      let step = min(rest, Self.longestStep)
      try await wait(step)
      rest -= step
    }
  }
}
