// Checks oneOf input objects, whose values have exactly one field: all their fields must be
// nullable.
// https://spec.graphql.org/September2025/#sec-OneOf-Input-Objects

import AuthGenLanguage
import AuthGenTypeSystem

enum OneOfInputObjects {
  static let rule = Diagnostic.Rule.oneOfInputObjects

  static func check(
    _ type: TypeDefinition, _ context: TypeSystemContext, _ report: inout Report
  ) {
    guard type.kind == .inputObject, type.directives[.oneOf] != nil else { return }
    for field in type.inputFields { check(field, of: type, context, &report) }
  }

  static func checkExtensions(_ context: TypeSystemContext, _ report: inout Report) {
    for type in context.types where type.isExtension && type.kind == .inputObject {
      guard let directive = type.directives[.oneOf] else { continue }
      report.error(
        rule, "an extension cannot make \(context.name(type)) a oneOf input object",
        about: .type(type.name.symbol), at: directive.position,
        help: "apply @oneOf to its definition")
    }
  }

  private static func check(
    _ field: InputValueDefinition, of type: TypeDefinition, _ context: TypeSystemContext,
    _ report: inout Report
  ) {
    if field.type.isNonNull {
      report.error(
        rule, "field \(context.coordinate(type, field.name)) of a oneOf input object is non-null",
        about: .inputField(field.name.symbol, of: type.name.symbol),
        at: context.start(of: field.type),
        help: "write \(field.type.nullable.text(context.symbols)): only one field is ever given")
    }
    if field.defaultValue != nil {
      report.error(
        rule,
        "field \(context.coordinate(type, field.name)) of a oneOf input object has a default value",
        about: .inputField(field.name.symbol, of: type.name.symbol), at: field.start,
        help: "remove the default value: only one field is ever given")
    }
  }
}
