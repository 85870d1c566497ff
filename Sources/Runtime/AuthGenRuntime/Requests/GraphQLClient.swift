// The client: operations in, data or errors out.

import Foundation

/// Calls the operations of one GraphQL endpoint that need no session.
///
/// ```swift
/// let client = GraphQLClient(ClientConfiguration(endpoint: endpoint))
/// let data = try await client.execute(GetSocialProvidersQuery())
/// let signedIn = client.authenticated(by: Credential(scheme: "Opaque", token: token))
/// ```
///
/// A client has no state of its own: copies of it share their transport, and may be used from any
/// task.
nonisolated public struct GraphQLClient: OperationExecutor {
  public typealias Failure = RequestError

  private let caller: OperationCaller

  /// - Parameters:
  ///   - configuration: the endpoint, and how it is called.
  ///   - transport: what carries requests. Default: the network.
  ///   - interceptors: called in this order, for each request.
  ///   - clock: what waits for deadlines and before retries.
  public init(
    _ configuration: ClientConfiguration, transport: any Transport = URLSessionTransport(),
    interceptors: [any Interceptor] = [], clock: any Clock<Duration> = ContinuousClock()
  ) {
    caller = OperationCaller(
      configuration: configuration, transport: transport, interceptors: interceptors,
      clock: clock, random: { Double.random(in: 0...1) }, now: { Date() })
  }

  /// A client that calls all operations, with a credential from `source` in every request.
  public func authenticated(by source: any CredentialSource) -> AuthenticatedGraphQLClient {
    AuthenticatedGraphQLClient(caller: caller, source: source)
  }

  /// Calls an operation.
  ///
  /// - Throws: also where the server gives errors beside data; ``response(to:options:)`` gives both.
  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation
  ) async throws(RequestError) -> Operation.Data {
    try await execute(operation, options: CallOptions())
  }

  /// Calls an operation, with options for this call.
  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(RequestError) -> Operation.Data {
    try await caller.data(for: operation, options, source: nil)
  }

  /// Calls an operation and gives all that the server says: data and errors, which may both be there,
  /// and extensions.
  ///
  /// - Throws: where there is no GraphQL response.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions = CallOptions()
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: nil)
  }
}

/// Calls all operations of one GraphQL endpoint, on behalf of somebody who has a session. It is made
/// by ``GraphQLClient/authenticated(by:)``.
nonisolated public struct AuthenticatedGraphQLClient: AuthenticatedOperationExecutor {
  public typealias Failure = RequestError

  fileprivate let caller: OperationCaller
  fileprivate let source: any CredentialSource

  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation
  ) async throws(RequestError) -> Operation.Data {
    try await execute(operation, options: CallOptions())
  }

  public func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation
  ) async throws(RequestError) -> Operation.Data {
    try await execute(operation, options: CallOptions())
  }

  /// Calls an operation, with options for this call.
  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(RequestError) -> Operation.Data {
    try await caller.data(for: operation, options, source: source)
  }

  /// Calls an operation, with options for this call.
  public func execute<Operation: AuthenticatedOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(RequestError) -> Operation.Data {
    try await caller.data(for: operation, options, source: source)
  }

  /// Calls an operation and gives all that the server says; see
  /// ``GraphQLClient/response(to:options:)``.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions = CallOptions()
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: source)
  }

  /// Calls an operation and gives all that the server says; see
  /// ``GraphQLClient/response(to:options:)``.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation, options: CallOptions = CallOptions()
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: source)
  }
}
