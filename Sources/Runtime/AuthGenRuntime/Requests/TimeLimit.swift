// A time limit with the client's own clock, because URLSession's limits have no effect on Linux.

/// A time limit for several waits together, such as those of one attempt of a call: waiting for a
/// credential and for the server counts, the time of interceptors does not.
nonisolated package final class TimeLimit: Sendable {
  nonisolated private struct State {
    var rest: Duration
    var restarts = 0
  }

  private let limit: Duration
  private let clock: any Clock<Duration>
  private let state: Locked<State>

  package init(_ limit: Duration, clock: any Clock<Duration>) {
    self.limit = limit
    self.clock = clock
    state = Locked(State(rest: limit))
  }

  /// Starts the whole limit again, because a wait makes progress. A wait without further restarts ends after
  /// one to two limits.
  func restart() {
    state.withLock { state in
      state.rest = limit
      state.restarts += 1
    }
  }

  /// Runs `body`, and cancels it when the time is over.
  ///
  /// - Returns: the result of `body`, or nil if the time is over.
  package func value<Value: Sendable, Failure: Error>(
    of body: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    let start = state.withLock { $0 }
    guard start.rest > .zero else { return nil }
    var result: Result<Value, Failure>?
    let used = await clock.measure { result = await self.result(of: body, within: start.rest) }
    state.withLock { state in
      guard state.restarts == start.restarts else { return }
      // A result may arrive after the limit, if the system has suspended the process. Then there is time to
      // use it.
      let least: Duration = result == nil ? .zero : min(start.rest, .seconds(1))
      state.rest = max(state.rest - used, least)
    }
    return try result?.get()
  }

  private func result<Value: Sendable, Failure: Error>(
    of body: @escaping @Sendable () async throws(Failure) -> Value, within rest: Duration
  ) async -> Result<Value, Failure>? {
    await withTaskGroup(of: Result<Value, Failure>?.self) { group in
      group.addTask { await Result(body) }
      group.addTask { [self] in
        var wait = rest
        var restarts = -1
        while !Task.isCancelled, restarts != state.withLock({ $0.restarts }) {
          restarts = state.withLock { $0.restarts }
          try? await clock.sleep(for: wait)
          wait = limit
        }
        return nil
      }
      while let first = await group.next() {
        // Either the clock ended first, or both were cancelled; in that case the body reports it.
        guard first != nil || !Task.isCancelled else { continue }
        group.cancelAll()
        if let first { return first }
        // A result that arrives despite the cancellation is not lost: it may be new tokens.
        if case .success(let value) = await group.next() ?? nil { return .success(value) }
        return nil
      }
      return nil
    }
  }
}

/// Measures the time since its creation.
nonisolated package struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  package init(_ clock: any Clock<Duration>) { self.init(of: clock) }

  private init<C: Clock<Duration>>(of clock: C) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
  }

  package var elapsed: Duration { read() }
}
