// Checks applied directives in a schema: they exist, are allowed at their location, are not
// repeated, and have valid arguments.
// https://spec.graphql.org/September2025/#sec-Type-System.Directives

import AuthGenLanguage
import AuthGenTypeSystem

struct AppliedDirectives {
  private let context: TypeSystemContext
  /// The directives at the current location.
  private var applied: SymbolMarks
  /// The arguments of the current directive.
  private var arguments: SymbolMarks
  /// The fields of the current object value.
  private var fields: SymbolMarks

  static func check(_ context: TypeSystemContext, _ report: inout Report) {
    var rule = AppliedDirectives(context)
    rule.applied.removeAll()
    for schema in context.schemas {
      report.about(.schema) { rule.check(schema.directives, .schema, &$0) }
    }
    for start in context.groups.first { rule.checkGroup(from: start, &report) }
    for index in context.types.indices { rule.checkMembers(context.types[index], &report) }
    for directive in context.directives {
      rule.check(directive.arguments, .argumentDefinition, &report) {
        .directiveArgument($0, of: directive.name.symbol)
      }
    }
  }

  private init(_ context: TypeSystemContext) {
    self.context = context
    applied = SymbolMarks(context.symbols)
    arguments = SymbolMarks(context.symbols)
    fields = SymbolMarks(context.symbols)
  }

  // MARK: Locations

  /// Checks a type and its extensions together. A repeated definition is not part of the group.
  private mutating func checkGroup(from start: Int, _ report: inout Report) {
    applied.removeAll()
    var repetitions: [Int] = []
    var current: Int? = start
    while let index = current {
      if context.isRepetition(index) {
        repetitions.append(index)
      } else {
        checkType(index, &report)
      }
      current = context.groups.next(after: index)
    }
    for index in repetitions {
      applied.removeAll()
      checkType(index, &report)
    }
  }

  private mutating func checkType(_ index: Int, _ report: inout Report) {
    guard !context.types[index].directives.isEmpty else { return }
    report.about(.type(context.types[index].name.symbol)) {
      check(context.types[index].directives, DirectiveLocation(context.types[index].kind), &$0)
    }
  }

  private mutating func checkMembers(_ type: TypeDefinition, _ report: inout Report) {
    let owner = type.name.symbol
    for index in type.fields.indices {
      let field = type.fields[index].name.symbol
      checkSingle(
        type.fields[index].directives, .fieldDefinition, &report, .field(field, of: owner))
      check(type.fields[index].arguments, .argumentDefinition, &report) {
        .argument($0, field: field, of: owner)
      }
    }
    check(type.inputFields, .inputFieldDefinition, &report) { .inputField($0, of: owner) }
    for index in type.values.indices {
      checkSingle(
        type.values[index].directives, .enumValue, &report,
        .enumValue(type.values[index].name.symbol, of: owner))
    }
  }

  private mutating func check(
    _ values: [InputValueDefinition], _ location: DirectiveLocation, _ report: inout Report,
    element: (Symbol) -> SchemaElement
  ) {
    for index in values.indices {
      let name = values[index].name.symbol
      checkSingle(values[index].directives, location, &report, element(name))
      if let value = values[index].defaultValue {
        report.about(element(name)) {
          UniqueInputFieldNames.check(value, &fields, context.symbols, &$0)
        }
      }
    }
  }

  /// Checks the directives of an element with a single definition.
  private mutating func checkSingle(
    _ directives: [Directive], _ location: DirectiveLocation, _ report: inout Report,
    _ element: @autoclosure () -> SchemaElement
  ) {
    guard !directives.isEmpty else { return }
    applied.removeAll()
    report.about(element()) { check(directives, location, &$0) }
  }

  // MARK: Directives

  private mutating func check(
    _ directives: [Directive], _ location: DirectiveLocation, _ report: inout Report
  ) {
    for directive in directives {
      checkUniqueArgumentNames(directive, &report)
      guard let index = context.directiveTable.index(directive.name.symbol) else {
        unknown(directive, &report)
        continue
      }
      let definition = context.schema.directives[index]
      if !definition.locations.contains(location) {
        misplaced(directive, definition, location, &report)
      }
      if !definition.isRepeatable,
        let first = applied.mark(directive.name.symbol, directive.position.offset)
      {
        repeated(directive, Position(offset: first), &report)
      }
      checkArguments(of: directive, index, definition, &report)
    }
  }

  private func unknown(_ directive: Directive, _ report: inout Report) {
    guard
      context.options.reportsConsequences
        || report.isNews(
          .knownDirectives, missing: directive.name.symbol, at: directive.position)
    else { return }
    let names = context.schema.directives.lazy.map(\.name.symbol)
    let help = report.didYouMean(directive.name.symbol, among: names, context.symbols)
    report.error(
      .knownDirectives, missing: directive.name.symbol,
      "unknown directive \"@\(context.name(directive.name.symbol))\"", at: directive.position,
      help: help ?? linkHelp(directive)
        ?? "define it with \"directive @\(context.name(directive.name.symbol)) on ...\"")
  }

  /// Returns help for connector directives, which exist only if the schema links their
  /// specification.
  private func linkHelp(_ directive: Directive) -> String? {
    guard ["source", "connect"].contains(context.name(directive.name.symbol)) else { return nil }
    return "for connectors, add to the schema: @link(url: \"\(ConnectSpecification.url)\", "
      + "import: [\"@source\", \"@connect\"])"
  }

  private func misplaced(
    _ directive: Directive, _ definition: DirectiveDefinition, _ location: DirectiveLocation,
    _ report: inout Report
  ) {
    report.error(
      .knownDirectives,
      "directive \(context.coordinate(definition)) cannot be applied to"
        + " \(context.name(location.symbol))",
      at: directive.position, notes: definitionNote(definition),
      help: "it is defined for "
        + definition.locations.prefix(DirectiveLocation.allCases.count)
        .map { context.name($0.symbol) }.joined(separator: ", "))
  }

  private func repeated(_ directive: Directive, _ first: Position, _ report: inout Report) {
    report.error(
      .uniqueDirectivesPerLocation,
      "directive @\(context.name(directive.name.symbol)) is applied more than once",
      at: directive.position, notes: [.init(first, "applied here first")],
      help: "only repeatable directives may be; keep one of the two")
  }

  // MARK: Arguments

  /// Checks for repeated arguments. Leaves the arguments' names marked.
  private mutating func checkUniqueArgumentNames(_ directive: Directive, _ report: inout Report) {
    arguments.removeAll()
    for argument in directive.arguments {
      if let first = arguments.mark(argument.name) {
        report.error(
          .uniqueArgumentNames,
          "argument \"\(context.name(argument.name.symbol))\" is given more than once",
          at: argument.name.position, notes: [.init(first, "given here first")],
          help: "keep one of the two")
      }
      UniqueInputFieldNames.check(argument.value, &fields, context.symbols, &report)
    }
  }

  private func checkArguments(
    of directive: Directive, _ index: Int, _ definition: DirectiveDefinition,
    _ report: inout Report
  ) {
    let schema = context.schema
    for argument in directive.arguments
    where context.directiveTable.argument(argument.name.symbol, of: index, in: schema) == nil {
      let names = definition.arguments.lazy.map(\.name.symbol)
      let help = report.didYouMean(argument.name.symbol, among: names, context.symbols)
      report.error(
        .knownArgumentNamesOnDirectives,
        "directive \(context.coordinate(definition)) has no argument"
          + " \"\(context.name(argument.name.symbol))\"",
        at: argument.name.position, notes: definitionNote(definition),
        help: help ?? argumentsHelp(definition))
    }
    for name in context.directiveTable.required[index] where arguments[name] == nil {
      guard !report.isFull else { return }
      report.error(
        .providedRequiredArgumentsOnDirectives,
        "directive \(context.coordinate(definition)) requires the argument"
          + " \"\(context.name(name))\"",
        at: directive.position, notes: definitionNote(definition),
        help: "give it: \(context.coordinate(definition))(\(context.name(name)): ...)")
    }
  }

  private func argumentsHelp(_ definition: DirectiveDefinition) -> String {
    guard !definition.arguments.isEmpty else { return "it takes no arguments" }
    let names = definition.arguments.prefix(6).map { context.name($0.name.symbol) }
    return
      "it takes \(names.joined(separator: ", "))\(definition.arguments.count > 6 ? ", ..." : "")"
  }

  private func definitionNote(_ definition: DirectiveDefinition) -> [Diagnostic.Note] {
    guard
      let index = context.directiveTable.index(definition.name.symbol),
      index >= context.schema.builtInDirectiveCount
    else { return [] }
    return [.init(definition.name.position, "defined here")]
  }
}
