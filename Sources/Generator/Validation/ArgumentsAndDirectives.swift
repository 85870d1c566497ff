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

extension Validator {
  /// Checks the directives of a location, and their arguments.
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
      note(directive)
      checkArguments(directive.arguments, definition?.arguments, of: .directive(directive))
    }
  }

  /// - Parameter definitions: the argument definitions; nil if the field or directive is unknown.
  ///   Then only rules without a definition apply.
  mutating func checkArguments(
    _ arguments: [Argument], _ definitions: [InputValueDefinition]?, of owner: ArgumentOwner
  ) {
    if arguments.isEmpty, definitions?.isEmpty ?? true { return }
    checkUniqueArgumentNames(arguments)
    if let definitions { checkProvidedRequiredArguments(definitions, of: owner) }
    for argument in arguments {
      let definition = definitions?.named(argument.name.symbol)
      if let definitions, definition == nil {
        reportUnknownArgument(argument, definitions, of: owner)
      }
      checkUniqueInputFieldNames(argument.value)
      checkArgument(argument.value, definition)
    }
  }
}
