// One call from an operation to its response: documents or hashes, retries, credential,
// interceptors, deadline.

import Foundation

nonisolated struct OperationCaller: Sendable {
  let configuration: ClientConfiguration
  let transport: any Transport
  let interceptors: [any Interceptor]
  let clock: any Clock<Duration>
  let random: @Sendable () -> Double
  let now: @Sendable () -> Date

  /// The data of a response without errors.
  func data<Operation: GraphQLOperation>(
    for operation: Operation, _ options: CallOptions, source: (any CredentialSource)?
  ) async throws(RequestError) -> Operation.Data {
    let response = try await response(to: operation, options, source: source)
    if let data = response.data, response.errors.isEmpty { return data }
    throw response.failure(of: Operation.operationName)
  }

  /// The server's response. Falls back to the document if the server does not know the hash.
  func response<Operation: GraphQLOperation>(
    to operation: Operation, _ options: CallOptions, source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    if let connector = operation as? any ConnectorOperation {
      return try await answer(
        ServiceExchange<Operation.Data>(operation: connector), options, source)
    }
    let document = (Operation.self as? any DocumentOperation.Type)?.document
    let hash = (Operation.self as? any HashedOperation.Type)?.documentHash
    func exchange(_ document: String?, _ hash: String?) -> some OperationExchange<Operation.Data> {
      GraphQLExchange(
        request: OperationRequest(operation: operation, document: document, hash: hash))
    }
    guard document == nil || sendsHashes(for: operation) else {
      return try await answer(exchange(document, nil), options, source)
    }
    let response = try await answer(exchange(nil, hash), options, source)
    guard response.errors.contains(where: \.isUnknownHash) else { return response }
    guard let document, configuration.persistedOperations == .automatic else {
      throw RequestError(
        .unknownDocument, progress: .answered, operationName: Operation.operationName,
        extensions: response.extensions)
    }
    return try await answer(exchange(document, hash), options, source)
  }

  /// Whether to send the hash first. Only queries are sent again if the server does not know the
  /// hash. Operations with secrets are excluded, because servers cache requests by hash.
  private func sendsHashes<Operation: GraphQLOperation>(for operation: Operation) -> Bool {
    switch configuration.persistedOperations {
    case .off: false
    case .only: true
    case .automatic:
      Operation.kind == .query && (try? operation.encodedVariables().hasSecrets) == false
    }
  }

  /// Makes the call, and retries it after a temporary failure.
  private func answer<Exchange: OperationExchange>(
    _ exchange: Exchange, _ options: CallOptions, _ source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Exchange.Data> {
    let request = try httpRequest(exchange, options)
    var attempt = 1
    while true {
      let call = CallContext(
        operationName: exchange.operationName, kind: exchange.kind, attempt: attempt)
      do {
        return try await attemptCall(request, exchange, call, options: options, source: source)
      } catch {
        guard exchange.kind == .query, error.mayPass,
          let delay = configuration.retry.delay(
            afterAttempt: attempt, retryAfter: error.retryAfter, random: random())
        else { throw error }
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

  private func httpRequest(
    _ exchange: some OperationExchange, _ options: CallOptions
  ) throws(RequestError) -> HTTPRequest {
    guard configuration.endpoint.origin?.isTrustworthy == true else {
      throw RequestError(notSent: .insecureEndpoint, operationName: exchange.operationName)
    }
    var httpRequest: HTTPRequest
    do throws(RequestError.NotSent) {
      httpRequest = try exchange.httpRequest(configuration)
    } catch {
      throw RequestError(notSent: error, operationName: exchange.operationName)
    }
    for headers in [configuration.headers, options.headers] {
      for name in headers.names { httpRequest.headers[name] = headers[name] }
    }
    httpRequest.maximumResponseSize = configuration.maximumResponseSize
    return httpRequest
  }

  /// One request and its response.
  private func attemptCall<Exchange: OperationExchange>(
    _ request: HTTPRequest, _ exchange: Exchange, _ call: CallContext, options: CallOptions,
    source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Exchange.Data> {
    var credential: Credential?
    if let source {
      do throws(CredentialUnavailable) {
        credential = try await source.credential()
      } catch {
        throw RequestError(
          notSent: .credentialUnavailable(error), operationName: call.operationName)
      }
      guard credential != nil else {
        throw RequestError(notSent: .noSession, operationName: call.operationName)
      }
    }
    let answer = try await send(request, call, credential, options: options)
    let result = Result { () throws(RequestError.Reason.Failure) in
      try exchange.response(from: answer, now: now())
    }
    if let source, let credential,
      source.endsSession(exchange.credentialAnswer(answer, try? result.get()))
    {
      await source.sessionHasEnded(credential)
    }
    do throws(RequestError.Reason.Failure) {
      return try result.get()
    } catch {
      throw RequestError(
        error.reason, progress: .answered, operationName: call.operationName)
    }
  }

  /// Sends the request through all interceptors to the server and returns the response.
  private func send(
    _ request: HTTPRequest, _ call: CallContext, _ credential: Credential?, options: CallOptions
  ) async throws(RequestError) -> HTTPResponse {
    let timeout = options.timeout ?? configuration.timeout
    var next: Interceptor.Next = { request in
      try await self.transmit(request, call, credential, timeout: timeout)
    }
    for interceptor in interceptors.reversed() {
      let rest = next
      next = { request in try await interceptor.intercept(request, call, next: rest) }
    }
    do {
      return try await next(request)
    } catch let error as RequestError {
      throw error
    } catch is CancellationError {
      throw RequestError(.cancelled, progress: .sent, operationName: call.operationName)
    } catch {
      throw RequestError(
        .interceptor(error), progress: .sent, operationName: call.operationName)
    }
  }

  /// Runs after the last interceptor. Sends the credential only to the endpoint's server.
  private func transmit(
    _ request: HTTPRequest, _ call: CallContext, _ credential: Credential?, timeout: Duration
  ) async throws(RequestError) -> HTTPResponse {
    var request = request
    guard request.url.origin == configuration.endpoint.origin else {
      throw RequestError(notSent: .foreignOrigin, operationName: call.operationName)
    }
    credential?.add(to: &request.headers)
    guard request.headers.areValid else {
      throw RequestError(notSent: .invalidHeader, operationName: call.operationName)
    }
    let complete = request
    let result = await withDeadline(timeout, clock: clock) { [transport] in
      do throws(TransportError) {
        return .success(try await transport.send(complete))
      } catch {
        return .failure(error)
      }
    }
    do throws(TransportError) {
      return try result.get()
    } catch {
      let progress: RequestError.Progress =
        switch error.reason {
        // A server that refuses the proof has not acted on the request.
        case .proofRefused: .answered
        default: error.wasSent ? .sent : .notSent
        }
      throw RequestError(
        error.reason == .cancelled ? .cancelled : .transport(error), progress: progress,
        operationName: call.operationName)
    }
  }
}

nonisolated extension RequestError {
  /// Whether the failure is temporary, so that the same call may succeed later.
  fileprivate var mayPass: Bool {
    switch reason {
    case .transport(let error): [.cannotConnect, .connectionLost, .timedOut].contains(error.reason)
    case .httpStatus(let failure): failure.mayPass
    case .service(let failure): failure.http.mayPass
    default: false
    }
  }

  fileprivate var retryAfter: Duration? {
    switch reason {
    case .httpStatus(let failure): failure.retryAfter
    case .service(let failure): failure.http.retryAfter
    default: nil
    }
  }
}

nonisolated extension HTTPFailure {
  fileprivate var mayPass: Bool { [429, 502, 503, 504].contains(status) }
}

nonisolated extension GraphQLError {
  /// Whether the server does not know the hash that was sent in place of a document.
  fileprivate var isUnknownHash: Bool {
    code == "PERSISTED_QUERY_NOT_FOUND" || message == "PersistedQueryNotFound"
  }
}
