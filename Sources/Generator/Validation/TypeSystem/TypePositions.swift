// Checks that fields return output types, and that arguments and input fields have input types.
// https://spec.graphql.org/September2025/#sec-Input-and-Output-Types

import AuthGenLanguage
import AuthGenTypeSystem

enum TypePositions {
  static func check(
    _ directive: DirectiveDefinition, _ context: TypeSystemContext, _ report: inout Report
  ) {
    for argument in directive.arguments {
      guard let kind = outputKind(argument.type, context) else { continue }
      add(
        "argument \(context.coordinate(directive, argument.name))", argument.type, kind,
        .directiveArgument(argument.name.symbol, of: directive.name.symbol), context, &report)
    }
  }

  static func check(
    _ type: TypeDefinition, _ context: TypeSystemContext, _ report: inout Report
  ) {
    for index in type.fields.indices {
      if context.kind(type.fields[index].type.symbol) == .inputObject {
        addOutput(type.fields[index], type, context, &report)
      }
      for argument in type.fields[index].arguments.indices {
        let reference = type.fields[index].arguments[argument].type
        guard let kind = outputKind(reference, context) else { continue }
        let name = type.fields[index].arguments[argument].name
        add(
          "argument \(context.coordinate(type, type.fields[index].name, name))", reference, kind,
          .argument(
            name.symbol, field: type.fields[index].name.symbol, of: type.name.symbol),
          context, &report)
      }
    }
    for index in type.inputFields.indices {
      let reference = type.inputFields[index].type
      guard let kind = outputKind(reference, context) else { continue }
      add(
        "input field \(context.coordinate(type, type.inputFields[index].name))", reference, kind,
        .inputField(type.inputFields[index].name.symbol, of: type.name.symbol), context, &report)
    }
  }

  /// Returns the kind of a type that is not an input type, or nil for input types.
  private static func outputKind(
    _ reference: TypeReference, _ context: TypeSystemContext
  ) -> TypeDefinition.Kind? {
    switch context.kind(reference.symbol) {
    case .scalar, .enum, .inputObject, nil: nil
    case .object: .object
    case .interface: .interface
    case .union: .union
    }
  }

  private static func addOutput(
    _ field: FieldDefinition, _ type: TypeDefinition, _ context: TypeSystemContext,
    _ report: inout Report
  ) {
    report.error(
      .isOutputType,
      "field \(context.coordinate(type, field.name)) cannot return the input object"
        + " \(context.name(field.type.symbol))",
      about: .field(field.name.symbol, of: type.name.symbol), at: context.start(of: field.type),
      notes: note(field.type, context),
      help: "input objects are for arguments; return an object type with these fields")
  }

  private static func add(
    _ subject: String, _ reference: TypeReference, _ kind: TypeDefinition.Kind,
    _ element: SchemaElement, _ context: TypeSystemContext, _ report: inout Report
  ) {
    report.error(
      .isInputType,
      "\(subject) cannot take \(context.name(reference.symbol)), which is"
        + " \(kind.withArticle) type",
      about: element, at: context.start(of: reference), notes: note(reference, context),
      help: "take a scalar, an enum or an input object")
  }

  private static func note(
    _ reference: TypeReference, _ context: TypeSystemContext
  ) -> [Diagnostic.Note] {
    guard let id = context.schema.typeID(reference.symbol), !context.schema.isBuiltIn(id) else {
      return []
    }
    return [.init(context.schema.types[id.index].name.position, "defined here")]
  }
}
