// The client, which sends operations and returns data or errors.

import Foundation

/// Calls the operations of one GraphQL endpoint that need no session.
///
/// ```swift
/// let client = GraphQLClient(ClientConfiguration(endpoint: endpoint))
/// let data = try await client.execute(GetSocialProvidersQuery())
/// let signedIn = client.authenticated(by: Credential(scheme: "Opaque", token: token))
/// ```
///
/// A client has no state. Its copies share one transport, and any task may use them.
nonisolated public struct GraphQLClient: OperationExecutor {
  public typealias Failure = RequestError

  package let caller: OperationCaller

  /// Creates a client for one endpoint.
  ///
  /// - Parameters:
  ///   - configuration: the endpoint and the options for calls.
  ///   - transport: carries the requests. Default: the network.
  ///   - interceptors: run in this order, for each request.
  ///   - signer: adds headers to each complete request. Default: none.
  ///   - clock: measures deadlines and the wait before retries. Default: nil, for a continuous clock that
  ///     does not count the time in which the system has suspended the process.
  public init(
    _ configuration: ClientConfiguration, transport: any Transport = URLSessionTransport(),
    interceptors: [any Interceptor] = [], signer: (any RequestSigner)? = nil,
    clock: (any Clock<Duration>)? = nil
  ) {
    caller = OperationCaller(
      configuration: configuration, transport: transport, interceptors: interceptors,
      signer: signer, clock: clock ?? RunningClock(), random: { Double.random(in: 0...1) },
      now: { Date() })
  }

  /// Returns a client that calls all operations, with a credential from `source` in every request.
  public func authenticated(by source: any CredentialSource) -> AuthenticatedGraphQLClient {
    AuthenticatedGraphQLClient(caller: caller, source: source)
  }

  /// Calls an operation.
  ///
  /// - Throws: an error also if the response has both errors and data. Use
  ///   ``response(to:options:)`` to get both.
  public func execute<Operation: AnonymousOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(RequestError) -> Operation.Data {
    try await caller.data(for: operation, options, source: nil)
  }

  /// Calls an operation and returns the whole response: data, errors, or both, and extensions.
  ///
  /// - Throws: ``RequestError`` if there is no GraphQL response.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: nil)
  }
}

/// Calls all operations of one GraphQL endpoint, on behalf of a user with a session. Create it with
/// ``GraphQLClient/authenticated(by:)``.
nonisolated public struct AuthenticatedGraphQLClient: AuthenticatedOperationExecutor {
  public typealias Failure = RequestError

  package let caller: OperationCaller
  package let source: any CredentialSource

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

  /// Calls an operation and returns the whole response; see
  /// ``GraphQLClient/response(to:options:)``.
  public func response<Operation: AnonymousOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: source)
  }

  /// Calls an operation and returns the whole response; see
  /// ``GraphQLClient/response(to:options:)``.
  public func response<Operation: AuthenticatedOperation>(
    to operation: Operation, options: CallOptions
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: source)
  }
}
