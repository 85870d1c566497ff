// The places where operations use an element of their schema.

package import AuthGenLanguage
package import AuthGenTypeSystem

/// One place in an operation or fragment that uses an element of the schema.
package struct SchemaUse: Hashable, Sendable {
  /// The syntax at the place.
  package enum Part: String, Sendable {
    case operation
    case selection
    case argument
    case inputField
    case value
    case variable
    case typeCondition
    case directive
  }

  /// The index of the definition: first the operations of the document, then its fragments.
  package let definition: Int
  package let part: Part
  package let position: Position
}

/// A search key: a schema element, and one of the ways in which operations can depend on it.
package struct UseKey: Hashable, Sendable {
  package enum Aspect: Hashable, Sendable {
    /// An operation names the element, or writes a value of it.
    case named
    /// The element is the type of a selected field.
    case selected
    /// The element can be part of a variable's value.
    case variable
    /// The element is optional, and is omitted or can be omitted at run time.
    case leftOut
    /// The element is applied more than once to the same location.
    case repeated
  }

  package let element: SchemaElement
  package let aspect: Aspect

  package init(_ element: SchemaElement, _ aspect: Aspect = .named) {
    self.element = element
    self.aspect = aspect
  }

  /// The element that it is omitted from, for a search for omissions.
  package var owner: SchemaElement? {
    guard aspect == .leftOut else { return nil }
    return switch element {
    case .argument(_, let field, let type): .field(field, of: type)
    case .inputField(_, let type): .type(type)
    case .directiveArgument(_, let directive): .directive(directive)
    default: nil
    }
  }

  /// The name of the argument or input field.
  package var name: Symbol? {
    switch element {
    case .argument(let name, _, _), .inputField(let name, _), .directiveArgument(let name, _): name
    default: nil
    }
  }
}
