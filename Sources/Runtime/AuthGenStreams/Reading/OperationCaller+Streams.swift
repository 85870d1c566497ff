// The requests of response streams.

import AuthGenRuntime

nonisolated extension OperationCaller {
  /// Builds the request for an operation's response stream.
  ///
  /// - Parameter accept: the media types that the client can read.
  func streamRequest<Operation: GraphQLOperation>(
    for operation: Operation, _ options: CallOptions, accept: String
  ) throws(RequestError) -> BuiltRequest {
    try checkEndpoint(for: Operation.operationName)
    var request = try httpRequest(streamExchange(operation), options)
    // Not all of its protocols have a place for values beside the JSON.
    guard request.http.bodyStream == nil else {
      throw RequestError(notSent: .invalidVariables, operationName: Operation.operationName)
    }
    if options.headers["Accept"] == nil { request.http.headers["Accept"] = accept }
    return request
  }

  /// Returns what a stream sends: the document, or the hash if only hashes are allowed. A stream does not
  /// send the document after an unknown hash.
  func streamExchange<Operation: GraphQLOperation>(
    _ operation: Operation
  ) -> GraphQLExchange<Operation> {
    let definition = Operation.definition
    let sendsHash = definition.document == nil || configuration.persistedOperations == .only
    return GraphQLExchange(
      operation, document: sendsHash ? nil : definition.document,
      hash: sendsHash ? definition.hash : nil)
  }
}

nonisolated extension GraphQLResponse {
  /// The error of a response that refuses the credential.
  func refusal(of operationName: String) -> RequestError {
    guard errors.isEmpty else { return failure(of: operationName) }
    return RequestError(
      .notSent(
        .credentialUnavailable(CredentialUnavailable("the server refuses the session's token"))),
      progress: .responded, operationName: operationName)
  }

  /// Whether one of several responses refuses the credential of its request.
  ///
  /// - Parameters:
  ///   - rules: the signs of a refusal.
  ///   - operation: the operation of the response.
  func refusesCredential<Operation: GraphQLOperation>(
    by rules: [RefusalRule], of operation: Operation.Type
  ) -> Bool where Operation.Data == Data {
    if rules.contains(where: { $0.matches(status: 200, errors: errors, extensions: extensions) }) {
      return true
    }
    guard errors.isEmpty, let data else { return false }
    return Operation.refusesCredential(in: data)
  }
}
