// Finds the secrets that variables can carry: for the mutation
//
//     mutation Login($input: LoginInput!) { login(input: $input) { … } }
//
// it finds LoginInput.password.

import AuthGenSwiftModel

struct SentSecrets {
  /// The input objects, by their Swift types.
  private let inputs: [String: InputModel]

  init(_ inputs: [InputModel]) {
    self.inputs = Dictionary(
      inputs.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the variables with secrets, such as `$token`, and the coordinates of input fields with secrets.
  func places(of operation: OperationModel) -> [String] {
    var places = operation.credentialVariable.map { ["$\($0)"] } ?? []
    var known: Set<String> = []
    var pending = operation.variables.map { (place: "$\($0.graphQLName)", type: $0.type.innermost) }
    var next = 0
    while next < pending.count {
      let (place, type) = pending[next]
      next += 1
      if type == .scalar("Secret") { places.append(place) }
      guard case .object(let name) = type, known.insert(name).inserted, let input = inputs[name]
      else { continue }
      pending += input.properties.map {
        ("\(input.graphQLName).\($0.graphQLName)", $0.type.innermost)
      }
    }
    return places
  }
}

extension OperationModel {
  /// The coordinates of the secrets that responses contain, and "a header field" for a token there.
  var secretsReceived: [String] { secretFields + (returnsSecretHeader ? ["a header field"] : []) }
}
