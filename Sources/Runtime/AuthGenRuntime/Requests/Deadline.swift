// A limit to how long something may take, kept by our own clock: URLSession's limits are not kept on
// Linux.

/// Runs `body`, and cancels it where it takes longer than `limit`.
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
      // The clock is the first, or both were cancelled; then the body says so.
      guard !Task.isCancelled else { continue }
      group.cancelAll()
      return .failure(TransportError(.timedOut, wasSent: true))
    }
    return .failure(TransportError(.cancelled, wasSent: true))
  }
}
