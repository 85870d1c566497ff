// Converts a selection set to a struct: the names, types and optionality of its properties, its
// fragments, and the object types that it distinguishes.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenSupport
import AuthGenTypeSystem

struct StructBuilder: Sendable {
  let context: BuilderContext
  let names: ModuleNames
  /// The response mappings of a client with connectors.
  let mappings: ConnectorMappings?
  let labels: DeferralLabels
  var collector: SelectionCollector
  var text: TextCache
  /// The shapes of the fragments built so far.
  var shapes: [Symbol: SelectionShape] = [:]
  /// The structs of the fragments built so far, by their names.
  var fragmentModels: [String: StructModel] = [:]
  /// The enums in selections.
  var enums: Set<Symbol> = []
  /// The custom scalars in selections that the settings do not map.
  var unmappedScalars: Set<Symbol> = []
  /// The abstract types in conditions.
  var conditions: Set<Symbol> = []
  /// The selection sets that require an added `__typename`.
  var typenamePositions: Set<Position> = []
  /// The struct that is being built.
  var draft = StructDraft.none
  /// The types that nested structs of the current definition must not hide.
  private var visible: VisibleTypes
  /// The descriptions that the current definition has already, by their positions.
  private var described: Set<UInt32> = []
  var diagnostics: [Diagnostic] = []

  init(
    context: BuilderContext, names: ModuleNames, fragmentTypes: [Symbol: TypeID],
    mappings: ConnectorMappings?, labels: DeferralLabels
  ) {
    self.context = context
    self.names = names
    self.mappings = mappings
    self.labels = labels
    visible = names.visible(spreading: [])
    text = TextCache(context)
    collector = SelectionCollector(
      schema: context.schema, fragmentTypes: fragmentTypes, symbolCount: context.symbols.count)
  }

  var schema: Schema { context.schema }

  /// Returns the structs for the operations' results. All fragments must be built first.
  ///
  /// - Parameter facts: the facts of the same operations.
  mutating func data(
    of operations: [OperationDefinition], facts: ClientFacts
  ) -> [StructModel?] {
    let operations = Array(zip(operations, facts.operations.map(\.spreads)))
    let (results, builders) = Threads.map(operations, with: self) { builder, operation in
      let known = builder.diagnostics.count
      builder.begin(spreading: operation.1)
      let data = builder.data(of: operation.0)
      return (data: data, diagnostics: builder.diagnostics.dropFirst(known))
    }
    for builder in builders {
      enums.formUnion(builder.enums)
      unmappedScalars.formUnion(builder.unmappedScalars)
      conditions.formUnion(builder.conditions)
      typenamePositions.formUnion(builder.typenamePositions)
    }
    diagnostics += results.flatMap(\.diagnostics)
    return results.map(\.data)
  }

  /// Returns the struct for an operation's result.
  private mutating func data(of operation: OperationDefinition) -> StructModel? {
    guard let type = schema.root(operation.operationType) else { return nil }
    let selections = [AppliedSelections(selectionSet: operation.selectionSet)]
    return build(
      "Data", type, collector.collect(selections, on: type), from: selections,
      mapping: mappings?.root(of: operation)
    ).model
  }

  /// Returns the structs for fragments.
  ///
  /// - Parameter fragments: the fragments, each after those that it spreads.
  mutating func types(
    of fragments: [FragmentDefinition], facts: ClientFacts
  ) -> [Symbol: StructModel] {
    var types: [Symbol: StructModel] = [:]
    for fragment in fragments {
      begin(spreading: facts.fragments.spreads(of: fragment.name.symbol))
      types[fragment.name.symbol] = fragmentType(fragment)
    }
    begin(spreading: [])
    return types
  }

  private mutating func fragmentType(_ fragment: FragmentDefinition) -> StructModel? {
    guard let type = schema.typeID(fragment.typeCondition.symbol),
      let name = names.fragments[fragment.name.symbol]
    else { return nil }
    let selections = [AppliedSelections(selectionSet: fragment.selectionSet)]
    let built = build(
      name, type, collector.collect(selections, on: type), from: selections,
      mapping: mappings?.byFragment[fragment.name.symbol])
    shapes[fragment.name.symbol] = built.shape
    fragmentModels[name] = built.model
    return built.model
  }

  // MARK: One struct

  /// - Parameter sources: the selection sets to add `__typename` to if it is needed; empty if an
  ///   enclosing struct is for the same object.
  mutating func build(
    _ name: String, _ type: TypeID, _ collected: CollectedSelections,
    from sources: [AppliedSelections], mapping: ObjectMapping?
  ) -> StructDraft {
    var own = StructDraft(
      name: name, documentation: documentation(schema[type].description),
      mapping: mapping,
      visible: visible)
    swap(&draft, &own)
    addMembers(collected, on: type, from: sources)
    swap(&draft, &own)
    return own
  }

  /// Returns the documentation of a type or field. Only its first selection in a definition has any.
  mutating func documentation(_ description: StringLiteral?) -> [String] {
    guard let description else { return [] }
    let isFirst = described.insert(description.position.offset).inserted
    guard isFirst || context.settings.documentation == .full else { return [] }
    return text.documentation(
      description, isSummary: context.settings.documentation != .full)
  }

  /// Starts the struct for an operation's result or a fragment.
  mutating func begin(spreading spreads: [Symbol]) {
    visible = names.visible(spreading: spreads)
    described.removeAll(keepingCapacity: true)
  }

  private mutating func addMembers(
    _ collected: CollectedSelections, on type: TypeID, from sources: [AppliedSelections]
  ) {
    var collected = collected
    let needsTypename = !collected.conditions.isEmpty
    let tellsApart = collected.conditions.contains { schema.kind(of: $0.type) == .object }
    let hasTypename =
      needsTypename && prepareTypename(of: &collected, tellsApart: tellsApart, from: sources)
    let propertyNames = self.propertyNames(collected.fields)
    draft.model.properties.reserveCapacity(collected.fields.count + 1)
    if needsTypename, !tellsApart, !hasTypename { addTypename() }
    let types = selectionTypes(of: collected.fields)
    for (field, (name, type)) in zip(collected.fields, zip(propertyNames, types)) {
      add(field, named: name, type: type)
    }
    addSpreads(of: collected)
    addDeferrals(of: collected, on: type)
    addConditions(of: collected, on: type)
    addSharedMembers()
  }

  /// Ensures that `__typename` is selected if decoding depends on it. If an enum distinguishes the
  /// object types, the enum knows the name, and an added field is dropped.
  ///
  /// - Returns: whether a property for it remains.
  private mutating func prepareTypename(
    of collected: inout CollectedSelections, tellsApart: Bool, from sources: [AppliedSelections]
  ) -> Bool {
    let index = collected.fields.firstIndex { $0.field.responseName == .typename }
    if let index, collected.fields[index].field.name.symbol != .typename {
      diagnostics.report(
        .reservedResponseName,
        "the response name \"__typename\" is required to determine the object's type",
        at: collected.fields[index].field.position,
        help: "give the field another alias")
      return true
    }
    if let index, !collected.fields[index].isConditional {
      if tellsApart { collected.fields.remove(at: index) }
      return !tellsApart
    }
    for source in sources { typenamePositions.insert(source.selectionSet.position) }
    if let index { collected.fields.remove(at: index) }
    return false
  }
}
