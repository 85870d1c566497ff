// One call from an operation to its response: documents or hashes, retries, credential, interceptors,
// deadline.

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

  /// Whatever the server answers, where it is a GraphQL response.
  func response<Operation: GraphQLOperation>(
    to operation: Operation, _ options: CallOptions, source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    let document = (Operation.self as? any DocumentOperation.Type)?.document
    guard document == nil || sendsHashes(for: operation) else {
      return try await answer(operation, document, sendsHash: false, options, source)
    }
    let response = try await answer(operation, nil, sendsHash: true, options, source)
    guard response.errors.contains(where: \.isUnknownHash) else { return response }
    guard let document, configuration.persistedOperations == .automatic else {
      throw RequestError(
        .unknownDocument, progress: .answered, operationName: Operation.operationName,
        ray: response.extensions.ray)
    }
    return try await answer(operation, document, sendsHash: true, options, source)
  }

  /// A server that does not know a hash has to be asked twice, which is for queries alone; and what
  /// it keeps by hashes is not to come with secrets.
  private func sendsHashes<Operation: GraphQLOperation>(for operation: Operation) -> Bool {
    switch configuration.persistedOperations {
    case .off: false
    case .only: true
    case .automatic:
      Operation.kind == .query && (try? operation.encodedVariables().hasSecrets) == false
    }
  }

  /// Makes the call, and again where that may help.
  private func answer<Operation: GraphQLOperation>(
    _ operation: Operation, _ document: String?, sendsHash: Bool, _ options: CallOptions,
    _ source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    let request = try httpRequest(
      OperationRequest(operation: operation, document: document, sendsHash: sendsHash), options)
    var attempt = 1
    while true {
      let call = CallContext(
        operationName: Operation.operationName, kind: Operation.kind, attempt: attempt)
      do {
        return try await attemptCall(request, call, options, source)
      } catch {
        guard Operation.kind == .query, error.mayPass,
          let delay = configuration.retry.delay(
            afterAttempt: attempt, retryAfter: error.retryAfter, random: random())
        else { throw error }
        do {
          try await clock.sleep(for: delay)
        } catch {
          throw RequestError(
            .cancelled, progress: .sent, operationName: Operation.operationName)
        }
        attempt += 1
      }
    }
  }

  private func httpRequest<Operation: GraphQLOperation>(
    _ request: OperationRequest<Operation>, _ options: CallOptions
  ) throws(RequestError) -> HTTPRequest {
    func notSent(_ reason: RequestError.NotSent) -> RequestError {
      RequestError(
        .notSent(reason), progress: .notSent, operationName: Operation.operationName)
    }
    guard configuration.endpoint.origin?.isTrustworthy == true else {
      throw notSent(.insecureEndpoint)
    }
    guard
      var httpRequest = try? request.httpRequest(
        to: configuration.endpoint, prefersGET: configuration.usesGETForQueries)
    else { throw notSent(.invalidVariables) }
    for name in configuration.headers.names {
      httpRequest.headers[name] = configuration.headers[name]
    }
    if let captcha = options.captcha {
      httpRequest.headers["X-Captcha-Type"] = captcha.type
      httpRequest.headers["X-Captcha-Response"] = captcha.response.reveal()
    }
    httpRequest.maximumResponseSize = configuration.maximumResponseSize
    return httpRequest
  }

  /// One request and its answer.
  private func attemptCall<Data: ResponseDecodable>(
    _ request: HTTPRequest, _ call: CallContext, _ options: CallOptions,
    _ source: (any CredentialSource)?
  ) async throws(RequestError) -> GraphQLResponse<Data> {
    var credential: Credential?
    if let source {
      func notSent(_ reason: RequestError.NotSent) -> RequestError {
        RequestError(.notSent(reason), progress: .notSent, operationName: call.operationName)
      }
      do throws(CredentialUnavailable) {
        credential = try await source.credential()
      } catch {
        throw notSent(.credentialUnavailable(error))
      }
      guard credential != nil else { throw notSent(.noSession) }
    }
    let answer = try await send(request, call, options, credential)
    let response: GraphQLResponse<Data>
    do throws(RequestError.Reason.Failure) {
      response = try answer.graphQLResponse(now: now())
    } catch {
      throw RequestError(
        error.reason, progress: .answered, operationName: call.operationName)
    }
    if let source, let credential, response.extensions.endsSession {
      await source.sessionHasEnded(credential)
    }
    return response
  }

  /// Through all interceptors to the server and back.
  private func send(
    _ request: HTTPRequest, _ call: CallContext, _ options: CallOptions, _ credential: Credential?
  ) async throws(RequestError) -> HTTPResponse {
    let timeout = options.timeout ?? configuration.timeout
    var next: Interceptor.Next = { request in
      try await self.transmit(request, credential, timeout, call)
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

  /// What happens behind the last interceptor: the credential goes to the endpoint's server, and
  /// nowhere else.
  private func transmit(
    _ request: HTTPRequest, _ credential: Credential?, _ timeout: Duration, _ call: CallContext
  ) async throws(RequestError) -> HTTPResponse {
    func notSent(_ reason: RequestError.NotSent) -> RequestError {
      RequestError(.notSent(reason), progress: .notSent, operationName: call.operationName)
    }
    var request = request
    guard request.url.origin == configuration.endpoint.origin else { throw notSent(.foreignOrigin) }
    if let credential {
      request.headers["Authorization"] = "\(credential.scheme) \(credential.token.reveal())"
    }
    guard request.headers.areValid else { throw notSent(.invalidHeader) }
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
      let progress: RequestError.Progress = error.wasSent ? .sent : .notSent
      throw RequestError(
        error.reason == .cancelled ? .cancelled : .transport(error), progress: progress,
        operationName: call.operationName)
    }
  }
}

nonisolated extension RequestError {
  /// Whether the same call may succeed a moment later.
  fileprivate var mayPass: Bool {
    switch reason {
    case .transport(let error): [.cannotConnect, .connectionLost, .timedOut].contains(error.reason)
    case .httpStatus(let failure): [429, 502, 503, 504].contains(failure.status)
    default: false
    }
  }

  fileprivate var retryAfter: Duration? {
    if case .httpStatus(let failure) = reason { failure.retryAfter } else { nil }
  }
}

nonisolated extension GraphQLError {
  /// The server does not know the hash that was sent in place of a document.
  fileprivate var isUnknownHash: Bool {
    code == "PERSISTED_QUERY_NOT_FOUND" || message == "PersistedQueryNotFound"
  }
}
