// An operation as an HTTP request.
// https://graphql.github.io/graphql-over-http/draft/

import Foundation

/// The members of a request. It contains the document, its hash, or both.
nonisolated struct OperationRequest<Operation: GraphQLOperation> {
  let operation: Operation
  let document: String?
  /// The document's hash; nil if it is not sent.
  let hash: String?
  /// The token to send in the operation's credential variable.
  var token: Secret?

  /// Builds the HTTP request.
  ///
  /// - Parameter prefersGET: whether to send a query with GET. A query with a secret variable is
  ///   sent with POST, because URLs are often logged.
  /// - Throws: an error if a variable's value cannot be encoded as JSON.
  func httpRequest(to endpoint: URL, prefersGET: Bool) throws -> HTTPRequest {
    var request = HTTPRequest(url: endpoint)
    request.headers["Accept"] = "application/graphql-response+json, application/json;q=0.9"
    if prefersGET, Operation.kind == .query, let parameters = try parameters(),
      let url = endpoint.adding(parameters)
    {
      request.method = .get
      request.url = url
    } else {
      request.headers["Content-Type"] = "application/json"
      request.body = try JSONEncoder().encode(self)
    }
    return request
  }

  /// The parameters of a GET request; nil if a variable contains a secret.
  private func parameters() throws -> [(name: String, value: String)]? {
    let (variables, hasSecrets) = try operation.encodedVariables()
    guard !hasSecrets else { return nil }
    var parameters = [(name: "operationName", value: Operation.operationName)]
    if let document { parameters.append(("query", document)) }
    if variables != "{}" { parameters.append(("variables", variables)) }
    if let hash {
      let extensions = try JSONEncoder().encode(PersistedQuery(hash: hash))
      parameters.append(("extensions", String(decoding: extensions, as: UTF8.self)))
    }
    return parameters
  }
}

nonisolated extension GraphQLOperation {
  /// The variables' JSON, which is equal for equal variables, and whether a request with them contains
  /// a secret.
  func encodedVariables() throws -> (json: String, hasSecrets: Bool) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let watch = SecretWatch()
    if let key = SecretWatch.key { encoder.userInfo[key] = watch }
    let json = String(decoding: try encoder.encode(self), as: UTF8.self)
    return (json, watch.hasSeenSecret || Self.credentialVariable != nil)
  }
}

nonisolated extension OperationRequest: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encodeIfPresent(document, forKey: FieldName("query"))
    try container.encode(Operation.operationName, forKey: FieldName("operationName"))
    try container.encode(
      Variables(operation: operation, token: token), forKey: FieldName("variables"))
    if let hash {
      try container.encode(PersistedQuery(hash: hash), forKey: FieldName("extensions"))
    }
  }
}

/// An operation's variables, and the token in its credential variable.
nonisolated private struct Variables<Operation: GraphQLOperation>: FieldEncodable {
  let operation: Operation
  let token: Secret?

  func encode(into fields: FieldEncoder) throws {
    try operation.encode(into: fields)
    if let token, let name = Operation.credentialVariable { try fields.value(name, token) }
  }
}

/// The request extension with the document's hash, as Apollo Server and many others read it.
nonisolated private struct PersistedQuery: Encodable {
  let hash: String

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    var query = container.nestedContainer(
      keyedBy: FieldName.self, forKey: FieldName("persistedQuery"))
    try query.encode(1, forKey: FieldName("version"))
    try query.encode(hash, forKey: FieldName("sha256Hash"))
  }
}
