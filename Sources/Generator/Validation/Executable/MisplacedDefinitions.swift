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
    /// The directives of each definition together with its extensions.
    var applied: [SchemaElement: [Directive]] = [:]
    for definition in definitions {
      switch definition {
      case .operation, .fragment: break
      case .schema(let schema):
        check(schema.directives, of: .schema, at: .schema, &applied)
        for root in schema.rootOperations { checkName(root.type, defined) }
      case .type(let type):
        check(
          type.directives, of: .type(type.name.symbol), at: DirectiveLocation(type.kind), &applied)
        for name in type.interfaces + type.members { checkName(name, defined) }
        type.forEachMember { check($0, defined) }
      case .directive(let directive):
        let element = SchemaElement.directive(directive.name.symbol)
        check(directive.directives, of: element, at: .directiveDefinition, &applied)
        directive.forEachMember { check($0, defined) }
      case .directiveExtension(let directive):
        let element = SchemaElement.directive(directive.name.symbol)
        check(directive.directives, of: element, at: .directiveDefinition, &applied)
      }
    }
    let repeating = applied.values.filter { $0.count > 1 }
    for directives in repeating.sorted(by: { $0[0].position < $1[0].position }) {
      checkUniqueDirectivesPerLocation(directives)
    }
  }

  private mutating func check(
    _ directives: [Directive], of element: SchemaElement, at location: DirectiveLocation,
    _ applied: inout [SchemaElement: [Directive]]
  ) {
    checkEachDirective(directives, at: location)
    applied[element, default: []] += directives
  }

  private mutating func check(_ member: Member, _ defined: Set<Symbol>) {
    if let type = member.type { checkName(type.name, defined) }
    checkDirectives(member.directives, at: member.location)
  }

  private mutating func checkName(_ name: Name, _ defined: Set<Symbol>) {
    guard schema.typeID(name.symbol) == nil, !defined.contains(name.symbol) else { return }
    reportUnknownType(name) { _ in true }
  }
}
