// How an operation becomes an HTTP request, and a response its answer: with a document, as GraphQL
// servers want it, or without, as a connector in the schema describes it.

import Foundation

nonisolated protocol OperationExchange<Data>: Sendable {
  associatedtype Data: ResponseDecodable

  var operationName: String { get }
  var kind: OperationKind { get }

  /// - Throws: why there is no such request.
  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> HTTPRequest

  func response(
    from answer: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data>

  /// Whether the server says that the session of the request's credential is over.
  ///
  /// - Parameter response: what the answer was read as, where it could be.
  func endsSession(_ answer: HTTPResponse, _ response: GraphQLResponse<Data>?) -> Bool
}

/// A document or its hash, and a GraphQL response.
nonisolated struct GraphQLExchange<Operation: GraphQLOperation>: OperationExchange {
  let request: OperationRequest<Operation>

  var operationName: String { Operation.operationName }
  var kind: OperationKind { Operation.kind }

  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> HTTPRequest {
    do {
      return try request.httpRequest(
        to: configuration.endpoint, prefersGET: configuration.usesGETForQueries)
    } catch {
      throw .invalidVariables
    }
  }

  func response(
    from answer: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Operation.Data> {
    try answer.graphQLResponse(now: now)
  }

  func endsSession(_ answer: HTTPResponse, _ response: GraphQLResponse<Operation.Data>?) -> Bool {
    response?.extensions.endsSession ?? false
  }
}

/// One exchange with a service.
nonisolated struct ServiceExchange<Data: ResponseDecodable>: OperationExchange {
  /// Its data are of the type `Data`.
  let operation: any ConnectedOperation

  var operationName: String { type(of: operation).operationName }
  var kind: OperationKind { type(of: operation).kind }

  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> HTTPRequest {
    try operation.httpRequest(configuration)
  }

  func response(
    from answer: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data> {
    GraphQLResponse(data: try answer.data(of: type(of: operation), now: now))
  }

  /// RFC 9110, section 15.5.2: the credential is not valid, or no longer.
  func endsSession(_ answer: HTTPResponse, _ response: GraphQLResponse<Data>?) -> Bool {
    answer.status == 401
  }
}
