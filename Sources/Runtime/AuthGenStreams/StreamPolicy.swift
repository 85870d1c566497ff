// The options of response streams.

public import AuthGenRuntime

/// How long response streams wait, and how often they connect again.
nonisolated public struct StreamPolicy: Sendable {
  /// The wait before each new connection after a failure, and the maximum number of failures in a row. A connection
  /// that delivers something, or lasts for the maximum delay, sets the number back to 0. Default: 10 attempts,
  /// with waits of half a second to 30 seconds.
  public var retry: RetryPolicy
  /// How long a connection may be silent before it counts as lost. Over HTTP, this counts only for connections with
  /// heartbeats; a server without them may be silent for any time. Over a WebSocket, the client sends a ping after
  /// each such time without a message. Default: 60 seconds.
  public var silenceLimit: Duration
  /// The maximum size of the events that a loop has not read yet, in bytes. It also limits each event. Default: 32
  /// million.
  public var maximumUnreadSize: Int

  public init(
    retry: RetryPolicy = RetryPolicy(maximumAttempts: 10, maximumDelay: .seconds(30)),
    silenceLimit: Duration = .seconds(60), maximumUnreadSize: Int = 32_000_000
  ) {
    self.retry = retry
    self.silenceLimit = silenceLimit
    self.maximumUnreadSize = maximumUnreadSize
  }
}
