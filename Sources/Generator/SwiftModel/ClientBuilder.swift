// The model stage: validated documents and settings in, the model of a client out.
//
//     type Query { node(id: ID!): Node }     query Node($id: ID!) { node(id: $id) { ...Title } }
//     type Node { title: String! }           fragment Title on Node { title }
//
// - names: `NodeQuery`, its method `node`, and `TitleFragment`.
// - facts: the operation spreads `Title`, and requires no session.
// - requests: `NodeQuery` has the variable `id` of type `String`.
// - structs: `TitleFragment` has `title` of type `String`; `NodeQuery.Data` has `node` of type
//   `Node?`, and `Node` has the part `titleFragment`.
// - documents: each operation and fragment has its text, such as `fragment Title on Node{title}`.

package import AuthGenConnectors
package import AuthGenLanguage
import AuthGenSupport
package import AuthGenTypeSystem
package import AuthGenValidation

/// Determines every name, type and optionality of a client.
package struct ClientBuilder {
  // What all steps read.
  private let document: ExecutableDocument
  private let checks: ClientChecks
  private let context: BuilderContext
  private let names: ModuleNames
  private let facts: ClientFacts
  private let connectors: Connectors?
  private let mappings: ConnectorMappings?
  /// The problems of all these.
  private let problems: [Diagnostic]

  /// - Parameters:
  ///   - ownCount: the number of documents that the model has. The documents after them are those of
  ///     other targets. Default: nil, for all.
  ///   - connectors: the connectors of the schema's fields, if the schema links the connect specification.
  package init(
    _ document: Validated<ExecutableDocument>, ownCount: Int? = nil, schema: Validated<Schema>,
    connectors: Connectors?, settings: ClientSettings, symbols: SymbolTable, sources: SourceMap
  ) {
    let document = document.value
    let own = ExecutableDocument(
      Array(document.documents.prefix(ownCount ?? document.documents.count)))
    let (context, contextProblems) = Self.context(
      for: document, own, schema.value, settings, symbols, sources)
    self.document = document
    self.context = context
    self.connectors = connectors
    let makeNames = { @Sendable in
      ModuleNames(
        schema: context.schema, operations: document.operations.map(\.definition),
        fragments: document.fragments.map(\.definition), settings: context.settings,
        renames: context.renames, symbols: context.symbols)
    }
    // On two processors, this saves 2 % of the time of `generate`, and so does the other thread.
    (names, facts) = Threads.both(makeNames) { ClientFacts(of: document, context: context) }
    checks = ClientChecks(own: own, context: context)
    mappings = connectors.map { ConnectorMappings(of: document, $0, context) }
    problems =
      contextProblems + checks.client(document) + names.diagnostics + facts.diagnostics
      + (mappings?.diagnostics ?? []) + checks.mappings(mappings)
  }

  /// - Returns: the model, or nil if a diagnostic is an error.
  package func build() -> (client: ClientModel?, diagnostics: [Diagnostic]) {
    var structs = StructBuilder(
      context: context, names: names,
      fragmentTypes: Dictionary(
        document.fragments.map(\.definition).compactMap { fragment in
          context.schema.typeID(fragment.typeCondition.symbol).map { (fragment.name.symbol, $0) }
        }, uniquingKeysWith: { first, _ in first }), mappings: mappings, labels: facts.labels)
    let errors = connectors.map { structs.errors($0) }
    let makeRequests = { @Sendable in requests(errors?.properties ?? [:]) }
    let (sent, received) = Threads.both(makeRequests) {
      let fragments = facts.fragments.inOrder.compactMap { document.fragment($0)?.definition }
      return (
        fragments: structs.types(of: fragments, facts: facts),
        data: structs.data(of: document.operations.map(\.definition), facts: facts)
      )
    }
    var inputs = sent.builder.inputs
    var uses = errors?.uses ?? SchemaUses()
    for other in [received.fragments.uses, received.data.uses, inputs.uses] { uses += other }
    let finder = FieldPathFinder(fragments: received.fragments.models)
    var documentBuilder = DocumentBuilder(
      document: document, context: context, names: names,
      fragmentTypes: received.fragments.models, hasConnectors: mappings != nil,
      pagination: PaginationBuilder(context: context, finder: finder),
      texts: DefinitionTexts(
        context: context, typenamePositions: uses.typenamePositions,
        labels: facts.labels.additions))
    let all = documentBuilder.documents(sent.requests, received.data.models)
    let models = Array(all.prefix(checks.own.documents.count))
    let session = session(of: models, sent.inputObjects, finder)
    let diagnostics =
      problems + withoutRepetition(uses.diagnostics) + sent.builder.diagnostics
      + checks.unmapped(uses.unmappedScalars)
      + checks.secretNames(facts.secretLookalikes.union(inputs.secretNames.coordinates))
      + session.diagnostics
    guard !diagnostics.hasErrors else { return (nil, diagnostics) }
    var client = ClientModel(
      name: context.settings.name, facadeName: names.facade,
      possibleTypesName: names.possibleTypes,
      documentation: context.documentation(context.schema.description),
      documents: models, enums: [], inputs: [],
      possibleTypes: possibleTypes(uses.conditions, usedBy: models),
      scalarModules: scalarModules, checkedScalars: [])
    if context.settings.isExtension {
      client.baseTypes = baseTypes(all.dropFirst(models.count))
    } else {
      client.enums = inputs.enums(uses.enums)
      client.inputs = sent.inputObjects
      client.checkedScalars = checkedScalars
      client.error = errors?.type
      client.session = session.model
    }
    return (client, diagnostics)
  }

  // MARK: Input

  private static func context(
    for document: ExecutableDocument, _ own: ExecutableDocument, _ schema: Schema,
    _ settings: ClientSettings, _ symbols: SymbolTable, _ sources: SourceMap
  ) -> (context: BuilderContext, diagnostics: [Diagnostic]) {
    var settings = settings
    settings.scalars += ScalarMappings.defaults(for: schema, settings, symbols: symbols)
    // The session is made from operations of its own target.
    let sessionTokens = SessionTokens(
      settings, operations: (settings.isExtension ? document : own).operations.map(\.definition),
      schema: schema, symbols: symbols)
    let (semantics, problems) = Semantics.read(
      schema, settings, sessionTokens: sessionTokens, symbols: symbols, sources: sources)
    let renames = Renames(
      settings, operations: document.operations.map(\.definition),
      fragments: document.fragments.map(\.definition.name.symbol), schema: schema, symbols: symbols)
    let context = BuilderContext(
      schema: schema, symbols: symbols, sources: sources, settings: settings,
      semantics: semantics, renames: renames, sessionTokens: sessionTokens)
    return (context, problems + renames.diagnostics + sessionTokens.diagnostics)
  }

  // MARK: Steps

  /// - Parameter errorProperties: see `RequestBuilder`.
  private func requests(
    _ errorProperties: [Symbol: [PropertyModel]]
  ) -> (
    requests: [RequestBuilder.Request?], inputObjects: [InputModel], builder: RequestBuilder
  ) {
    var builder = RequestBuilder(
      context: context, names: names, mappings: mappings,
      errorType: connectors?.error == nil ? nil : names.error, errorProperties: errorProperties,
      inputs: InputBuilder(context: context, names: names))
    if context.settings.schemaTypes == .all { builder.inputs.reachAllTypes() }
    let requests = builder.requests(for: document.operations.map(\.definition), facts: facts)
    return (requests, builder.inputs.inputObjects(), builder)
  }

  private func session(
    of documents: [DocumentModel], _ inputs: [InputModel], _ finder: FieldPathFinder
  ) -> (model: SessionModel?, diagnostics: [Diagnostic]) {
    guard !context.settings.isExtension, let settings = context.settings.session,
      let name = names.session
    else { return (nil, []) }
    var builder = SessionBuilder(
      context: context, settings: settings, operations: documents.flatMap(\.operations),
      finder: finder, inputs: inputs)
    return (builder.session(named: name), builder.diagnostics)
  }

  /// Keeps the first report of a rename. There is one for each struct with both fields.
  private func withoutRepetition(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var reported: Set<String> = []
    return diagnostics.filter {
      $0.rule != .uniqueSwiftNames
        || reported.insert("\($0.position.offset) \($0.message)").inserted
    }
  }

  // MARK: Parts of the model

  /// - Parameter conditions: the interfaces and unions in conditions of all documents.
  private func possibleTypes(
    _ conditions: Set<Symbol>, usedBy documents: [DocumentModel]
  ) -> [PossibleTypesModel] {
    let used = documents.possibleTypes
    return conditions.map { (name: context.symbols[$0], symbol: $0) }
      .filter { used.contains(names.possibleTypes(of: $0.name)) }
      .sorted { $0.name < $1.name }
      .map { name, symbol in
        let types = context.schema.typeID(symbol).map(context.schema.possibleTypes) ?? []
        return PossibleTypesModel(
          name: names.possibleTypesMember(name),
          graphQLTypes: types.map { context.symbols[context.schema.name(of: $0).symbol] }.sorted())
      }
  }

  private var scalarModules: [String: Set<String>] {
    context.settings.scalars.reduce(into: [:]) {
      let modules = $1.value.modules
      if !modules.isEmpty { $0[$1.value.typeName, default: []].formUnion(modules) }
    }
  }

  /// The mapped scalars whose Swift types only the compiler can check.
  private var checkedScalars: [ClientSettings.Entry<ClientSettings.Scalar>] {
    context.settings.scalars.filter { scalar in
      !ScalarMappings.isKnown(scalar.value)
        && context.symbols.find(scalar.key).flatMap(context.schema.typeID) != nil
    }
  }

  /// - Parameter documents: the documents of the extended client.
  private func baseTypes(_ documents: ArraySlice<DocumentModel>) -> Set<String> {
    Set(names.schemaTypes.values).union([names.error].compactMap(\.self))
      .union(documents.flatMap(\.fragments).map(\.type.name))
  }
}
