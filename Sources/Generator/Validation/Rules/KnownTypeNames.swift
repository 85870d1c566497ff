// Checks that every named type exists.
// https://spec.graphql.org/September2025/#sec-Fragment-Spread-Type-Existence
// https://spec.graphql.org/September2025/#sec-Type-System

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  /// Suggests the types for which `isSuitable` is true.
  mutating func reportUnknownType(
    _ name: Name, isSuitable: @escaping (TypeDefinition) -> Bool
  ) {
    let suitable = schema.types.lazy.filter(isSuitable).map(\.name.symbol)
    let help =
      report.didYouMean(name.symbol, among: suitable, symbols)
      ?? "check the name, or update the schema"
    report.error(
      .knownTypeNames, "unknown type \"\(symbols[name.symbol])\"", at: name.position,
      help: help)
  }
}

extension SchemaValidator {
  /// Checks the names in type and directive definitions, and those of the root operation types.
  mutating func checkKnownTypeNames() {
    for type in types { checkKnownTypeNames(in: type) }
    for directive in directives {
      let owner = directive.name.symbol
      for argument in directive.arguments where isMissing(argument.type.name) {
        reportUnknownType(
          argument.type.name, in: .directiveArgument(argument.name.symbol, of: owner))
      }
    }
    for root in schemas.lazy.flatMap(\.rootOperations) where isMissing(root.type) {
      reportUnknownType(root.type, in: .root(root.operationType))
    }
  }

  private mutating func checkKnownTypeNames(in type: TypeDefinition) {
    let owner = type.name.symbol
    for name in type.interfaces where isMissing(name) { reportUnknownType(name, in: .type(owner)) }
    for name in type.members where isMissing(name) { reportUnknownType(name, in: .type(owner)) }
    for index in type.fields.indices {
      let field = type.fields[index].name.symbol
      if isMissing(type.fields[index].type.name) {
        reportUnknownType(type.fields[index].type.name, in: .field(field, of: owner))
      }
      for argument in type.fields[index].arguments.indices
      where isMissing(type.fields[index].arguments[argument].type.name) {
        let argument = type.fields[index].arguments[argument]
        reportUnknownType(
          argument.type.name, in: .argument(argument.name.symbol, field: field, of: owner))
      }
    }
    for index in type.inputFields.indices
    where isMissing(type.inputFields[index].type.name) {
      let field = type.inputFields[index]
      reportUnknownType(field.type.name, in: .inputField(field.name.symbol, of: owner))
    }
  }

  private func isMissing(_ name: Name) -> Bool {
    schema.typeID(name.symbol) == nil
  }

  private mutating func reportUnknownType(_ name: Name, in element: SchemaElement) {
    guard
      options.reportsConsequences
        || report.isNews(
          .knownTypeNames, missing: name.symbol, about: element, at: name.position)
    else { return }
    let text = symbols[name.symbol]
    let help =
      text.hasPrefix("AWS")
      ? appSyncHelp("scalar \(text)") : report.didYouMean(name.symbol, among: typeNames, symbols)
    report.error(
      .knownTypeNames, missing: name.symbol, "unknown type \"\(text)\"",
      about: element, at: name.position,
      help: help ?? "define it, or add the file that does to the schema")
  }
}
