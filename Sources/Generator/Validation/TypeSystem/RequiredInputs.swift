// Checks that required inputs are not deprecated: clients cannot stop using them.
// https://spec.graphql.org/September2025/#sec--deprecated

import AuthGenLanguage
import AuthGenTypeSystem

enum RequiredInputs {
  static func check(
    _ directive: DirectiveDefinition, _ context: TypeSystemContext, _ report: inout Report
  ) {
    for argument in directive.arguments {
      guard let place = deprecation(ofRequired: argument) else { continue }
      add(
        "argument \(context.coordinate(directive, argument.name))",
        .directiveArgument(argument.name.symbol, of: directive.name.symbol), place, &report)
    }
  }

  static func check(
    _ type: TypeDefinition, _ context: TypeSystemContext, _ report: inout Report
  ) {
    for index in type.fields.indices {
      for argument in type.fields[index].arguments.indices
      where !type.fields[index].arguments[argument].directives.isEmpty {
        let argument = type.fields[index].arguments[argument]
        guard let place = deprecation(ofRequired: argument) else { continue }
        let field = type.fields[index].name
        add(
          "argument \(context.coordinate(type, field, argument.name))",
          .argument(argument.name.symbol, field: field.symbol, of: type.name.symbol), place,
          &report)
      }
    }
    for field in type.inputFields {
      guard let place = deprecation(ofRequired: field) else { continue }
      add(
        "input field \(context.coordinate(type, field.name))",
        .inputField(field.name.symbol, of: type.name.symbol), place, &report)
    }
  }

  private static func deprecation(ofRequired value: InputValueDefinition) -> Position? {
    value.isRequired ? value.directives[.deprecated]?.position : nil
  }

  private static func add(
    _ subject: String, _ element: SchemaElement, _ position: Position, _ report: inout Report
  ) {
    report.error(
      .requiredInputs, "\(subject) is required and cannot be deprecated", about: element,
      at: position,
      help: "make its type nullable, or give it a default value")
  }
}
