// A client with a cache:
//
//     book(id: "1")   sends a request, and stores its data
//     book(id: "1")   has the same data, without a request
//     book(id: "2")   sends a request

public import AuthGenRuntime
public import AuthGenSessions

/// Calls operations as another client does, and keeps the data of queries in a ``ResponseCache``.
///
/// Equal calls that are under way at the same time share one request. Mutations are always sent. A call with
/// headers of its own is always sent, and its data is not stored.
nonisolated public struct CachedClient<Base: OperationExecutor>: OperationExecutor
where Base.Failure == RequestError {
  public typealias Failure = RequestError

  private let base: Base
  private let cache: ResponseCache
  private let policy: CachePolicy
  /// The session whose data may be used; nil while it is not known, so that nothing is cached.
  private let scope: @Sendable () async -> CacheScope?
  /// Whether the user is asked before the session is used. Then nothing is cached, so that `base` asks.
  private let isBehindClosedGate: @Sendable () async -> Bool

  private init(
    _ base: Base, _ cache: ResponseCache, _ policy: CachePolicy,
    scope: @escaping @Sendable () async -> CacheScope?,
    isBehindClosedGate: @escaping @Sendable () async -> Bool
  ) {
    self.base = base
    self.cache = cache
    self.policy = policy
    self.scope = scope
    self.isBehindClosedGate = isBehindClosedGate
  }

  /// Creates a client for the user of a session. When the session ends, the cache is emptied.
  ///
  /// - Parameters:
  ///   - base: sends the calls.
  ///   - cache: keeps the data. Use one cache for each session manager.
  ///   - sessions: the manager whose session `base` uses.
  ///   - policy: when cached data is used. Default: ``CachePolicy/cacheFirst``.
  public init<Session: StoredSession>(
    _ base: Base, cache: ResponseCache, sessions: SessionManager<Session>,
    policy: CachePolicy = .cacheFirst
  ) {
    self.init(
      base, cache, policy, scope: { await sessions.cacheScope },
      isBehindClosedGate: { await sessions.isBehindClosedGate })
    Task { await cache.observe(sessions) }
  }

  /// Creates a client for the selected account. When another one is selected, or its session ends, the cache
  /// is emptied.
  ///
  /// - Parameters:
  ///   - base: sends the calls, with the credential of `accounts`.
  ///   - cache: keeps the data. Use it for these accounts alone.
  ///   - accounts: the accounts of which `base` uses the selected one.
  ///   - policy: when cached data is used. Default: ``CachePolicy/cacheFirst``.
  public init<Login: AccountLogin>(
    _ base: Base, cache: ResponseCache, accounts: Accounts<Login>,
    policy: CachePolicy = .cacheFirst
  ) {
    self.init(
      base, cache, policy, scope: { await accounts.cacheScope },
      isBehindClosedGate: { await accounts.isBehindClosedGate })
    Task { await cache.observe(accounts) }
  }

  /// Creates a client for data that does not depend on a user.
  ///
  /// - Parameters:
  ///   - base: sends the calls, without a session.
  ///   - cache: keeps the data.
  ///   - policy: when cached data is used. Default: ``CachePolicy/cacheFirst``.
  public init(_ base: Base, cache: ResponseCache, policy: CachePolicy = .cacheFirst)
  where Base == GraphQLClient {
    self.init(base, cache, policy, scope: { .everyone }, isBehindClosedGate: { false })
  }

  /// Returns the same client with another policy.
  public func with(_ policy: CachePolicy) -> CachedClient {
    CachedClient(base, cache, policy, scope: scope, isBehindClosedGate: isBehindClosedGate)
  }

  // MARK: Calls

  public func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(RequestError) -> Operation.Data {
    try await wholeResponse(to: operation, options: options, permit: permit)
      .completeData(of: Operation.operationName)
  }

  /// Returns cached data, or the server's whole response.
  public func wholeResponse<Operation: GraphQLOperation>(
    to operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    guard let flight = await flight(of: operation, options) else {
      return try await base.wholeResponse(to: operation, options: options, permit: permit)
    }
    guard admits(flight, options) else {
      throw RequestError(notSent: .noSession, operationName: Operation.operationName)
    }
    if policy == .cacheFirst, let data: Operation.Data = await cached(flight) {
      return GraphQLResponse(data: data)
    }
    // The call is for the login of the cache.
    var options = options
    if case .login(let login, _) = flight.scope {
      options.login = options.login ?? CommonLogin(login)
    }
    let result = await cache.shared(flight) {
      [base, scope, options] () async -> ResponseCache.CallResult<Operation.Data> in
      // Another user may have logged in meanwhile.
      guard await scope() == flight.scope else {
        return .failure(RequestError(notSent: .noSession, operationName: Operation.operationName))
      }
      let result = await Result { () async throws(RequestError) in
        try await base.wholeResponse(to: operation, options: options, permit: permit)
      }
      // Before `base` had a credential, too, so the response may be to another user.
      let now = await scope()
      if now == flight.scope { return result }
      // The server may have ended the session, as the error says.
      if now == nil, case .failure = result { return result }
      return .failure(
        RequestError(
          .notSent(.noSession), progress: .responded, operationName: Operation.operationName))
    }
    guard let result else {
      throw RequestError(.cancelled, progress: .sent, operationName: Operation.operationName)
    }
    return try result.get()
  }

  /// Calls a mutation, and removes the data of queries that it makes stale, also if it fails.
  ///
  /// - Parameters:
  ///   - mutation: the mutation to call.
  ///   - stale: the queries, such as `ProductsQuery.self`.
  ///   - options: the options of the call. Default: none.
  public func execute<Operation: AnonymousOperation>(
    _ mutation: Operation, invalidating stale: any GraphQLOperation.Type...,
    options: CallOptions = CallOptions()
  ) async throws(RequestError) -> Operation.Data {
    try await call(mutation, options, invalidating: stale)
  }

  /// Returns cached data first, if there is any, and then the server's.
  public func results<Operation: AnonymousOperation>(
    of query: Operation, options: CallOptions = CallOptions()
  ) -> CachedResults<Operation.Data> {
    CachedResults(steps: [
      { await self.cached(query, options.of($0)) },
      { try await self.with(.networkOnly).execute(query, options: options.of($0)) },
    ])
  }

  // MARK: The cache

  private func call<Operation: GraphQLOperation>(
    _ mutation: Operation, _ options: CallOptions, invalidating stale: [any GraphQLOperation.Type]
  ) async throws(RequestError) -> Operation.Data {
    let result = await Result { () async throws(RequestError) in
      try await data(for: mutation, options: options, permit: CallPermit())
    }
    await cache.remove(stale.map { ObjectIdentifier($0) })
    return try result.get()
  }

  /// Where the data of a call is; nil if it must not be stored.
  private func flight<Operation: GraphQLOperation>(
    of operation: Operation, _ options: CallOptions
  ) async -> Flight? {
    guard Operation.kind == .query, options.headers.names.isEmpty,
      let identity = CallIdentity(operation), await !isBehindClosedGate(), let scope = await scope()
    else { return nil }
    return Flight(
      identity: identity, scope: scope, timeout: options.timeout, retry: options.retry)
  }

  /// Whether the call may be for the login of its place in the cache.
  private func admits(_ flight: Flight, _ options: CallOptions) -> Bool {
    guard case .login(let login, _) = flight.scope else { return true }
    return options.login?.admits(login) ?? true
  }

  private func cached<Operation: GraphQLOperation>(
    _ operation: Operation, _ options: CallOptions
  ) async -> Operation.Data? {
    guard let flight = await flight(of: operation, options), admits(flight, options) else {
      return nil
    }
    return await cached(flight)
  }

  private func cached<Data: ResponseObject>(_ flight: Flight) async -> Data? {
    guard let data: Data = await cache.data(of: flight.identity, in: flight.scope) else {
      return nil
    }
    // The session may have ended meanwhile.
    return await scope() == flight.scope ? data : nil
  }
}

nonisolated extension CachedClient: AuthenticatedOperationExecutor
where Base: AuthenticatedOperationExecutor {
  /// Calls a mutation that needs a session, and removes the data of queries that it makes stale, also if it
  /// fails.
  ///
  /// - Parameters:
  ///   - mutation: the mutation to call.
  ///   - stale: the queries, such as `ProductsQuery.self`.
  ///   - options: the options of the call. Default: none.
  public func execute<Operation: AuthenticatedOperation>(
    _ mutation: Operation, invalidating stale: any GraphQLOperation.Type...,
    options: CallOptions = CallOptions()
  ) async throws(RequestError) -> Operation.Data {
    try await call(mutation, options, invalidating: stale)
  }

  /// Returns cached data first, if there is any, and then the server's.
  public func results<Operation: AuthenticatedOperation>(
    of query: Operation, options: CallOptions = CallOptions()
  ) -> CachedResults<Operation.Data> {
    CachedResults(steps: [
      { await self.cached(query, options.of($0)) },
      { try await self.with(.networkOnly).execute(query, options: options.of($0)) },
    ])
  }
}

nonisolated extension CallOptions {
  /// The options of one of several calls of a login.
  fileprivate func of(_ login: CommonLogin) -> CallOptions {
    var options = self
    options.login = login
    return options
  }
}

/// Cached data, if there is any, and then the server's data (the policy cacheAndNetwork). Both belong to one
/// login: after another one, the sequence throws a `RequestError` with the reason `notSent(.noSession)`.
nonisolated public struct CachedResults<Element: Sendable>: AsyncSequence, Sendable {
  typealias Step = @Sendable (CommonLogin) async throws -> Element?

  let steps: [Step]

  public func makeAsyncIterator() -> Iterator { Iterator(rest: steps[...]) }

  nonisolated public struct Iterator: AsyncIteratorProtocol {
    fileprivate var rest: ArraySlice<Step>
    private let login = CommonLogin()

    fileprivate init(rest: ArraySlice<Step>) {
      self.rest = rest
    }

    /// Returns the cached data, then the server's, then nil.
    ///
    /// - Throws: the error of the call. The cached data was returned before.
    public mutating func next() async throws -> Element? {
      while let step = rest.popFirst() {
        if let element = try await step(login) { return element }
      }
      return nil
    }
  }
}
