// When a call is retried, and how long it waits first.

/// How often queries are retried after a temporary failure: no connection, a lost connection, a timeout, or
/// status 429, 502, 503 or 504. Mutations, and queries that send a secret, are never retried.
nonisolated public struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts, including the first. Default: 3. 1 means no retries.
  public var maximumAttempts: Int
  /// The longest wait before the first retry. The limit doubles with each later retry. Default:
  /// half a second.
  public var baseDelay: Duration
  /// The longest wait before any retry. If the server's `Retry-After` is longer, the call fails
  /// without a retry. Otherwise the wait is at most ``baseDelay`` longer than the server asks for, because
  /// other clients wait too. Default: 20 seconds.
  public var maximumDelay: Duration

  public init(
    maximumAttempts: Int = 3, baseDelay: Duration = .milliseconds(500),
    maximumDelay: Duration = .seconds(20)
  ) {
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
  }

  public static let never = RetryPolicy(maximumAttempts: 1)

  /// Returns the wait after a failed attempt, or nil to stop.
  ///
  /// - Parameters:
  ///   - attempt: the number of the failed attempt, from 1.
  ///   - retryAfter: the wait that the server asks for.
  ///   - random: a number from 0 to 1. It spreads the retries of clients that failed at the same time.
  package func delay(afterAttempt attempt: Int, retryAfter: Duration?, random: Double) -> Duration?
  {
    guard attempt < maximumAttempts else { return nil }
    let random = min(max(random, 0), 1)
    if let retryAfter {
      return retryAfter <= maximumDelay ? retryAfter + baseDelay * random : nil
    }
    // After 20 doublings the wait exceeds any maximum.
    return min(baseDelay * (1 << min(attempt - 1, 20)), maximumDelay) * random
  }
}
