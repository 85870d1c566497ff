// Visits the applied directives of a schema, and the default values, for the rules about directives
// and about names in values.
// https://spec.graphql.org/September2025/#sec-Type-System.Directives

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// Checks KnownDirectives, UniqueDirectivesPerLocation, UniqueArgumentNames,
  /// KnownArgumentNamesOnDirectives, ProvidedRequiredArgumentsOnDirectives and UniqueInputFieldNames.
  mutating func checkAppliedDirectives() {
    check(schemas.flatMap(\.directives), at: .schema, .schema)
    for group in groups {
      var parts: [TypeDefinition] = []
      for type in group {
        if isRepetition(type) { check([type]) } else { parts.append(type) }
      }
      check(parts)
    }
    for type in types { type.forEachMember(onlyWithConstants: true) { check($0) } }
    for directive in directives { directive.forEachMember { check($0) } }
    checkDirectiveDefinitions()
  }

  /// Checks the directives of a type and its extensions together. A repeated definition is not a
  /// part of the type.
  private mutating func check(_ parts: [TypeDefinition]) {
    guard let type = parts.first, parts.contains(where: { !$0.directives.isEmpty }) else { return }
    about(.type(type.name.symbol)) { validator in
      validator.checkUniqueDirectivesPerLocation(parts.flatMap(\.directives))
      for part in parts {
        validator.checkEachDirective(part.directives, at: DirectiveLocation(part.kind))
      }
    }
  }

  private mutating func check(_ member: Member) {
    check(member.directives, at: member.location, member.element)
    if let value = member.defaultValue {
      about(member.element) { $0.checkUniqueInputFieldNames(value) }
    }
  }

  /// Checks each directive definition and its extensions together. Repeated definitions, and
  /// extensions without a definition, are not included.
  private mutating func checkDirectiveDefinitions() {
    for directive in schema.directives[definedDirectives] {
      check(directive.directives, appliedTo: directive.name)
    }
    for directive in directives where isRepetition(directive) {
      check(directive.directives, appliedTo: directive.name)
    }
    for directive in directiveExtensions where !isDefined(directive.name.symbol) {
      check(directive.directives, appliedTo: directive.name)
    }
  }

  private mutating func check(_ directives: [Directive], appliedTo directive: Name) {
    check(directives, at: .directiveDefinition, .directive(directive.symbol))
  }

  private mutating func check(
    _ directives: [Directive], at location: DirectiveLocation, _ element: SchemaElement
  ) {
    guard !directives.isEmpty else { return }
    about(element) { $0.checkDirectives(directives, at: location) }
  }
}
