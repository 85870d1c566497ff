// When a call is made again, and how long it waits before.

/// How often queries are made again after a failure that may pass: no connection, a lost one, no
/// answer in time, or status 429, 502, 503 or 504. Mutations are never repeated.
nonisolated public struct RetryPolicy: Hashable, Sendable {
  /// How often a call is made in all. Default: 3; 1 makes no retry.
  public var maximumAttempts: Int
  /// The longest first wait; each later one may be twice as long. Default: half a second.
  public var baseDelay: Duration
  /// The longest wait. A server that asks for more by `Retry-After` is not asked again. Default: 20
  /// seconds.
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

  /// The wait after a failed attempt, or nil to give up.
  ///
  /// - Parameters:
  ///   - attempt: the number of the one that failed, from 1.
  ///   - retryAfter: what the server asked for.
  ///   - random: from 0 to 1; spreads the calls of many clients, which failed together.
  func delay(afterAttempt attempt: Int, retryAfter: Duration?, random: Double) -> Duration? {
    guard attempt < maximumAttempts else { return nil }
    if let retryAfter {
      return retryAfter <= maximumDelay ? retryAfter : nil
    }
    // Doubling beyond this is beyond any maximum.
    let longest = min(baseDelay * (1 << min(attempt - 1, 20)), maximumDelay)
    return longest * min(max(random, 0), 1)
  }
}
