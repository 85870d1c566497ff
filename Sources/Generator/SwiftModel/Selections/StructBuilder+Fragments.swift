// Adds a struct's fragments, and the object types that it distinguishes.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem

extension StructBuilder {
  func addSpreads(of selections: ResolvedSelections, to draft: inout StructDraft) {
    let own = draft.shape.certain
    let others = selections.spreads.filter(\.conditions.isAlways)
    let elsewhere =
      others.count == selections.spreads.count
      ? [] : Set(own + others.flatMap { certain($0.fragment) })
    for spread in selections.spreads {
      guard let type = names.fragments[spread.fragment], let inner = fragments[type]?.shape else {
        continue
      }
      var presence = PartModel.Presence.always
      if spread.conditions.isAlways {
        draft.shape.certain += inner.certain
      } else {
        let telling = inner.certain.filter { !elsewhere.contains($0) }
        presence = .ifSelected(
          condition: spread.conditions.text(context.symbols),
          responseNames: telling.map { context.symbols[$0] })
      }
      draft.addPart(type, words: inner.words, presence, documentation: [])
    }
  }

  /// The response names in a fragment that are always present.
  private func certain(_ fragment: Symbol) -> [Symbol] {
    names.fragments[fragment].flatMap { fragments[$0]?.shape.certain } ?? []
  }

  // MARK: Deferred fragments

  /// Adds the fragments with `@defer`. Each has a struct of its own, also an inline fragment.
  mutating func addDeferrals(of selections: ResolvedSelections, to draft: inout StructDraft) {
    if selections.deferrals.isEmpty { return }
    var known = draft.shape.certain
    for spread in selections.spreads { known += certain(spread.fragment) }
    var parts: [(deferral: CollectedDeferral, type: String, shape: SelectionShape)] = []
    for (deferral, type) in selections.deferrals {
      let own = labels.own(deferral.directive).flatMap(Self.name) ?? "DeferredPart"
      let name = type.name(own, own + "Part", in: &draft.scope)
      let shape = build(name, type, mapping: draft.mapping, in: &draft)
      parts.append((deferral, name, shape))
    }
    for (index, part) in parts.enumerated() {
      var others = Set(known)
      for (other, part) in parts.enumerated() where other != index {
        others.formUnion(part.shape.certain)
      }
      let telling = part.shape.certain.filter { !others.contains($0) }
        .map { context.symbols[$0] }
      draft.addPart(
        part.type, words: part.shape.words,
        part.deferral.conditions.isAlways
          ? .always
          : .ifSelected(
            condition: part.deferral.conditions.text(context.symbols), responseNames: telling),
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

  mutating func addConditions(of selections: ResolvedSelections, to draft: inout StructDraft) {
    guard !selections.conditions.isEmpty else { return }
    var objects: [(graphQLType: String, swiftName: String, type: String)] = []
    let propertyName = draft.scope.claim("concrete", as: .member)
    let typeName = draft.scope.claim("Concrete", as: .type)
    let typenameName = draft.scope.claim("typename", as: .member)
    for (condition, type) in selections.conditions {
      guard schema.kind(of: condition) == .object else {
        addPart(type, ifTypeIn: condition, of: selections.type, to: &draft)
        continue
      }
      let symbol = schema.name(of: condition).symbol
      let (conditionName, swiftName) = (context.symbols[symbol], text.type(symbol))
      let name = type.name(swiftName, "As" + swiftName, in: &draft.scope)
      _ = build(name, type, mapping: draft.mapping?.narrowed(to: conditionName), in: &draft)
      objects.append((conditionName, swiftName, name))
    }
    guard !objects.isEmpty else { return }
    var caseMembers = NameScope(reserved: ["other", "typename", "typenames"])
    let cases = objects.map { object in
      ConcreteModel.Case(
        name: caseMembers.claim(SwiftName.member(object.swiftName, .camelCase), as: .enumCase),
        graphQLType: object.graphQLType, type: object.type,
        accessorName: draft.scope.claim("as" + object.swiftName, as: .member),
        narrowedName: draft.scope.claim("As" + object.swiftName, as: .type))
    }
    draft.model.concrete = ConcreteModel(
      propertyName: propertyName, typeName: typeName, typenameName: typenameName, cases: cases)
    draft.shape.words += 1
  }

  /// Adds the part for a condition on an abstract type.
  private mutating func addPart(
    _ type: ResolvedType, ifTypeIn condition: TypeID, of outer: TypeID, to draft: inout StructDraft
  ) {
    let symbol = schema.name(of: condition).symbol
    let conditionName = context.symbols[symbol]
    let name = type.name("As" + text.type(symbol), in: &draft.scope)
    let shape = build(name, type, mapping: draft.mapping, in: &draft)
    draft.addPart(
      name, words: shape.words,
      .ifType(
        possibleTypes: names.possibleTypes(of: conditionName),
        known: names.possibleTypes(of: context.symbols[schema.name(of: outer).symbol])),
      documentation: ["Present if the type of the object matches \(conditionName)."])
  }
}

extension ResolvedType {
  /// Returns the name of the fragment, or the first of these names that is free.
  fileprivate func name(_ candidates: String..., in scope: inout NameScope) -> String {
    if case .fragment(let name) = self { name } else { scope.claim(candidates, as: .type) }
  }
}
