// Checks that arguments have unique names within their field or directive.
// https://spec.graphql.org/September2025/#sec-Objects.Type-Validation
// https://spec.graphql.org/September2025/#sec-Type-System.Directives

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkUniqueArgumentDefinitionNames() {
    for type in types {
      for field in type.fields.indices where type.fields[field].arguments.count > 1 {
        let name = type.fields[field].name.symbol
        checkUniqueNames(type.fields[field].arguments) {
          .argument($0, field: name, of: type.name.symbol)
        }
      }
    }
    for directive in directives {
      checkUniqueNames(directive.arguments) { .directiveArgument($0, of: directive.name.symbol) }
    }
  }

  private mutating func checkUniqueNames(
    _ arguments: [InputValueDefinition], element: (Symbol) -> SchemaElement
  ) {
    names.removeAll()
    for index in arguments.indices {
      let name = arguments[index].name
      guard let first = names.mark(name) else { continue }
      reportRepetition(
        .uniqueArgumentDefinitionNames, "argument", element(name.symbol), at: name.position,
        first: first)
    }
  }
}
