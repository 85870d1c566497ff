// Resolves schema coordinates.
// https://spec.graphql.org/September2025/#sec-Schema-Coordinates.Resolving-Schema-Coordinates

import AuthGenLanguage

/// The error for a coordinate that the schema does not contain.
package struct UnknownSchemaElement: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name that was not found.
  package let name: String
  /// The coordinate of the element that was searched, such as `User` or `User.name`; nil for types
  /// and directives.
  package let parent: String?
  /// The kind of element that was not found: "type", "field", "input field", "enum value",
  /// "argument", "directive" or, in a type without any of these, "member".
  package let term: String
  /// The existing names, in schema order, for suggestions.
  package let candidates: [String]

  /// A sentence without suggestions.
  package var description: String {
    "\(parent ?? "the schema") has no \(term) \"\(name)\""
  }
}

extension SchemaCoordinate {
  /// Returns the element that the coordinate refers to. Introspection types and meta-fields, whose
  /// names begin with two underscores, are not elements of a schema; built-in scalars and
  /// directives are.
  ///
  /// - Throws: an error if the schema does not contain the element, with the candidates at the
  ///   first step that failed.
  package func resolve(
    in schema: Schema, _ symbols: SymbolTable
  ) throws(UnknownSchemaElement) -> SchemaElement {
    let resolver = Resolver(schema: schema, symbols: symbols)
    switch self {
    case .type(let type):
      return .type(schema.name(of: try resolver.type(type)).symbol)
    case .member(let type, let member):
      return try resolver.member(member, of: type)
    case .argument(let type, let field, let name):
      return try resolver.argument(name, of: try resolver.member(field, of: type))
    case .directive(let directive):
      return .directive(try resolver.directive(directive).name.symbol)
    case .directiveArgument(let directive, let name):
      return try resolver.argument(name, of: try resolver.directive(directive))
    }
  }
}

private struct Resolver {
  let schema: Schema
  let symbols: SymbolTable

  func type(_ name: String) throws(UnknownSchemaElement) -> TypeID {
    if !name.hasPrefix("__"), let id = symbols.find(name).flatMap(schema.typeID) { return id }
    let names = schema.types.lazy.map(\.name.symbol).filter { !symbols.isReserved($0) }
    throw unknown("type", name, among: names)
  }

  func member(
    _ name: String, of typeName: String
  ) throws(UnknownSchemaElement) -> SchemaElement {
    let id = try type(typeName)
    let type = schema[id]
    let owner = type.name.symbol
    let symbol = symbols.find(name)
    let term: String
    let names: [Symbol]
    switch type.kind {
    case .object, .interface:
      if let symbol, schema.fieldIndex(symbol, of: id) != nil { return .field(symbol, of: owner) }
      (term, names) = ("field", type.fields.map(\.name.symbol))
    case .inputObject:
      if let symbol, schema.inputField(symbol, of: id) != nil {
        return .inputField(symbol, of: owner)
      }
      (term, names) = ("input field", type.inputFields.map(\.name.symbol))
    case .enum:
      if let symbol, schema.hasValue(symbol, of: id) { return .enumValue(symbol, of: owner) }
      (term, names) = ("enum value", type.values.map(\.name.symbol))
    case .scalar, .union:
      (term, names) = ("member", [])
    }
    throw unknown(term, name, of: .type(owner), among: names)
  }

  /// Returns an argument of a field. Other members of types have no arguments.
  func argument(
    _ name: String, of member: SchemaElement
  ) throws(UnknownSchemaElement) -> SchemaElement {
    guard case .field(let field, let type) = member,
      let definition = schema.typeID(type).flatMap({ schema.field(field, of: $0) })
    else { throw unknown("argument", name, of: member, among: []) }
    let argument = try argument(name, among: definition.arguments, of: member)
    return .argument(argument, field: field, of: type)
  }

  func directive(_ name: String) throws(UnknownSchemaElement) -> DirectiveDefinition {
    if let directive = symbols.find(name).flatMap(schema.directive) { return directive }
    throw unknown("directive", name, among: schema.directives.map(\.name.symbol))
  }

  func argument(
    _ name: String, of directive: DirectiveDefinition
  ) throws(UnknownSchemaElement) -> SchemaElement {
    let owner = directive.name.symbol
    let argument = try argument(name, among: directive.arguments, of: .directive(owner))
    return .directiveArgument(argument, of: owner)
  }

  private func argument(
    _ name: String, among arguments: [InputValueDefinition], of owner: SchemaElement
  ) throws(UnknownSchemaElement) -> Symbol {
    let symbol = symbols.find(name)
    if let symbol, arguments.contains(where: { $0.name.symbol == symbol }) { return symbol }
    throw unknown("argument", name, of: owner, among: arguments.map(\.name.symbol))
  }

  private func unknown(
    _ term: String, _ name: String, of parent: SchemaElement? = nil,
    among names: some Sequence<Symbol>
  ) -> UnknownSchemaElement {
    UnknownSchemaElement(
      name: name, parent: parent?.coordinate(symbols), term: term,
      candidates: names.map { symbols[$0] })
  }
}
