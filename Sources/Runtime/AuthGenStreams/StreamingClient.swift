// A client with a transport for subscriptions.

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

  /// One HTTP request for each subscription, with the client's transport, interceptors and signer. The server chooses
  /// between server-sent events and multipart parts.
  public static let http = SubscriptionTransport(streams: HTTPStreams())

  /// One HTTP request for each stream, with these protocols.
  ///
  /// - Parameter protocols: the protocols that the client accepts, the preferred one first. Some servers read only the
  ///   first one.
  public static func http(_ protocols: HTTPProtocol...) -> SubscriptionTransport {
    SubscriptionTransport(streams: HTTPStreams(protocols: protocols))
  }

  /// A WebSocket (`graphql-transport-ws`). Streams with the same credential, headers, limits and transport share one
  /// connection.
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
