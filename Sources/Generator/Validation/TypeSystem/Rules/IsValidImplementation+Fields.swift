// Compares a field and its arguments with the field of an interface.
// https://spec.graphql.org/September2025/#IsValidImplementation()

import AuthGenLanguage
import AuthGenTypeSystem

/// A field and the field of an interface that it implements.
struct ImplementedField {
  let type: TypeDefinition
  let field: FieldDefinition
  let interface: TypeDefinition
  let promised: FieldDefinition

  var element: SchemaElement { .field(field.name.symbol, of: type.name.symbol) }
  var promisedElement: SchemaElement { .field(promised.name.symbol, of: interface.name.symbol) }

  /// Returns an argument of the field.
  func argument(_ name: Name) -> SchemaElement {
    .argument(name.symbol, field: field.name.symbol, of: type.name.symbol)
  }

  /// Returns an argument of the interface's field.
  func promisedArgument(_ name: Name) -> SchemaElement {
    .argument(name.symbol, field: promised.name.symbol, of: interface.name.symbol)
  }

  var notes: [Diagnostic.Note] {
    [.init(promised.name.position, "the field is promised here")]
  }
}

extension SchemaValidator {
  mutating func checkImplementation(_ pair: ImplementedField) {
    let (field, promised) = (pair.field, pair.promised)
    if !schema.isValidImplementation(field.type, promised.type), isOutput(field.type),
      isOutput(promised.type)
    {
      report.error(
        .isValidImplementation,
        "\(pair.element.coordinate(symbols)) is of type \(field.type.text(symbols)),"
          + " and interface \(symbols[pair.interface.name.symbol]) promises"
          + " \(promised.type.text(symbols))",
        about: pair.element, at: sources.start(of: field.type), notes: pair.notes,
        help: "return that type or a subtype of it")
    }
    if !field.arguments.isEmpty || !promised.arguments.isEmpty {
      checkArguments(pair)
      checkAdditionalArguments(pair)
    }
    if let deprecated = field.directives[.deprecated], promised.directives[.deprecated] == nil {
      report.add(
        options.deprecatedImplementations, .deprecatedImplementation,
        "\(pair.element.coordinate(symbols)) is deprecated, and"
          + " \(pair.promisedElement.coordinate(symbols)), which it implements, is not",
        about: pair.element, at: deprecated.position, notes: pair.notes,
        help:
          "deprecate the interface's field, too; if the schema is not yours, set the rule to \"off\""
      )
    }
  }

  /// Whether the type is an output type. An invalid type is reported where it is written, and not
  /// for every type that implements the interface.
  private func isOutput(_ type: TypeReference) -> Bool {
    kind(type.symbol).map { $0 != .inputObject } ?? false
  }

  private func isInput(_ type: TypeReference) -> Bool {
    kind(type.symbol).map { $0.isInputType } ?? false
  }

  private mutating func checkArguments(_ pair: ImplementedField) {
    mark(pair.field.arguments)
    for argument in pair.promised.arguments {
      guard let own = names[argument.name.symbol] else {
        reportMissingArgument(argument, pair)
        continue
      }
      let ownType = pair.field.arguments[Int(own)].type
      guard !ownType.isSameType(as: argument.type), isInput(ownType), isInput(argument.type)
      else { continue }
      let element = pair.argument(argument.name)
      report.error(
        .isValidImplementation,
        "\(element.coordinate(symbols)) is of type \(ownType.text(symbols)), and"
          + " \(pair.promisedArgument(argument.name).coordinate(symbols)) of type"
          + " \(argument.type.text(symbols))",
        about: element, at: sources.start(of: ownType),
        notes: [.init(argument.name.position, "the argument is promised here")],
        help: "arguments must have exactly the same type")
    }
  }

  private mutating func reportMissingArgument(
    _ argument: InputValueDefinition, _ pair: ImplementedField
  ) {
    report.error(
      .isValidImplementation,
      "\(pair.element.coordinate(symbols)) lacks the argument of"
        + " \(pair.promisedArgument(argument.name).coordinate(symbols))",
      about: pair.argument(argument.name), at: pair.field.start,
      notes: [.init(argument.name.position, "the argument is promised here")],
      help: "add \"\(symbols[argument.name.symbol]): \(argument.type.text(symbols))\"")
  }

  private mutating func checkAdditionalArguments(_ pair: ImplementedField) {
    mark(pair.promised.arguments)
    for argument in pair.field.arguments
    where argument.isRequired && names[argument.name.symbol] == nil {
      report.error(
        .isValidImplementation,
        "argument \(pair.argument(argument.name).coordinate(symbols)) is required, and"
          + " \(pair.promisedElement.coordinate(symbols)) does not have it",
        about: pair.element, at: argument.start, notes: pair.notes,
        help: "make it nullable, or give it a default value")
    }
  }

  /// Marks the names of the arguments with their indexes.
  private mutating func mark(_ arguments: [InputValueDefinition]) {
    names.removeAll()
    for index in arguments.indices {
      _ = names.mark(arguments[index].name.symbol, UInt32(index))
    }
  }
}

extension Schema {
  /// Implements IsValidImplementationFieldType().
  /// https://spec.graphql.org/September2025/#IsValidImplementationFieldType()
  fileprivate func isValidImplementation(
    _ type: TypeReference, _ promised: TypeReference
  ) -> Bool {
    type.isCompatible(with: promised) { name, promisedName in
      if name == promisedName { return true }
      guard let id = typeID(name), let promisedID = typeID(promisedName) else { return false }
      return isSubtype(id, of: promisedID)
    }
  }
}
