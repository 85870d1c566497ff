// Checks for names that begin with two underscores, which are reserved for introspection.
// https://spec.graphql.org/September2025/#sec-Names.Reserved-Names

import AuthGenLanguage
import AuthGenTypeSystem

/// For each symbol, whether the name is reserved.
struct ReservedNames {
  private let isReserved: [Bool]

  init(_ symbols: SymbolTable) {
    isReserved = (0..<symbols.count).map { symbols.isReserved(Symbol(id: UInt32($0))) }
  }

  subscript(name: Symbol) -> Bool { isReserved[name.index] }
}

extension SchemaValidator {
  mutating func checkReservedNames(_ directive: DirectiveDefinition, _ reserved: ReservedNames) {
    let owner = directive.name.symbol
    if reserved[owner] { reportReserved(.directive(owner), at: directive.start) }
    for argument in directive.arguments where reserved[argument.name.symbol] {
      reportReserved(.directiveArgument(argument.name.symbol, of: owner), at: argument.start)
    }
  }

  mutating func checkReservedNames(_ type: TypeDefinition, _ reserved: ReservedNames) {
    let owner = type.name.symbol
    if reserved[owner] { reportReserved(.type(owner), at: type.start) }
    for index in type.fields.indices {
      let field = type.fields[index].name.symbol
      if reserved[field] {
        reportReserved(.field(field, of: owner), at: type.fields[index].start)
      }
      for argument in type.fields[index].arguments.indices {
        let name = type.fields[index].arguments[argument].name.symbol
        guard reserved[name] else { continue }
        reportReserved(
          .argument(name, field: field, of: owner),
          at: type.fields[index].arguments[argument].start)
      }
    }
    for field in type.inputFields where reserved[field.name.symbol] {
      reportReserved(.inputField(field.name.symbol, of: owner), at: field.start)
    }
    for value in type.values where reserved[value.name.symbol] {
      reportReserved(.enumValue(value.name.symbol, of: owner), at: value.start)
    }
  }

  private mutating func reportReserved(_ element: SchemaElement, at position: Position) {
    report.error(
      .reservedNames, "the name \(element.coordinate(symbols)) begins with \"__\"", about: element,
      at: position, help: "such names are reserved for introspection; choose another")
  }
}
