// Gives resolved selections their Swift names and makes structs: properties with types and optionality,
// fragments, and the object types that the struct distinguishes.
//
//     query Shelf($price: Boolean!) { books { title cost @include(if: $price) ...Stock } }
//
//     struct Data         books: [Book]
//     struct Data.Book    title: String, cost: Double?, stockFragment: StockFragment
//
// A nested struct is named after its field, in the singular for a list. It hides no type that the code refers
// to.

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
  var text: TextCache
  /// The fragments built so far, by the names of their structs.
  var fragments: [String: BuiltFragment] = [:]
  private var resolver: SelectionResolver
  /// The descriptions that the current definition has already, by their positions.
  private var described: Set<UInt32> = []

  init(
    context: BuilderContext, names: ModuleNames, fragmentTypes: [Symbol: TypeID],
    mappings: ConnectorMappings?, labels: DeferralLabels
  ) {
    self.context = context
    self.names = names
    self.mappings = mappings
    self.labels = labels
    text = TextCache(context)
    resolver = SelectionResolver(
      context: context, names: names,
      collector: SelectionCollector(
        schema: context.schema, fragmentTypes: fragmentTypes, symbolCount: context.symbols.count))
  }

  var schema: Schema { context.schema }

  /// Returns the structs for the operations' results. All fragments must be built first.
  ///
  /// - Parameter facts: the facts of the same operations.
  func data(
    of operations: [OperationDefinition], facts: ClientFacts
  ) -> (models: [StructModel?], uses: SchemaUses) {
    let operations = Array(zip(operations, facts.operations.map(\.spreads)))
    let results = Threads.map(operations, with: self) { builder, operation in
      builder.schema.root(operation.0.operationType).map {
        builder.build(
          "Data", operation.0.selectionSet, on: $0, spreading: operation.1,
          mapping: builder.mappings?.root(of: operation.0))
      }
    }
    let uses = results.reduce(into: SchemaUses()) { if let built = $1 { $0 += built.uses } }
    return (results.map { $0?.draft.model.divided }, uses)
  }

  /// Returns the structs for fragments, by their names.
  ///
  /// - Parameter definitions: the fragments, each after those that it spreads.
  mutating func types(
    of definitions: [FragmentDefinition], facts: ClientFacts
  ) -> (models: [String: StructModel], uses: SchemaUses) {
    var uses = SchemaUses()
    for fragment in definitions {
      let symbol = fragment.name.symbol
      guard let type = schema.typeID(fragment.typeCondition.symbol),
        let name = names.fragments[symbol]
      else { continue }
      let built = build(
        name, fragment.selectionSet, on: type, spreading: facts.fragments.spreads(of: symbol),
        mapping: mappings?.byFragment[symbol])
      fragments[name] = BuiltFragment(built.draft)
      uses += built.uses
    }
    return (fragments.mapValues(\.model.divided), uses)
  }

  /// Builds the struct for a whole definition.
  mutating func build(
    _ name: String, _ selectionSet: SelectionSet, on type: TypeID, spreading spreads: [Symbol] = [],
    mapping: ObjectMapping?
  ) -> (draft: StructDraft, uses: SchemaUses) {
    described.removeAll(keepingCapacity: true)
    var (selections, uses) = resolver.resolve(selectionSet, on: type)
    var visible = names.visible(spreading: spreads)
    for fragment in visible.fragments {
      visible.fragments.formUnion(fragments[fragment]?.referredTo ?? [])
    }
    let draft = build(name, selections, mapping: mapping, visible: visible)
    uses.diagnostics += draft.diagnostics
    return (draft, uses)
  }

  // MARK: One struct

  /// - Parameter visible: the types that nested structs must not hide.
  mutating func build(
    _ name: String, _ selections: ResolvedSelections, mapping: ObjectMapping?,
    visible: VisibleTypes
  ) -> StructDraft {
    var draft = StructDraft(
      name: name, documentation: documentation(schema[selections.type].description),
      mapping: mapping, visible: visible)
    let fields = selections.fields
    let propertyNames = propertyNames(fields.map(\.selection), in: &draft)
    draft.model.properties.reserveCapacity(fields.count + 1)
    if selections.addsTypename { draft.addTypename(text.member(.typename)) }
    let typeNames = typeNames(of: fields, in: &draft)
    for (field, (name, type)) in zip(fields, zip(propertyNames, typeNames)) {
      add(field, named: name, typeName: type, to: &draft)
    }
    addSpreads(of: selections, to: &draft)
    addDeferrals(of: selections, to: &draft)
    addConditions(of: selections, to: &draft)
    if draft.model.properties.contains(where: \.isNullOrOmitted) {
      draft.model.nullsName = draft.scope.claim("_nullFields", as: .member)
      draft.shape.words += 1
    }
    addForwardedMembers(to: &draft)
    draft.model.isIdentifiable = isIdentifiable(draft.model)
    return draft
  }

  /// Whether a struct has a member `id` that identifies its object. A nested type `ID` would be the type of
  /// the identifiers.
  private func isIdentifiable(_ model: StructModel) -> Bool {
    guard context.settings.isIdentifiable, !model.nested.contains(where: { $0.name == "ID" }) else {
      return false
    }
    let own = model.properties.first { $0.name == "id" && $0.graphQLName == "id" }
    let forwarded = model.forwarded.first {
      $0.name == "id" && $0.graphQLName == "id" && !$0.isDeferred
    }
    let type = own?.type ?? forwarded?.type
    // The type is another one if the value can be absent or catches errors.
    return type.map(context.isHashableScalar) ?? false
  }

  /// Adds the struct for a type to the nested ones, unless the type is a fragment's or a leaf.
  ///
  /// - Returns: what the containing struct depends on.
  mutating func build(
    _ name: String, _ type: ResolvedType, mapping: ObjectMapping?, in draft: inout StructDraft
  ) -> SelectionShape {
    switch type {
    case .leaf: return SelectionShape()
    case .fragment: return fragments[name]?.shape ?? SelectionShape()
    case .nested(let selections):
      let built = build(name, selections, mapping: mapping, visible: draft.scope.visible)
      draft.model.nested.append(built.model)
      draft.diagnostics += built.diagnostics
      return built.shape
    }
  }

  /// Returns the documentation of a type or field. Only its first selection in a definition has any.
  mutating func documentation(_ description: StringLiteral?) -> [String] {
    guard let description,
      described.insert(description.position.offset).inserted
        || context.settings.documentation == .full
    else { return [] }
    return text.documentation(description)
  }
}
