// A time limit with the client's own clock, because URLSession's limits have no effect on Linux.

/// A time limit for several waits together, such as those of one attempt of a call: waiting for a
/// credential and for the server counts, the time of interceptors does not.
nonisolated package final class TimeLimit: Sendable {
  private let clock: any Clock<Duration>
  private let rest: Locked<Duration>

  package init(_ limit: Duration, clock: any Clock<Duration>) {
    self.clock = clock
    rest = Locked(limit)
  }

  /// Runs `body`, and cancels it when the time is over.
  ///
  /// - Returns: the result of `body`, or nil if the time is over.
  package func value<Value: Sendable, Failure: Error>(
    of body: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    let rest = self.rest.withLock { $0 }
    guard rest > .zero else { return nil }
    var result: Result<Value, Failure>?
    let used = await clock.measure { result = await Self.result(of: body, within: rest, clock) }
    self.rest.withLock { $0 -= used }
    return try result?.get()
  }

  private static func result<Value: Sendable, Failure: Error>(
    of body: @escaping @Sendable () async throws(Failure) -> Value, within limit: Duration,
    _ clock: any Clock<Duration>
  ) async -> Result<Value, Failure>? {
    await withTaskGroup(of: Result<Value, Failure>?.self) { group in
      group.addTask {
        do throws(Failure) {
          return .success(try await body())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await clock.sleep(for: limit)
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
