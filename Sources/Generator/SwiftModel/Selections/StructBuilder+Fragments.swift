// Adds a struct's fragments, and the object types that it distinguishes.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem

extension StructBuilder {
  mutating func addSpreads(of collected: CollectedSelections) {
    let own = draft.shape.certain
    let others = collected.spreads.filter { !$0.isConditional }
    let elsewhere =
      others.count == collected.spreads.count
      ? [] : Set(own + others.flatMap { shapes[$0.fragment]?.certain ?? [] })
    for spread in collected.spreads {
      guard let type = names.fragments[spread.fragment], let inner = shapes[spread.fragment] else {
        continue
      }
      var presence = PartModel.Presence.always
      if spread.isConditional {
        let telling = inner.certain.filter { !elsewhere.contains($0) }
        presence = .ifSelected(
          condition: spread.conditions.text(context.symbols),
          responseNames: telling.map { context.symbols[$0] })
      } else {
        draft.shape.certain += inner.certain
      }
      addPart(type, words: inner.words, presence, documentation: [])
    }
  }

  private mutating func addPart(
    _ type: String, words: Int, _ presence: PartModel.Presence, _ deferral: DeferralModel? = nil,
    documentation: [String]
  ) {
    let member = SwiftName.member(type, .camelCase)
    let name = draft.scope.claim(member, member + "Fragment", as: .member)
    // A deferred part is a reference.
    let isIndirect = store(.object(type), words: deferral == nil ? words : 1)
    draft.model.parts.append(
      PartModel(
        name: name, storageName: isIndirect ? draft.scope.claim("_" + name, as: .member) : name,
        type: type, isIndirect: isIndirect, presence: presence, deferral: deferral,
        documentation: documentation))
  }

  // MARK: Deferred fragments

  /// Adds the fragments with `@defer`. Each has a struct of its own, also an inline fragment.
  mutating func addDeferrals(of collected: CollectedSelections, on type: TypeID) {
    if collected.deferrals.isEmpty { return }
    var known = draft.shape.certain
    for spread in collected.spreads { known += shapes[spread.fragment]?.certain ?? [] }
    var parts: [(deferral: CollectedDeferral, type: String, shape: SelectionShape)] = []
    for deferral in collected.deferrals {
      var selection = selectionType([deferral.selections], on: type)
      if selection.isNested {
        let own = labels.own(deferral.directive).flatMap(Self.name) ?? "DeferredPart"
        selection.name = draft.scope.claim(own, own + "Part", as: .type)
      }
      let built = build(selection, isRoot: true, mapping: draft.mapping)
      parts.append((deferral, built.name, built.shape))
    }
    for (index, part) in parts.enumerated() {
      var others = Set(known)
      for (other, part) in parts.enumerated() where other != index {
        others.formUnion(part.shape.certain)
      }
      let telling = part.shape.certain.filter { !others.contains($0) }
        .map { context.symbols[$0] }
      let isConditional = !part.deferral.conditions.isAlways
      addPart(
        part.type, words: part.shape.words,
        isConditional
          ? .ifSelected(
            condition: part.deferral.conditions.text(context.symbols), responseNames: telling)
          : .always,
        DeferralModel(label: labels[part.deferral.directive], responseNames: telling),
        documentation: ["The server may deliver this part later."])
    }
  }

  /// Returns the name of a type after a label; nil if the label is no name.
  private static func name(_ label: String) -> String? {
    guard label.first?.isLetter == true,
      label.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    else { return nil }
    return SwiftName.type(label)
  }

  // MARK: Narrower types

  mutating func addConditions(of collected: CollectedSelections, on type: TypeID) {
    guard !collected.conditions.isEmpty else { return }
    var cases: [ConcreteModel.Case] = []
    var caseMembers = NameScope(reserved: ["other", "typename", "typenames"])
    let propertyName = draft.scope.claim("concrete", as: .member)
    let typeName = draft.scope.claim("Concrete", as: .type)
    let typenameName = draft.scope.claim("typename", as: .member)
    for condition in collected.conditions {
      guard schema.kind(of: condition.type) == .object else {
        addPart(for: condition, in: type)
        continue
      }
      let conditionName = context.symbols[schema.name(of: condition.type).symbol]
      let swiftName = text.type(schema.name(of: condition.type).symbol)
      var selection = selectionType(condition.selections, on: condition.type)
      if selection.isNested {
        selection.name = draft.scope.claim(swiftName, "As" + swiftName, as: .type)
      }
      let type = build(
        selection, isRoot: false, mapping: draft.mapping?.narrowed(to: conditionName))
      cases.append(
        ConcreteModel.Case(
          name: caseMembers.claim(SwiftName.member(swiftName, .camelCase), as: .enumCase),
          graphQLType: conditionName, type: type.name))
    }
    guard !cases.isEmpty else { return }
    draft.model.concrete = ConcreteModel(
      propertyName: propertyName, typeName: typeName, typenameName: typenameName, cases: cases)
    draft.shape.words += 1
  }

  /// Adds the part for a condition on an abstract type.
  private mutating func addPart(for condition: CollectedCondition, in type: TypeID) {
    let symbol = schema.name(of: condition.type).symbol
    let conditionName = context.symbols[symbol]
    let outerSymbol = schema.name(of: type).symbol
    conditions.insert(symbol)
    conditions.insert(outerSymbol)
    var selection = selectionType(condition.selections, on: condition.type)
    if selection.isNested {
      selection.name = draft.scope.claim("As" + text.type(symbol), as: .type)
    }
    let built = build(selection, isRoot: false, mapping: draft.mapping)
    addPart(
      built.name, words: built.shape.words,
      .ifType(
        possibleTypes: names.possibleTypes(of: conditionName),
        known: names.possibleTypes(of: context.symbols[outerSymbol])),
      documentation: ["Present if the type of the object matches \(conditionName)."])
  }
}
