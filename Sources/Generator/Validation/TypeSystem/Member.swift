// The members of types and directives, for the rules that apply to several kinds of them.

import AuthGenLanguage
import AuthGenTypeSystem

/// A field, argument, input field or enum value.
struct Member {
  let element: SchemaElement
  let location: DirectiveLocation
  let name: Name
  /// The position including the description.
  let start: Position
  let directives: [Directive]
  /// The type; nil for an enum value.
  let type: TypeReference?
  /// The definition of an argument or input field; nil for the other kinds.
  let input: InputValueDefinition?

  fileprivate init(
    _ element: SchemaElement, _ location: DirectiveLocation, _ definition: some NamedDefinition,
    type: TypeReference? = nil, input: InputValueDefinition? = nil
  ) {
    self.element = element
    self.location = location
    name = definition.name
    start = definition.start
    directives = definition.directives
    self.type = type
    self.input = input
  }
}

extension TypeDefinition {
  /// Calls `body` with each field, followed by its arguments, each input field and each enum value.
  func forEachMember(_ body: (Member) -> Void) {
    let owner = name.symbol
    for field in fields {
      let name = field.name.symbol
      body(Member(.field(name, of: owner), .fieldDefinition, field, type: field.type))
      for argument in field.arguments {
        let element = SchemaElement.argument(argument.name.symbol, field: name, of: owner)
        body(
          Member(element, .argumentDefinition, argument, type: argument.type, input: argument))
      }
    }
    for field in inputFields {
      let element = SchemaElement.inputField(field.name.symbol, of: owner)
      body(Member(element, .inputFieldDefinition, field, type: field.type, input: field))
    }
    for value in values {
      body(Member(.enumValue(value.name.symbol, of: owner), .enumValue, value))
    }
  }
}

extension DirectiveDefinition {
  /// Calls `body` with each argument.
  func forEachMember(_ body: (Member) -> Void) {
    for argument in arguments {
      let element = SchemaElement.directiveArgument(argument.name.symbol, of: name.symbol)
      body(Member(element, .argumentDefinition, argument, type: argument.type, input: argument))
    }
  }
}

extension SchemaElement {
  /// The specification's term for a member or directive.
  var term: String {
    switch self {
    case .field: "field"
    case .argument, .directiveArgument: "argument"
    case .inputField: "input field"
    case .enumValue: "enum value"
    case .directive, .directiveLocation: "directive"
    case .type, .member: "type"
    case .schema, .root: "schema"
    }
  }
}
