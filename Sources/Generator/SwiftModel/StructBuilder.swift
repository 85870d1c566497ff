// Converts a selection set to a struct: the names, types and optionality of its properties, its
// fragments, and the object types that it distinguishes.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenSupport
import AuthGenTypeSystem

/// The properties of a nested struct that the containing struct depends on.
struct SelectionShape {
  /// The response names of fields with selections, including those of parts.
  var composites: [Symbol] = []
  /// The response names that are always present, including those of parts; non-null ones first.
  var certain: [Symbol] = []
}

struct StructBuilder: Sendable {
  let context: BuilderContext
  let names: ModuleNames
  /// The response mappings of a connected client.
  private let connected: ConnectedData?
  private var collector: SelectionCollector
  private var text: TextCache
  /// The shapes of the fragments built so far.
  private var shapes: [Symbol: SelectionShape] = [:]
  /// The enums in selections.
  private(set) var enums = OrderedSymbols()
  /// The abstract types in conditions.
  private(set) var conditions = OrderedSymbols()
  /// The selection sets that require an added `__typename`.
  private(set) var typenamePositions: Set<Position> = []
  private(set) var diagnostics: [Diagnostic] = []

  init(
    context: BuilderContext, names: ModuleNames, fragmentTypes: [Symbol: TypeID],
    connected: ConnectedData?
  ) {
    self.context = context
    self.names = names
    self.connected = connected
    text = TextCache(context)
    collector = SelectionCollector(
      schema: context.schema, fragmentTypes: fragmentTypes, symbolCount: context.symbols.count)
  }

  private var schema: Schema { context.schema }

  /// Returns the structs for the operations' results. All fragments must be built first.
  mutating func data(of operations: [OperationDefinition]) -> [StructModel?] {
    let (results, builders) = Threads.map(operations, with: self) { builder, operation in
      let known = builder.diagnostics.count
      let data = builder.data(of: operation)
      return (data: data, diagnostics: builder.diagnostics.dropFirst(known))
    }
    for builder in builders {
      enums.formUnion(builder.enums)
      conditions.formUnion(builder.conditions)
      typenamePositions.formUnion(builder.typenamePositions)
    }
    diagnostics += results.flatMap(\.diagnostics)
    return results.map(\.data)
  }

  /// Returns the struct for an operation's result.
  private mutating func data(of operation: OperationDefinition) -> StructModel? {
    guard let type = schema.root(operation.operationType) else { return nil }
    let selections = [
      AppliedSelections(selectionSet: operation.selectionSet, isConditional: false)
    ]
    return build(
      "Data", type, collector.collect(selections, on: type), from: selections,
      mapping: connected?.root(of: operation)
    ).type
  }

  /// Returns the struct for a service's errors, with all the fields of their type.
  mutating func error(_ type: TypeID, _ name: String, _ mapping: ObjectMapping) -> StructModel {
    let set = everything(in: type, mapping)
    let selections = [AppliedSelections(selectionSet: set, isConditional: false)]
    var result = build(
      name, type, collector.collect(selections, on: type), from: selections, mapping: mapping
    ).type
    // Continues after a problem with one field, so that all problems are reported.
    for index in result.properties.indices {
      result.properties[index].paths = result.properties[index].paths?.leniently
    }
    return result
  }

  /// Returns a selection of all fields of a type that a mapping contains.
  private func everything(in type: TypeID, _ mapping: ObjectMapping) -> SelectionSet {
    let fields = schema[type].fields.compactMap { definition -> Selection? in
      guard let own = mapping.fields[context.symbols[definition.name.symbol]] else { return nil }
      let inner = own.object.flatMap { object in
        schema.typeID(definition.type.symbol).map { everything(in: $0, object) }
      }
      return .field(Field(name: definition.name, selectionSet: inner))
    }
    return SelectionSet(position: mapping.position, selections: fields)
  }

  /// Returns the struct for a fragment. All fragments that it spreads must be built first.
  mutating func fragment(_ fragment: FragmentDefinition) -> StructModel? {
    guard let type = schema.typeID(fragment.typeCondition.symbol),
      let name = names.fragments[fragment.name.symbol]
    else { return nil }
    let selections = [AppliedSelections(selectionSet: fragment.selectionSet, isConditional: false)]
    let built = build(
      name, type, collector.collect(selections, on: type), from: selections,
      mapping: connected?.byFragment[fragment.name.symbol])
    shapes[fragment.name.symbol] = built.shape
    return built.type
  }

  // MARK: One struct

  /// - Parameter sources: the selection sets to add `__typename` to if it is needed; empty if an
  ///   enclosing struct is for the same object.
  private mutating func build(
    _ name: String, _ type: TypeID, _ collected: CollectedSelections,
    from sources: [AppliedSelections], mapping: ObjectMapping?
  ) -> (type: StructModel, shape: SelectionShape) {
    var collected = collected
    var members = MemberScope(reserved: names.reserved)
    var shape = SelectionShape()
    let needsTypename = !collected.conditions.isEmpty
    let tellsApart = collected.conditions.contains { schema.kind(of: $0.type) == .object }
    let hasTypename = prepareTypename(&collected, needsTypename, tellsApart, sources)
    let propertyNames = self.propertyNames(collected.fields, &members)
    var result = StructModel(
      name: name, documentation: text.lines(schema[type].description), properties: [], parts: [],
      concrete: nil, nested: [], isMapped: mapping != nil,
      match: mapping?.match.map(TypeMatchModel.init), mergesWhenEncoding: false)
    result.properties.reserveCapacity(collected.fields.count + 1)
    if needsTypename, !tellsApart, !hasTypename {
      result.properties.append(
        typename(members.claim(text.member(.typename))))
    }
    for (field, propertyName) in zip(collected.fields, propertyNames) {
      result.properties.append(property(field, propertyName, mapping, &members, &result.nested))
      note(field, in: &shape)
    }
    var merge = MergeCheck(own: shape.composites)
    addSpreads(collected, &members, &result, &shape, &merge)
    addConditions(collected, mapping, &members, &result, &shape, &merge)
    shape.composites = merge.all
    result.mergesWhenEncoding =
      merge.isNeeded || result.isMapped && (result.reachesInside || result.match != nil)
    return (result, shape)
  }

  /// Ensures that `__typename` is selected if decoding depends on it. If an enum distinguishes the
  /// object types, the enum knows the name, and an added field is dropped.
  ///
  /// - Returns: whether a property for it remains.
  private mutating func prepareTypename(
    _ collected: inout CollectedSelections, _ isNeeded: Bool, _ tellsApart: Bool,
    _ sources: [AppliedSelections]
  ) -> Bool {
    guard isNeeded else { return false }
    let index = collected.fields.firstIndex { $0.field.responseName == .typename }
    if let index, collected.fields[index].field.name.symbol != .typename {
      diagnostics.append(
        Diagnostic(
          rule: .reservedResponseName,
          message: "the response name \"__typename\" is required to determine the object's type",
          at: collected.fields[index].field.position,
          help: "give the field another alias"))
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

  private mutating func propertyNames(
    _ fields: [CollectedField], _ members: inout MemberScope
  ) -> [String] {
    members.claim(
      fields.map { field in
        let own = MemberKey(
          type: schema.name(of: field.owner).symbol, member: field.field.name.symbol)
        if field.field.alias == nil, let renamed = context.renames.members[own] {
          return (renamed, renamed)
        }
        return (text.spelling(field.field.responseName), text.member(field.field.responseName))
      })
  }

  private func typename(_ name: String) -> PropertyModel {
    PropertyModel(
      name: name, storageName: name, responseName: "__typename", type: .scalar("String"),
      isConditional: false, documentation: ["The name of the object's type."], deprecation: nil)
  }

  private func note(_ field: CollectedField, in shape: inout SelectionShape) {
    let name = field.field.responseName
    if field.field.selectionSet != nil { shape.composites.append(name) }
    if !field.isConditional {
      if field.definition.type.isNonNull {
        shape.certain.insert(name, at: 0)
      } else {
        shape.certain.append(name)
      }
    }
  }

  // MARK: Fields

  private mutating func property(
    _ field: CollectedField, _ name: String, _ mapping: ObjectMapping?,
    _ members: inout MemberScope, _ nested: inout [StructModel]
  ) -> PropertyModel {
    let own = mapping?.fields[context.symbols[field.field.name.symbol]]
    let definition = field.definition
    var type = context.swiftType(
      definition.type, base: base(field, name, own?.object, &members, &nested))
    if field.isConditional { type = type.optional }
    let deprecation = context.deprecation(definition.directives)
    let isComputed = deprecation != nil || type.isIndirect
    return PropertyModel(
      name: name, storageName: isComputed ? members.claim(name + "Storage") : name,
      responseName: text.spelling(field.field.responseName),
      paths: own.map { PropertyPathsModel($0, areIDs: definition.type.symbol == .id) },
      type: type,
      isConditional: field.isConditional, documentation: text.lines(definition.description),
      deprecation: deprecation)
  }

  /// Returns the Swift type for the innermost named type of a field's type.
  private mutating func base(
    _ field: CollectedField, _ propertyName: String, _ mapping: ObjectMapping?,
    _ members: inout MemberScope, _ nested: inout [StructModel]
  ) -> SwiftType {
    let symbol = field.definition.type.symbol
    guard let type = schema.typeID(symbol) else { return context.scalar(symbol) }
    if schema.kind(of: type).isComposite {
      var name = text.type(field.field.responseName)
      if field.definition.type.isList {
        name = SwiftName.singular(name, typeName: text.spelling(symbol))
      }
      return .object(
        composite(
          name, type, field.innerSelections, isRoot: true, mapping, &members, &nested))
    }
    let owner = schema.name(of: field.owner).symbol
    if context.semantics.isSecret(field.definition.name.symbol, of: owner, value: symbol) {
      return .scalar("Secret")
    }
    if schema.kind(of: type) == .enum {
      enums.insert(symbol)
      if let name = names.schemaTypes[symbol] { return .openEnum(name) }
    }
    return context.scalar(symbol)
  }

  /// Returns the fragment that is the whole selection, or a nested struct.
  private mutating func composite(
    _ preferredName: String, _ type: TypeID, _ selections: [AppliedSelections], isRoot: Bool,
    _ mapping: ObjectMapping?, _ members: inout MemberScope, _ nested: inout [StructModel]
  ) -> String {
    let collected = collector.collect(selections, on: type)
    if let fragment = collected.onlySpread, let name = names.fragments[fragment] { return name }
    let name = members.claimType(preferredName)
    nested.append(
      build(name, type, collected, from: isRoot ? selections : [], mapping: mapping).type)
    return name
  }

  // MARK: Fragments

  private mutating func addSpreads(
    _ collected: CollectedSelections, _ members: inout MemberScope, _ result: inout StructModel,
    _ shape: inout SelectionShape, _ merge: inout MergeCheck
  ) {
    let own = shape.certain
    for spread in collected.spreads {
      guard let type = names.fragments[spread.fragment], let inner = shapes[spread.fragment] else {
        continue
      }
      var presence = PartModel.Presence.always
      if spread.isConditional {
        let others = collected.spreads.filter { !$0.isConditional }
        let elsewhere = Set(own + others.flatMap { shapes[$0.fragment]?.certain ?? [] })
        let telling = inner.certain.filter { !elsewhere.contains($0) }
        presence = .ifSelected(responseNames: telling.map { context.symbols[$0] })
      } else {
        shape.certain += inner.certain
      }
      merge.add(inner.composites)
      result.parts.append(part(type, presence, documentation: [], &members))
    }
  }

  private func part(
    _ type: String, _ presence: PartModel.Presence, documentation: [String],
    _ members: inout MemberScope
  ) -> PartModel {
    let name = members.claim(SwiftName.member(type, .camelCase))
    return PartModel(
      name: name, storageName: members.claim(name + "Storage"), type: type, presence: presence,
      documentation: documentation)
  }

  // MARK: Narrower types

  private mutating func addConditions(
    _ collected: CollectedSelections, _ mapping: ObjectMapping?, _ members: inout MemberScope,
    _ result: inout StructModel, _ shape: inout SelectionShape, _ merge: inout MergeCheck
  ) {
    guard !collected.conditions.isEmpty else { return }
    var cases: [ConcreteModel.Case] = []
    var caseMembers = NameScope(reserved: ["other", "typename"])
    let propertyName = members.claim("concrete")
    let typeName = members.claimType("Concrete")
    let typenameName = members.claim("typename")
    var alternatives = MergeCheck(own: [])
    for condition in collected.conditions {
      let conditionName = text.spelling(schema.name(of: condition.type).symbol)
      let swiftName = text.type(schema.name(of: condition.type).symbol)
      if schema.kind(of: condition.type) == .object {
        let type = composite(
          swiftName, condition.type, condition.selections, isRoot: false,
          mapping?.narrowed(to: conditionName), &members, &result.nested)
        cases.append(
          ConcreteModel.Case(
            name: caseMembers.claim(SwiftName.member(swiftName, .camelCase)),
            graphQLType: conditionName, type: type))
        alternatives.add(composites(of: condition))
      } else {
        conditions.insert(schema.name(of: condition.type).symbol)
        let type = composite(
          "As" + swiftName, condition.type, condition.selections, isRoot: false, mapping,
          &members, &result.nested)
        result.parts.append(
          part(
            type, .ifType(possibleTypes: names.possibleTypes(of: conditionName)),
            documentation: ["Present if the type of the object matches \(conditionName)."], &members
          ))
        merge.add(composites(of: condition))
      }
    }
    guard !cases.isEmpty else { return }
    merge.add(alternatives.all)
    result.concrete = ConcreteModel(
      propertyName: propertyName, typeName: typeName, typenameName: typenameName, cases: cases,
      otherName: "other")
  }

  /// Returns the response names of fields with selections in a condition, at any fragment depth.
  private mutating func composites(of condition: CollectedCondition) -> [Symbol] {
    let collected = collector.collect(condition.selections, on: condition.type)
    var names = collected.fields.compactMap {
      $0.field.selectionSet == nil ? nil : $0.field.responseName
    }
    for spread in collected.spreads { names += shapes[spread.fragment]?.composites ?? [] }
    for inner in collected.conditions { names += composites(of: inner) }
    return names
  }
}

/// Whether two sources of a struct have the same response name with selections.
private struct MergeCheck {
  private(set) var all: [Symbol]
  private(set) var isNeeded = false
  /// The names in `all`, once there is another source to compare with.
  private var seen: Set<Symbol> = []

  init(own: [Symbol]) {
    all = own
  }

  /// Adds the names that another source selects.
  mutating func add(_ names: [Symbol]) {
    if names.isEmpty { return }
    if seen.isEmpty { seen = Set(all) }
    let distinct = Set(names)
    if !distinct.isDisjoint(with: seen) { isNeeded = true }
    all += names.filter { seen.insert($0).inserted }
  }
}

/// The members and nested types of one struct.
struct MemberScope {
  private var scope = NameScope()
  private let reserved: Set<String>

  /// - Parameter reserved: the names that nested types must not have.
  init(reserved: Set<String>) {
    self.reserved = reserved
  }

  mutating func claim(_ name: String) -> String {
    scope.claim(name)
  }

  /// Returns names for pairs of a GraphQL spelling and a preferred Swift name.
  mutating func claim(_ names: [(spelling: String, wished: String)]) -> [String] {
    scope.claim(names)
  }

  mutating func claimType(_ name: String) -> String {
    var candidate = name
    while reserved.contains(candidate) { candidate += "_" }
    candidate = scope.claim(candidate)
    while reserved.contains(candidate) { candidate = scope.claim(candidate) }
    return candidate
  }
}
