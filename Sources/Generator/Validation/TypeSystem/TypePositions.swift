// Checks that fields return output types, and that arguments and input fields have input types.
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

extension SchemaValidator {
  /// - Parameters:
  ///   - term: the kind of the element that takes values of the type.
  ///   - element: returns that element.
  mutating func checkIsInputType(
    _ type: TypeReference, _ term: String, of element: () -> SchemaElement
  ) {
    guard let kind = kind(type.symbol), !kind.isInputType else { return }
    let element = element()
    let notes = typeNote(type)
    report.error(
      .isInputType,
      "\(term) \(element.coordinate(symbols)) cannot take \(symbols[type.symbol]), which is"
        + " \(kind.withArticle) type",
      about: element, at: sources.start(of: type), notes: notes,
      help: "take a scalar, an enum or an input object")
  }

  /// Returns a note at the definition of a reference's type, unless the type is built in.
  func typeNote(_ type: TypeReference) -> [Diagnostic.Note] {
    guard let id = schema.typeID(type.symbol), !schema.isBuiltIn(id) else { return [] }
    return [.init(schema.types[id.index].name.position, "defined here")]
  }
}

extension SchemaValidator {
  /// - Parameter element: returns the field of that type.
  mutating func checkIsOutputType(_ type: TypeReference, of element: () -> SchemaElement) {
    guard kind(type.symbol) == .inputObject else { return }
    let element = element()
    let notes = typeNote(type)
    report.error(
      .isOutputType,
      "field \(element.coordinate(symbols)) cannot return the input object"
        + " \(symbols[type.symbol])",
      about: element, at: sources.start(of: type), notes: notes,
      help: "input objects are for arguments; return an object type with these fields")
  }
}
