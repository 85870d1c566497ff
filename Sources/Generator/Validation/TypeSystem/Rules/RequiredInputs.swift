// Checks that required inputs are not deprecated: clients cannot stop using them.
// https://spec.graphql.org/September2025/#sec--deprecated

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkRequiredInputs(_ directive: DirectiveDefinition) {
    for argument in directive.arguments {
      checkRequiredInput(argument, "argument") {
        .directiveArgument($0, of: directive.name.symbol)
      }
    }
  }

  mutating func checkRequiredInputs(_ type: TypeDefinition) {
    let owner = type.name.symbol
    for index in type.fields.indices {
      for argument in type.fields[index].arguments.indices
      where !type.fields[index].arguments[argument].directives.isEmpty {
        let field = type.fields[index].name.symbol
        checkRequiredInput(type.fields[index].arguments[argument], "argument") {
          .argument($0, field: field, of: owner)
        }
      }
    }
    for field in type.inputFields {
      checkRequiredInput(field, "input field") { .inputField($0, of: owner) }
    }
  }

  private mutating func checkRequiredInput(
    _ input: InputValueDefinition, _ term: String, element: (Symbol) -> SchemaElement
  ) {
    guard input.isRequired, let deprecated = input.directives[.deprecated] else { return }
    let element = element(input.name.symbol)
    report.error(
      .requiredInputs,
      "\(term) \(element.coordinate(symbols)) is required and cannot be deprecated",
      about: element, at: deprecated.position,
      help: "make its type nullable, or give it a default value")
  }
}
