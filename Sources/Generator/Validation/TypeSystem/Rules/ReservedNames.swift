// Checks for names that begin with two underscores, which are reserved for introspection.
// https://spec.graphql.org/September2025/#sec-Names.Reserved-Names

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkReservedName(
    _ name: Name, _ element: SchemaElement, at position: Position
  ) {
    guard symbols.isReserved(name.symbol) else { return }
    report.error(
      .reservedNames, "the name \(element.coordinate(symbols)) begins with \"__\"", about: element,
      at: position, help: "such names are reserved for introspection; choose another")
  }
}
