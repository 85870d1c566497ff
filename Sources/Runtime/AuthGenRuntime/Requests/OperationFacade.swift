// What the generated types that call operations have in common, and the calls of executors.

/// The type of a client's methods, such as `ShopClient`. Its methods throw an error for a response with
/// errors; `response(to:options:)` returns the response as it is.
nonisolated public protocol OperationFacade: Sendable {
  associatedtype Executor: OperationExecutor

  /// Sends the operations.
  var executor: Executor { get }
}

nonisolated extension OperationFacade {
  /// Calls an operation and returns the whole response: data, errors, or both, and extensions.
  ///
  /// ```swift
  /// let response = try await shop.response(to: SocialLinksQuery())
  /// for error in response.errors { print(error.path) }
  /// ```
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions = CallOptions()
  ) async throws(Executor.Failure) -> GraphQLResponse<Operation.Data> {
    try await executor.response(to: operation, options: options)
  }

  /// Calls an operation with the session's credential and returns the whole response.
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation, options: CallOptions = CallOptions()
  ) async throws(Executor.Failure) -> GraphQLResponse<Operation.Data>
  where Executor: AuthenticatedOperationExecutor {
    try await executor.response(to: operation, options: options)
  }
}

nonisolated extension OperationExecutor {
  public func wholeResponse<Operation: GraphQLOperation>(
    to operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    GraphQLResponse(data: try await data(for: operation, options: options, permit: permit))
  }

  /// Sends the operation and returns the response's `data`.
  ///
  /// - Throws: an error also if the response has both errors and data. Use ``response(to:options:)`` to
  ///   get both.
  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation, options: CallOptions = CallOptions()
  ) async throws(Failure) -> Operation.Data {
    try await data(for: operation, options: options, permit: CallPermit())
  }

  /// Sends the operation and returns the whole response: data, errors, or both, and extensions.
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions = CallOptions()
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    try await wholeResponse(to: operation, options: options, permit: CallPermit())
  }
}

nonisolated extension AuthenticatedOperationExecutor {
  /// Sends the operation with the session's token or cookie and returns the response's `data`.
  ///
  /// - Throws: an error also if the response has both errors and data.
  public func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation, options: CallOptions = CallOptions()
  ) async throws(Failure) -> Operation.Data {
    try await data(for: operation, options: options, permit: CallPermit())
  }

  /// Sends the operation with the session's token or cookie and returns the whole response.
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation, options: CallOptions = CallOptions()
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    try await wholeResponse(to: operation, options: options, permit: CallPermit())
  }
}
