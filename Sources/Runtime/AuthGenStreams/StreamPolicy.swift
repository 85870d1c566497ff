// The options of response streams.

public import AuthGenRuntime

/// How long response streams wait, and how often they connect again.
nonisolated public struct StreamPolicy: Sendable {
  /// The wait before each new connection after a failure, and the maximum number of failures in a row. Default: 10
  /// failures, with waits of half a second to 30 seconds.
  public var retry: RetryPolicy
  /// How long a connection must last so that its end is the first failure in a row. What it delivers does not count: a
  /// server may send an event and end, again and again. Default: 30 seconds.
  public var healthyTime: Duration
  /// How long a connection may be silent before it counts as lost. Default: 60 seconds.
  ///
  /// For subscriptions over HTTP, this counts only for connections with heartbeats; a server without them may be
  /// silent for any time. For subscriptions over a WebSocket, the client sends a ping after each such time without a
  /// message. For queries and mutations, it is the longest wait for the next part of the result.
  public var silenceLimit: Duration
  /// The maximum size of the events that a loop has not read yet, in bytes. It also limits each event. Default: 32
  /// million.
  public var maximumUnreadSize: Int

  public init(
    retry: RetryPolicy = RetryPolicy(maximumAttempts: 10, maximumDelay: .seconds(30)),
    healthyTime: Duration = .seconds(30), silenceLimit: Duration = .seconds(60),
    maximumUnreadSize: Int = 32_000_000
  ) {
    self.retry = retry
    self.healthyTime = healthyTime
    self.silenceLimit = silenceLimit
    self.maximumUnreadSize = maximumUnreadSize
  }
}
