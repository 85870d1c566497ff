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
        (.fragmentDefinitions, list(operation.fragmentDefinitions) { $1.code($0) }),
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
    fields(
      [
        (.name, identifier(operation.methodName)),
        (.call, list(operation.call) { $1.code($0) }),
      ], extending: creationFields(operation))
  }

  /// Returns the parameters of a method that creates an operation, and the arguments for its
  /// initialiser.
  mutating func creationFields(_ operation: OperationModel) -> Object {
    let parameters = inputParameters(
      operation.variables, explicitNullsName: operation.explicitNullsName,
      nullableField: operation.typeName + ".NullableField")
    return object(
      [(.typeName, identifier(operation.typeName)), (.arguments, arguments(operation))],
      extending: parameterFields(
        parameters,
        surrounding: operation.methodName.utf8.count + operation.typeName.utf8.count + 60))
  }

  private mutating func arguments(_ operation: OperationModel) -> Value {
    let names = operation.argumentNames
    return list(names.indices) { index, context in
      context.fields([
        (.label, context.label(names[index])), (.name, context.identifier(names[index])),
        (.comma, context.code(index == names.count - 1 ? "" : ", ")),
      ])
    }
  }
}

extension OperationModel {
  /// The lines with the fragments' texts.
  fileprivate var fragmentDefinitions: [String] {
    TextLines.filled(
      fragmentNames.map { SwiftEscaper.identifier($0) + ".definition" }, width: 90)
  }

  /// The names of the arguments of its initialiser.
  fileprivate var argumentNames: [String] {
    variables.map(\.name) + (variables.contains(where: \.isNullable) ? [explicitNullsName] : [])
  }

  /// The lines of the call in the facade's method.
  fileprivate var call: [String] {
    let arguments = argumentNames.map { name in
      "\(SwiftEscaper.label(name)): \(SwiftEscaper.identifier(name))"
    }
    let type = SwiftEscaper.identifier(typeName)
    let line = "try await self.executor.execute(\(type)(\(arguments.joined(separator: ", "))))"
    guard line.utf8.count > 96 else { return [line] }
    return ["try await self.executor.execute(", "  \(type)("]
      + TextLines.filled(arguments, width: 90).map { "    " + $0 } + ["  ))"]
  }

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
