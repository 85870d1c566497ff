// What `authgen generate` prints of a client's operations:
//
//     Example: 5 operations, 2 need a session (LogOut, Me), 4 secret values

import AuthGenSwiftModel

/// The operations of a client, and what is special about them.
struct ClientSummary {
  let operationCount: Int
  /// The names of the operations that need a session, in order.
  let authenticated: [String]
  /// The number of variables, input fields and response fields with secret values.
  let secretCount: Int

  /// - Parameter isVerbose: whether to list all names. Otherwise, lists three.
  func text(isVerbose: Bool) -> String {
    let names = authenticated.listed(upTo: isVerbose ? .max : 3)
    let sessions =
      switch authenticated.count {
      case 0: "none need a session"
      case 1: "1 needs a session (\(names))"
      default: "\(authenticated.count) need a session (\(names))"
      }
    let operations = counted(operationCount, "operation")
    return "\(operations), \(sessions), \(counted(secretCount, "secret value"))"
  }
}

extension ClientSummary {
  init(_ model: ClientModel) {
    let operations = model.documents.flatMap(\.operations)
    let sent = SentSecrets(model.inputs)
    var secrets: Set<String> = []
    for operation in operations {
      // Variables of different operations are different secrets.
      let variables = sent.places(of: operation).map {
        $0.hasPrefix("$") ? operation.operationName + $0 : $0
      }
      secrets.formUnion(variables + operation.secretsReceived)
    }
    self.init(
      operationCount: operations.count,
      authenticated: operations.filter(\.isAuthenticated).map(\.operationName).sorted(),
      secretCount: secrets.count)
  }
}
