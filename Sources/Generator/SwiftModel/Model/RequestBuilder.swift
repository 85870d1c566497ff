// Builds an operation's request: its fragments, its variables and, if its field has one, its connector.

import AuthGenLanguage
import AuthGenTypeSystem

struct RequestBuilder: Sendable {
  /// The request of one operation, and its facts.
  struct Request: Sendable {
    let facts: OperationFacts
    /// The variable that carries the session's token.
    let credentialVariable: String?
    let variables: [PropertyModel]
    let explicitNullsName: String
    let connector: ConnectorModel?
    /// The schema's documentation of the field, for an operation with a connector.
    let documentation: [String]
  }

  let context: BuilderContext
  let names: ModuleNames
  let mappings: ConnectorMappings?
  /// The Swift type of connectors' errors.
  let errorType: String?
  /// The properties of errors, by operation name, for operations whose errors differ from the others'.
  let errorProperties: [Symbol: [PropertyModel]]
  var inputs: InputBuilder
  private(set) var diagnostics: [Diagnostic] = []

  /// Returns the operations' requests, in the operations' order.
  ///
  /// - Parameter facts: the facts of the same operations.
  /// - Returns: the requests; nil for operations that are not part of the client. Fewer than there
  ///   are operations if they require too many fragments.
  mutating func requests(for operations: [OperationDefinition], facts: ClientFacts) -> [Request?] {
    var fragments = facts.fragments
    var requests: [Request?] = []
    var fragmentCount = 0
    for (operation, own) in zip(operations, facts.operations) {
      let total = fragments.total(own)
      checkWeight(total, of: operation)
      fragmentCount += total.fragments.count
      guard fragmentCount <= Self.maximumFragmentCount else {
        diagnostics.report(
          .maximumFragments,
          "the operations up to this one need more than \(Self.maximumFragmentCount) fragments",
          at: operation.name?.position ?? operation.position,
          help: "each operation sends all fragments that it needs: merge some of them")
        break
      }
      requests.append(request(for: operation, total))
    }
    return requests
  }

  private mutating func request(
    for operation: OperationDefinition, _ facts: OperationFacts
  ) -> Request? {
    guard let name = operation.name?.symbol, names.operations[name] != nil,
      context.schema.root(operation.operationType) != nil
    else { return nil }
    if operation.variables.contains(where: { $0.defaultValue != nil }) {
      var secrets = SecretValues(context: context)
      secrets.checkDefaults(of: operation, facts.sum)
      diagnostics += secrets.diagnostics
    }
    var variables = inputs.variables(
      of: operation,
      secrets: facts.sum.secretVariables.union(context.sessionTokens.secretVariables[name] ?? []),
      hasConnector: mappings != nil, hasConditions: !facts.sum.conditionVariables.isEmpty)
    var connector: ConnectorModel?
    if let root = mappings?.roots[name] {
      var builder = ConnectorBuilder(
        context: context, root: root, operation: operation, variables: variables.properties,
        explicitNullsName: variables.explicitNullsName, inputs: inputs)
      let own = errorProperties[name]
      connector = builder.connector(
        errorType: own == nil ? errorType : names.error, errorProperties: own)
      inputs = builder.inputs
      diagnostics += builder.diagnostics
      for index in variables.properties.indices {
        variables.properties[index].isNullable =
          builder.sentAsNull.contains(variables.properties[index].graphQLName)
      }
    }
    let credentialVariable = context.sessionTokens.credentialVariable(of: operation)
    return Request(
      facts: facts, credentialVariable: credentialVariable.map { context.symbols[$0] },
      variables: variables.properties,
      explicitNullsName: variables.explicitNullsName, connector: connector,
      documentation: context.documentation(mappings?.roots[name]?.definition.description))
  }

  private mutating func checkWeight(_ facts: OperationFacts, of operation: OperationDefinition) {
    guard let maximum = context.settings.maximumWeight, facts.sum.weight > maximum else { return }
    let heaviest = facts.heaviest.map { "\($0.coordinate) (\($0.weight))" }
    diagnostics.report(
      .maximumWeight, "the operation weighs \(facts.sum.weight), and at most \(maximum) is allowed",
      at: operation.name?.position ?? operation.position,
      help: "its heaviest fields: \(heaviest.joined(separator: ", "))")
  }

  /// The maximum number of fragments in all operations' documents together.
  private static let maximumFragmentCount = 1_000_000
}
