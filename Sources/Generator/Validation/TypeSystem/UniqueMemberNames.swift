// Checks that fields, input fields and enum values have unique names within their type, including
// its extensions, and arguments within their field or directive.
// https://spec.graphql.org/September2025/#sec-Objects.Type-Validation

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// Checks UniqueFieldDefinitionNames and UniqueEnumValueNames, for each type together with its
  /// extensions.
  mutating func checkUniqueMemberNames() {
    for start in groups.first {
      names.removeAll()
      var current: Int? = start
      while let index = current {
        if options.reportsConsequences || !isRepetition(index) {
          checkUniqueFieldDefinitionNames(types[index])
          checkUniqueEnumValueNames(types[index])
        }
        current = groups.next(after: index)
      }
    }
  }

  /// Reports an element that is defined again.
  ///
  /// - Parameters:
  ///   - term: the kind of the element, such as "field".
  ///   - first: the position of the first definition.
  mutating func reportRepetition(
    _ rule: Diagnostic.Rule, _ term: String, _ element: SchemaElement, at position: Position,
    first: Position
  ) {
    report.error(
      rule, "\(term) \(element.coordinate(symbols)) is defined more than once",
      about: element, at: position, outcome: "the first definition is used",
      notes: [.init(first, "defined here first")], help: "rename or remove one of the two")
  }
}

extension SchemaValidator {
  /// Checks a definition or an extension. The members of the type's earlier ones must be marked.
  mutating func checkUniqueFieldDefinitionNames(_ type: TypeDefinition) {
    for index in type.fields.indices {
      let name = type.fields[index].name
      guard let first = names.mark(name) else { continue }
      reportRepetition(
        .uniqueFieldDefinitionNames, "field", .field(name.symbol, of: type.name.symbol),
        at: name.position, first: first)
    }
    for index in type.inputFields.indices {
      let name = type.inputFields[index].name
      guard let first = names.mark(name) else { continue }
      reportRepetition(
        .uniqueFieldDefinitionNames, "input field",
        .inputField(name.symbol, of: type.name.symbol), at: name.position, first: first)
    }
  }
}

extension SchemaValidator {
  /// Checks a definition or an extension. The members of the type's earlier ones must be marked.
  mutating func checkUniqueEnumValueNames(_ type: TypeDefinition) {
    for index in type.values.indices {
      let name = type.values[index].name
      guard let first = names.mark(name) else { continue }
      reportRepetition(
        .uniqueEnumValueNames, "enum value", .enumValue(name.symbol, of: type.name.symbol),
        at: name.position, first: first)
    }
  }
}

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
