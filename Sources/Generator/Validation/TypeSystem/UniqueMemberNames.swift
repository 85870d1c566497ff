// Checks that fields, input fields and enum values have unique names within their type, including
// its extensions, and arguments within their field or directive.
// https://spec.graphql.org/September2025/#sec-Objects.Type-Validation

import AuthGenLanguage
import AuthGenTypeSystem

enum UniqueMemberNames {
  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    var marks = SymbolMarks(context.symbols)
    for start in context.groups.first {
      marks.removeAll()
      var current: Int? = start
      while let index = current {
        if context.options.reportsConsequences || !context.isRepetition(index) {
          check(context.types[index], &marks, context, &report)
        }
        current = context.groups.next(after: index)
      }
    }
  }

  private static func check(
    _ type: TypeDefinition, _ marks: inout SymbolMarks, _ context: TypeSystemContext,
    _ report: inout Report
  ) {
    for index in type.fields.indices {
      let name = type.fields[index].name
      if let first = marks.mark(name) {
        duplicate(
          .uniqueFieldDefinitionNames, "field", name, first,
          .field(name.symbol, of: type.name.symbol), context, &report)
      }
    }
    for index in type.inputFields.indices {
      let name = type.inputFields[index].name
      if let first = marks.mark(name) {
        duplicate(
          .uniqueFieldDefinitionNames, "input field", name, first,
          .inputField(name.symbol, of: type.name.symbol), context, &report)
      }
    }
    for index in type.values.indices {
      let name = type.values[index].name
      if let first = marks.mark(name) {
        duplicate(
          .uniqueEnumValueNames, "enum value", name, first,
          .enumValue(name.symbol, of: type.name.symbol), context, &report)
      }
    }
  }

  private static func duplicate(
    _ rule: Diagnostic.Rule, _ term: String, _ name: Name, _ first: Position,
    _ element: SchemaElement,
    _ context: TypeSystemContext, _ report: inout Report
  ) {
    report.error(
      rule, "\(term) \(element.coordinate(context.symbols)) is defined more than once",
      about: element, at: name.position, outcome: "the first definition is used",
      notes: [.init(first, "defined here first")],
      help: "rename or remove one of the two")
  }
}

enum UniqueArgumentDefinitionNames {
  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    var marks = SymbolMarks(context.symbols)
    for index in context.types.indices {
      for field in context.types[index].fields.indices {
        let arguments = context.types[index].fields[field].arguments
        guard arguments.count > 1 else { continue }
        let owner = context.types[index].name.symbol
        let field = context.types[index].fields[field].name.symbol
        check(arguments, context, &marks, &report) { .argument($0, field: field, of: owner) }
      }
    }
    for directive in context.directives {
      check(directive.arguments, context, &marks, &report) {
        .directiveArgument($0, of: directive.name.symbol)
      }
    }
  }

  private static func check(
    _ arguments: [InputValueDefinition], _ context: TypeSystemContext,
    _ marks: inout SymbolMarks, _ report: inout Report, element: (Symbol) -> SchemaElement
  ) {
    marks.removeAll()
    for index in arguments.indices {
      let name = arguments[index].name
      guard let first = marks.mark(name) else { continue }
      report.error(
        .uniqueArgumentDefinitionNames,
        "argument \(element(name.symbol).coordinate(context.symbols)) is defined more than once",
        about: element(name.symbol), at: name.position, outcome: "the first definition is used",
        notes: [.init(first, "defined here first")], help: "rename or remove one of the two")
    }
  }
}
