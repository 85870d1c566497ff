// The options of response streams.

public import AuthGenRuntime

/// How long response streams wait, and how often they connect again.
nonisolated public struct StreamPolicy: Sendable {
  /// The waits before new connections, and the number of failures in a row that ends the stream. Default: 10 failures.
  /// Each wait is random: at first up to half a second, then up to twice as long each time, and at most 30 seconds.
  public var retry: RetryPolicy
  /// A subscription's connection that lasts this long sets the number of failures back to 0. The silence that ends a
  /// connection does not count. Events do not count: a server may send one event and close, again and again. Default:
  /// 30 seconds.
  public var healthyTime: Duration
  /// How long a connection may be silent before it counts as lost. Default: 60 seconds.
  ///
  /// - Subscriptions over HTTP: only for connections with heartbeats. A server without them may be silent for any time.
  /// - Subscriptions over a WebSocket: after this time without a message, the client sends a ping. After the same time
  ///   without an answer, the connection counts as lost.
  /// - Queries and mutations: the longest wait for the next part of the result, or the next heartbeat over HTTP.
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
