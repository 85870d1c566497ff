// Collects one object's selections from all selection sets that apply to it: merges fields by
// response name, keeps fragments, and separates conditions on narrower types. This is
// CollectFields() at generation time:
// https://spec.graphql.org/September2025/#sec-Field-Collection

import AuthGenLanguage
import AuthGenTypeSystem

/// A selection set that applies to an object, either always or only under `@include` or `@skip`.
struct AppliedSelections {
  let selectionSet: SelectionSet
  let isConditional: Bool
}

/// A field with one response name. A class, because it has many parts and is read often.
final class CollectedField {
  let field: Field
  let definition: FieldDefinition
  /// The type on which the field is selected.
  let owner: TypeID
  /// Whether all its selections are conditional.
  var isConditional: Bool
  var selections: [AppliedSelections]

  init(
    field: Field, definition: FieldDefinition, owner: TypeID, isConditional: Bool,
    selections: [AppliedSelections]
  ) {
    self.field = field
    self.definition = definition
    self.owner = owner
    self.isConditional = isConditional
    self.selections = selections
  }
}

struct CollectedSpread {
  let fragment: Symbol
  var isConditional: Bool
}

/// The selections on a narrower type than the current one.
struct CollectedCondition {
  let type: TypeID
  var selections: [AppliedSelections]
}

struct CollectedSelections {
  var fields: [CollectedField] = []
  var spreads: [CollectedSpread] = []
  var conditions: [CollectedCondition] = []

  /// The fragment whose type represents the whole selection, if the selection is a single spread.
  var onlySpread: Symbol? {
    guard fields.isEmpty, conditions.isEmpty, spreads.count == 1, !spreads[0].isConditional else {
      return nil
    }
    return spreads[0].fragment
  }
}

struct SelectionCollector {
  private let schema: Schema
  private let fragmentTypes: [Symbol: TypeID]
  /// The index of each response name in the current object's fields, valid if the generation
  /// matches. This is cheaper than a dictionary for each object.
  private var places: [(generation: Int, index: Int)]
  private var generation = 0

  init(schema: Schema, fragmentTypes: [Symbol: TypeID], symbolCount: Int) {
    self.schema = schema
    self.fragmentTypes = fragmentTypes
    places = Array(repeating: (0, 0), count: symbolCount)
  }

  mutating func collect(_ selections: [AppliedSelections], on type: TypeID) -> CollectedSelections {
    generation += 1
    var collected = CollectedSelections()
    for applied in selections { collect(applied, on: type, into: &collected) }
    return collected
  }

  private mutating func collect(
    _ applied: AppliedSelections, on type: TypeID, into collected: inout CollectedSelections
  ) {
    let (set, isConditional) = (applied.selectionSet, applied.isConditional)
    if collected.fields.isEmpty { collected.fields.reserveCapacity(set.selections.count) }
    for selection in set.selections {
      switch selection {
      case .field(let field):
        let conditional = isConditional || field.directives.isConditional
        add(field, on: type, isConditional: conditional, to: &collected)
      case .fragmentSpread(let spread):
        guard let condition = fragmentTypes[spread.name.symbol] else { continue }
        let conditional = isConditional || spread.directives.isConditional
        if schema.isSubtype(type, of: condition) {
          collected.add(CollectedSpread(fragment: spread.name.symbol, isConditional: conditional))
        } else {
          let inner = SelectionSet(position: spread.position, selections: [selection])
          collected.add(
            AppliedSelections(selectionSet: inner, isConditional: isConditional), on: condition)
        }
      case .inlineFragment(let fragment):
        let conditional = isConditional || fragment.directives.isConditional
        let condition = fragment.typeCondition.flatMap { schema.typeID($0.symbol) } ?? type
        let inner = AppliedSelections(
          selectionSet: fragment.selectionSet, isConditional: conditional)
        if schema.isSubtype(type, of: condition) {
          collect(inner, on: type, into: &collected)
        } else {
          collected.add(inner, on: condition)
        }
      }
    }
  }

  private mutating func add(
    _ field: Field, on type: TypeID, isConditional: Bool, to collected: inout CollectedSelections
  ) {
    guard let definition = schema.field(field.name.symbol, of: type) else { return }
    let applied = field.selectionSet.map {
      AppliedSelections(selectionSet: $0, isConditional: isConditional)
    }
    let place = places[field.responseName.index]
    if place.generation == generation {
      collected.fields[place.index].isConditional =
        collected.fields[place.index].isConditional && isConditional
      if let applied { collected.fields[place.index].selections.append(applied) }
    } else {
      places[field.responseName.index] = (generation, collected.fields.count)
      collected.fields.append(
        CollectedField(
          field: field, definition: definition, owner: type, isConditional: isConditional,
          selections: applied.map { [$0] } ?? []))
    }
  }
}

extension CollectedSelections {
  fileprivate mutating func add(_ spread: CollectedSpread) {
    if let index = spreads.firstIndex(where: { $0.fragment == spread.fragment }) {
      spreads[index].isConditional = spreads[index].isConditional && spread.isConditional
    } else {
      spreads.append(spread)
    }
  }

  fileprivate mutating func add(_ applied: AppliedSelections, on type: TypeID) {
    if let index = conditions.firstIndex(where: { $0.type == type }) {
      conditions[index].selections.append(applied)
    } else {
      conditions.append(CollectedCondition(type: type, selections: [applied]))
    }
  }
}

extension CollectedField {
  /// The selections inside the field, as they apply if the field is present. If the field is
  /// selected once, its condition does not apply to its selections.
  var innerSelections: [AppliedSelections] {
    guard selections.count == 1 else { return selections }
    return [AppliedSelections(selectionSet: selections[0].selectionSet, isConditional: false)]
  }
}

extension [Directive] {
  /// Whether a `@skip` or `@include` can omit the selection. Literals that never omit it do not
  /// count. https://spec.graphql.org/September2025/#sec--skip
  var isConditional: Bool {
    contains { directive in
      switch directive.name.symbol {
      case .skip: directive[argument: .if]?.boolean != false
      case .include: directive[argument: .if]?.boolean != true
      default: false
      }
    }
  }
}
