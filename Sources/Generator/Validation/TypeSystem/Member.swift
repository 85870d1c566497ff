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
  var type: TypeReference?
  /// Whether this is an argument or input field.
  var isInput = false
  /// Whether a value is required; see `InputValueDefinition`.
  var isRequired = false
  var defaultValue: Value?
}

extension Member {
  fileprivate init(
    _ element: SchemaElement, _ location: DirectiveLocation, _ input: InputValueDefinition
  ) {
    self.init(
      element: element, location: location, name: input.name, start: input.start,
      directives: input.directives, type: input.type, isInput: true, isRequired: input.isRequired,
      defaultValue: input.defaultValue)
  }
}

extension TypeDefinition {
  /// Calls `body` with each field and then its arguments, with each input field and with each enum value.
  ///
  /// - Parameter onlyWithConstants: whether to visit only members with a directive or a default value. Most
  ///   have neither. Default: false.
  func forEachMember(onlyWithConstants: Bool = false, _ body: (Member) -> Void) {
    let owner = name.symbol
    // An iterator would copy each field.
    for index in fields.indices {
      let name = fields[index].name.symbol
      if !onlyWithConstants || !fields[index].directives.isEmpty {
        body(
          Member(
            element: .field(name, of: owner), location: .fieldDefinition, name: fields[index].name,
            start: fields[index].start, directives: fields[index].directives,
            type: fields[index].type))
      }
      for argument in fields[index].arguments where !onlyWithConstants || argument.hasConstants {
        let element = SchemaElement.argument(argument.name.symbol, field: name, of: owner)
        body(Member(element, .argumentDefinition, argument))
      }
    }
    for field in inputFields where !onlyWithConstants || field.hasConstants {
      let element = SchemaElement.inputField(field.name.symbol, of: owner)
      body(Member(element, .inputFieldDefinition, field))
    }
    for value in values where !onlyWithConstants || !value.directives.isEmpty {
      body(
        Member(
          element: .enumValue(value.name.symbol, of: owner), location: .enumValue,
          name: value.name, start: value.start, directives: value.directives))
    }
  }
}

extension InputValueDefinition {
  fileprivate var hasConstants: Bool { defaultValue != nil || !directives.isEmpty }
}

extension DirectiveDefinition {
  /// Calls `body` with each argument.
  func forEachMember(_ body: (Member) -> Void) {
    for argument in arguments {
      let element = SchemaElement.directiveArgument(argument.name.symbol, of: name.symbol)
      body(Member(element, .argumentDefinition, argument))
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
