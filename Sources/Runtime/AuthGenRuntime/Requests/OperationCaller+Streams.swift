// The requests of response streams. AuthGenStreams uses them.

import Foundation

/// A request for a response stream, without the credential.
nonisolated package struct StreamRequest: Sendable {
  package var http: HTTPRequest
  package let definition: OperationDefinition
  fileprivate let hasSecrets: Bool

  /// Adds a credential to the variables, if the operation has one for it. A credential for a header changes
  /// nothing.
  package mutating func addVariable(of credential: Credential) throws(RequestError) {
    guard case .variable = credential.placement else { return }
    do throws(RequestError.NotSent) {
      try credential.add(to: &http, variable: definition.credentialVariable)
    } catch {
      throw RequestError(notSent: error, operationName: definition.name)
    }
  }
}

nonisolated extension OperationCaller {
  /// Builds the request for an operation's response stream.
  ///
  /// - Parameter accept: the media types that the client can read.
  package func streamRequest<Operation: GraphQLOperation>(
    for operation: Operation, _ options: CallOptions, accept: String
  ) throws(RequestError) -> StreamRequest {
    let definition = Operation.definition
    try checkEndpoint(for: definition.name)
    // A stream does not fall back to the document if the server does not know the hash.
    let sendsHash = definition.document == nil || configuration.persistedOperations == .only
    let exchange = GraphQLExchange(
      request: OperationRequest(
        operation: operation, document: sendsHash ? nil : definition.document,
        hash: sendsHash ? definition.hash : nil))
    var request = try httpRequest(exchange, options)
    // Not all of its protocols have a place for values beside the JSON.
    guard request.http.bodyStream == nil else {
      throw RequestError(notSent: .invalidVariables, operationName: definition.name)
    }
    if options.headers["Accept"] == nil { request.http.headers["Accept"] = accept }
    return StreamRequest(
      http: request.http, definition: definition, hasSecrets: request.hasSecrets)
  }

  /// Sends a request through the interceptors.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - attempt: its number, from 1.
  ///   - credential: the credential to add; nil for none.
  ///   - limit: the time limit until there is a response.
  ///   - transport: carries the request. The interceptors see what it returns.
  package func send(
    _ request: StreamRequest, attempt: Int, _ credential: Credential?, _ limit: TimeLimit,
    over transport: any Transport
  ) async throws(RequestError) -> HTTPResponse {
    let call = CallContext(
      operationName: request.definition.name, kind: request.definition.kind, attempt: attempt,
      sendsSecrets: request.hasSecrets, returnsSecrets: request.definition.returnsSecrets)
    return try await send(
      request.http,
      Transmission(
        call: call, endpoint: configuration.endpoint, credential: credential,
        credentialVariable: request.definition.credentialVariable, signer: signer, limit: limit,
        transport: transport))
  }

  /// Reads a response that is no stream.
  package func response<Operation: GraphQLOperation>(
    from answer: HTTPResponse, to operation: Operation
  ) throws(RequestError) -> GraphQLResponse<Operation.Data> {
    do throws(RequestError.Reason.Failure) {
      return try answer.graphQLResponse(variables: operation.conditionVariables, now: now())
    } catch {
      throw RequestError(
        error.reason, progress: .answered, operationName: Operation.operationName,
        httpStatus: answer.status)
    }
  }
}

nonisolated extension GraphQLResponse {
  /// Whether one of several responses refuses the credential of its request.
  ///
  /// - Parameters:
  ///   - rules: the signs of a refusal.
  ///   - operation: the operation of the response.
  package func refusesCredential<Operation: GraphQLOperation>(
    by rules: [RefusalRule], of operation: Operation.Type
  ) -> Bool where Operation.Data == Data {
    if rules.contains(where: { $0.matches(status: 200, errors: errors, extensions: extensions) }) {
      return true
    }
    guard errors.isEmpty, let data else { return false }
    return Operation.refusesCredential(in: data)
  }
}
