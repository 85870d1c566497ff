// One response, as its operation's.

package import Foundation

/// A response, read as its operation's.
nonisolated package struct RoundTrip<Data: ResponseObject>: Sendable {
  package let result: Result<GraphQLResponse<Data>, RequestError>
  let httpStatus: Int
  private let credentialedAnswer: CredentialedAnswer

  package init<Exchange: OperationExchange<Data>>(
    _ answer: HTTPResponse, to exchange: Exchange, sendsSecrets: Bool, now: Date
  ) {
    var response: GraphQLResponse<Data>?
    do throws(RequestError.Reason.Failure) {
      let read = try exchange.response(from: answer, now: now)
      response = read
      result = .success(read)
    } catch {
      result = .failure(
        RequestError(
          error.reason, progress: .answered, operationName: exchange.operationName,
          httpStatus: answer.status))
    }
    httpStatus = answer.status
    // An error explains a field without a value better than a refusal does.
    let complete = response.flatMap { $0.errors.isEmpty ? $0.data : nil }
    credentialedAnswer = CredentialedAnswer(
      isRepeatable: exchange.kind.isRepeatable(sendsSecrets: sendsSecrets),
      isGraphQL: exchange.isGraphQL, onlyRootField: exchange.definition.onlyRootField,
      answer: answer, errors: response?.errors ?? [],
      extensions: response?.extensions ?? RedactedJSON(),
      isRefusedByData: complete.map(exchange.refusesCredential) ?? false)
  }

  /// The result of a refused call that is not sent again, because the server may have executed it.
  ///
  /// - Parameter why: why there is no other credential now.
  func result(whileUnavailable why: CredentialUnavailable?) -> Result<
    GraphQLResponse<Data>, RequestError
  > {
    guard let why, case .success(var response) = result else { return result }
    response.credentialUnavailable = why
    return .success(response)
  }

  package func refusesCredential(by rules: [RefusalRule]) -> Bool {
    credentialedAnswer.refusesCredential(by: rules)
  }

  /// Whether the server has certainly not acted on a refused call, so that it may be sent again.
  package func maySendAgain(by rules: [RefusalRule]) -> Bool {
    credentialedAnswer.maySendAgain(by: rules)
  }
}

nonisolated extension OperationKind {
  /// Whether the client may send an operation again by itself: a subscription, or a query without secrets. A server may
  /// accept a password, a code or a refresh token once, and count what follows as an attack.
  func isRepeatable(sendsSecrets: Bool) -> Bool {
    switch self {
    case .query: !sendsSecrets
    case .mutation: false
    case .subscription: true
    }
  }
}
