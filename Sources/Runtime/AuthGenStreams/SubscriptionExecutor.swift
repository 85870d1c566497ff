// Clients with subscriptions, and with results in several parts.

public import AuthGenRuntime

/// Runs subscriptions without a session, and delivers the results of operations part by part. Call it with
/// ``events(of:options:)`` and ``updates(of:options:)``.
nonisolated public protocol SubscriptionExecutor: OperationExecutor {
  /// Returns the data of an operation each time that it changes. The operation is sent when a loop asks for the first
  /// value.
  func stream<Operation: GraphQLOperation>(
    of operation: Operation, options: CallOptions, permit: CallPermit
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
    stream(of: operation, options: options, permit: CallPermit())
  }

  /// Returns the result of a query or mutation as it grows: once with what the server delivers first, and again after
  /// each later part of `@defer` and `@stream`. Parts that have already arrived make one value. The operation is sent
  /// when a loop asks for the first value.
  ///
  /// Of the options, `retry` is the number of attempts (default: ``StreamPolicy/retry``), and `deadline` is the time
  /// limit of all attempts (default: that of the configuration). Opening a connection is limited by `timeout` alone.
  public func updates<Operation: AnonymousOperation>(
    of operation: Operation, options: CallOptions = CallOptions()
  ) -> ResponseStream<Operation.Data> {
    stream(of: operation, options: options, permit: CallPermit())
  }
}

nonisolated extension AuthenticatedSubscriptionExecutor {
  /// Returns the events of a subscription that needs a session. It begins when a loop asks for the first one.
  public func events<Operation: AuthenticatedSubscription>(
    of operation: Operation, options: CallOptions = CallOptions()
  ) -> ResponseStream<Operation.Data> {
    stream(of: operation, options: options, permit: CallPermit())
  }

  /// Returns the result of a query or mutation that needs a session, as it grows.
  public func updates<Operation: AuthenticatedOperation>(
    of operation: Operation, options: CallOptions = CallOptions()
  ) -> ResponseStream<Operation.Data> {
    stream(of: operation, options: options, permit: CallPermit())
  }
}

// MARK: Generated clients

nonisolated extension OperationFacade where Executor: SubscriptionExecutor {
  /// Returns the result of a query or mutation as it grows; see ``SubscriptionExecutor/updates(of:options:)``.
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
  /// Returns a stream over HTTP, with the default policy. Use ``streaming(over:policy:)`` for another one.
  public func stream<Operation: GraphQLOperation>(
    of operation: Operation, options: CallOptions, permit: CallPermit
  ) -> ResponseStream<Operation.Data> {
    streaming().stream(of: operation, options: options, permit: permit)
  }

  /// Returns the same client with another transport or policy for subscriptions.
  ///
  /// - Parameters:
  ///   - transport: carries the events. Default: ``SubscriptionTransport/http``.
  ///   - policy: the time limits and the limit of unread events. Default: that of ``StreamPolicy``.
  public func streaming(
    over transport: SubscriptionTransport = .http, policy: StreamPolicy = StreamPolicy()
  ) -> StreamingClient<GraphQLClient> {
    StreamingClient(
      base: self,
      StreamingCaller(
        caller: caller, source: nil, transport: transport.streams, policy: policy))
  }
}

nonisolated extension AuthenticatedGraphQLClient: AuthenticatedSubscriptionExecutor {
  /// Returns a stream over HTTP, with the default policy. Use ``streaming(over:policy:)`` for another one.
  public func stream<Operation: GraphQLOperation>(
    of operation: Operation, options: CallOptions, permit: CallPermit
  ) -> ResponseStream<Operation.Data> {
    streaming().stream(of: operation, options: options, permit: permit)
  }

  /// Returns the same client with another transport or policy for subscriptions.
  ///
  /// - Parameters:
  ///   - transport: carries the events. Default: ``SubscriptionTransport/http``.
  ///   - policy: the time limits and the limit of unread events. Default: that of ``StreamPolicy``.
  public func streaming(
    over transport: SubscriptionTransport = .http, policy: StreamPolicy = StreamPolicy()
  ) -> StreamingClient<AuthenticatedGraphQLClient> {
    StreamingClient(
      base: self,
      StreamingCaller(
        caller: caller, source: source, transport: transport.streams, policy: policy))
  }
}
