// Connects the builders of this module: validated documents and settings in, a client's model out.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenSupport
import AuthGenTypeSystem
import AuthGenValidation

package enum ClientBuilder {
  /// Determines every name, type and optionality of a client.
  ///
  /// - Parameter connectors: the connectors of the schema's fields, if the schema links the connect
  ///   specification.
  /// - Returns: the model, or nil if a diagnostic is an error.
  package static func build(
    schema: Validated<Schema>, connectors: Connectors?, document: Validated<ExecutableDocument>,
    settings: ClientSettings, symbols: SymbolTable, sources: SourceMap
  ) -> (client: ClientModel?, diagnostics: [Diagnostic]) {
    var run = Run(
      schema: schema.value, connectors: connectors, document: document.value, settings: settings,
      symbols: symbols, sources: sources)
    let client = run.build()
    return (run.diagnostics.hasErrors ? nil : client, run.diagnostics)
  }
}

private struct Run {
  private let document: ExecutableDocument
  private let context: BuilderContext
  private let names: ModuleNames
  private let facts: ClientFacts
  private let operations: [OperationDefinition]
  private let fragments: [Symbol: FragmentDefinition]
  private let connectors: Connectors?
  private(set) var diagnostics: [Diagnostic] = []

  init(
    schema: Schema, connectors: Connectors?, document: ExecutableDocument,
    settings: ClientSettings, symbols: SymbolTable, sources: SourceMap
  ) {
    self.document = document
    self.connectors = connectors
    operations = document.operations.map(\.definition)
    let allFragments = document.fragments.map(\.definition)
    fragments = Dictionary(
      allFragments.map { ($0.name.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    let semantics = Semantics(
      SemanticMarks(
        schema: schema, settings: settings, symbols: symbols, sources: sources,
        diagnostics: &diagnostics),
      schema: schema)
    let definitionNames = Set(operations.compactMap(\.name?.symbol) + fragments.keys)
    let renames = Renames(
      settings, definitions: definitionNames, schema: schema, symbols: symbols,
      diagnostics: &diagnostics)
    let context = BuilderContext(
      schema: schema, symbols: symbols, sources: sources, settings: settings,
      semantics: semantics, renames: renames)
    self.context = context
    let operations = operations
    let makeNames = { @Sendable in
      ModuleNames(
        schema: schema, operations: operations, fragments: allFragments, settings: settings,
        renames: renames, symbols: symbols)
    }
    (names, facts) = Threads.both(makeNames) { ClientFacts(of: document, context: context) }
  }

  mutating func build() -> ClientModel {
    if !context.semantics.knowsAuthentication { diagnostics.append(authenticationUnknown) }
    diagnostics += unknownScalars + facts.diagnostics
    var connected = connectedData()
    var structs = StructBuilder(
      context: context, names: names,
      fragmentTypes: fragments.compactMapValues {
        context.schema.typeID($0.typeCondition.symbol)
      }, connected: connected)
    let error = error(&structs, &connected)
    let requestBuilder = RequestBuilder(
      context: context, names: names, connected: connected,
      errorType: connectors?.error == nil ? nil : names.error)
    let makeRequests = { @Sendable [operations, facts] in
      var builder = requestBuilder
      let requests = builder.requests(for: operations, facts: facts)
      return (requests: requests, inputObjects: builder.inputObjects(), builder: builder)
    }
    let (sent, fragmentTypes) = Threads.both(makeRequests) { self.fragmentTypes(&structs) }
    let data = structs.data(of: operations)
    diagnostics += structs.diagnostics + sent.builder.diagnostics
    let enumSymbols = Set(structs.enums.all + sent.builder.inputs.enums.all)
    let makeEnums = { @Sendable in
      var inputs = sent.builder.inputs
      return inputs.enums(enumSymbols)
    }
    let (enums, documents) = Threads.both(makeEnums) {
      self.documents(
        sent.requests, data, fragmentTypes, isConnected: connected != nil,
        typenamePositions: structs.typenamePositions)
    }
    return ClientModel(
      name: context.settings.name, facadeName: names.facade, possibleTypesName: names.possibleTypes,
      documentation: context.schema.description.map { context.sources.lines(of: $0) } ?? [],
      documents: documents,
      enums: enums, inputs: sent.inputObjects, possibleTypes: possibleTypes(structs.conditions.all),
      scalarModules: Set(context.settings.scalars.compactMap(\.value.module)).sorted(),
      error: error)
  }

  // MARK: Connectors

  private mutating func connectedData() -> ConnectedData? {
    guard let connectors else { return nil }
    var selections = ConnectedSelections(
      context: context, connectors: connectors, fragments: fragments)
    var roots: [Symbol: ConnectedSelections.Root] = [:]
    for operation in operations {
      if let name = operation.name { roots[name.symbol] = selections.root(of: operation) }
    }
    diagnostics += selections.diagnostics
    return ConnectedData(byFragment: selections.byFragment, roots: roots)
  }

  /// Returns the error type with the source's mapping, and the properties of each operation with a
  /// different mapping. Without a source mapping, the error type is read by field names.
  private func error(
    _ structs: inout StructBuilder, _ connected: inout ConnectedData?
  ) -> ErrorModel? {
    guard let connectors, let name = names.error,
      let type = context.settings.errorType.flatMap({ context.symbols.find($0.value) })
        .flatMap(context.schema.typeID)
    else { return nil }
    for (operation, root) in connected?.roots ?? [:] {
      if let own = root.connector.error {
        connected?.errorProperties[operation] = structs.error(type, name, own).properties
      }
    }
    guard let mapping = connectors.error ?? connectors.anyError else { return nil }
    return ErrorModel(
      type: structs.error(type, name, mapping),
      accessorName: SwiftName.member(name, .camelCase))
  }

  /// The diagnostics of Swift types for unknown scalars. A misspelt scalar would stay a string, and
  /// would be printed although it was meant to be a secret.
  private var unknownScalars: [Diagnostic] {
    let names = context.schema.types.lazy.filter { $0.kind == .scalar }
      .map { context.symbols[$0.name.symbol] }
    return context.settings.scalars.filter { !names.contains($0.key) }.map { scalar in
      Diagnostic(
        .warning, rule: .configuration,
        message: "the schema has no scalar \"\(scalar.key)\"", at: scalar.position,
        help: didYouMean(scalar.key, among: Array(names)) ?? "remove it")
    }
  }

  private var authenticationUnknown: Diagnostic {
    Diagnostic(
      .warning, rule: .authenticationKnown,
      message: "neither the schema nor the configuration marks authenticated fields",
      help: """
        list them in "authenticated" (an empty list means none); a schema made by \
        introspection has lost its marks
        """)
  }

  // MARK: Definitions

  private func fragmentTypes(_ structs: inout StructBuilder) -> [Symbol: StructModel] {
    var types: [Symbol: StructModel] = [:]
    for name in facts.fragments.inOrder {
      if let fragment = fragments[name] { types[name] = structs.fragment(fragment) }
    }
    return types
  }

  private func documents(
    _ requests: [RequestBuilder.Request?], _ data: [StructModel?],
    _ fragmentTypes: [Symbol: StructModel], isConnected: Bool, typenamePositions: Set<Position>
  ) -> [DocumentModel] {
    var texts = DefinitionTexts(context: context, typenamePositions: typenamePositions)
    var files = document.documents.map { document in
      DocumentModel(
        path: context.sources.source(at: document.position)?.path ?? "", operations: [],
        fragments: [])
    }
    for (operation, (request, data)) in zip(document.operations, zip(requests, data)) {
      if let request, let data,
        let type = self.operation(
          operation.definition, request, data, isConnected: isConnected, &texts)
      {
        files[operation.documentIndex].operations.append(type)
      }
    }
    for fragment in document.fragments {
      if let type = fragmentTypes[fragment.definition.name.symbol] {
        files[fragment.documentIndex].fragments.append(
          self.fragment(fragment.definition, type, isConnected: isConnected, &texts))
      }
    }
    return files
  }

  private func operation(
    _ operation: OperationDefinition, _ request: RequestBuilder.Request, _ data: StructModel,
    isConnected: Bool, _ texts: inout DefinitionTexts
  ) -> OperationModel? {
    guard let symbol = operation.name?.symbol, let typeName = names.operations[symbol],
      let methodName = names.methods[symbol]
    else { return nil }
    let facts = request.facts
    let fragments = isConnected ? [] : facts.fragments.compactMap { self.fragments[$0] }
    var documentation = texts.documentation(operation.description, operation.position)
    if documentation.isEmpty { documentation = request.documentation }
    return OperationModel(
      typeName: typeName,
      methodName: methodName,
      operationName: context.symbols[symbol],
      kind: OperationModel.Kind(operation.operationType),
      documentation: documentation,
      variables: request.variables, explicitNullsName: request.explicitNullsName,
      text: isConnected ? "" : texts.text(of: operation),
      fragmentNames: fragments.compactMap { names.fragments[$0.name.symbol] },
      fragmentTexts: fragments.map { texts.text(of: $0) },
      isAuthenticated: facts.isAuthenticated, weight: facts.weight,
      rateLimitBuckets: facts.buckets, data: data, connection: request.connection)
  }

  private func fragment(
    _ fragment: FragmentDefinition, _ type: StructModel, isConnected: Bool,
    _ texts: inout DefinitionTexts
  ) -> FragmentModel {
    var type = type
    let own = texts.documentation(fragment.description, fragment.position)
    if !own.isEmpty { type.documentation = own }
    return FragmentModel(text: isConnected ? nil : texts.text(of: fragment), type: type)
  }

  private func possibleTypes(_ conditions: [Symbol]) -> [PossibleTypesModel] {
    conditions.map { (name: context.symbols[$0], symbol: $0) }
      .sorted { $0.name < $1.name }
      .map { name, symbol in
        let types = context.schema.typeID(symbol).map(context.schema.possibleTypes) ?? []
        return PossibleTypesModel(
          name: names.possibleTypesMember(name),
          graphQLTypes: types.map { context.symbols[context.schema.name(of: $0).symbol] }.sorted())
      }
  }
}

extension OperationModel.Kind {
  fileprivate init(_ type: OperationType) {
    switch type {
    case .query: self = .query
    case .mutation: self = .mutation
    case .subscription: self = .subscription
    }
  }
}
