// A client with a transport for subscriptions, and the options of response streams.

public import AuthGenRuntime

/// How the events of subscriptions reach the client.
nonisolated public struct SubscriptionTransport: Sendable {
  let streams: any StreamProtocol

  /// The form of a response stream over HTTP.
  nonisolated public enum HTTPProtocol: Hashable, Sendable {
    /// GraphQL over SSE, distinct connections mode.
    case serverSentEvents
    /// `multipart/mixed`, with `subscriptionSpec=1.0` for subscriptions.
    case multipart
  }

  /// One HTTP request for each subscription, with the client's transport, interceptors and signer. The server
  /// chooses between server-sent events and multipart parts.
  public static let http = SubscriptionTransport(streams: HTTPStreams())

  /// One HTTP request for each stream, with these protocols.
  ///
  /// - Parameter protocols: the protocols that the client accepts, the preferred one first. Some servers read
  ///   only the first one.
  public static func http(_ protocols: HTTPProtocol...) -> SubscriptionTransport {
    SubscriptionTransport(streams: HTTPStreams(protocols: protocols))
  }

  /// A WebSocket (`graphql-transport-ws`). Streams with the same credential, headers, limits and transport
  /// share one connection.
  public static func webSocket(_ socket: SubscriptionSocket) -> SubscriptionTransport {
    SubscriptionTransport(streams: socket)
  }
}

/// Calls operations as another client does, and runs subscriptions, and calls with `updates(of:)`, over a
/// ``SubscriptionTransport``. Create it with ``SubscriptionExecutor/streaming(over:policy:)``.
///
/// ```swift
/// let socket = SubscriptionSocket(endpoint: socketEndpoint)
/// let client = GraphQLClient(configuration).authenticated(by: manager)
/// let shop = ShopClient(client.streaming(over: .webSocket(socket)))
/// ```
nonisolated public struct StreamingClient<Base: SubscriptionExecutor>: SubscriptionExecutor {
  public typealias Failure = Base.Failure

  let base: Base
  let transport: SubscriptionTransport?
  let policy: StreamPolicy?

  public func stream<Operation: GraphQLOperation>(
    of operation: Operation, options: CallOptions, permit: CallPermit,
    over transport: SubscriptionTransport?, policy: StreamPolicy?
  ) -> ResponseStream<Operation.Data> {
    base.stream(
      of: operation, options: options, permit: permit, over: transport ?? self.transport,
      policy: policy ?? self.policy)
  }

  public func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(Failure) -> Operation.Data {
    try await base.data(for: operation, options: options, permit: permit)
  }

  public func wholeResponse<Operation: GraphQLOperation>(
    to operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    try await base.wholeResponse(to: operation, options: options, permit: permit)
  }
}

nonisolated extension StreamingClient: AuthenticatedOperationExecutor,
  AuthenticatedSubscriptionExecutor
where Base: AuthenticatedSubscriptionExecutor {}

/// How long response streams wait, and how often they connect again.
nonisolated public struct StreamPolicy: Sendable {
  /// The waits before new connections, and the number of failures in a row that ends the stream. Default: 10
  /// failures. Each wait is random: at first up to half a second, then up to twice as long each time, and at
  /// most 30 seconds.
  public var retry: RetryPolicy
  /// A subscription's connection that lasts this long sets the number of failures back to 0. The silence that
  /// ends a connection does not count. Events do not count: a server may send one event and close, again and
  /// again. Default: 30 seconds.
  public var healthyTime: Duration
  /// How long a connection may be silent before it counts as lost. Default: 60 seconds.
  ///
  /// - Subscriptions over HTTP: only for connections with heartbeats. A server without them may be silent for
  ///   any time.
  /// - Subscriptions over a WebSocket: after this time without a message, the client sends a ping. After the
  ///   same time without a response, the connection counts as lost.
  /// - Queries and mutations: the longest wait for the next part of the result, or the next heartbeat over
  ///   HTTP.
  public var silenceLimit: Duration
  /// The maximum size of the events that a loop has not read yet, in bytes. It also limits each event.
  /// Default: 32 million.
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
