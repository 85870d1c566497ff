// Reads `->match`, which distinguishes the object types of an abstract type.

import AuthGenLanguage
import AuthGenTypeSystem

extension ResponseMappingBuilder {
  mutating func match(
    _ path: MappingPath, _ branches: [MappingExpression], of type: TypeID, at position: Position
  ) -> TypeMatch? {
    guard schema.kind(of: type).isAbstract else {
      diagnostics.report(
        "\"\(name(of: type))\" is an object type and cannot use ->match", at: position,
        help: "use a union or an interface")
      return nil
    }
    guard let found = resolve(path) else { return nil }
    var cases: [TypeMatch.Case] = []
    var otherwise: (name: String, object: ObjectMapping)?
    let known = diagnostics.count
    for branch in branches {
      guard case .array(let pair, let place) = branch, pair.count == 2 else {
        diagnostics.report(
          "expected a pair of a value and an object", at: branch.position,
          help: "write [\"value\", { __typename: \"Type\", … }]")
        continue
      }
      if case .literal(.null, _) = pair[1] { continue }
      guard let object = self.branch(pair[1], of: type) else { continue }
      switch pair[0] {
      case .literal(let candidate, _):
        cases.append(
          TypeMatch.Case(candidate: candidate, typename: object.name, object: object.mapping))
      case .path(let path) where path.isCurrent:
        otherwise = (object.name, object.mapping)
      default:
        diagnostics.reportUnsupported("a branch for anything but a literal or @", at: place)
      }
    }
    // A branch with an error can be the one that seems to be missing.
    if diagnostics.count == known {
      let names = cases.map(\.typename) + [otherwise?.name].compactMap { $0 }
      checkCoverage(of: type, by: Set(names), at: position)
    }
    return TypeMatch(
      path: found, cases: cases, otherwise: otherwise?.name, otherwiseObject: otherwise?.object,
      position: position)
  }

  private mutating func checkCoverage(
    of type: TypeID, by names: Set<String>, at position: Position
  ) {
    for member in schema.possibleTypes(type) {
      let name = name(of: member)
      guard !names.contains(name) else { continue }
      diagnostics.report(
        "no branch has the type \"\(name)\"", at: position,
        notes: [.init(schema.name(of: member).position, "the type is here")],
        help: "add a branch with __typename: \"\(name)\"")
    }
  }

  /// Reads an object with a literal `__typename`.
  private mutating func branch(
    _ value: MappingExpression, of type: TypeID
  ) -> (name: String, mapping: ObjectMapping)? {
    var elements: [NamedSelection]
    switch value {
    case .object(let own, _):
      elements = own
    case .path(let path) where path.isCurrent && path.selection != nil:
      elements = path.selection ?? []
    default:
      diagnostics.reportUnsupported("a branch that is not an object", at: value.position)
      return nil
    }
    guard let element = elements.first(where: \.isTypename),
      case .literal(.string(let name), let position) = element.value.unwrapped
    else {
      diagnostics.report(
        "a branch needs a __typename, and that as a literal", at: value.position,
        help: "write { __typename: \"Type\", … }")
      return nil
    }
    let members = schema.possibleTypes(type)
    guard let member = members.first(where: { self.name(of: $0) == name }) else {
      let names = members.map { self.name(of: $0) }
      diagnostics.report(
        "\"\(name)\" is not one of the types of \"\(self.name(of: type))\"", at: position,
        help: didYouMean(name, among: names)
          ?? "they are \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
      return nil
    }
    elements.removeAll(where: \.isTypename)
    return (name, object(elements, of: member, in: scope, at: value.position))
  }
}

extension NamedSelection {
  fileprivate var isTypename: Bool {
    if case .alias("__typename", _) = name { true } else { false }
  }
}
