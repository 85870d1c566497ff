// Operations and the facade's methods for them.

import AuthGenLanguage
import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  mutating func operationFields(_ operation: OperationModel, _ style: FileStyle) -> Value {
    fields(
      [
        (.name, identifier(operation.typeName)),
        (
          .documentation,
          documentation(operation.documentation(with: operation.facts), indentation: 0)
        ),
        (.formattedText, formattedText(operation.formattedText)),
        (.conformances, code(style.conformances(of: operation))),
        (.definition, code(operation.definition(hasDocument: style.hasDocument(operation)))),
        (.conditions, conditions(operation)),
        (.pagination, operation.pagination.map { paginationFields($0) } ?? .null),
        (.connector, operation.connector.map { connectorFields($0) } ?? .null),
        (.hasVariables, .bool(!operation.variables.isEmpty)),
        (.data, structFields(operation.data, style.responses, indentation: 2)),
      ],
      extending: inputFields(
        operation.variables, explicitNullsName: operation.explicitNullsName))
  }

  private mutating func paginationFields(_ pagination: PaginationModel) -> Value {
    func expression(_ links: [FieldPath.Link]) -> String {
      let names = links.dropLast().map {
        SwiftEscaper.identifier($0.name) + ($0.isOptional ? "?" : "")
      }
      return (names + links.suffix(1).map { SwiftEscaper.identifier($0.name) })
        .joined(separator: ".")
    }
    return fields([
      (.name, identifier(pagination.variable)), (.hasNext, code(expression(pagination.hasNext))),
      (.cursor, code(expression(pagination.cursor))),
    ])
  }

  private mutating func conditions(_ operation: OperationModel) -> Value {
    if operation.conditions.isEmpty { return .null }
    let values = operation.conditions.map { variable in
      let value = SwiftEscaper.identifier(variable.propertyName)
      let fallback = variable.default.map { " ?? \($0)" } ?? ""
      return code("\(SwiftEscaper.literal(variable.graphQLName)): \(value)\(fallback)")
    }
    return fields([(.values, names(values))])
  }

  /// Returns the facade's method for an operation.
  ///
  /// - Parameter isLater: whether another method precedes it.
  mutating func methodFields(_ operation: OperationModel, isLater: Bool) -> Value {
    fields(
      [
        (.isLater, .bool(isLater)), (.options, identifier(operation.optionsName)),
        (
          .documentation,
          documentation(operation.documentation(with: operation.requirements), indentation: 2)
        ),
        (.result, code(operation.result)),
        (.name, identifier(operation.methodName)),
        (.call, list(operation.call) { $1.code($0) }),
      ], extending: creationFields(operation, isFollowed: true))
  }

  /// Returns the parameters of a method that creates an operation, and the arguments for its initialiser.
  ///
  /// - Parameter isFollowed: whether the method has another parameter behind them.
  mutating func creationFields(_ operation: OperationModel, isFollowed: Bool = false) -> Value {
    let parameters = inputParameters(
      operation.variables, explicitNullsName: operation.explicitNullsName,
      owner: SwiftEscaper.identifier(operation.typeName))
    return fields(
      [
        (.typeName, identifier(operation.typeName)),
        (.arguments, arguments(operation.argumentNames)),
      ],
      extending: parameterFields(
        parameters, isFollowed: isFollowed,
        surrounding: operation.methodName.utf8.count + operation.typeName.utf8.count + 60))
  }

  /// - Parameter names: the arguments of the operation's initialiser.
  mutating func arguments(_ names: [String]) -> Value {
    list(names.indices) { index, context in
      context.fields([
        (.label, context.label(names[index])), (.name, context.identifier(names[index])),
        (.comma, context.code(index == names.count - 1 ? "" : ", ")),
      ])
    }
  }
}

extension OperationModel {
  /// The arguments that create the operation's definition. Long texts come last.
  fileprivate func definition(hasDocument: Bool) -> String {
    var arguments = [".\(kind.keyword)", SwiftEscaper.literal(operationName)]
    if weight != 0 { arguments.append("weight: \(weight)") }
    if !rateLimitBuckets.isEmpty {
      let buckets = rateLimitBuckets.map(SwiftEscaper.literal).joined(separator: ", ")
      arguments.append("rateLimitBuckets: [\(buckets)]")
    }
    if let credentialVariable {
      arguments.append("credentialVariable: \(SwiftEscaper.literal(credentialVariable))")
    }
    if let onlyRootField {
      arguments.append("onlyRootField: \(SwiftEscaper.literal(onlyRootField))")
    }
    if returnsSecrets { arguments.append("returnsSecrets: true") }
    if isIncremental { arguments.append("responseFormat: .incremental") }
    if hasDocument, !fragmentNames.isEmpty {
      let fragments = fragmentNames.map { SwiftEscaper.identifier($0) + ".definition" }
      arguments.append("fragments: [\(fragments.joined(separator: ", "))]")
    }
    if connector == nil { arguments.append("hash: \(SwiftEscaper.literal(hash))") }
    if hasDocument { arguments.append("document: \(SwiftEscaper.literal(text))") }
    return arguments.joined(separator: ", ")
  }

  /// The names of the arguments of its initialiser.
  fileprivate var argumentNames: [String] {
    variables.map(\.name) + (variables.contains(where: \.isNullable) ? [explicitNullsName] : [])
  }

  /// The name of the facade's parameter for the options of a call. No variable has it.
  fileprivate var optionsName: String {
    var name = "options"
    while argumentNames.contains(name) {
      name = "call" + name.prefix(1).uppercased() + name.dropFirst()
    }
    return name
  }

  /// The effects, the result and the requirement of the facade's method.
  fileprivate var result: String {
    let data = SwiftEscaper.identifier(typeName) + ".Data"
    if kind == .subscription {
      let executor =
        isAuthenticated ? "AuthenticatedSubscriptionExecutor" : "SubscriptionExecutor"
      return "-> ResponseStream<\(data)> where Executor: \(executor)"
    }
    let call = "async throws(Executor.Failure) -> \(data)"
    return call + (isAuthenticated ? " where Executor: AuthenticatedOperationExecutor" : "")
  }

  /// The lines of the call in the facade's method.
  fileprivate var call: [String] {
    let arguments = argumentNames.map { name in
      "\(SwiftEscaper.label(name)): \(SwiftEscaper.identifier(name))"
    }
    let type = SwiftEscaper.identifier(typeName)
    let creation = "\(type)(\(arguments.joined(separator: ", ")))"
    let options = ", options: \(optionsName))"
    let call =
      kind == .subscription
      ? "self.executor.events(of: " : "try await self.executor.execute("
    let line = "\(call)\(creation)\(options)"
    guard line.utf8.count > 112 else { return [line] }
    if creation.utf8.count <= 96 { return [call, "  \(creation)\(options)"] }
    return [call, "  \(type)("]
      + TextLines.filled(arguments, width: 90).map { "    " + $0 } + ["  )\(options)"]
  }

  /// Adds a paragraph to the documentation.
  fileprivate func documentation(with sentences: [String]) -> [String] {
    if sentences.isEmpty { return documentation }
    return documentation + (documentation.isEmpty ? [] : [""])
      + [sentences.joined(separator: " ")]
  }

  /// What a caller of the operation needs.
  fileprivate var requirements: [String] { isAuthenticated ? ["Needs a session."] : [] }

  /// What the schema and the configuration say about the operation.
  fileprivate var facts: [String] {
    func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
    var sentences = requirements
    if weight != 0 { sentences.append("Weight \(weight).") }
    if !rateLimitBuckets.isEmpty {
      let noun = rateLimitBuckets.count == 1 ? "bucket" : "buckets"
      sentences.append("Rate limit \(noun) \(list(rateLimitBuckets)).")
    }
    if returnsSecrets { sentences.append("Returns secrets.") }
    if !deprecatedFields.isEmpty {
      sentences.append("Selects deprecated fields: \(list(deprecatedFields)).")
    }
    return sentences
  }
}

extension FileStyle {
  fileprivate func hasDocument(_ operation: OperationModel) -> Bool {
    operation.connector == nil && settings.documents == .text
  }

  fileprivate func conformances(of operation: OperationModel) -> String {
    let connector = operation.connector == nil ? "" : ", ConnectorOperation"
    let conditional = operation.conditions.isEmpty ? "" : ", ConditionalOperation"
    let paginated = operation.pagination == nil ? "" : ", PaginatedOperation"
    return "\(operation.protocolName)\(connector)\(conditional)\(paginated), Encodable\(hashable)"
  }
}
