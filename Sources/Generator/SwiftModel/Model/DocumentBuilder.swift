// Combines requests, structs and texts to the models of operations and fragments, by document file.

import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

struct DocumentBuilder {
  let document: ExecutableDocument
  let context: BuilderContext
  let names: ModuleNames
  /// The structs of fragments, by their names.
  let fragmentTypes: [String: StructModel]
  let hasConnectors: Bool
  let pagination: PaginationBuilder
  private(set) var texts: DefinitionTexts

  /// - Parameters:
  ///   - requests: the requests of the document's operations, in the same order.
  ///   - data: the structs for the operations' results, in the same order.
  mutating func documents(
    _ requests: [RequestBuilder.Request?], _ data: [StructModel?]
  ) -> [DocumentModel] {
    var files = document.documents.map { _ in DocumentModel(operations: [], fragments: []) }
    for (operation, (request, data)) in zip(document.operations, zip(requests, data)) {
      if let request, let data,
        let type = self.operation(operation.definition, request, data)
      {
        files[operation.documentIndex].operations.append(type)
      }
    }
    for fragment in document.fragments {
      if let type = names.fragments[fragment.definition.name.symbol].flatMap({ fragmentTypes[$0] })
      {
        files[fragment.documentIndex].fragments.append(
          self.fragment(fragment.definition, type))
      }
    }
    return files
  }

  private mutating func operation(
    _ operation: OperationDefinition, _ request: RequestBuilder.Request, _ data: StructModel
  ) -> OperationModel? {
    guard let symbol = operation.name?.symbol, let typeName = names.operations[symbol],
      let methodName = names.methods[symbol]
    else { return nil }
    let facts = request.facts
    let fragments =
      hasConnectors ? [] : facts.fragments.compactMap { document.fragment($0)?.definition }
    var documentation = texts.documentation(operation.description, operation.position)
    if documentation.isEmpty { documentation = request.documentation }
    let needsSession =
      !facts.sum.authenticatedFields.isEmpty || request.credentialVariable != nil
    return OperationModel(
      typeName: typeName,
      methodName: methodName,
      operationName: context.symbols[symbol],
      kind: operation.operationType,
      documentation: documentation,
      variables: request.variables, explicitNullsName: request.explicitNullsName,
      text: hasConnectors ? "" : texts.text(of: operation),
      formattedText: hasConnectors ? nil : texts.formattedText { $0.append(operation) },
      fragmentNames: fragments.compactMap { names.fragments[$0.name.symbol] },
      fragmentTexts: fragments.map { texts.text(of: $0) },
      authenticatedFields: facts.sum.authenticatedFields.map(context.coordinate),
      weight: facts.sum.weight, heaviestFields: facts.heaviest,
      rateLimitBuckets: facts.sum.buckets,
      deprecatedFields: facts.sum.deprecatedFields.map(context.coordinate),
      credentialVariable: request.credentialVariable,
      onlyRootField: needsSession && !hasConnectors ? onlyRootField(of: operation) : nil,
      isIncremental: facts.sum.isIncremental,
      secretFields: facts.sum.secretFields.map(context.coordinate),
      returnsSecretHeader: context.sessionTokens.isInHeader(of: operation),
      conditions: conditions(of: operation, facts, request.variables), data: data,
      pagination: operation.operationType == .query
        ? pagination.pagination(facts.sum.connections, request.variables, data) : nil,
      connector: request.connector)
  }

  private func onlyRootField(of operation: OperationDefinition) -> String? {
    guard operation.operationType == .mutation, operation.selectionSet.selections.count == 1,
      case .field(let field) = operation.selectionSet.selections[0]
    else { return nil }
    return context.symbols[(field.alias ?? field.name).symbol]
  }

  /// - Parameter properties: the properties for the operation's variables.
  private func conditions(
    of operation: OperationDefinition, _ facts: OperationFacts,
    _ properties: [PropertyModel]
  ) -> [ConditionVariableModel] {
    if facts.sum.conditionVariables.isEmpty { return [] }
    return operation.variables.compactMap { variable in
      let name = context.symbols[variable.name.symbol]
      guard facts.sum.conditionVariables.contains(variable.name.symbol),
        let property = properties.first(where: { $0.graphQLName == name })
      else { return nil }
      return ConditionVariableModel(
        graphQLName: name, propertyName: property.name,
        default: property.type.isOptional ? variable.defaultValue?.boolean ?? false : nil)
    }
  }

  private mutating func fragment(
    _ fragment: FragmentDefinition, _ type: StructModel
  ) -> FragmentModel {
    var type = type
    let own = texts.documentation(fragment.description, fragment.position)
    if !own.isEmpty { type.documentation = own }
    return FragmentModel(
      fragmentName: context.symbols[fragment.name.symbol],
      text: hasConnectors ? nil : texts.text(of: fragment),
      formattedText: hasConnectors ? nil : texts.formattedText { $0.append(fragment) }, type: type)
  }
}
