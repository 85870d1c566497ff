// One object's selections gathered from all selection sets that apply to it: fields merged by
// response name, fragments kept as they are, conditions on narrower types set apart.
// The counterpart of CollectFields(), decided when generating:
// https://spec.graphql.org/September2025/#sec-Field-Collection

import AuthGenLanguage
import AuthGenTypeSystem

/// A selection set that applies to an object, always or only under `@include` or `@skip`.
struct AppliedSelections {
  let selectionSet: SelectionSet
  let isConditional: Bool
}

/// A field under one response name. A class, since it has many parts and is looked at often.
final class CollectedField {
  let field: Field
  let definition: FieldDefinition
  /// The type that it was selected on.
  let owner: TypeID
  /// Selected only under conditions.
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

/// What is selected on a narrower type than the one at hand.
struct CollectedCondition {
  let type: TypeID
  var selections: [AppliedSelections]
}

struct CollectedSelections {
  var fields: [CollectedField] = []
  var spreads: [CollectedSpread] = []
  var conditions: [CollectedCondition] = []

  /// The fragment whose type serves for the whole selection, where it is just one spread.
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
  /// Where a response name of the current object is among its fields, valid where the generation
  /// fits: cheaper than a dictionary for each object.
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
    for applied in selections {
      collect(applied.selectionSet, on: type, applied.isConditional, &collected)
    }
    return collected
  }

  private mutating func collect(
    _ set: SelectionSet, on type: TypeID, _ isConditional: Bool,
    _ collected: inout CollectedSelections
  ) {
    if collected.fields.isEmpty { collected.fields.reserveCapacity(set.selections.count) }
    for selection in set.selections {
      switch selection {
      case .field(let field):
        add(field, on: type, isConditional || field.directives.isConditional, &collected)
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
        if schema.isSubtype(type, of: condition) {
          collect(fragment.selectionSet, on: type, conditional, &collected)
        } else {
          collected.add(
            AppliedSelections(selectionSet: fragment.selectionSet, isConditional: conditional),
            on: condition)
        }
      }
    }
  }

  private mutating func add(
    _ field: Field, on type: TypeID, _ isConditional: Bool, _ collected: inout CollectedSelections
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
  /// The selections inside the field, as they apply once it is there: where it was selected only
  /// once, a condition on the field is no longer one on what is inside.
  var innerSelections: [AppliedSelections] {
    guard selections.count == 1 else { return selections }
    return [AppliedSelections(selectionSet: selections[0].selectionSet, isConditional: false)]
  }
}

extension [Directive] {
  /// Whether a `@skip` or `@include` can leave the selection out. Literals that never do so don't
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
