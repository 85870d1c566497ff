// Rules about fragment spreads and type conditions.
// https://spec.graphql.org/September2025/#sec-Validation.Fragments

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  /// Checks KnownTypeNames, too.
  ///
  /// - Returns: the type; nil if it has no fields to select.
  mutating func checkFragmentsOnCompositeTypes(_ condition: Name) -> TypeID? {
    guard let type = schema.typeID(condition.symbol) else {
      reportUnknownType(condition) { $0.isComposite }
      return nil
    }
    if kinds[type.index].isComposite { return type }
    let kind = kinds[type.index].term
    report.error(
      .fragmentsOnCompositeTypes,
      "a fragment cannot be on \(symbols[condition.symbol]), which is of kind \(kind)",
      at: condition.position, notes: schema.definitionNote(type, symbols),
      help: "fragments are on object, interface and union types")
    return nil
  }
}

extension DocumentValidator {
  /// Suggests the types for which `isSuitable` is true.
  mutating func reportUnknownType(
    _ name: Name, isSuitable: @escaping (TypeDefinition) -> Bool
  ) {
    let suitable = schema.types.lazy.filter(isSuitable).map(\.name.symbol)
    let help =
      report.didYouMean(name.symbol, among: suitable, symbols)
      ?? "check the name, or update the schema"
    report.error(
      .knownTypeNames, "unknown type \"\(symbols[name.symbol])\"", at: name.position,
      help: help)
  }
}

extension DocumentValidator {
  mutating func reportUnknownFragment(_ spread: FragmentSpread) {
    let name = spread.name.symbol
    let fragments = document.fragments.lazy.map(\.definition.name.symbol)
    let help =
      report.didYouMean(name, among: fragments, symbols)
      ?? "define it: fragment \(symbols[name]) on SomeType { ... }"
    report.error(
      .knownFragmentNames, "unknown fragment \"\(symbols[name])\"",
      at: spread.name.position, help: help)
  }
}

extension DocumentValidator {
  mutating func checkPossibleFragmentSpreads(
    _ spread: FragmentSpread, of fragment: FragmentDefinition, on parent: TypeID?
  ) {
    guard let parent, let type = schema.typeID(fragment.typeCondition.symbol),
      kinds[type.index].isComposite, !canOverlap(parent, type)
    else { return }
    reportImpossible(
      "fragment \"\(symbols[spread.name.symbol])\"", type, parent, at: spread.position)
  }

  /// - Parameter type: the type of the type condition; nil if it is unknown because of an error.
  mutating func checkPossibleFragmentSpreads(
    _ fragment: InlineFragment, _ type: TypeID?, on parent: TypeID?
  ) {
    guard let parent, let type, !canOverlap(parent, type) else { return }
    reportImpossible("an inline fragment", type, parent, at: fragment.position)
  }

  private mutating func reportImpossible(
    _ what: String, _ type: TypeID, _ parent: TypeID, at position: Position
  ) {
    let name = symbols[schema.types[type.index].name.symbol]
    let parentName = symbols[schema.types[parent.index].name.symbol]
    report.error(
      .possibleFragmentSpreads,
      "\(what) on \(name) cannot be spread here, where objects are of type \(parentName)",
      at: position, notes: schema.definitionNote(parent, symbols),
      help: "no object is both a \(parentName) and a \(name)")
  }

  private mutating func canOverlap(_ parent: TypeID, _ type: TypeID) -> Bool {
    if parent == type { return true }
    guard kinds[parent.index].isAbstract, kinds[type.index].isAbstract else {
      return schema.overlaps(parent, type)
    }
    let pair = UInt64(parent.index) << 32 | UInt64(type.index)
    if let known = overlaps[pair] { return known }
    let result = schema.overlaps(parent, type)
    overlaps[pair] = result
    return result
  }
}
