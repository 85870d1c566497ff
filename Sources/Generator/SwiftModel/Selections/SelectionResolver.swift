// Resolves the selections of an operation or fragment to values: the fields of each object with their types
// and conditions, and what they use of the schema. `StructBuilder` names them.

import AuthGenLanguage
import AuthGenTypeSystem

/// The selections that apply to one object, and those of its fields.
struct ResolvedSelections: Sendable {
  let type: TypeID
  let fields: [ResolvedField]
  let spreads: [CollectedSpread]
  let deferrals: [(fragment: CollectedDeferral, type: ResolvedType)]
  /// The selections on narrower types.
  let conditions: [(condition: TypeID, type: ResolvedType)]
  /// Whether there is a property for a `__typename` that the document does not select.
  let addsTypename: Bool
}

struct ResolvedField: Sendable {
  let selection: CollectedField
  let type: ResolvedType
  let caught: CaughtError?
}

/// The type of a field without lists and optionality.
enum ResolvedType: Sendable {
  /// The Swift type of a scalar or enum.
  case leaf(SwiftType)
  /// The type of the fragment that is the whole selection.
  case fragment(String)
  case nested(ResolvedSelections)
}

/// What selections and input use of the schema, and the problems of selections.
struct SchemaUses: Sendable {
  var enums: Set<Symbol> = []
  /// The custom scalars that the settings do not map.
  var unmappedScalars: Set<Symbol> = []
  /// The types in conditions on interfaces and unions.
  var conditions: Set<Symbol> = []
  /// The selection sets that require an added `__typename`.
  var typenamePositions: Set<Position> = []
  var diagnostics: [Diagnostic] = []

  static func += (left: inout SchemaUses, right: SchemaUses) {
    left.enums.formUnion(right.enums)
    left.unmappedScalars.formUnion(right.unmappedScalars)
    left.conditions.formUnion(right.conditions)
    left.typenamePositions.formUnion(right.typenamePositions)
    left.diagnostics += right.diagnostics
  }

  /// Returns the Swift type for a scalar or enum.
  mutating func leaf(
    _ symbol: Symbol, isSecret: Bool, _ context: BuilderContext, _ names: ModuleNames
  ) -> SwiftType {
    if isSecret { return .scalar("Secret") }
    guard let type = context.schema.typeID(symbol) else { return context.scalar(symbol) }
    if context.schema.kind(of: type) == .enum, let name = names.schemaTypes[symbol] {
      enums.insert(symbol)
      return .openEnum(name)
    }
    if context.isUnmapped(type) { unmappedScalars.insert(symbol) }
    return context.scalar(symbol)
  }
}

struct SelectionResolver: Sendable {
  let context: BuilderContext
  let names: ModuleNames
  var collector: SelectionCollector

  /// Resolves the selections of a definition.
  mutating func resolve(
    _ selectionSet: SelectionSet, on type: TypeID
  ) -> (selections: ResolvedSelections, uses: SchemaUses) {
    var uses = SchemaUses()
    let applied = [AppliedSelections(selectionSet: selectionSet)]
    let selections = resolve(
      collector.collect(applied, on: type), on: type, from: applied, &uses)
    return (selections, uses)
  }

  /// - Parameter sources: the selection sets to add `__typename` to if it is needed; empty if an
  ///   enclosing struct is for the same object.
  private mutating func resolve(
    _ collected: CollectedSelections, on type: TypeID, from sources: [AppliedSelections],
    _ uses: inout SchemaUses
  ) -> ResolvedSelections {
    var collected = collected
    let addsTypename = addsTypename(to: &collected, from: sources, &uses)
    return ResolvedSelections(
      type: type, fields: collected.fields.map { resolve($0, &uses) },
      spreads: collected.spreads,
      deferrals: collected.deferrals.map {
        ($0, resolve([$0.selections], on: type, &uses))
      },
      conditions: collected.conditions.map {
        if context.schema.kind(of: $0.type) != .object {
          uses.conditions.insert(context.schema.name(of: $0.type).symbol)
          uses.conditions.insert(context.schema.name(of: type).symbol)
        }
        return ($0.type, resolve($0.selections, on: $0.type, isSameObject: true, &uses))
      },
      addsTypename: addsTypename)
  }

  /// - Parameter isSameObject: whether the enclosing struct is for the same object.
  private mutating func resolve(
    _ selections: [AppliedSelections], on type: TypeID, isSameObject: Bool = false,
    _ uses: inout SchemaUses
  ) -> ResolvedType {
    let collected = collector.collect(selections, on: type)
    if let fragment = collected.onlySpread.flatMap({ names.fragments[$0] }) {
      return .fragment(fragment)
    }
    return .nested(
      resolve(collected, on: type, from: isSameObject ? [] : selections, &uses))
  }

  private mutating func resolve(
    _ field: CollectedField, _ uses: inout SchemaUses
  ) -> ResolvedField {
    let caught = caughtError(field, &uses.diagnostics)
    let symbol = field.definition.type.symbol
    let type: ResolvedType =
      if let object = context.schema.typeID(symbol), context.schema.kind(of: object).isComposite {
        resolve(field.innerSelections, on: object, &uses)
      } else {
        .leaf(
          uses.leaf(
            symbol, isSecret: context.semantics.isSecret(field.key, value: symbol), context, names))
      }
    return ResolvedField(selection: field, type: type, caught: caught)
  }

  /// Ensures that `__typename` is selected if decoding depends on it. If an enum distinguishes the
  /// object types, the enum knows the name, and an added field is dropped.
  ///
  /// - Returns: whether there is a property for a `__typename` that is not among the fields.
  private func addsTypename(
    to collected: inout CollectedSelections, from sources: [AppliedSelections],
    _ uses: inout SchemaUses
  ) -> Bool {
    guard !collected.conditions.isEmpty else { return false }
    let tellsApart = collected.conditions.contains {
      context.schema.kind(of: $0.type) == .object
    }
    if let index = collected.fields.firstIndex(where: { $0.field.responseName == .typename }) {
      let selected = collected.fields[index]
      guard selected.field.name.symbol == .typename else {
        uses.diagnostics.report(
          .reservedResponseName,
          "the response name \"__typename\" is required to determine the object's type",
          at: selected.field.position, help: "give the field another alias")
        return false
      }
      if tellsApart || !selected.conditions.isAlways { collected.fields.remove(at: index) }
      if selected.conditions.isAlways { return false }
    }
    for source in sources { uses.typenamePositions.insert(source.selectionSet.position) }
    return !tellsApart
  }

  /// Returns how a field catches errors, and reports what authgen does not support.
  private func caughtError(
    _ field: CollectedField, _ diagnostics: inout [Diagnostic]
  ) -> CaughtError? {
    let caught = context.caughtError(field.field)
    for other in field.others where context.caughtError(other) != caught {
      diagnostics.report(
        .caughtErrors, "the selections of the field have different @catch directives",
        at: other.position, notes: [.init(field.field.position, "the other selection is here")],
        help: "write the same @catch on both")
    }
    guard caught != nil, let catchSymbol = context.catchSymbol else { return nil }
    let directive = field.field.directives[catchSymbol]
    for argument in directive?.arguments ?? [] {
      guard case .variable = argument.value.kind else { continue }
      diagnostics.report(
        .caughtErrors, "expected a value, found a variable", at: argument.value.position,
        help: "write RESULT, NULL or THROW: the server does not get the directive")
    }
    if let levels = context.symbols.find("levels"), let value = directive?[argument: levels],
      case .list(let elements) = value.kind,
      elements.count != 1 || context.sources.number(elements[0]) != "0"
    {
      diagnostics.report(
        .caughtErrors, "@catch supports only level 0", at: value.position,
        help: "remove the argument \"levels\"; level 0 also catches the errors of elements")
    }
    if context.schema.connect != nil {
      diagnostics.report(
        .caughtErrors, "@catch requires a GraphQL server", at: field.field.position,
        help: "remove @catch: connectors return no field errors")
    }
    return caught
  }
}
