// Clients with subscriptions, and with results in several parts.

public import AuthGenRuntime

/// Runs subscriptions without a session, and delivers the results of operations part by part. Call it with
/// ``events(of:options:)`` and ``updates(of:options:)``.
nonisolated public protocol SubscriptionExecutor: OperationExecutor {
  /// Returns the events of a subscription, or the result of another operation as it grows. The operation is
  /// sent when a loop asks for the first value.
  ///
  /// - Parameters:
  ///   - operation: the operation and its variables.
  ///   - options: how to send it.
  ///   - permit: the proof from the caller. Pass it on.
  ///   - transport: carries the data; nil for the executor's own.
  ///   - policy: the time limits and the limit of unread data; nil for the executor's own.
  func stream<Operation: GraphQLOperation>(
    of operation: Operation, options: CallOptions, permit: CallPermit,
    over transport: SubscriptionTransport?, policy: StreamPolicy?
  ) -> ResponseStream<Operation.Data>
}

/// Runs all subscriptions, on behalf of a user with a session.
nonisolated public protocol AuthenticatedSubscriptionExecutor: SubscriptionExecutor,
  AuthenticatedOperationExecutor
{}

nonisolated extension SubscriptionExecutor {
  /// Returns the events of a subscription. It begins when a loop asks for the first one.
  public func events<Operation: AnonymousSubscription>(
    of operation: Operation, options: CallOptions = CallOptions()
  ) -> ResponseStream<Operation.Data> {
    stream(of: operation, options: options, permit: CallPermit(), over: nil, policy: nil)
  }

  /// Returns the result of a query or mutation as it grows: once with what the server delivers first, and
  /// again after each later part of `@defer` and `@stream`. Parts that have already arrived make one value.
  /// The operation is sent when a loop asks for the first value.
  ///
  /// Of the options, `retry` is the number of attempts (default: ``StreamPolicy/retry``), and `deadline` is
  /// the time limit of all attempts (default: that of the configuration). Opening a connection is limited by
  /// `timeout` alone.
  public func updates<Operation: AnonymousOperation>(
    of operation: Operation, options: CallOptions = CallOptions()
  ) -> ResponseStream<Operation.Data> {
    stream(of: operation, options: options, permit: CallPermit(), over: nil, policy: nil)
  }

  /// Returns the same client with another transport or policy for subscriptions.
  ///
  /// - Parameters:
  ///   - transport: carries the events. Default: this client's own; ``SubscriptionTransport/http`` for a
  ///     `GraphQLClient`.
  ///   - policy: the time limits and the limit of unread events. Default: this client's own; that of
  ///     ``StreamPolicy`` for a `GraphQLClient`.
  public func streaming(
    over transport: SubscriptionTransport? = nil, policy: StreamPolicy? = nil
  ) -> StreamingClient<Self> {
    StreamingClient(base: self, transport: transport, policy: policy)
  }
}

nonisolated extension AuthenticatedSubscriptionExecutor {
  /// Returns the events of a subscription that needs a session. It begins when a loop asks for the first one.
  public func events<Operation: AuthenticatedSubscription>(
    of operation: Operation, options: CallOptions = CallOptions()
  ) -> ResponseStream<Operation.Data> {
    stream(of: operation, options: options, permit: CallPermit(), over: nil, policy: nil)
  }

  /// Returns the result of a query or mutation that needs a session, as it grows.
  public func updates<Operation: AuthenticatedOperation>(
    of operation: Operation, options: CallOptions = CallOptions()
  ) -> ResponseStream<Operation.Data> {
    stream(of: operation, options: options, permit: CallPermit(), over: nil, policy: nil)
  }
}

// MARK: Generated clients

nonisolated extension OperationFacade where Executor: SubscriptionExecutor {
  /// Returns the result of a query or mutation as it grows; see
  /// ``SubscriptionExecutor/updates(of:options:)``.
  public func updates<Operation: AnonymousOperation>(
    of operation: Operation, options: CallOptions = CallOptions()
  ) -> ResponseStream<Operation.Data> {
    executor.updates(of: operation, options: options)
  }
}

nonisolated extension OperationFacade where Executor: AuthenticatedSubscriptionExecutor {
  /// Returns the result of a query or mutation that needs a session, as it grows.
  public func updates<Operation: AuthenticatedOperation>(
    of operation: Operation, options: CallOptions = CallOptions()
  ) -> ResponseStream<Operation.Data> {
    executor.updates(of: operation, options: options)
  }
}

// MARK: Clients

nonisolated extension GraphQLClient: SubscriptionExecutor {
  /// Returns a stream over HTTP, with the default policy. Use `streaming(over:policy:)` for another one.
  public func stream<Operation: GraphQLOperation>(
    of operation: Operation, options: CallOptions, permit: CallPermit,
    over transport: SubscriptionTransport?, policy: StreamPolicy?
  ) -> ResponseStream<Operation.Data> {
    ResponseStream(StreamCall(operation, options, caller, nil, transport, policy))
  }
}

nonisolated extension AuthenticatedGraphQLClient: AuthenticatedSubscriptionExecutor {
  /// Returns a stream over HTTP, with the default policy. Use `streaming(over:policy:)` for another one.
  public func stream<Operation: GraphQLOperation>(
    of operation: Operation, options: CallOptions, permit: CallPermit,
    over transport: SubscriptionTransport?, policy: StreamPolicy?
  ) -> ResponseStream<Operation.Data> {
    ResponseStream(StreamCall(operation, options, caller, source, transport, policy))
  }
}
