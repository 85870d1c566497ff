// The abstract syntax of a document. Names are symbols, positions are numbers, and text stays in the
// source. https://spec.graphql.org/September2025/#sec-Document

package struct Document: Sendable {
  package var definitions: [Definition] = []
  /// The start of the text, for problems of the document as a whole.
  package let position: Position

  package init(definitions: [Definition] = [], position: Position = .unknown) {
    self.definitions = definitions
    self.position = position
  }
}

package enum Definition: Sendable {
  case operation(OperationDefinition)
  case fragment(FragmentDefinition)
  case schema(SchemaDefinition)
  case type(TypeDefinition)
  case directive(DirectiveDefinition)
  case directiveExtension(DirectiveExtension)
}

/// A name and its position. Public, to be inlined: see `Symbol`.
public struct Name: Hashable, Sendable {
  public let symbol: Symbol
  public let position: Position

  public init(_ symbol: Symbol, at position: Position = .unknown) {
    self.symbol = symbol
    self.position = position
  }

  /// Returns the name at the start of `text`; empty if there is none.
  package static func prefix<Text: Collection<UInt8>>(of text: Text) -> Text.SubSequence {
    guard let first = text.first, Lexer.isNameStart(first) else { return text.prefix(0) }
    return text.prefix(while: Lexer.isNameContinue)
  }

  /// Whether `text` is a valid name: letters, digits and underscores, without a leading digit.
  package static func isValid(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty && prefix(of: text).count == text.count
  }
}

/// An applied directive: `@name(arguments)`.
package struct Directive: Sendable {
  /// The position of the `@`.
  package let position: Position
  package let name: Name
  package let arguments: [Argument]

  package subscript(argument symbol: Symbol) -> Value? {
    arguments.first { $0.name.symbol == symbol }?.value
  }
}

extension [Directive] {
  package subscript(symbol: Symbol) -> Directive? {
    first { $0.name.symbol == symbol }
  }
}

/// An argument, or a field of an input object value.
package struct Argument: Sendable {
  package let name: Name
  package let value: Value

  package init(name: Name, value: Value) {
    self.name = name
    self.value = value
  }
}
