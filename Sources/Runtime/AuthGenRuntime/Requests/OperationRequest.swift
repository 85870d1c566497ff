// An operation as an HTTP request.
// https://graphql.github.io/graphql-over-http/draft/

import Foundation

nonisolated extension GraphQLExchange {
  /// Builds the HTTP request.
  ///
  /// - Parameter prefersGET: whether to send a query with GET. A query with a secret variable is
  ///   sent with POST, because URLs are often logged, and so is one with a value beside the JSON, or
  ///   with a URL of over 8,000 bytes, which many servers refuse (RFC 9110, section 4.1).
  /// - Throws: an error if a variable's value cannot be encoded as JSON.
  func httpRequest(to endpoint: URL, prefersGET: Bool) throws -> BuiltRequest {
    var request = HTTPRequest(url: endpoint)
    request.headers["Accept"] = "application/graphql-response+json, application/json;q=0.9"
    if prefersGET, Operation.kind == .query, let parameters = try parameters(),
      let url = endpoint.adding(parameters), url.absoluteString.utf8.count <= Self.maximumURLSize
    {
      request.method = .get
      request.url = url
      return BuiltRequest(http: request, hasSecrets: false)
    }
    request.headers["Content-Type"] = "application/json"
    let json = try body()
    request.body = json.data
    if let separate = json.separateValues.first?.value {
      try type(of: separate).attach(json.placedValues, to: &request)
    }
    return BuiltRequest(http: request, hasSecrets: json.hasSeenSecret)
  }

  private static var maximumURLSize: Int { 8_000 }

  /// The parameters of a GET request; nil if only a body may contain the variables.
  private func parameters() throws -> [(name: String, value: String)]? {
    let (variables, isBodyOnly) = try operation.encodedVariables()
    guard !isBodyOnly else { return nil }
    var parameters = [(name: "operationName", value: Operation.operationName)]
    if let document { parameters.append(("query", document)) }
    if variables != "{}" { parameters.append(("variables", variables)) }
    if let hash {
      let extensions = JSONWriter()
      try extensions.write(PersistedQuery(hash: hash))
      parameters.append(("extensions", extensions.text))
    }
    return parameters
  }

  /// The members of a request as JSON.
  private func body() throws -> JSONWriter {
    let json = JSONWriter()
    try json.write { fields in
      if let document { fields.string("query", document) }
      fields.string("operationName", Operation.operationName)
      fields.object("variables") { operation.encode(into: $0) }
      if let hash { fields.object("extensions", PersistedQuery(hash: hash)) }
    }
    return json
  }
}

nonisolated extension GraphQLOperation {
  /// The variables' JSON, which is equal for equal variables, and whether only a request's body may contain
  /// them, because they are secret or have values beside the JSON.
  func encodedVariables() throws -> (json: String, isBodyOnly: Bool) {
    let json = JSONWriter()
    try json.write(self)
    return (
      json.text,
      json.hasSeenSecret || !json.separateValues.isEmpty || Self.credentialVariable != nil
    )
  }
}

/// The request extension with the document's hash, as Apollo Server and many others read it.
nonisolated private struct PersistedQuery: FieldWritable {
  let hash: String

  func encode(into fields: FieldWriter) {
    fields.object("persistedQuery") { query in
      query.int("version", 1)
      query.string("sha256Hash", hash)
    }
  }
}
