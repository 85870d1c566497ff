// Where operations use an element of their schema.

import AuthGenLanguage
import AuthGenTypeSystem

/// One place in an operation or fragment that uses an element of the schema.
package struct SchemaUse: Hashable, Sendable {
  /// What stands at the place.
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

  /// The operations of the document are numbered first, then its fragments.
  package let definition: Int
  package let part: Part
  package let position: Position
}

/// What is looked for: an element of the schema in one of the ways in which operations depend on it.
package struct UseKey: Hashable, Sendable {
  package enum Aspect: Hashable, Sendable {
    /// It is named, or a value of it is written.
    case named
    /// It is the type of a field that is selected.
    case selected
    /// It can be part of a variable's value.
    case variable
    /// It could be given, and is not, or may not be at run time.
    case leftOut
    /// It is applied more than once to the same.
    case repeated
  }

  package let element: ChangedElement
  package let aspect: Aspect

  package init(_ element: ChangedElement, _ aspect: Aspect = .named) {
    self.element = element
    self.aspect = aspect
  }

  /// What it is left out of, if it is looked for where it is left out.
  package var owner: ChangedElement? {
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
