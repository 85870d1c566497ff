// The requests of response streams. AuthGenStreams uses them.

import Foundation

/// A request for a response stream, without the credential.
nonisolated package struct StreamRequest: Sendable {
  package var http: HTTPRequest
  package let definition: OperationDefinition
  package let hasSecrets: Bool

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
    var request = try httpRequest(exchange(operation), options)
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
  package func roundTrip<Operation: GraphQLOperation>(
    _ answer: HTTPResponse, to operation: Operation, sendsSecrets: Bool
  ) -> RoundTrip<Operation.Data> {
    RoundTrip(answer, to: exchange(operation), sendsSecrets: sendsSecrets, now: now())
  }

  /// Whether the client may send an operation again by itself.
  package func isRepeatable<Operation: GraphQLOperation>(
    _ operation: Operation, _ options: CallOptions
  ) -> Bool {
    isRepeatable(exchange(operation), options)
  }

  /// Returns what a stream sends: the document, or the hash if only hashes are allowed. A stream does not send the
  /// document after an unknown hash.
  private func exchange<Operation: GraphQLOperation>(
    _ operation: Operation
  ) -> GraphQLExchange<Operation> {
    let definition = Operation.definition
    let sendsHash = definition.document == nil || configuration.persistedOperations == .only
    return GraphQLExchange(
      request: OperationRequest(
        operation: operation, document: sendsHash ? nil : definition.document,
        hash: sendsHash ? definition.hash : nil))
  }
}

nonisolated extension GraphQLResponse {
  /// The error of a response that refuses the credential.
  package func refusal(of operationName: String) -> RequestError {
    guard errors.isEmpty else { return failure(of: operationName) }
    return RequestError(
      .notSent(
        .credentialUnavailable(CredentialUnavailable("the server refuses the session's token"))),
      progress: .answered, operationName: operationName)
  }

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
