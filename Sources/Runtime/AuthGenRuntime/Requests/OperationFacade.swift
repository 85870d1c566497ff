// What the generated types that call operations have in common, and calls without options.

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
  /// Sends the operation and returns a response with the data alone, as a test's executor does.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    GraphQLResponse(data: try await execute(operation, options: options))
  }

  /// Sends the operation and returns the response's `data`.
  ///
  /// - Throws: an error also if the response has both errors and data.
  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation
  ) async throws(Failure) -> Operation.Data {
    try await execute(operation, options: CallOptions())
  }

  /// Sends the operation and returns the whole response: data, errors, or both, and extensions.
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    try await response(to: operation, options: CallOptions())
  }
}

nonisolated extension AuthenticatedOperationExecutor {
  /// Sends the operation and returns a response with the data alone, as a test's executor does.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    GraphQLResponse(data: try await execute(operation, options: options))
  }

  /// Sends the operation with the session's token or cookie and returns the response's `data`.
  ///
  /// - Throws: an error also if the response has both errors and data.
  public func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation
  ) async throws(Failure) -> Operation.Data {
    try await execute(operation, options: CallOptions())
  }

  /// Sends the operation with the session's token or cookie and returns the whole response.
  ///
  /// - Throws: an error if there is no GraphQL response.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation
  ) async throws(Failure) -> GraphQLResponse<Operation.Data> {
    try await response(to: operation, options: CallOptions())
  }
}
