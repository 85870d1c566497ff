// A time limit with the client's own clock, because URLSession's limits have no effect on Linux.

/// Runs `body`, and cancels it if it takes longer than `limit`.
nonisolated func withDeadline<Value: Sendable>(
  _ limit: Duration, clock: any Clock<Duration>,
  _ body: @escaping @Sendable () async -> Result<Value, TransportError>
) async -> Result<Value, TransportError> {
  await withTaskGroup(of: Result<Value, TransportError>?.self) { group in
    group.addTask { await body() }
    group.addTask {
      try? await clock.sleep(for: limit)
      return nil
    }
    while let first = await group.next() {
      if let result = first {
        group.cancelAll()
        return result
      }
      // Either the clock ended first, or both were cancelled; in that case the body reports it.
      guard !Task.isCancelled else { continue }
      group.cancelAll()
      return .failure(TransportError(.timedOut, wasSent: true))
    }
    return .failure(TransportError(.cancelled, wasSent: true))
  }
}
