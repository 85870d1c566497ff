// The textual form of a schema element, such as `User.name` or `@deprecated(reason:)`, and the element
// that it refers to.
// https://spec.graphql.org/September2025/#sec-Schema-Coordinates

package import AuthGenLanguage

/// A coordinate: `Type`, `Type.member`, `Type.field(argument:)`, `@directive` or
/// `@directive(argument:)`. The schema need not contain the element.
package struct SchemaCoordinate {
  private let isDirective: Bool
  /// The name of the type or directive.
  private let owner: String
  private let member: String?
  private let argument: String?

  /// - Returns: nil if the text is not a coordinate. White space is not allowed.
  package init?(_ text: String) {
    isDirective = text.hasPrefix("@")
    var path = isDirective ? text.dropFirst() : text[...]
    if text.hasSuffix(":)") {
      guard let open = path.firstIndex(of: "(") else { return nil }
      argument = String(path[open...].dropFirst().dropLast(2))
      path = path[..<open]
    } else {
      argument = nil
    }
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    owner = names[0]
    member = names.count > 1 ? names[1] : nil
    guard names.count <= (isDirective ? 1 : 2), argument == nil || isDirective || member != nil,
      (names + [argument].compactMap { $0 }).allSatisfy({ Name.isValid($0.utf8) })
    else { return nil }
  }

  /// Returns the element that the coordinate refers to. Introspection types and meta-fields, whose names
  /// begin with two underscores, are not elements of a schema; built-in scalars and directives are.
  /// https://spec.graphql.org/September2025/#sec-Schema-Coordinates.Resolving-Schema-Coordinates
  ///
  /// - Throws: an error if the schema does not contain the element, with the candidates at the
  ///   first step that failed.
  package func resolve(
    in schema: Schema, _ symbols: SymbolTable
  ) throws(UnknownSchemaElement) -> SchemaElement {
    if isDirective {
      let directive = try symbols.find("directive", owner, in: nil, among: schema.directives)
      let owner = directive.name.symbol
      guard let argument else { return .directive(owner) }
      let found = try symbols.find(
        "argument", argument, in: .directive(owner), among: directive.arguments)
      return .directiveArgument(found.name.symbol, of: owner)
    }
    let types = schema.types.filter { !symbols.isReserved($0.name.symbol) }
    let type = try symbols.find("type", owner, in: nil, among: types)
    let owner = type.name.symbol
    guard let member else { return .type(owner) }
    let element: SchemaElement
    var arguments: [InputValueDefinition] = []
    switch type.kind {
    case .object, .interface:
      let field = try symbols.find("field", member, in: .type(owner), among: type.fields)
      element = .field(field.name.symbol, of: owner)
      arguments = field.arguments
    case .inputObject:
      let field = try symbols.find("input field", member, in: .type(owner), among: type.inputFields)
      element = .inputField(field.name.symbol, of: owner)
    case .enum:
      let value = try symbols.find("enum value", member, in: .type(owner), among: type.values)
      element = .enumValue(value.name.symbol, of: owner)
    case .scalar, .union:
      element = .type(try symbols.find("member", member, in: .type(owner), among: [Name]()).symbol)
    }
    guard let argument else { return element }
    let found = try symbols.find("argument", argument, in: element, among: arguments)
    guard case .field(let field, _) = element else { return element }
    return .argument(found.name.symbol, field: field, of: owner)
  }
}

/// The error for a coordinate that the schema does not contain.
package struct UnknownSchemaElement: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name that was not found.
  package let name: String
  /// A sentence without suggestions.
  package let description: String
  /// The existing names, in schema order, for suggestions.
  package let candidates: [String]
}

extension SymbolTable {
  /// - Parameters:
  ///   - term: the kind of element that the name is for.
  ///   - parent: the element that contains `elements`; nil for the schema.
  fileprivate func find<Element: Named>(
    _ term: String, _ name: String, in parent: SchemaElement?, among elements: [Element]
  ) throws(UnknownSchemaElement) -> Element {
    if let symbol = find(name),
      let element = elements.first(where: { $0.name.symbol == symbol })
    {
      return element
    }
    throw UnknownSchemaElement(
      name: name,
      description: "\(parent?.coordinate(self) ?? "the schema") has no \(term) \"\(name)\"",
      candidates: elements.map { self[$0.name.symbol] })
  }
}
