// Compares the types of two schemas, and the members of types with the same name.
// https://spec.graphql.org/September2025/#sec-Types

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaDiff {
  mutating func compareTypes() {
    for index in old.types.indices.dropFirst(old.builtInTypeCount) {
      let name = old.types[index].name
      if let id = new.typeID(name.symbol) {
        compare(TypeID(index: index), id)
      } else {
        note(
          .typeRemoved, .breaking, .type(name.symbol),
          message: "the \(old.types[index].kind.term) type was removed",
          consequence: "operations that name it, or select its members, are refused",
          old: name.position)
      }
    }
    for index in new.types.indices.dropFirst(new.builtInTypeCount) {
      let name = new.types[index].name
      guard old.typeID(name.symbol) == nil else { continue }
      note(
        .typeAdded, .safe, .type(name.symbol),
        message: "the \(new.types[index].kind.term) type was added"
          + interfaces(of: new.types[index]),
        consequence: "no operation can have used it", new: name.position)
    }
  }

  private func interfaces(of type: TypeDefinition) -> String {
    if type.interfaces.isEmpty { return "" }
    let names = type.interfaces.map { symbols[$0.symbol] }.joined(separator: ", ")
    return " and implements \(names)"
  }

  private mutating func compare(_ oldID: TypeID, _ newID: TypeID) {
    let (before, after) = (old[oldID], new[newID])
    let pair = Pair(element: .type(before.name.symbol), old: before, new: after)
    guard before.kind == after.kind else {
      note(
        .typeChangedKind, .breaking, pair,
        message:
          "the type was \(before.kind.termWithArticle) and is now \(after.kind.termWithArticle)",
        consequence: "operations that use it as the old kind of type are refused")
      return
    }
    compareDescriptions(pair)
    compareMarks(pair)
    switch before.kind {
    case .scalar: compareSpecifications(pair)
    case .object, .interface:
      compareInterfaces(before, after)
      compareFields(before, after)
    case .union: compareMembers(before, after)
    case .enum: compareValues(before, after)
    case .inputObject:
      compareOneOf(pair)
      compareInputFields(before, after)
    }
  }

  // MARK: Scalars

  private mutating func compareSpecifications(_ pair: Pair<TypeDefinition>) {
    if pair.old.directives.isEmpty, pair.new.directives.isEmpty { return }
    switch (
      pair.old.directives.specification(sources), pair.new.directives.specification(sources)
    ) {
    case (nil, let url?):
      note(
        .specifiedByAdded, .dangerous, pair, message: "it is specified by \(url) now",
        consequence: "its Swift type can follow the specification")
    case (let url?, nil):
      note(
        .specifiedByRemoved, .dangerous, pair, message: "it is no longer specified by \(url)",
        consequence: "its Swift type no longer follows the specification")
    case (let first?, let second?) where first != second:
      note(
        .specifiedByChanged, .dangerous, pair,
        message: "it was specified by \(first) and is now by \(second)",
        consequence: "its values may be written in another way")
    default: break
    }
  }

  // MARK: Abstract types

  private mutating func compareInterfaces(_ before: TypeDefinition, _ after: TypeDefinition) {
    if before.interfaces.isEmpty, after.interfaces.isEmpty { return }
    let match = NameMatch(before.interfaces, after.interfaces)
    let type = before.name.symbol
    for interface in match.removed {
      note(
        .implementedInterfaceRemoved, .breaking, .member(type, of: interface.symbol),
        message: "\(symbols[type]) no longer implements \(symbols[interface.symbol])",
        consequence: "operations that expect one where the other is are refused",
        old: interface.position, parent: after.name.position, named: .type(type))
    }
    for interface in match.added {
      note(
        .implementedInterfaceAdded, .dangerous, .member(type, of: interface.symbol),
        message: "\(symbols[type]) implements \(symbols[interface.symbol]) now",
        consequence: "where the interface is selected, responses can contain another type",
        new: interface.position, named: .type(type))
    }
  }

  private mutating func compareMembers(_ before: TypeDefinition, _ after: TypeDefinition) {
    let match = NameMatch(before.members, after.members)
    let union = before.name.symbol
    for member in match.removed {
      note(
        .typeRemovedFromUnion, .breaking, .member(member.symbol, of: union),
        message: "\(symbols[member.symbol]) is no longer a member of the union",
        consequence: "operations that select on it there are refused", old: member.position,
        parent: after.name.position)
    }
    for member in match.added {
      note(
        .typeAddedToUnion, .dangerous, .member(member.symbol, of: union),
        message: "\(symbols[member.symbol]) is a member of the union now",
        consequence: "where the union is selected, responses can contain another type",
        new: member.position)
    }
  }

  // MARK: Enums

  private mutating func compareValues(_ before: TypeDefinition, _ after: TypeDefinition) {
    let type = before.name.symbol
    let match = NameMatch(before.values, after.values)
    for value in match.removed {
      note(
        .valueRemovedFromEnum, .breaking, .enumValue(value.name.symbol, of: type),
        message: "the enum value was removed",
        consequence: "requests that send it are refused, and code that names it no longer compiles",
        old: value.name.position, parent: after.name.position)
    }
    for value in match.added {
      note(
        .valueAddedToEnum, .dangerous, .enumValue(value.name.symbol, of: type),
        message: "the enum value was added",
        consequence: "responses may have a value that clients do not know",
        new: value.name.position)
    }
    for (old, new) in match.common {
      compareTexts(Pair(element: .enumValue(old.name.symbol, of: type), old: old, new: new))
    }
  }
}
