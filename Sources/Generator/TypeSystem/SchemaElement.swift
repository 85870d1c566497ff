// Resolves schema coordinates.
// https://spec.graphql.org/September2025/#sec-Schema-Coordinates.Resolving-Schema-Coordinates

import AuthGenLanguage

package enum SchemaElement: Sendable {
  case type(TypeID)
  case field(FieldDefinition, type: TypeID)
  case inputField(InputValueDefinition, type: TypeID)
  case enumValue(EnumValueDefinition, type: TypeID)
  case fieldArgument(InputValueDefinition, field: FieldDefinition, type: TypeID)
  case directive(DirectiveDefinition)
  case directiveArgument(InputValueDefinition, directive: DirectiveDefinition)
}

/// The error for a coordinate that the schema does not contain.
package struct UnknownSchemaElement: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name that was not found.
  package let name: String
  /// The element that was searched, such as `User` or `User.name`; nil for types and directives.
  package let parent: SchemaCoordinate?
  /// The kind of element that was not found: "type", "field", "input field", "enum value",
  /// "argument", "directive" or, in a type without any of these, "member".
  package let term: String
  /// The existing names, in schema order, for suggestions.
  package let candidates: [String]

  /// A sentence without suggestions.
  package var description: String {
    guard let parent else { return "the schema has no \(term) \"\(name)\"" }
    return "\(parent) has no \(term) \"\(name)\""
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
      return .type(try resolver.type(type))
    case .member(let type, let member):
      return try resolver.member(member, of: type)
    case .argument(let type, let fieldName, let name):
      let parent = SchemaCoordinate.member(type: type, name: fieldName)
      guard case .field(let field, let id) = try resolver.member(fieldName, of: type) else {
        throw UnknownSchemaElement(name: name, parent: parent, term: "argument", candidates: [])
      }
      let argument = try resolver.argument(name, among: field.arguments, of: parent)
      return .fieldArgument(argument, field: field, type: id)
    case .directive(let directive):
      return .directive(try resolver.directive(directive))
    case .directiveArgument(let directiveName, let name):
      let directive = try resolver.directive(directiveName)
      return .directiveArgument(
        try resolver.argument(name, among: directive.arguments, of: .directive(directiveName)),
        directive: directive)
    }
  }
}

private struct Resolver {
  let schema: Schema
  let symbols: SymbolTable

  func type(_ name: String) throws(UnknownSchemaElement) -> TypeID {
    if !name.hasPrefix("__"), let id = symbols.find(name).flatMap(schema.typeID) { return id }
    let names = schema.types.lazy.map(\.name.symbol).filter { !symbols.isReserved($0) }
    throw unknown("type", name, nil, names)
  }

  func member(
    _ name: String, of typeName: String
  ) throws(UnknownSchemaElement) -> SchemaElement {
    let id = try type(typeName)
    let type = schema[id]
    let symbol = symbols.find(name)
    let parent = SchemaCoordinate.type(typeName)
    switch type.kind {
    case .object, .interface:
      if let index = symbol.flatMap({ schema.fieldIndex($0, of: id) }) {
        return .field(type.fields[index], type: id)
      }
      throw unknown("field", name, parent, type.fields.map(\.name.symbol))
    case .inputObject:
      if let field = symbol.flatMap({ schema.inputField($0, of: id) }) {
        return .inputField(field, type: id)
      }
      throw unknown("input field", name, parent, type.inputFields.map(\.name.symbol))
    case .enum:
      if let value = type.values.first(where: { $0.name.symbol == symbol }) {
        return .enumValue(value, type: id)
      }
      throw unknown("enum value", name, parent, type.values.map(\.name.symbol))
    case .scalar, .union:
      throw unknown("member", name, parent, [])
    }
  }

  func directive(_ name: String) throws(UnknownSchemaElement) -> DirectiveDefinition {
    if let directive = symbols.find(name).flatMap(schema.directive) { return directive }
    throw unknown("directive", name, nil, schema.directives.map(\.name.symbol))
  }

  func argument(
    _ name: String, among arguments: [InputValueDefinition], of parent: SchemaCoordinate
  ) throws(UnknownSchemaElement) -> InputValueDefinition {
    let symbol = symbols.find(name)
    if let argument = arguments.first(where: { $0.name.symbol == symbol }) { return argument }
    throw unknown("argument", name, parent, arguments.map(\.name.symbol))
  }

  private func unknown(
    _ term: String, _ name: String, _ parent: SchemaCoordinate?, _ names: some Sequence<Symbol>
  ) -> UnknownSchemaElement {
    UnknownSchemaElement(
      name: name, parent: parent, term: term, candidates: names.map { symbols[$0] })
  }
}
