// How an operation becomes an HTTP request, and how a response becomes its result. An operation has
// a document, as GraphQL servers expect it, or a connector in the schema describes it.

import Foundation

nonisolated protocol OperationExchange<Data>: Sendable {
  associatedtype Data: ResponseObject

  var operationName: String { get }
  var kind: OperationKind { get }

  /// Builds the HTTP request.
  ///
  /// - Parameter credential: the credential, which is added only if it is sent in a variable.
  /// - Throws: the reason why the request cannot be built.
  func httpRequest(
    _ configuration: ClientConfiguration, _ credential: Credential?
  ) throws(RequestError.NotSent) -> HTTPRequest

  func response(
    from answer: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data>

  /// Whether the operation has a document. If false, a connector describes it.
  var isGraphQL: Bool { get }

  /// Whether the data of a response shows that the server refused the credential.
  func refusesCredential(_ data: Data) -> Bool
}

/// An exchange of a document or its hash for a GraphQL response.
nonisolated struct GraphQLExchange<Operation: GraphQLOperation>: OperationExchange {
  let request: OperationRequest<Operation>

  var isGraphQL: Bool { true }
  var operationName: String { Operation.operationName }
  var kind: OperationKind { Operation.kind }

  func httpRequest(
    _ configuration: ClientConfiguration, _ credential: Credential?
  ) throws(RequestError.NotSent) -> HTTPRequest {
    var request = request
    if let credential, credential.placement == .variable { request.token = credential.token }
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
    try answer.graphQLResponse(variables: request.operation.conditionVariables, now: now)
  }

  func refusesCredential(_ data: Operation.Data) -> Bool {
    guard let type = Operation.self as? any CredentialRefusingOperation.Type else { return false }
    return type.refuses(data)
  }
}

/// One exchange with a REST service.
nonisolated struct ServiceExchange<Data: ResponseObject>: OperationExchange {
  /// An operation whose `Data` type is this exchange's.
  let operation: any ConnectorOperation

  var isGraphQL: Bool { false }
  var operationName: String { type(of: operation).operationName }
  var kind: OperationKind { type(of: operation).kind }

  func httpRequest(
    _ configuration: ClientConfiguration, _ credential: Credential?
  ) throws(RequestError.NotSent) -> HTTPRequest {
    try operation.httpRequest(configuration)
  }

  func refusesCredential(_ data: Data) -> Bool { false }

  func response(
    from answer: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data> {
    GraphQLResponse(
      data: try answer.data(for: operation, now: now), headers: answer.headers,
      httpStatus: answer.status)
  }
}

nonisolated extension GraphQLOperation {
  /// The values of the Boolean variables that decide what is selected.
  var conditionVariables: [String: Bool] {
    (self as? any ConditionalOperation)?.conditions ?? [:]
  }
}

nonisolated extension CredentialRefusingOperation {
  /// - Parameter data: a value of type `Data`.
  fileprivate static func refuses(_ data: Any) -> Bool {
    (data as? Data).map(refusesCredential) ?? false
  }
}
