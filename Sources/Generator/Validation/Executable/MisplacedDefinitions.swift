// Visits type system definitions, which are not allowed in an executable document. Their type names
// and directives are checked nevertheless.

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  /// Checks the contents of type system definitions among the operations. ExecutableDefinitions
  /// reports the definitions themselves.
  mutating func visitMisplacedDefinitions() {
    let definitions = document.documents.flatMap(\.definitions)
    var defined: Set<Symbol> = []
    for case .type(let type) in definitions { defined.insert(type.name.symbol) }
    for definition in definitions {
      switch definition {
      case .operation, .fragment: break
      case .schema(let schema):
        checkEachDirective(schema.directives, at: .schema)
        for root in schema.rootOperations { checkName(root.type, defined) }
      case .type(let type):
        visit(type, defined)
      case .directive(let directive):
        checkEachDirective(directive.directives, at: .directiveDefinition)
        visit(directive.arguments, at: .argumentDefinition, defined)
      case .directiveExtension(let directive):
        checkEachDirective(directive.directives, at: .directiveDefinition)
      }
    }
    checkUniqueDirectivesOverExtensions(definitions)
  }

  private mutating func visit(_ type: TypeDefinition, _ defined: Set<Symbol>) {
    checkEachDirective(type.directives, at: DirectiveLocation(type.kind))
    for name in type.interfaces + type.members { checkName(name, defined) }
    for field in type.fields {
      visit(field.arguments, at: .argumentDefinition, defined)
      checkName(field.type.name, defined)
      checkDirectives(field.directives, at: .fieldDefinition)
    }
    for value in type.values { checkDirectives(value.directives, at: .enumValue) }
    visit(type.inputFields, at: .inputFieldDefinition, defined)
  }

  private mutating func visit(
    _ values: [InputValueDefinition], at location: DirectiveLocation, _ defined: Set<Symbol>
  ) {
    for value in values {
      checkName(value.type.name, defined)
      checkDirectives(value.directives, at: location)
    }
  }

  private mutating func checkName(_ name: Name, _ defined: Set<Symbol>) {
    guard schema.typeID(name.symbol) == nil, !defined.contains(name.symbol) else { return }
    reportUnknownType(name) { _ in true }
  }

  /// Checks UniqueDirectivesPerLocation for a definition together with its extensions.
  private mutating func checkUniqueDirectivesOverExtensions(_ definitions: [Definition]) {
    /// For each type, or for the schema as `.empty`, the directives of the definitions so far.
    var applied: [Symbol: [Directive]] = [:]
    var appliedToDirectives: [Symbol: [Directive]] = [:]
    for definition in definitions {
      switch definition {
      case .schema(let schema): applied[.empty, default: []] += schema.directives
      case .type(let type): applied[type.name.symbol, default: []] += type.directives
      case .directive(let directive):
        appliedToDirectives[directive.name.symbol, default: []] += directive.directives
      case .directiveExtension(let directive):
        appliedToDirectives[directive.name.symbol, default: []] += directive.directives
      case .operation, .fragment: break
      }
    }
    for applied in [applied, appliedToDirectives] {
      for directives in applied.sorted(by: { $0.key < $1.key }).map(\.value)
      where directives.count > 1 {
        checkUniqueDirectivesPerLocation(directives)
      }
    }
  }
}
