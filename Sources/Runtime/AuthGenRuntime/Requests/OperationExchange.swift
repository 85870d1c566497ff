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

  /// Whether the operation has a document; else a connector describes it.
  var isGraphQL: Bool { get }
}

nonisolated extension OperationExchange {
  /// What the answer says of the credential that the request carried.
  ///
  /// - Parameter response: the answer's body, if it could be read.
  func credentialAnswer(
    _ answer: HTTPResponse, _ response: GraphQLResponse<Data>?
  ) -> CredentialAnswer {
    CredentialAnswer(
      isGraphQL: isGraphQL, status: answer.status, errors: response?.errors ?? [],
      extensions: response?.extensions ?? RedactedJSON())
  }
}

/// A document or its hash, and a GraphQL response.
nonisolated struct GraphQLExchange<Operation: GraphQLOperation>: OperationExchange {
  let request: OperationRequest<Operation>

  var isGraphQL: Bool { true }
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
}

/// One exchange with a service.
nonisolated struct ServiceExchange<Data: ResponseDecodable>: OperationExchange {
  /// Its data are of the type `Data`.
  let operation: any ConnectedOperation

  var isGraphQL: Bool { false }
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
}
