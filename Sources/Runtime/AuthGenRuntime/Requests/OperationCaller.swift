// One call from an operation to its response: documents or hashes, retries, credential, interceptors.
//
//     library.book(id: "1")
//     POST /graphql
//     {"query":"query Book($id:ID!){book(id:$id){title}}","operationName":"Book","variables":{"id":"1"}}
//     200  {"data":{"book":{"title":"Emma"}}}
//
// gives the data, with the title Emma. If the title is 7, the error has the reason decoding and the path
// data.book.title. After status 503, the query is sent again, at most three times in all.

package import Foundation

nonisolated package struct OperationCaller: Sendable {
  package let configuration: ClientConfiguration
  package let transport: any Transport
  let interceptors: [any Interceptor]
  let signer: (any RequestSigner)?
  package let clock: any Clock<Duration>
  package let random: @Sendable () -> Double
  package let now: @Sendable () -> Date

  /// The data of a response without errors.
  func data<Operation: GraphQLOperation>(
    for operation: Operation, _ options: CallOptions, source: (any CredentialSource)?
  ) async throws(RequestError) -> Operation.Data {
    try await response(to: operation, options, source: source)
      .completeData(of: Operation.operationName)
  }

  /// The server's response. Falls back to the document if the server does not know the hash.
  package func response<Operation: GraphQLOperation>(
    to operation: Operation, _ options: CallOptions, source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    try await inTime(Operation.operationName, options) { () async throws(RequestError) in
      try await untimedResponse(
        to: operation, options, source.map { options.login?.source($0) ?? $0.forOneCall() })
    }
  }

  private func untimedResponse<Operation: GraphQLOperation>(
    to operation: Operation, _ options: CallOptions, _ source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    if let connector = operation as? any ConnectorOperation {
      return try await retriedResponse(
        ServiceExchange<Operation.Data>(operation: connector), options, source)
    }
    let definition = Operation.definition
    let (document, hash) = (definition.document, definition.hash)
    func exchange(_ document: String?, _ hash: String?) -> some OperationExchange<Operation.Data> {
      GraphQLExchange(operation, document: document, hash: hash)
    }
    guard document == nil || sendsHashes(for: operation) else {
      return try await retriedResponse(exchange(document, nil), options, source)
    }
    // The second request is for the user of the first one.
    var options = options
    if source != nil { options.login = options.login ?? CommonLogin() }
    let response = try await retriedResponse(exchange(nil, hash), options, source)
    guard response.errors.contains(where: \.isUnknownHash) else { return response }
    guard let document, configuration.persistedOperations == .automatic else {
      throw RequestError(
        .unknownDocument, progress: .responded, operationName: Operation.operationName,
        extensions: response.extensions)
    }
    return try await retriedResponse(exchange(document, hash), options, source)
  }

  /// Whether to send the hash first. Only queries are sent again if the server does not know the
  /// hash. Operations with secrets are excluded, because servers cache requests by hash, and those with
  /// values beside their JSON, because sending these twice takes long.
  func sendsHashes<Operation: GraphQLOperation>(for operation: Operation) -> Bool {
    switch configuration.persistedOperations {
    case .off: false
    case .only: true
    case .automatic:
      Operation.kind == .query && (try? operation.encodedVariables().isBodyOnly) == false
    }
  }

  /// Makes a call within its deadline.
  private func inTime<Value: Sendable>(
    _ operationName: String, _ options: CallOptions,
    _ body: @escaping @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value {
    guard let deadline = options.deadline ?? configuration.deadline else { return try await body() }
    if let value = try await TimeLimit(deadline, clock: clock).value(of: body) { return value }
    throw RequestError(
      .transport(TransportError(.timedOut, wasSent: true)), progress: .sent,
      operationName: operationName)
  }

  /// Makes the call, and retries it after a temporary failure.
  private func retriedResponse<Exchange: OperationExchange>(
    _ exchange: Exchange, _ options: CallOptions, _ source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Exchange.Data> {
    try checkEndpoint(for: exchange.operationName)
    var attempt = 1
    var earlier = options.login?.credential
    defer { options.login?.credential = earlier }
    while true {
      let result = await Result { () async throws(RequestError) in
        try await attemptCall(exchange, attempt, options, source, &earlier)
      }
      do throws(RequestError) {
        let response = try result.get()
        guard response.data == nil, exchange.kind == .query else { return response }
        throw response.failure(of: exchange.operationName)
      } catch {
        guard error.mayPass, isRepeatable(exchange, options),
          let delay = (options.retry ?? configuration.retry).delay(
            afterAttempt: attempt, retryAfter: error.retryAfter, random: random())
        else { return try result.get() }
        do {
          try await clock.sleep(for: delay)
        } catch {
          throw RequestError(
            .cancelled, progress: .sent, operationName: exchange.operationName)
        }
        attempt += 1
      }
    }
  }

  /// Whether the client may send an operation again by itself.
  package func isRepeatable(_ exchange: some OperationExchange, _ options: CallOptions) -> Bool {
    guard let request = try? httpRequest(exchange, options) else { return false }
    return exchange.kind.isRepeatable(sendsSecrets: request.hasSecrets)
  }

  package func checkEndpoint(for operationName: String) throws(RequestError) {
    guard configuration.endpoint.origin?.isTrustworthy == true else {
      throw RequestError(notSent: .insecureEndpoint, operationName: operationName)
    }
  }

  /// The header fields of the app.
  package func headers(_ options: CallOptions) -> HTTPHeaders {
    configuration.headers.replaced(by: options.headers)
  }

  package func httpRequest(
    _ exchange: some OperationExchange, _ options: CallOptions
  ) throws(RequestError) -> BuiltRequest {
    var request: BuiltRequest
    do throws(RequestError.NotSent) {
      request = try exchange.httpRequest(configuration)
    } catch {
      throw RequestError(notSent: error, operationName: exchange.operationName)
    }
    request.http.headers = request.http.headers.replaced(by: headers(options))
    request.http.maximumResponseSize = configuration.maximumResponseSize
    request.http.operationName = exchange.operationName
    if let progress = options.bodyProgress {
      request.http.bodyStream = request.http.bodyStream?.observed(by: progress)
    }
    return request
  }

  /// One request and its response. If the server refuses the credential, there may be a second
  /// request with another one.
  ///
  /// - Parameter earlier: the credential of the attempt before; then that of this one.
  private func attemptCall<Exchange: OperationExchange>(
    _ exchange: Exchange, _ attempt: Int, _ options: CallOptions,
    _ source: (any CredentialSource)?, _ earlier: inout Credential?
  ) async throws(RequestError) -> GraphQLResponse<Exchange.Data> {
    let limit = timeLimit(options)
    func roundTrip(
      _ credential: Credential?, attempt: Int
    ) async throws(RequestError) -> RoundTrip<Exchange> {
      let request = try httpRequest(exchange, options)
      let response = try await send(
        request, of: exchange.definition, attempt: attempt, credential, limit, over: transport)
      let trip = RoundTrip(response, to: exchange, sendsSecrets: request.hasSecrets, now: now())
      if case .success(let response) = trip.result { report(response, of: exchange.operationName) }
      return trip
    }
    guard let source else { return try await roundTrip(nil, attempt: attempt).result.get() }
    let before = earlier
    let credential = try await self.credential(exchange.operationName, limit) {
      () async throws(CredentialUnavailable) in
      guard let before else { return try await source.credential() }
      return try await source.credential(after: before)
    }
    guard let credential else {
      throw RequestError(notSent: .noSession, operationName: exchange.operationName)
    }
    earlier = credential
    let first = try await roundTrip(credential, attempt: attempt)
    let rules = source.refusals
    guard first.refusesCredential(by: rules) else { return try first.result.get() }
    var other: Credential?
    do throws(RequestError) {
      other = try await self.credential(exchange.operationName, limit) {
        () async throws(CredentialUnavailable) in try await source.credential(insteadOf: credential)
      }
    } catch {
      // A refused credential does not mean that the session has ended. If the server may have executed the
      // call, its response is returned.
      guard first.maySendAgain(by: rules) else {
        return try first.result(whileUnavailable: error.unavailableCredential).get()
      }
      throw RequestError(
        error.reason, progress: .responded, operationName: exchange.operationName,
        httpStatus: first.http.status)
    }
    guard let other, other != credential, first.maySendAgain(by: rules) else {
      return try first.result.get()
    }
    earlier = other
    let second = try await roundTrip(other, attempt: attempt + 1)
    if second.refusesCredential(by: rules) {
      await source.sessionHasEnded(other)
    }
    return try second.result.get()
  }

  /// Tells the interceptors which lenient fields of a response could not be read.
  package func report<Data>(_ response: GraphQLResponse<Data>, of operationName: String) {
    guard !response.unreadableFields.isEmpty else { return }
    for interceptor in interceptors {
      interceptor.unreadableFields(response.unreadableFields, of: operationName)
    }
  }

  /// Returns the time limit of one attempt.
  package func timeLimit(_ options: CallOptions) -> TimeLimit {
    TimeLimit(options.timeout ?? configuration.timeout, clock: clock)
  }

  /// Gets a credential within the call's time limit.
  package func credential(
    _ operationName: String, _ limit: TimeLimit,
    from source: @escaping @Sendable () async throws(CredentialUnavailable) -> Credential?
  ) async throws(RequestError) -> Credential? {
    let result: Credential??
    do throws(CredentialUnavailable) {
      result = try await limit.value(of: source)
    } catch {
      throw RequestError(
        Task.isCancelled ? .cancelled : .notSent(.credentialUnavailable(error)),
        progress: .notSent, operationName: operationName)
    }
    guard let result else {
      throw RequestError(
        .transport(TransportError(.timedOut, wasSent: false)), progress: .notSent,
        operationName: operationName)
    }
    return result
  }

  /// Sends a request through all interceptors to the server and returns the response.
  ///
  /// - Parameters:
  ///   - request: the request, without the credential.
  ///   - definition: its operation.
  ///   - attempt: its number, from 1.
  ///   - credential: the credential to add; nil for none.
  ///   - limit: the time limit until there is a response.
  ///   - transport: carries the request. The interceptors see what it returns.
  package func send(
    _ request: BuiltRequest, of definition: OperationDefinition, attempt: Int,
    _ credential: Credential?, _ limit: TimeLimit, over transport: any Transport
  ) async throws(RequestError) -> HTTPResponse {
    let call = CallContext(
      operationName: definition.name, kind: definition.kind, attempt: attempt,
      sendsSecrets: request.hasSecrets, returnsSecrets: definition.returnsSecrets,
      sendsSecretsOutsideBody: request.hasSecretsOutsideBody)
    let transmission = Transmission(
      call: call, endpoint: configuration.endpoint, credential: credential,
      credentialVariable: definition.credentialVariable, signer: signer, limit: limit,
      transport: transport)
    var next: Interceptor.Next = { request in try await transmission.send(request) }
    for interceptor in interceptors.reversed() {
      let rest = next
      next = { request in try await interceptor.intercept(request, call, next: rest) }
    }
    do {
      return try await next(request.http)
    } catch let error as RequestError {
      throw error
    } catch is CancellationError {
      throw RequestError(.cancelled, progress: .sent, operationName: call.operationName)
    } catch {
      throw RequestError(
        .interceptor(error), progress: .sent, operationName: call.operationName)
    }
  }
}

nonisolated extension RequestError {
  /// Whether the failure is temporary, so that the same call may succeed later.
  package var mayPass: Bool {
    switch reason {
    case .transport(let error): [.cannotConnect, .connectionLost, .timedOut].contains(error.reason)
    case .httpStatus, .service, .graphQL:
      httpStatus.map { [429, 502, 503, 504].contains($0) } ?? false
    default: false
    }
  }
}

nonisolated extension GraphQLError {
  /// Whether the server does not know the hash that was sent in place of a document, or reads no hashes.
  fileprivate var isUnknownHash: Bool {
    ["PERSISTED_QUERY_NOT_FOUND", "PERSISTED_QUERY_NOT_SUPPORTED"].containsSameBytes(as: code ?? "")
      || ["PersistedQueryNotFound", "PersistedQueryNotSupported"].containsSameBytes(as: message)
  }
}
