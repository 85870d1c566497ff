// Checks that every named type exists.
// https://spec.graphql.org/September2025/#sec-Fragment-Spread-Type-Existence
// https://spec.graphql.org/September2025/#sec-Type-System

import AuthGenLanguage
import AuthGenTypeSystem

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

extension SchemaValidator {
  /// Checks the names in type and directive definitions, and those of the root operation types.
  mutating func checkKnownTypeNames() {
    for type in types {
      for name in type.interfaces + type.members { checkKnown(name, in: .type(type.name.symbol)) }
      type.forEachMember { checkKnownType(of: $0) }
    }
    for directive in directives { directive.forEachMember { checkKnownType(of: $0) } }
    for root in schemas.lazy.flatMap(\.rootOperations) {
      checkKnown(root.type, in: .root(root.operationType))
    }
  }

  private mutating func checkKnownType(of member: Member) {
    if let type = member.type { checkKnown(type.name, in: member.element) }
  }

  private mutating func checkKnown(_ name: Name, in element: SchemaElement) {
    if schema.typeID(name.symbol) == nil { reportUnknownType(name, in: element) }
  }

  private mutating func reportUnknownType(_ name: Name, in element: SchemaElement) {
    guard
      options.reportsConsequences
        || report.isNews(
          .knownTypeNames, missing: name.symbol, about: element, at: name.position)
    else { return }
    let text = symbols[name.symbol]
    let help =
      text.hasPrefix("AWS")
      ? appSyncHelp("scalar \(text)") : report.didYouMean(name.symbol, among: typeNames, symbols)
    report.error(
      .knownTypeNames, missing: name.symbol, "unknown type \"\(text)\"",
      about: element, at: name.position,
      help: help ?? "define it, or add the file that does to the schema")
  }
}
