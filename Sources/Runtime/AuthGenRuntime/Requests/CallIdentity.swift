// The identity of a call, which equal calls share.

import Foundation

/// Identifies a call by its operation and variables. A call with secrets or with values beside its JSON has
/// no identity.
nonisolated package struct CallIdentity: Hashable, Sendable {
  /// The operation's type.
  package let operation: ObjectIdentifier
  private let variables: ExactString

  /// - Returns: nil if a variable or the result is secret, or if a variable cannot be written.
  package init?<Operation: GraphQLOperation>(_ operation: Operation) {
    guard !Operation.definition.returnsSecrets else { return nil }
    self.operation = ObjectIdentifier(Operation.self)
    if let connector = operation as? any ConnectorOperation {
      guard let request = connector.exampleRequest, !request.hasSecrets else { return nil }
      // A connector may send arguments in headers. No header contains a line break.
      let headers = request.http.headers
      let lines = headers.names.map { "\($0): \(headers[$0] ?? "")" }
      variables = ExactString(
        (["\(request.http.method) \(request.http.url)"] + lines).joined(separator: "\n") + "\n\n"
          + String(decoding: request.http.body ?? Data(), as: UTF8.self))
    } else {
      guard let (json, isBodyOnly) = try? operation.encodedVariables(), !isBodyOnly else {
        return nil
      }
      variables = ExactString(json)
    }
  }
}

nonisolated extension ConnectorOperation {
  /// The request, sent to any server.
  fileprivate var exampleRequest: BuiltRequest? {
    guard let endpoint = URL(string: "https://example.com") else { return nil }
    return try? httpRequest(ClientConfiguration(endpoint: endpoint))
  }
}
