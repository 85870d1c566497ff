// Operations and the facade's methods for them.

import AuthGenIR
import AuthGenMustache

final class OperationFields: TemplateFields {
  private let operation: OperationIR
  private let style: FileStyle
  private let inputs: InputFields

  init(_ operation: OperationIR, _ style: FileStyle) {
    self.operation = operation
    self.style = style
    inputs = InputFields(operation.variables, operation.explicitNullsName)
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .documentation: .documentation(documentation)
    case .name: .identifier(operation.typeName)
    case .conformances: .code(conformances)
    case .operationName: .literal(operation.operationName)
    case .kind: .code(operation.kind.rawValue)
    case .hasDocument: .bool(hasDocument)
    case .hasFragments: .bool(!operation.fragmentNames.isEmpty)
    case .text: .literal(operation.text)
    case .fragmentNames: .list(operation.fragmentNames.map(Value.identifier))
    case .hash: operation.connection == nil ? .literal(operation.hash) : .null
    case .connection: operation.connection.map { .object(ConnectionFields($0)) } ?? .null
    case .weight: operation.weight == 0 ? .null : .code(String(operation.weight))
    case .hasRateLimitBuckets: .bool(!operation.rateLimitBuckets.isEmpty)
    case .rateLimitBuckets: .names(operation.rateLimitBuckets.map(Value.literal))
    case .hasVariables: .bool(!operation.variables.isEmpty)
    case .data:
      .object(
        StructFields(
          operation.data, conformances: style.responseConformances, hashable: style.hashable,
          definition: nil))
    case .isAuthenticated: .bool(operation.isAuthenticated)
    case .method: operation.kind == .subscription ? .null : .object(MethodFields(operation))
    default: inputs.field(key)
    }
  }

  private var hasDocument: Bool {
    operation.connection == nil && style.settings.documents == .text
  }

  /// How the operation reaches its server.
  private var form: String {
    operation.connection == nil
      ? (hasDocument ? "DocumentOperation" : "HashedOperation") : "ConnectedOperation"
  }

  private var documentation: [String] {
    guard operation.isAuthenticated else { return operation.documentation }
    return operation.documentation + (operation.documentation.isEmpty ? [] : [""])
      + ["Needs a session."]
  }

  private var conformances: String {
    let session = operation.isAuthenticated ? "Authenticated" : "Anonymous"
    let kind = operation.kind == .subscription ? "Subscription" : "Operation"
    return session + kind + ", " + form + style.hashable
  }
}

/// The facade's method for an operation.
private final class MethodFields: TemplateFields {
  private let operation: OperationIR
  private let parameters: ParameterFields

  init(_ operation: OperationIR) {
    self.operation = operation
    parameters = ParameterFields(
      operation.variables.parameters(
        operation.explicitNullsName, nullableField: operation.typeName + ".NullableField"))
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .name: .identifier(operation.methodName)
    case .typeName: .identifier(operation.typeName)
    case .arguments: arguments
    default: parameters.field(key)
    }
  }

  private var arguments: Value {
    var names = operation.variables.map(\.name)
    if operation.variables.contains(where: \.isNullable) {
      names.append(operation.explicitNullsName)
    }
    return .list(
      names.enumerated().map { index, name in
        .fields([
          TemplateKey.label.key: .label(name), TemplateKey.name.key: .identifier(name),
          TemplateKey.comma.key: .code(index == names.count - 1 ? "" : ", "),
        ])
      })
  }
}
