// Checks oneOf input objects, whose values have exactly one field: all their fields must be nullable.
// https://spec.graphql.org/September2025/#sec-OneOf-Input-Objects

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkOneOfInputObjects(_ type: TypeDefinition) {
    guard type.kind == .inputObject, type.directives[.oneOf] != nil else { return }
    for field in type.inputFields {
      checkOneOfField(field, .inputField(field.name.symbol, of: type.name.symbol))
    }
  }

  mutating func checkOneOfExtensions() {
    for type in types where type.isExtension && type.kind == .inputObject {
      guard let directive = type.directives[.oneOf] else { continue }
      report.error(
        .oneOfInputObjects,
        "an extension cannot make \(symbols[type.name.symbol]) a oneOf input object",
        about: .type(type.name.symbol), at: directive.position,
        help: "apply @oneOf to its definition")
    }
  }

  private mutating func checkOneOfField(_ field: InputValueDefinition, _ element: SchemaElement) {
    if field.type.isNonNull {
      report.error(
        .oneOfInputObjects,
        "field \(element.coordinate(symbols)) of a oneOf input object is non-null",
        about: element, at: sources.start(of: field.type),
        help: "write \(field.type.nullable.text(symbols)): only one field is ever given")
    }
    if field.defaultValue != nil {
      report.error(
        .oneOfInputObjects,
        "field \(element.coordinate(symbols)) of a oneOf input object has a default value",
        about: element, at: field.start,
        help: "remove the default value: only one field is ever given")
    }
  }
}
