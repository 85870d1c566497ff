// Checks applied directives in a schema: they exist, are allowed at their location, are not
// repeated, and have valid arguments.
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

  /// Checks the directives of an element with a single definition.
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

extension SchemaValidator {
  mutating func reportUnknownDirective(_ directive: Directive) {
    let name = directive.name.symbol
    guard
      options.reportsConsequences
        || report.isNews(.knownDirectives, missing: name, at: directive.position)
    else { return }
    let help =
      report.didYouMean(name, among: schema.directives.lazy.map(\.name.symbol), symbols)
      ?? linkHelp(directive)
    report.error(
      .knownDirectives, missing: name, "unknown directive \"@\(symbols[name])\"",
      at: directive.position,
      help: help ?? "define it with \"directive @\(symbols[name]) on ...\"")
  }

  /// Returns help for connector directives, which exist only if the schema links their
  /// specification.
  private func linkHelp(_ directive: Directive) -> String? {
    guard ["source", "connect"].contains(symbols[directive.name.symbol]) else { return nil }
    return "for connectors, add to the schema: @link(url: \"\(ConnectSpecification.url)\", "
      + "import: [\"@source\", \"@connect\"])"
  }

  mutating func checkLocation(
    of directive: Directive, _ definition: DirectiveDefinition, _ location: DirectiveLocation
  ) {
    guard !definition.locations.contains(location) else { return }
    let notes = definitionNote(definition)
    report.error(
      .knownDirectives,
      "directive \(definition.coordinate(symbols)) cannot be applied to"
        + " \(symbols[location.symbol])",
      at: directive.position, notes: notes,
      help: "it is defined for "
        + definition.locations.prefix(DirectiveLocation.allCases.count)
        .map { symbols[$0.symbol] }.joined(separator: ", "))
  }
}

extension SchemaValidator {
  /// Checks one directive. `applied` contains the earlier ones of the location.
  mutating func checkUniqueDirectivesPerLocation(
    _ directive: Directive, _ definition: DirectiveDefinition
  ) {
    guard !definition.isRepeatable,
      let first = applied.mark(directive.name.symbol, directive.position.offset)
    else { return }
    report.error(
      .uniqueDirectivesPerLocation,
      "directive @\(symbols[directive.name.symbol]) is applied more than once",
      at: directive.position, notes: [.init(Position(offset: first), "applied here first")],
      help: "only repeatable directives may be; keep one of the two")
  }
}

extension SchemaValidator {
  /// - Parameter index: the directive's definition, as an index in the schema's directives.
  mutating func checkKnownArgumentNamesOnDirectives(_ directive: Directive, _ index: Int) {
    for argument in directive.arguments
    where directiveTable.argument(argument.name.symbol, of: index, in: schema) == nil {
      reportUnknownArgument(argument, schema.directives[index])
    }
  }

  private mutating func reportUnknownArgument(
    _ argument: Argument, _ definition: DirectiveDefinition
  ) {
    let names = definition.arguments.lazy.map(\.name.symbol)
    let help = report.didYouMean(argument.name.symbol, among: names, symbols)
    let notes = definitionNote(definition)
    report.error(
      .knownArgumentNamesOnDirectives,
      "directive \(definition.coordinate(symbols)) has no argument"
        + " \"\(symbols[argument.name.symbol])\"",
      at: argument.name.position, notes: notes,
      help: help ?? (names.isEmpty ? "it takes no arguments" : symbols.listed("it takes", names)))
  }
}

extension SchemaValidator {
  /// The names of the given arguments must be marked.
  ///
  /// - Parameter index: the directive's definition, as an index in the schema's directives.
  mutating func checkProvidedRequiredArgumentsOnDirectives(_ directive: Directive, _ index: Int) {
    for name in directiveTable.required[index] where names[name] == nil {
      guard !report.isFull else { return }
      let definition = schema.directives[index]
      let notes = definitionNote(definition)
      report.error(
        .providedRequiredArgumentsOnDirectives,
        "directive \(definition.coordinate(symbols)) requires the argument"
          + " \"\(symbols[name])\"",
        at: directive.position, notes: notes,
        help: "give it: \(definition.coordinate(symbols))(\(symbols[name]): ...)")
    }
  }
}
