// Visits the places of types, for IsInputType and IsOutputType.
// https://spec.graphql.org/September2025/#sec-Input-and-Output-Types

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkInputTypes(_ directive: DirectiveDefinition) {
    for argument in directive.arguments {
      checkIsInputType(argument.type, "argument") {
        .directiveArgument(argument.name.symbol, of: directive.name.symbol)
      }
    }
  }

  mutating func checkInputAndOutputTypes(_ type: TypeDefinition) {
    let owner = type.name.symbol
    for index in type.fields.indices {
      let field = type.fields[index].name.symbol
      checkIsOutputType(type.fields[index].type) { .field(field, of: owner) }
      for argument in type.fields[index].arguments.indices {
        let name = type.fields[index].arguments[argument].name.symbol
        checkIsInputType(type.fields[index].arguments[argument].type, "argument") {
          .argument(name, field: field, of: owner)
        }
      }
    }
    for index in type.inputFields.indices {
      let name = type.inputFields[index].name.symbol
      checkIsInputType(type.inputFields[index].type, "input field") {
        .inputField(name, of: owner)
      }
    }
  }
}
