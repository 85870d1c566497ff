// Visits arguments, directives and their values.

import AuthGenLanguage
import AuthGenTypeSystem

extension UsageTraversal {
  /// - Parameters:
  ///   - owner: the field or directive that has the arguments, and its position.
  ///   - element: returns the search key for an argument's name.
  mutating func visit(
    _ arguments: [Argument], _ definitions: [InputValueDefinition], of owner: SchemaElement,
    at position: Position, _ element: (Symbol) -> SchemaElement
  ) {
    for argument in arguments {
      let name = argument.name.symbol
      note(element(name), .argument, at: argument.name.position)
      visit(argument.value, definitions.named(name)?.type)
    }
    note(owner, owner.part, at: position, given: arguments, .argument)
  }

  mutating func visit(_ directives: [Directive], at location: DirectiveLocation) {
    var names: Set<Symbol> = []
    for directive in directives {
      let name = directive.name.symbol
      note(.directive(name), .directive, at: directive.position)
      note(.directiveLocation(location, of: name), .directive, at: directive.position)
      if !names.insert(name).inserted {
        note(.directive(name), .directive, at: directive.position, as: .repeated)
      }
      let definitions = (old.directive(name) ?? new.directive(name))?.arguments ?? []
      visit(
        directive.arguments, definitions, of: .directive(name), at: directive.position
      ) { .directiveArgument($0, of: name) }
    }
  }

  /// - Parameter type: the type of the value's position; nil if neither schema has it.
  mutating func visit(_ value: Value, _ type: TypeReference?) {
    switch value.kind {
    case .variable:
      break
    case .list(let values):
      for value in values { visit(value, type.map { $0.element ?? $0 }) }
    case .object(let fields):
      visit(fields, of: type?.symbol, at: value.position)
    case .enum(let name):
      guard let type else { return }
      note(.enumValue(name, of: type.symbol), .value, at: value.position)
      note(.type(type.symbol), .value, at: value.position)
    case .int, .float, .string, .boolean, .null:
      if let type { note(.type(type.symbol), .value, at: value.position) }
    }
  }

  private mutating func visit(
    _ fields: [Argument], of type: Symbol?, at position: Position
  ) {
    if let type { note(.type(type), .value, at: position) }
    for field in fields {
      let name = field.name.symbol
      if let type { note(.inputField(name, of: type), .inputField, at: field.name.position) }
      visit(field.value, type.flatMap { inputField(name, of: $0) }?.type)
    }
    if let type {
      note(.type(type), .value, at: position, given: fields, .inputField)
    }
  }

  private func inputField(_ name: Symbol, of type: Symbol) -> InputValueDefinition? {
    old.typeID(type).flatMap { old.inputField(name, of: $0) }
      ?? new.typeID(type).flatMap { new.inputField(name, of: $0) }
  }
}

extension SchemaElement {
  /// The syntax at the place of an omission.
  fileprivate var part: SchemaUse.Part {
    if case .directive = self { .directive } else { .selection }
  }
}
