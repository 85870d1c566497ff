// Checks for names that begin with two underscores, which are reserved for introspection.
// https://spec.graphql.org/September2025/#sec-Names.Reserved-Names

import AuthGenLanguage
import AuthGenTypeSystem

struct ReservedNames {
  private let context: TypeSystemContext
  /// For each symbol, whether the name is reserved.
  private let isReserved: [Bool]

  init(_ context: TypeSystemContext) {
    self.context = context
    let symbols = context.symbols
    isReserved = (0..<symbols.count).map { symbols.isReserved(Symbol(id: UInt32($0))) }
  }

  func check(_ directive: DirectiveDefinition, _ report: inout Report) {
    if isReserved[directive.name.symbol.index] {
      add(
        context.coordinate(directive), .directive(directive.name.symbol), directive.start, &report)
    }
    for argument in directive.arguments where isReserved[argument.name.symbol.index] {
      add(
        context.coordinate(directive, argument.name),
        .directiveArgument(argument.name.symbol, of: directive.name.symbol), argument.start,
        &report)
    }
  }

  func check(_ type: TypeDefinition, _ report: inout Report) {
    let owner = type.name.symbol
    if isReserved[owner.index] { add(context.name(type), .type(owner), type.start, &report) }
    for index in type.fields.indices {
      let field = type.fields[index].name
      if isReserved[field.symbol.index] {
        add(
          context.coordinate(type, field), .field(field.symbol, of: owner),
          type.fields[index].start, &report)
      }
      for argument in type.fields[index].arguments.indices {
        let name = type.fields[index].arguments[argument].name
        guard isReserved[name.symbol.index] else { continue }
        add(
          context.coordinate(type, field, name),
          .argument(name.symbol, field: field.symbol, of: owner),
          type.fields[index].arguments[argument].start, &report)
      }
    }
    for field in type.inputFields where isReserved[field.name.symbol.index] {
      add(
        context.coordinate(type, field.name), .inputField(field.name.symbol, of: owner),
        field.start, &report)
    }
    for value in type.values where isReserved[value.name.symbol.index] {
      add(
        context.coordinate(type, value.name), .enumValue(value.name.symbol, of: owner),
        value.start, &report)
    }
  }

  private func add(
    _ coordinate: String, _ element: SchemaElement, _ position: Position,
    _ report: inout Report
  ) {
    report.error(
      .reservedNames, "the name \(coordinate) begins with \"__\"", about: element, at: position,
      help: "such names are reserved for introspection; choose another")
  }
}
