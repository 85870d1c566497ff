// Checks that an object can have both the type of a fragment and the type where it is spread.
// https://spec.graphql.org/September2025/#sec-Fragment-Spread-Is-Possible

import AuthGenLanguage
import AuthGenTypeSystem

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
