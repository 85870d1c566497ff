// The address of a schema element.

package import AuthGenLanguage

/// A schema element, by names. Names have the same meaning in all schemas and in operations, so an
/// address is valid in each of them.
package enum SchemaElement: Hashable, Sendable {
  case schema
  case root(OperationType)
  case type(Symbol)
  case field(Symbol, of: Symbol)
  case argument(Symbol, field: Symbol, of: Symbol)
  case inputField(Symbol, of: Symbol)
  case enumValue(Symbol, of: Symbol)
  /// The membership of an object type or interface in a union or interface.
  case member(Symbol, of: Symbol)
  case directive(Symbol)
  case directiveArgument(Symbol, of: Symbol)
  case directiveLocation(DirectiveLocation, of: Symbol)

  /// Returns the coordinate, such as `User.name` or `@deprecated(reason:)`; for a membership or a
  /// location, that of its owner.
  /// https://spec.graphql.org/September2025/#sec-Schema-Coordinates
  package func coordinate(_ symbols: SymbolTable) -> String {
    switch self {
    case .schema: "schema"
    case .root(let operationType): "schema.\(operationType.keyword)"
    case .type(let type): symbols[type]
    case .field(let name, let type), .inputField(let name, let type),
      .enumValue(let name, let type):
      "\(symbols[type]).\(symbols[name])"
    case .argument(let name, let field, let type):
      "\(symbols[type]).\(symbols[field])(\(symbols[name]):)"
    case .member(_, let type): symbols[type]
    case .directive(let directive), .directiveLocation(_, let directive): "@\(symbols[directive])"
    case .directiveArgument(let name, let directive): "@\(symbols[directive])(\(symbols[name]):)"
    }
  }
}
