// Collects one object's selections from all selection sets that apply to it: merges fields by response name,
// keeps fragments, and separates conditions on narrower types. This is CollectFields() at generation time:
// https://spec.graphql.org/September2025/#sec-Field-Collection
//
//     item { id owner { name } ...Price ... @include(if: $a) { size owner { city } } ... on Book { pages } }
//
// becomes, for `item: Item`, where Price is a fragment on Item, and Book is one of its types:
//
//     fields      id; owner, with the selection sets { name } and, if `a`, { city }; size, if `a`
//     spreads     Price
//     conditions  Book, with the selection { ... on Book { pages } }

import AuthGenLanguage
import AuthGenTypeSystem

/// A selection set that applies to an object, either always or only under `@include` or `@skip`.
struct AppliedSelections {
  let selectionSet: SelectionSet
  var condition = SelectionCondition.always
}

/// A field with one response name.
struct CollectedField {
  let field: Field
  let definition: FieldDefinition
  /// The type on which the field is selected, and the field's name.
  let key: MemberKey
  var conditions: SelectionConditions
  var selections: [AppliedSelections]
  /// Its other selections, if one of them has directives.
  var others: [Field] = []
}

struct CollectedSpread {
  let fragment: Symbol
  var conditions: SelectionConditions
}

/// A fragment with `@defer`.
struct CollectedDeferral {
  /// The position of the directive.
  let directive: Position
  /// The fragment, without the directive.
  let selections: AppliedSelections
  var conditions: SelectionConditions
}

/// The selections on a narrower type than the current one.
struct CollectedCondition {
  let type: TypeID
  var selections: [AppliedSelections]
}

struct CollectedSelections {
  var fields: [CollectedField] = []
  var spreads: [CollectedSpread] = []
  var deferrals: [CollectedDeferral] = []
  var conditions: [CollectedCondition] = []

  /// The fragment whose type represents the whole selection, if the selection is a single spread.
  var onlySpread: Symbol? {
    guard fields.isEmpty, conditions.isEmpty, deferrals.isEmpty, spreads.count == 1,
      spreads[0].conditions.isAlways
    else { return nil }
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
    let set = applied.selectionSet
    if collected.fields.isEmpty { collected.fields.reserveCapacity(set.selections.count) }
    for selection in set.selections {
      let condition = applied.condition.and(selection.directives)
      switch selection {
      case .field(let field): add(field, on: type, condition: condition, to: &collected)
      case .fragmentSpread(let spread):
        guard let typeCondition = fragmentTypes[spread.name.symbol] else { continue }
        if !schema.isSubtype(type, of: typeCondition) {
          collected.add(selection, at: spread.position, applied.condition, on: typeCondition)
        } else if let directive = deferral(in: spread.directives) {
          let plain = FragmentSpread(position: spread.position, name: spread.name, directives: [])
          let set = SelectionSet(position: spread.position, selections: [.fragmentSpread(plain)])
          collected.add(directive, set, condition)
        } else {
          collected.add(spread.name.symbol, condition)
        }
      case .inlineFragment(let fragment):
        let typeCondition = fragment.typeCondition.flatMap { schema.typeID($0.symbol) } ?? type
        if !schema.isSubtype(type, of: typeCondition) {
          collected.add(selection, at: fragment.position, applied.condition, on: typeCondition)
        } else if let directive = deferral(in: fragment.directives) {
          collected.add(directive, fragment.selectionSet, condition)
        } else {
          let applied = AppliedSelections(selectionSet: fragment.selectionSet, condition: condition)
          collect(applied, on: type, into: &collected)
        }
      }
    }
  }

  /// The directive `@defer`, unless its condition is the literal `false`; nil if it is absent.
  private func deferral(in directives: [Directive]) -> Directive? {
    guard let directive = directives[.defer], directive[argument: .if]?.boolean != false else {
      return nil
    }
    return directive
  }

  private mutating func add(
    _ field: Field, on type: TypeID, condition: SelectionCondition,
    to collected: inout CollectedSelections
  ) {
    guard let definition = schema.field(field.name.symbol, of: type) else { return }
    let applied = field.selectionSet.map {
      AppliedSelections(selectionSet: $0, condition: condition)
    }
    let place = places[field.responseName.index]
    if place.generation == generation {
      collected.fields[place.index].add(field, condition, applied)
    } else {
      places[field.responseName.index] = (generation, collected.fields.count)
      collected.fields.append(
        CollectedField(
          field: field, definition: definition,
          key: MemberKey(type: schema.name(of: type).symbol, member: field.name.symbol),
          conditions: SelectionConditions(condition), selections: applied.map { [$0] } ?? []))
    }
  }
}

extension CollectedSelections {
  fileprivate mutating func add(_ fragment: Symbol, _ condition: SelectionCondition) {
    if let index = spreads.firstIndex(where: { $0.fragment == fragment }) {
      spreads[index].conditions.add(condition)
    } else {
      spreads.append(
        CollectedSpread(fragment: fragment, conditions: SelectionConditions(condition)))
    }
  }

  fileprivate mutating func add(
    _ directive: Directive, _ fragment: SelectionSet, _ condition: SelectionCondition
  ) {
    // Several selections of an object may contain the same fragment.
    if let index = deferrals.firstIndex(where: { $0.directive == directive.position }) {
      deferrals[index].conditions.add(condition)
    } else {
      deferrals.append(
        CollectedDeferral(
          directive: directive.position, selections: AppliedSelections(selectionSet: fragment),
          conditions: SelectionConditions(condition)))
    }
  }

  /// Adds a fragment on a narrower type.
  fileprivate mutating func add(
    _ fragment: Selection, at position: Position, _ condition: SelectionCondition, on type: TypeID
  ) {
    let set = SelectionSet(position: position, selections: [fragment])
    let applied = AppliedSelections(selectionSet: set, condition: condition)
    if let index = conditions.firstIndex(where: { $0.type == type }) {
      conditions[index].selections.append(applied)
    } else {
      conditions.append(CollectedCondition(type: type, selections: [applied]))
    }
  }
}

extension CollectedField {
  /// Adds another selection of the field.
  fileprivate mutating func add(
    _ other: Field, _ condition: SelectionCondition, _ applied: AppliedSelections?
  ) {
    conditions.add(condition)
    if !other.directives.isEmpty || !field.directives.isEmpty { others.append(other) }
    if let applied { selections.append(applied) }
  }

  /// The selections inside the field, as they apply if the field is present. If the field is
  /// selected once, its condition does not apply to its selections.
  var innerSelections: [AppliedSelections] {
    guard selections.count == 1 else { return selections }
    return [AppliedSelections(selectionSet: selections[0].selectionSet)]
  }
}
