// Operations and the facade's methods for them.

import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  mutating func operationFields(_ operation: OperationModel, _ style: FileStyle) -> Value {
    fields(
      [
        (.name, identifier(operation.typeName)),
        (.documentation, documentation(operation.documentationWithSession)),
        (.conformances, code(style.conformances(of: operation))),
        (.operationName, literal(operation.operationName)), (.kind, code(operation.kind.rawValue)),
        (.hasDocument, .bool(style.hasDocument(operation))),
        (.hasFragments, .bool(!operation.fragmentNames.isEmpty)), (.text, literal(operation.text)),
        (.fragmentNames, list(operation.fragmentNames) { $1.identifier($0) }),
        (.hash, operation.connector == nil ? literal(operation.hash) : .null),
        (.connector, operation.connector.map { connectorFields($0) } ?? .null),
        (.weight, operation.weight == 0 ? .null : code(String(operation.weight))),
        (.hasRateLimitBuckets, .bool(!operation.rateLimitBuckets.isEmpty)),
        (.rateLimitBuckets, names(operation.rateLimitBuckets.map { literal($0) })),
        (.credentialVariable, operation.credentialVariable.map { literal($0) } ?? .null),
        (.hasVariables, .bool(!operation.variables.isEmpty)),
        (.data, structFields(operation.data, style.responses)),
        (.isAuthenticated, .bool(operation.isAuthenticated)),
        (.method, operation.kind == .subscription ? .null : methodFields(operation)),
      ],
      extending: inputFields(
        operation.variables, explicitNullsName: operation.explicitNullsName))
  }

  /// Returns the facade's method for an operation.
  private mutating func methodFields(_ operation: OperationModel) -> Value {
    fields([(.name, identifier(operation.methodName))], extending: creationFields(operation))
  }

  /// Returns the parameters of a method that creates an operation, and the arguments for its
  /// initialiser.
  mutating func creationFields(_ operation: OperationModel) -> Object {
    let parameters = inputParameters(
      operation.variables, explicitNullsName: operation.explicitNullsName,
      nullableField: operation.typeName + ".NullableField")
    return object(
      [(.typeName, identifier(operation.typeName)), (.arguments, arguments(operation))],
      extending: parameterFields(parameters))
  }

  private mutating func arguments(_ operation: OperationModel) -> Value {
    var names = operation.variables.map(\.name)
    if operation.variables.contains(where: \.isNullable) {
      names.append(operation.explicitNullsName)
    }
    return list(names.indices) { index, context in
      context.fields([
        (.label, context.label(names[index])), (.name, context.identifier(names[index])),
        (.comma, context.code(index == names.count - 1 ? "" : ", ")),
      ])
    }
  }
}

extension OperationModel {
  fileprivate var documentationWithSession: [String] {
    guard isAuthenticated else { return documentation }
    return documentation + (documentation.isEmpty ? [] : [""]) + ["Needs a session."]
  }
}

extension FileStyle {
  fileprivate func hasDocument(_ operation: OperationModel) -> Bool {
    operation.connector == nil && settings.documents == .text
  }

  /// Returns how the operation is sent to its server.
  private func form(of operation: OperationModel) -> String {
    guard operation.connector == nil else { return "ConnectorOperation" }
    return hasDocument(operation) ? "DocumentOperation" : "HashedOperation"
  }

  fileprivate func conformances(of operation: OperationModel) -> String {
    let session = operation.isAuthenticated ? "Authenticated" : "Anonymous"
    let kind = operation.kind == .subscription ? "Subscription" : "Operation"
    return "\(session)\(kind), \(form(of: operation))\(hashable)"
  }
}
