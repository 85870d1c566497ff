// How an operation becomes an HTTP request, and how a response becomes its result. An operation has
// a document, as GraphQL servers expect it, or a connector in the schema describes it.

package import Foundation

nonisolated package protocol OperationExchange<Data>: Sendable {
  associatedtype Data: ResponseObject

  var definition: OperationDefinition { get }

  /// Builds the HTTP request, without the credential.
  ///
  /// - Throws: the reason why the request cannot be built.
  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> BuiltRequest

  func response(
    from http: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data>

  /// Whether the operation has a document. If false, a connector describes it.
  var isGraphQL: Bool { get }

  /// Whether the data of a response shows that the server refused the credential.
  func refusesCredential(_ data: Data) -> Bool
}

nonisolated extension OperationExchange {
  package var operationName: String { definition.name }
  package var kind: OperationKind { definition.kind }
}

/// A request without a credential.
nonisolated package struct BuiltRequest {
  package var http: HTTPRequest
  /// Whether it contains a secret value.
  package let hasSecrets: Bool
  /// Whether the URL or a header contains one.
  var hasSecretsOutsideBody = false
}

/// An exchange of a document or its hash for a GraphQL response.
nonisolated package struct GraphQLExchange<Operation: GraphQLOperation>: OperationExchange {
  let operation: Operation
  /// The document to send; nil for none.
  let document: String?
  /// The document's hash; nil if it is not sent.
  let hash: String?

  package init(_ operation: Operation, document: String?, hash: String?) {
    self.operation = operation
    self.document = document
    self.hash = hash
  }

  package var isGraphQL: Bool { true }
  package var definition: OperationDefinition { Operation.definition }

  package func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> BuiltRequest {
    do {
      var built = try httpRequest(
        to: configuration.endpoint, prefersGET: configuration.usesGETForQueries)
      if let format = definition.responseFormat { built.http.headers["Accept"] = format.accept }
      return built
    } catch {
      throw .invalidVariables
    }
  }

  package func response(
    from http: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Operation.Data> {
    let http = try definition.responseFormat?.combined(http) ?? http
    return try http.graphQLResponse(variables: operation.conditionVariables, now: now)
  }

  package func refusesCredential(_ data: Operation.Data) -> Bool {
    Operation.refusesCredential(in: data)
  }
}

/// One exchange with a REST service.
nonisolated struct ServiceExchange<Data: ResponseObject>: OperationExchange {
  /// An operation whose `Data` type is this exchange's.
  let operation: any ConnectorOperation

  var isGraphQL: Bool { false }
  var definition: OperationDefinition { type(of: operation).definition }

  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> BuiltRequest {
    try operation.httpRequest(configuration)
  }

  func refusesCredential(_ data: Data) -> Bool { false }

  func response(
    from http: HTTPResponse, now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data> {
    let (data, unreadable): (Data, [ResponseDecodingError]) = try http.data(
      for: operation, now: now)
    var response = GraphQLResponse<Data>(
      data: data, headers: http.headers, httpStatus: http.status)
    response.unreadableFields = unreadable
    response.bodySize = http.body.count
    return response
  }
}

nonisolated extension GraphQLOperation {
  /// The values of the Boolean variables that decide what is selected.
  package var conditionVariables: [String: Bool] {
    (self as? any ConditionalOperation)?.conditions.values ?? [:]
  }

  /// Whether the data of a response shows that the server refused the credential.
  package static func refusesCredential(in data: Data) -> Bool {
    guard let type = self as? any CredentialRefusingOperation.Type else { return false }
    return type.refuses(data)
  }
}

nonisolated extension CredentialRefusingOperation {
  /// - Parameter data: a value of type `Data`.
  fileprivate static func refuses(_ data: Any) -> Bool {
    (data as? Data).map(refusesCredential) ?? false
  }
}
