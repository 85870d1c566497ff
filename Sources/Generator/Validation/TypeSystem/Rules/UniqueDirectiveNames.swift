// Checks that directives have unique names.
// https://spec.graphql.org/September2025/#sec-Schema

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkUniqueDirectiveNames() {
    names.removeAll()
    for directive in directives {
      guard let first = names.mark(directive.name) else { continue }
      reportRepetition(
        .uniqueDirectiveNames, "directive", .directive(directive.name.symbol),
        at: directive.name.position, first: first)
    }
  }
}
