// Fields, input fields and enum values have names of their own within their type, the extensions of
// the type included; arguments within their field or directive.
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
        check(context.types[index], &marks, context, &report)
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
        duplicate("UniqueFieldDefinitionNames", "field", name, first, type, context, &report)
      }
    }
    for index in type.inputFields.indices {
      let name = type.inputFields[index].name
      if let first = marks.mark(name) {
        duplicate("UniqueFieldDefinitionNames", "input field", name, first, type, context, &report)
      }
    }
    for index in type.values.indices {
      let name = type.values[index].name
      if let first = marks.mark(name) {
        duplicate("UniqueEnumValueNames", "enum value", name, first, type, context, &report)
      }
    }
  }

  private static func duplicate(
    _ rule: String, _ term: String, _ name: Name, _ first: Position, _ type: TypeDefinition,
    _ context: TypeSystemContext, _ report: inout Report
  ) {
    report.error(
      rule, "\(term) \(context.coordinate(type, name)) is defined more than once",
      at: name.position, notes: [.init(first, "defined here first")],
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
        check(arguments, &marks, &report) {
          context.coordinate(context.types[index], context.types[index].fields[field].name, $0)
        }
      }
    }
    for directive in context.directives {
      check(directive.arguments, &marks, &report) { context.coordinate(directive, $0) }
    }
  }

  private static func check(
    _ arguments: [InputValueDefinition], _ marks: inout SymbolMarks, _ report: inout Report,
    coordinate: (Name) -> String
  ) {
    marks.removeAll()
    for index in arguments.indices {
      let name = arguments[index].name
      guard let first = marks.mark(name) else { continue }
      report.error(
        "UniqueArgumentDefinitionNames",
        "argument \(coordinate(name)) is defined more than once", at: name.position,
        notes: [.init(first, "defined here first")], help: "rename or remove one of the two")
    }
  }
}
