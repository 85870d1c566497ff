// Operations, fragments and selections. https://spec.graphql.org/September2025/#sec-Language.Operations

package enum OperationType: String, Sendable, CaseIterable {
  case query
  case mutation
  case subscription

  package var keyword: String { rawValue }

  /// - Returns: nil if `symbol` is not the keyword of an operation type.
  init?(_ symbol: Symbol) {
    switch symbol {
    case .query: self = .query
    case .mutation: self = .mutation
    case .subscription: self = .subscription
    default: return nil
    }
  }
}

package struct OperationDefinition: Sendable {
  /// The position of the keyword or, in the shorthand form, of the opening brace.
  package let position: Position
  package let description: StringLiteral?
  package let operationType: OperationType
  package let name: Name?
  package let variables: [VariableDefinition]
  package let directives: [Directive]
  package let selectionSet: SelectionSet

  package init(
    position: Position, description: StringLiteral?, operationType: OperationType, name: Name?,
    variables: [VariableDefinition], directives: [Directive], selectionSet: SelectionSet
  ) {
    self.position = position
    self.description = description
    self.operationType = operationType
    self.name = name
    self.variables = variables
    self.directives = directives
    self.selectionSet = selectionSet
  }
}

/// The definition of a variable. The name is without the dollar sign; its position is that of the
/// dollar sign.
package typealias VariableDefinition = InputValueDefinition

package struct FragmentDefinition: Sendable {
  package let position: Position
  package let description: StringLiteral?
  package let name: Name
  package let typeCondition: Name
  package let directives: [Directive]
  package let selectionSet: SelectionSet
}

package struct SelectionSet: Sendable {
  /// The position of the opening brace.
  package let position: Position
  package let selections: [Selection]

  package init(position: Position, selections: [Selection]) {
    self.position = position
    self.selections = selections
  }
}

package enum Selection: Sendable {
  case field(Field)
  case fragmentSpread(FragmentSpread)
  case inlineFragment(InlineFragment)

  package var directives: [Directive] {
    switch self {
    case .field(let field): field.directives
    case .fragmentSpread(let spread): spread.directives
    case .inlineFragment(let fragment): fragment.directives
    }
  }
}

/// A selected field. A class, because it has many parts and several traversals read it.
package final class Field: Sendable {
  package let alias: Name?
  package let name: Name
  package let arguments: [Argument]
  package let directives: [Directive]
  package let selectionSet: SelectionSet?

  /// The position of the alias, if there is one, or of the name.
  package var position: Position { alias?.position ?? name.position }
  /// The field's key in the response.
  package var responseName: Symbol { alias?.symbol ?? name.symbol }

  package init(
    alias: Name? = nil, name: Name, arguments: [Argument] = [], directives: [Directive] = [],
    selectionSet: SelectionSet? = nil
  ) {
    self.alias = alias
    self.name = name
    self.arguments = arguments
    self.directives = directives
    self.selectionSet = selectionSet
  }
}

package struct FragmentSpread: Sendable {
  /// The position of the three dots.
  package let position: Position
  package let name: Name
  package let directives: [Directive]

  package init(position: Position, name: Name, directives: [Directive]) {
    self.position = position
    self.name = name
    self.directives = directives
  }
}

package struct InlineFragment: Sendable {
  /// The position of the three dots.
  package let position: Position
  package let typeCondition: Name?
  package let directives: [Directive]
  package let selectionSet: SelectionSet
}
