// One difference between two versions of a schema, and what it means for those who use it.

import AuthGenLanguage

package struct SchemaChange: Sendable {
  /// What a change means for clients that were made for the old schema.
  package enum Criticality: String, CaseIterable, Sendable {
    /// Requests that were valid may be refused, or answered in a form that they do not expect.
    case breaking
    /// All requests stay valid, and some may behave in another way.
    case dangerous
    /// Nothing changes for them.
    case safe
  }

  package let kind: SchemaChangeKind
  package let criticality: Criticality
  package let element: ChangedElement
  /// The element as people write it: a schema coordinate, or `schema`, `schema.query` and so on for
  /// what no coordinate names.
  package let coordinate: String
  /// What has changed, as a clause without a full stop.
  package let message: String
  /// What that means for clients, as a clause without a full stop.
  package let consequence: String
  /// Where the element is in the old schema; nil where it was added.
  package let old: Position?
  /// Where the element is in the new schema; nil where it was removed.
  package let new: Position?
  /// Of a removed element, where in the new schema that is of which it was a part.
  package let parent: Position?

  /// The place to show in the new schema, or nil where nothing is left of the element there.
  package var placeInNew: Position? { new ?? parent }
}

/// What has changed, or is looked for otherwise, by names: they mean the same in all schemas and in
/// operations.
package enum ChangedElement: Hashable, Sendable {
  case schema
  case root(OperationType)
  case type(Symbol)
  case field(Symbol, of: Symbol)
  case argument(Symbol, field: Symbol, of: Symbol)
  case inputField(Symbol, of: Symbol)
  case enumValue(Symbol, of: Symbol)
  /// That an object type, or an interface, is one of those that a union or interface stands for.
  case member(Symbol, of: Symbol)
  case directive(Symbol)
  case directiveArgument(Symbol, of: Symbol)
  case directiveLocation(DirectiveLocation, of: Symbol)

  /// As people write it; of a member, the type that it belongs to.
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
