// Visits the applied directives of a schema, and the default values, for the rules about directives
// and about names in values.
// https://spec.graphql.org/September2025/#sec-Type-System.Directives

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  /// Checks KnownDirectives, UniqueDirectivesPerLocation, UniqueArgumentNames,
  /// KnownArgumentNamesOnDirectives, ProvidedRequiredArgumentsOnDirectives and
  /// UniqueInputFieldNames.
  mutating func checkAppliedDirectives() {
    applied.removeAll()
    for schema in schemas {
      about(.schema) { $0.check(schema.directives, at: .schema) }
    }
    for start in groups.first { checkGroup(from: start) }
    for index in types.indices { checkMembers(types[index]) }
    for directive in directives {
      check(directive.arguments, at: .argumentDefinition) {
        .directiveArgument($0, of: directive.name.symbol)
      }
    }
    checkDirectiveDefinitions()
  }

  // MARK: Locations

  /// Checks a type and its extensions together. A repeated definition is not part of the group.
  private mutating func checkGroup(from start: Int) {
    applied.removeAll()
    var repetitions: [Int] = []
    var current: Int? = start
    while let index = current {
      if isRepetition(index) {
        repetitions.append(index)
      } else {
        checkType(types[index])
      }
      current = groups.next(after: index)
    }
    for index in repetitions {
      applied.removeAll()
      checkType(types[index])
    }
  }

  private mutating func checkType(_ type: TypeDefinition) {
    guard !type.directives.isEmpty else { return }
    about(.type(type.name.symbol)) {
      $0.check(type.directives, at: DirectiveLocation(type.kind))
    }
  }

  /// Checks each directive definition and its extensions together. Repeated definitions, and
  /// extensions of nothing, are not part of one.
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
    checkSingle(directives, at: .directiveDefinition, .directive(directive.symbol))
  }

  private mutating func checkMembers(_ type: TypeDefinition) {
    let owner = type.name.symbol
    for index in type.fields.indices {
      let field = type.fields[index].name.symbol
      checkSingle(
        type.fields[index].directives, at: .fieldDefinition, .field(field, of: owner))
      check(type.fields[index].arguments, at: .argumentDefinition) {
        .argument($0, field: field, of: owner)
      }
    }
    check(type.inputFields, at: .inputFieldDefinition) { .inputField($0, of: owner) }
    for index in type.values.indices {
      checkSingle(
        type.values[index].directives, at: .enumValue,
        .enumValue(type.values[index].name.symbol, of: owner))
    }
  }

  private mutating func check(
    _ inputs: [InputValueDefinition], at location: DirectiveLocation,
    element: (Symbol) -> SchemaElement
  ) {
    for index in inputs.indices {
      let name = inputs[index].name.symbol
      checkSingle(inputs[index].directives, at: location, element(name))
      if let value = inputs[index].defaultValue {
        about(element(name)) { $0.checkUniqueInputFieldNames(value) }
      }
    }
  }

  /// Checks the directives of an element, all of them at once.
  private mutating func checkSingle(
    _ directives: [Directive], at location: DirectiveLocation,
    _ element: @autoclosure () -> SchemaElement
  ) {
    guard !directives.isEmpty else { return }
    applied.removeAll()
    about(element()) { $0.check(directives, at: location) }
  }

  // MARK: Rules

  /// - Parameter directives: the directives to add to `applied`.
  private mutating func check(_ directives: [Directive], at location: DirectiveLocation) {
    for directive in directives {
      checkUniqueArgumentNames(directive.arguments)
      for argument in directive.arguments { checkUniqueInputFieldNames(argument.value) }
      guard let index = directiveTable.index(directive.name.symbol) else {
        reportUnknownDirective(directive)
        continue
      }
      let definition = schema.directives[index]
      checkLocation(of: directive, definition, location)
      checkUniqueDirectivesPerLocation(directive, definition)
      checkKnownArgumentNamesOnDirectives(directive, index)
      checkProvidedRequiredArgumentsOnDirectives(directive, index)
    }
  }
}
