// Checks that a built-in scalar is specified by the GraphQL specification alone.
// https://spec.graphql.org/September2025/#sec--specifiedBy

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// - Parameter scalar: a definition of a built-in scalar.
  mutating func checkSpecifiedBy(_ scalar: TypeDefinition) {
    guard let directive = scalar.directives[.specifiedBy] else { return }
    report.error(
      .specifiedBy,
      "the built-in scalar \(symbols[scalar.name.symbol]) cannot be specified elsewhere",
      about: .type(scalar.name.symbol), at: directive.position,
      help: "define a scalar of another name")
  }
}
