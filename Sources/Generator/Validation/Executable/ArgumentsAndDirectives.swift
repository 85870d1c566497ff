// Visits arguments, directives and their values.

import AuthGenLanguage
import AuthGenTypeSystem

/// The owner of arguments, for messages.
enum ArgumentOwner {
  case field(Field, of: TypeID?)
  case directive(Directive)

  var position: Position {
    switch self {
    case .field(let field, _): field.position
    case .directive(let directive): directive.position
    }
  }

  func text(_ schema: Schema, _ symbols: SymbolTable) -> String {
    switch self {
    case .field(let field, let parent):
      let type = parent.map { symbols[schema.name(of: $0).symbol] + "." } ?? ""
      return "field \"\(type)\(symbols[field.name.symbol])\""
    case .directive(let directive):
      return "directive @\(symbols[directive.name.symbol])"
    }
  }
}

extension DocumentValidator {
  mutating func checkDirectives(_ directives: [Directive], at location: DirectiveLocation) {
    if directives.count > 1 { checkUniqueDirectivesPerLocation(directives) }
    checkEachDirective(directives, at: location)
  }

  /// Checks all rules except UniqueDirectivesPerLocation.
  mutating func checkEachDirective(_ directives: [Directive], at location: DirectiveLocation) {
    for directive in directives {
      let definition = schema.directive(directive.name.symbol)
      if let definition {
        checkLocation(of: directive, definition, location)
      } else {
        reportUnknownDirective(directive)
      }
      if incrementalDirectives.contains(directive.name.symbol),
        directive[argument: .label] != nil
      {
        note(labelled: directive)
      }
      checkArguments(directive.arguments, definition?.arguments, of: .directive(directive))
    }
  }

  /// - Parameter definition: the field; nil if it is unknown. Then only rules without a definition
  ///   apply.
  mutating func checkArguments(
    of field: Field, on parent: TypeID?, _ definition: FieldDefinition?
  ) {
    let definitions = definition?.arguments
    if field.arguments.isEmpty, definitions?.isEmpty ?? true { return }
    checkArguments(field.arguments, definitions, of: .field(field, of: parent))
  }

  /// - Parameter definitions: the argument definitions; nil if the field or directive is unknown.
  private mutating func checkArguments(
    _ arguments: [Argument], _ definitions: [InputValueDefinition]?, of owner: ArgumentOwner
  ) {
    checkUniqueArgumentNames(arguments)
    if let definitions { checkProvidedRequiredArguments(definitions, of: owner) }
    for argument in arguments {
      guard let definitions else {
        checkValue(argument.value, type: nil)
        continue
      }
      let index = definitions.firstIndex { $0.name.symbol == argument.name.symbol }
      if let index {
        checkValue(
          argument.value, type: definitions[index].type,
          hasDefaultValue: definitions[index].defaultValue != nil)
      } else {
        reportUnknownArgument(argument, definitions, of: owner)
        checkValue(argument.value, type: nil)
      }
    }
  }

  /// Checks a value against the type of its position and records its variables.
  mutating func checkValue(_ value: Value, type: TypeReference?, hasDefaultValue: Bool = false) {
    checkUniqueInputFieldNames(value)
    checkValuesOfCorrectType(value, type: type, hasDefaultValue: hasDefaultValue)
  }
}
