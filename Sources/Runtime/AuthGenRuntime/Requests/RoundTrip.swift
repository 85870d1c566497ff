// One response, as its operation's.

package import Foundation

/// A response, read as its operation's.
nonisolated package struct RoundTrip<Exchange: OperationExchange>: Sendable {
  package let result: Result<GraphQLResponse<Exchange.Data>, RequestError>
  let http: HTTPResponse
  let exchange: Exchange
  /// Whether the request contained a secret value.
  let sendsSecrets: Bool

  package init(_ http: HTTPResponse, to exchange: Exchange, sendsSecrets: Bool, now: Date) {
    self.http = http
    self.exchange = exchange
    self.sendsSecrets = sendsSecrets
    result = Result { () throws(RequestError.Reason.Failure) in
      try exchange.response(from: http, now: now)
    }.mapError {
      RequestError(
        $0.reason, progress: .responded, operationName: exchange.operationName,
        httpStatus: http.status)
    }
  }

  /// The result of a refused call that is not sent again, because the server may have executed it.
  ///
  /// - Parameter why: why there is no other credential now.
  func result(whileUnavailable why: CredentialUnavailable) -> Result<
    GraphQLResponse<Exchange.Data>, RequestError
  > {
    switch result {
    case .success(var response):
      response.credentialUnavailable = why
      return .success(response)
    case .failure(var error):
      error.credentialUnavailable = why
      return .failure(error)
    }
  }
}

nonisolated extension OperationKind {
  /// Whether the client may send an operation again by itself: a subscription, or a query without secrets. A
  /// server may accept a password, a code or a refresh token once, and count what follows as an attack.
  func isRepeatable(sendsSecrets: Bool) -> Bool {
    switch self {
    case .query: !sendsSecrets
    case .mutation: false
    case .subscription: true
    }
  }
}
