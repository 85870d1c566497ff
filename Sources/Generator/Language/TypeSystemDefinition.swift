// Schema, type and directive definitions and their extensions.
// https://spec.graphql.org/September2025/#sec-Type-System

/// An element with a name.
package protocol Named {
  var name: Name { get }
}

extension Name: Named {
  package var name: Name { self }
}

/// The definition of a type, directive or member.
package protocol NamedDefinition: Named {
  /// The position without the description.
  var position: Position { get }
  var description: StringLiteral? { get }
  /// The directives that are applied to the definition.
  var directives: [Directive] { get }
}

extension NamedDefinition {
  package var position: Position { name.position }
  /// The position including the description.
  package var start: Position { description?.position ?? position }
}

package struct SchemaDefinition: Sendable {
  package struct RootOperation: Sendable {
    package let position: Position
    package let operationType: OperationType
    package let type: Name
  }

  package let position: Position
  package let isExtension: Bool
  package let description: StringLiteral?
  package let directives: [Directive]
  package let rootOperations: [RootOperation]
}

/// A type definition of any kind, or an extension. Parts that the kind does not have are empty. A
/// class, because it has many parts and is read often.
package final class TypeDefinition: NamedDefinition, Sendable {
  /// The raw value is the specification's term for the kind.
  package enum Kind: String, Sendable {
    case scalar
    case object
    case interface
    case union
    case `enum`
    case inputObject = "input object"

    package var keyword: String {
      switch self {
      case .object: "type"
      case .inputObject: "input"
      default: rawValue
      }
    }

    package var isComposite: Bool { self == .object || self == .interface || self == .union }
    package var isLeaf: Bool { self == .scalar || self == .enum }
    package var isInputType: Bool { isLeaf || self == .inputObject }
    package var isAbstract: Bool { self == .interface || self == .union }

    /// The specification's term for the kind.
    package var term: String { rawValue }

    /// The term with its indefinite article.
    package var termWithArticle: String {
      switch self {
      case .scalar, .union: "a \(term)"
      case .object, .interface, .enum, .inputObject: "an \(term)"
      }
    }
  }

  package let kind: Kind
  package let isExtension: Bool
  /// The position of the keyword, after the description.
  package let position: Position
  package let description: StringLiteral?
  package let name: Name
  package let interfaces: [Name]
  package let directives: [Directive]
  package let fields: [FieldDefinition]
  package let members: [Name]
  package let values: [EnumValueDefinition]
  package let inputFields: [InputValueDefinition]

  /// The parts that extensions can add to.
  package struct Parts: Sendable {
    package var interfaces: [Name] = []
    package var directives: [Directive] = []
    package var fields: [FieldDefinition] = []
    package var members: [Name] = []
    package var values: [EnumValueDefinition] = []
    package var inputFields: [InputValueDefinition] = []

    package init() {}
  }

  package init(
    kind: Kind, isExtension: Bool = false, position: Position, description: StringLiteral? = nil,
    name: Name, parts: Parts = Parts()
  ) {
    self.kind = kind
    self.isExtension = isExtension
    self.position = position
    self.description = description
    self.name = name
    interfaces = parts.interfaces
    directives = parts.directives
    fields = parts.fields
    members = parts.members
    values = parts.values
    inputFields = parts.inputFields
  }

  package var parts: Parts {
    var parts = Parts()
    parts.interfaces = interfaces
    parts.directives = directives
    parts.fields = fields
    parts.members = members
    parts.values = values
    parts.inputFields = inputFields
    return parts
  }

  /// Returns the same type with other parts.
  package func with(_ parts: Parts) -> TypeDefinition {
    TypeDefinition(
      kind: kind, isExtension: isExtension, position: position, description: description,
      name: name, parts: parts)
  }

  package var isComposite: Bool { kind.isComposite }
  package var isLeaf: Bool { kind.isLeaf }
  package var isInputType: Bool { kind.isInputType }
  package var isAbstract: Bool { kind.isAbstract }
}

package struct FieldDefinition: NamedDefinition, Sendable {
  package let description: StringLiteral?
  package let name: Name
  package var arguments: [InputValueDefinition]
  package let type: TypeReference
  package let directives: [Directive]
}

/// The definition of an argument, input field or variable.
package struct InputValueDefinition: NamedDefinition, Sendable {
  package let description: StringLiteral?
  package let name: Name
  package let type: TypeReference
  package let defaultValue: Value?
  package let directives: [Directive]

  /// Whether a value is required: the type is non-null and there is no default.
  package var isRequired: Bool { type.isNonNull && !hasDefault }

  /// Whether there is a default value. A null default of a non-null type does not count.
  package var hasDefault: Bool { defaultValue.map { !$0.isNull || !type.isNonNull } ?? false }
}

extension [InputValueDefinition] {
  /// Returns the definition with a name. An iteration would copy each definition.
  package func named(_ name: Symbol) -> InputValueDefinition? {
    indices.first { self[$0].name.symbol == name }.map { self[$0] }
  }
}

package struct EnumValueDefinition: NamedDefinition, Sendable {
  package let description: StringLiteral?
  package let name: Name
  package let directives: [Directive]
}

package struct DirectiveDefinition: NamedDefinition, Sendable {
  /// The position of the keyword.
  package let position: Position
  package let description: StringLiteral?
  package let name: Name
  package var arguments: [InputValueDefinition]
  /// The directives that are applied to the definition.
  package var directives: [Directive]
  package let isRepeatable: Bool
  package let locations: [DirectiveLocation]
}

/// Adds applied directives to a directive definition.
/// https://spec.graphql.org/draft/#sec-Directive-Extensions
package struct DirectiveExtension: Sendable {
  /// The position of `extend`.
  package let position: Position
  package let name: Name
  package let directives: [Directive]
}

/// https://spec.graphql.org/draft/#DirectiveLocation
package enum DirectiveLocation: UInt8, Sendable, CaseIterable {
  case query
  case mutation
  case subscription
  case field
  case fragmentDefinition
  case fragmentSpread
  case inlineFragment
  case variableDefinition
  case schema
  case scalar
  case object
  case fieldDefinition
  case argumentDefinition
  case interface
  case union
  case `enum`
  case enumValue
  case inputObject
  case inputFieldDefinition
  case directiveDefinition

  /// - Parameter symbol: the name in GraphQL syntax, such as `FIELD_DEFINITION`.
  package init?(_ symbol: Symbol) {
    let first = Symbol.firstDirectiveLocation.id
    guard symbol.id >= first, symbol.id - first < UInt32(Self.allCases.count) else { return nil }
    self.init(rawValue: UInt8(symbol.id - first))
  }

  /// The name in GraphQL syntax.
  package var symbol: Symbol {
    Symbol(id: Symbol.firstDirectiveLocation.id + UInt32(rawValue))
  }

  package init(_ operationType: OperationType) {
    switch operationType {
    case .query: self = .query
    case .mutation: self = .mutation
    case .subscription: self = .subscription
    }
  }

  package init(_ kind: TypeDefinition.Kind) {
    switch kind {
    case .scalar: self = .scalar
    case .object: self = .object
    case .interface: self = .interface
    case .union: self = .union
    case .enum: self = .enum
    case .inputObject: self = .inputObject
    }
  }
}
