// Connects the builders of this module: validated documents and settings in, a client's model out.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenSupport
import AuthGenTypeSystem
import AuthGenValidation

/// Determines every name, type and optionality of a client.
package struct ClientBuilder {
  private let document: ExecutableDocument
  /// The number of documents that the model has.
  private let ownCount: Int
  private let context: BuilderContext
  private let names: ModuleNames
  private let facts: ClientFacts
  private let operations: [OperationDefinition]
  private let fragments: [Symbol: FragmentDefinition]
  private let connectors: Connectors?
  package private(set) var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - connectors: the connectors of the schema's fields, if the schema links the connect specification.
  ///   - ownCount: the number of documents that the model has. The documents after them are those of other targets.
  ///     Default: nil, for all.
  package init(
    schema: Validated<Schema>, connectors: Connectors?, document: Validated<ExecutableDocument>,
    ownCount: Int? = nil, settings: ClientSettings, symbols: SymbolTable, sources: SourceMap
  ) {
    let (schema, document) = (schema.value, document.value)
    let ownCount = ownCount ?? document.documents.count
    self.document = document
    self.ownCount = ownCount
    self.connectors = connectors
    var settings = settings
    settings.scalars += ScalarMappings.defaults(for: schema, settings, symbols: symbols)
    operations = document.operations.map(\.definition)
    let allFragments = document.fragments.map(\.definition)
    fragments = Dictionary(
      allFragments.map { ($0.name.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    // The session is made from operations of its own target.
    let sessionOperations =
      settings.base == nil
      ? document.operations.filter { $0.documentIndex < ownCount }.map(\.definition) : operations
    let sessionTokens = SessionTokens(
      settings, operations: sessionOperations, schema: schema, symbols: symbols)
    let (semantics, problems) = Semantics.read(
      schema, settings, sessionTokens: sessionTokens, symbols: symbols, sources: sources)
    let renames = Renames(
      settings, operations: operations, fragments: fragments.keys, schema: schema,
      symbols: symbols)
    diagnostics = problems + renames.diagnostics + sessionTokens.diagnostics
    let context = BuilderContext(
      schema: schema, symbols: symbols, sources: sources, settings: settings,
      semantics: semantics, renames: renames,
      sessionTokens: sessionTokens)
    self.context = context
    let operations = operations
    let makeNames = { @Sendable [settings] in
      ModuleNames(
        schema: schema, operations: operations, fragments: allFragments, settings: settings,
        renames: renames, symbols: symbols)
    }
    (names, facts) = Threads.both(makeNames) { ClientFacts(of: document, context: context) }
  }

  /// Whether another target has what is not made from documents.
  private var isExtension: Bool { context.settings.base != nil }

  /// Returns the model, or nil if a diagnostic is an error.
  package mutating func build() -> ClientModel? {
    if !isExtension {
      checkAuthentication()
      checkScalars()
      checkSpreads()
    }
    diagnostics += names.diagnostics + facts.diagnostics
    var mappings = connectorMappings()
    var structs = StructBuilder(
      context: context, names: names,
      fragmentTypes: fragments.compactMapValues {
        context.schema.typeID($0.typeCondition.symbol)
      }, mappings: mappings, labels: facts.labels)
    let errors = connectors.map { structs.errors($0) }
    mappings?.errorProperties = errors?.properties ?? [:]
    let requestBuilder = RequestBuilder(
      context: context, names: names, mappings: mappings,
      errorType: connectors?.error == nil ? nil : names.error,
      inputs: InputBuilder(context: context, names: names))
    let makeRequests = { @Sendable [operations, facts, context] in
      var builder = requestBuilder
      if context.settings.schemaTypes == .all { builder.inputs.reachAllTypes() }
      let requests = builder.requests(for: operations, facts: facts)
      return (requests: requests, inputObjects: builder.inputs.inputObjects(), builder: builder)
    }
    let (sent, types) = Threads.both(makeRequests) {
      structs.types(
        of: facts.fragments.inOrder.compactMap { fragments[$0] }, facts: facts)
    }
    let data = structs.data(of: operations, facts: facts)
    let inputs = sent.builder.inputs
    var uses = errors?.uses ?? SchemaUses()
    for other in [types.uses, data.uses, inputs.uses] { uses += other }
    diagnostics += withoutRepetition(uses.diagnostics) + sent.builder.diagnostics
    checkUnmapped(uses.unmappedScalars)
    checkSecretNames(facts.secretLookalikes.union(inputs.secretNames.coordinates))
    let makeEnums = { @Sendable [inputs, enums = uses.enums] in
      var inputs = inputs
      return inputs.enums(enums)
    }
    let finder = FieldPathFinder(fragments: types.models)
    let (enums, all) = Threads.both(makeEnums) {
      var builder = DocumentBuilder(
        context: context, names: names, fragments: fragments, fragmentTypes: types.models,
        hasConnectors: mappings != nil,
        pagination: PaginationBuilder(context: context, finder: finder),
        texts: DefinitionTexts(
          context: context, typenamePositions: uses.typenamePositions,
          labels: facts.labels.additions))
      return builder.documents(document, sent.requests, data.models)
    }
    let documents = Array(all.prefix(ownCount))
    let session = isExtension ? nil : session(documents, sent.inputObjects, finder)
    guard !diagnostics.hasErrors else { return nil }
    return ClientModel(
      name: context.settings.name, facadeName: names.facade, possibleTypesName: names.possibleTypes,
      documentation: context.documentation(context.schema.description),
      documents: documents,
      enums: isExtension ? [] : enums, inputs: isExtension ? [] : sent.inputObjects,
      possibleTypes: possibleTypes(uses.conditions, usedBy: documents),
      scalarModules: context.settings.scalars.reduce(into: [:]) {
        let modules = $1.value.modules
        if !modules.isEmpty { $0[$1.value.typeName, default: []].formUnion(modules) }
      },
      checkedScalars: isExtension ? [] : checkedScalars,
      error: isExtension ? nil : errors?.type, session: session,
      baseTypes: isExtension ? baseTypes(all.dropFirst(ownCount)) : nil)
  }

  private func baseTypes(_ documents: ArraySlice<DocumentModel>) -> Set<String> {
    Set(names.schemaTypes.values).union([names.error].compactMap(\.self))
      .union(documents.flatMap(\.fragments).map(\.type.name))
  }

  /// Keeps the first report of a rename. There is one for each struct with both fields.
  private func withoutRepetition(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var reported: Set<String> = []
    return diagnostics.filter {
      $0.rule != .uniqueSwiftNames
        || reported.insert("\($0.position.offset) \($0.message)").inserted
    }
  }

  private mutating func session(
    _ documents: [DocumentModel], _ inputs: [InputModel], _ finder: FieldPathFinder
  ) -> SessionModel? {
    guard let settings = context.settings.session, let name = names.session else { return nil }
    var builder = SessionBuilder(
      context: context, settings: settings, operations: documents.flatMap(\.operations),
      finder: finder, inputs: inputs)
    let session = builder.session(named: name)
    diagnostics += builder.diagnostics
    return session
  }

  // MARK: Connectors

  private mutating func connectorMappings() -> ConnectorMappings? {
    guard let connectors else { return nil }
    var selections = ConnectorSelections(
      context: context, connectors: connectors, fragments: fragments)
    var roots: [Symbol: ConnectorSelections.Root] = [:]
    for operation in operations {
      if let name = operation.name { roots[name.symbol] = selections.root(of: operation) }
    }
    diagnostics += selections.diagnostics
    if context.settings.module != nil { checkMappings(selections.byFragment) }
    return ConnectorMappings(byFragment: selections.byFragment, roots: roots)
  }

  /// Reports the fragments of a target that others extend, if no known operation says where their fields are in a
  /// response.
  private mutating func checkMappings(_ mappings: [Symbol: ObjectMapping]) {
    for fragment in document.fragments where fragment.documentIndex < ownCount {
      let name = fragment.definition.name
      guard mappings[name.symbol] == nil else { continue }
      diagnostics.report(
        .connectors,
        "no operation says where the fields of \"\(context.symbols[name.symbol])\" are in a response",
        at: name.position,
        help:
          "use the fragment in an operation of this target, or list the documents that use it in"
          + " \"usedBy\"")
    }
  }

  // MARK: Checks

  /// Reports fragments of other targets: no file of this target declares their types.
  private mutating func checkSpreads() {
    let foreign = Set(
      document.fragments.filter { $0.documentIndex >= ownCount }.map(\.definition.name.symbol))
    guard !foreign.isEmpty else { return }
    let own =
      document.operations.filter { $0.documentIndex < ownCount }.map(\.definition.selectionSet)
      + document.fragments.filter { $0.documentIndex < ownCount }.map(\.definition.selectionSet)
    for spread in own.flatMap(\.spreads) where foreign.contains(spread.name.symbol) {
      diagnostics.report(
        .knownFragmentNames,
        "the fragment \"\(context.symbols[spread.name.symbol])\" is one of another target",
        at: spread.name.position, help: "move it to this target")
    }
  }

  private mutating func checkAuthentication() {
    guard context.semantics.authenticated.isEmpty, context.settings.authenticated == nil else {
      return
    }
    diagnostics.report(
      .authenticationKnown,
      "neither the schema nor the configuration marks authenticated fields", severity: .warning,
      help: """
        list them in "authenticated" (an empty list means none); a schema made by \
        introspection has lost its marks
        """)
  }

  /// Warns about Swift types for unknown scalars. A misspelt scalar would stay a string, and would be
  /// printed although it was meant to be a secret.
  private mutating func checkScalars() {
    let names = context.schema.types.lazy.filter { $0.kind == .scalar }
      .map { [context] in context.symbols[$0.name.symbol] }
    for scalar in context.settings.scalars where !names.contains(scalar.key) {
      diagnostics.report(
        .configuration, "the schema has no scalar \"\(scalar.key)\"", severity: .warning,
        at: scalar.position,
        help: didYouMean(scalar.key, among: Array(names)) ?? "remove it")
    }
    for scalar in context.settings.scalars {
      let (type, module) = (scalar.value.swiftType, scalar.value.module)
      guard module == "AuthGenRuntime", !ScalarMappings.isKnown(scalar.value) else { continue }
      diagnostics.report(
        .configuration, "AuthGenRuntime has no scalar type \(type)", at: scalar.position,
        help: didYouMean(type, among: ScalarMappings.runtime.sorted())
          ?? "use one of \(ScalarMappings.runtime.sorted().joined(separator: ", "))")
    }
  }

  /// The mapped scalars whose Swift types only the compiler can check.
  private var checkedScalars: [ClientSettings.Entry<ClientSettings.Scalar>] {
    context.settings.scalars.filter { scalar in
      !ScalarMappings.isKnown(scalar.value)
        && context.symbols.find(scalar.key).flatMap(context.schema.typeID) != nil
    }
  }

  /// Warns about custom scalars that become strings because no setting maps them.
  private mutating func checkUnmapped(_ scalars: Set<Symbol>) {
    let named = scalars.map { (name: context.symbols[$0], symbol: $0) }
    for scalar in named.sorted(by: { $0.name < $1.name }) {
      guard let type = context.schema.type(scalar.symbol) else { continue }
      let proposal = ScalarMappings.proposal(
        for: scalar.name, specification: type.directives.specification(context.sources))
      diagnostics.report(
        .unmappedScalar, "scalar \(scalar.name) has no Swift type in \"scalars\": using String",
        severity: .warning, at: type.name.position,
        help: proposal.map { "add \"\(scalar.name)\": \"\($0)\" to \"scalars\"" }
          ?? """
          add "\(scalar.name)": "String" to "scalars", or the name of a type that is Codable and Sendable
          """)
    }
  }

  /// Warns once about all names that look secret.
  private mutating func checkSecretNames(_ coordinates: Set<String>) {
    guard !coordinates.isEmpty else { return }
    let list = coordinates.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    diagnostics.report(
      .secretNames,
      coordinates.count == 1
        ? "1 string has a secret-like name, but is not a Secret"
        : "\(coordinates.count) strings have secret-like names, but are not Secret",
      severity: .warning, help: "add to \"secrets\", or to \"notSecret\": \(list)")
  }

  // MARK: Interfaces and unions

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
}

extension SelectionSet {
  /// The spreads of the selections, at any depth.
  fileprivate var spreads: [FragmentSpread] {
    selections.flatMap { selection in
      switch selection {
      case .field(let field): field.selectionSet?.spreads ?? []
      case .fragmentSpread(let spread): [spread]
      case .inlineFragment(let fragment): fragment.selectionSet.spreads
      }
    }
  }
}
