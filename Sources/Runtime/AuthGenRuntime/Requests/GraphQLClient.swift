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

  public func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(RequestError) -> Operation.Data {
    try await caller.data(for: operation, options, source: nil)
  }

  public func wholeResponse<Operation: GraphQLOperation>(
    to operation: Operation, options: CallOptions, permit: CallPermit
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

  public func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(RequestError) -> Operation.Data {
    try await caller.data(for: operation, options, source: source)
  }

  public func wholeResponse<Operation: GraphQLOperation>(
    to operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await caller.response(to: operation, options, source: source)
  }
}
