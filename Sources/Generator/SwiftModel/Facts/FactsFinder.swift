// Collects the facts of a definition from its selections.

import AuthGenLanguage
import AuthGenTypeSystem

struct FactsFinder {
  private let context: BuilderContext
  /// The facts of the current definition so far.
  private var facts = DefinitionFacts()
  private var problems: [Diagnostic] = []
  private var secrets: SecretValues
  /// The fields that look secret. Those of input are in `secrets`.
  private var secretFields: SecretNames
  // The arguments of connections.
  private let after: Symbol?
  private let before: Symbol?

  init(context: BuilderContext) {
    self.context = context
    secrets = SecretValues(context: context)
    secretFields = SecretNames(context: context)
    after = context.symbols.find("after")
    before = context.symbols.find("before")
  }

  var diagnostics: [Diagnostic] { problems + secrets.diagnostics }

  /// The coordinates of fields, input fields and arguments that look secret.
  var secretLookalikes: Set<String> { secretFields.coordinates.union(secrets.names.coordinates) }

  /// - Parameters:
  ///   - directives: the directives of the definition.
  ///   - type: the type of the definition's selections.
  ///   - tokenVariables: the variables that carry tokens of the session.
  mutating func facts(
    of set: SelectionSet, _ directives: [Directive], on type: TypeID,
    tokenVariables: Set<Symbol> = []
  ) -> DefinitionFacts {
    secrets.tokenVariables = tokenVariables
    secrets.note(directives)
    visit(set, on: type)
    (facts.secretVariables, facts.likelySecretVariables) = secrets.takeVariables()
    defer { facts = DefinitionFacts() }
    return facts
  }

  private mutating func visit(_ set: SelectionSet, on type: TypeID) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        visit(field, on: type)
      case .fragmentSpread(let spread):
        note(spread.directives)
        facts.spreads.append(spread.name.symbol)
      case .inlineFragment(let fragment):
        note(fragment.directives)
        let condition = fragment.typeCondition.flatMap { context.schema.typeID($0.symbol) }
        visit(fragment.selectionSet, on: condition ?? type)
      }
    }
  }

  private mutating func note(_ directives: [Directive]) {
    if directives.isEmpty { return }
    secrets.note(directives)
    for directive in directives {
      let name = directive.name.symbol
      guard name == .defer || name == .stream else { continue }
      checkIncrementalDelivery(directive)
      if directive[argument: .if]?.boolean != false { facts.isIncremental = true }
      if name == .defer {
        facts.deferrals.append((directive.position, context.label(of: directive)))
      }
    }
    let terms = SelectionCondition.always.and(directives).terms
    facts.conditionVariables.formUnion(terms.map(\.variable))
  }

  private mutating func checkIncrementalDelivery(_ directive: Directive) {
    let name = context.symbols[directive.name.symbol]
    let problem: (need: String, help: String)
    if !context.settings.incrementalDelivery {
      problem = (
        "the option \"incrementalDelivery\"",
        "add \"incrementalDelivery\": true to \"options\" in the configuration, or remove @\(name)"
      )
    } else if !context.settings.usesLibrary {
      problem = (
        "the product AuthGenStreams", "set \"runtime\" to \"library\", or remove @\(name)"
      )
    } else if context.schema.connect != nil {
      problem = ("a GraphQL server, but a REST service responds", "remove @\(name)")
    } else {
      return
    }
    problems.report(
      .incrementalDelivery, "@\(name) needs \(problem.need)", at: directive.position,
      help: problem.help)
  }

  private mutating func visit(_ field: Field, on type: TypeID) {
    note(field.directives)
    guard let definition = context.schema.field(field.name.symbol, of: type) else { return }
    let name = field.name.symbol
    let key = MemberKey(type: context.schema.name(of: type).symbol, member: name)
    if context.semantics.isAuthenticated(name, of: type) { facts.authenticatedFields.append(key) }
    if !definition.directives.isEmpty, definition.directives[.deprecated] != nil {
      facts.deprecatedFields.append(key)
    }
    if let weight = context.semantics.weights[key] {
      facts.weight.add(weight)
      facts.weighing.append((context.coordinate(of: key), weight))
    }
    if let bucket = context.semantics.buckets[key], !facts.buckets.contains(bucket) {
      facts.buckets.append(bucket)
    }
    if let feature = context.semantics.feature(key, value: definition.type.symbol),
      !context.settings.features.contains(feature)
    {
      problems.report(
        .featureConfigured,
        "\(context.coordinate(of: key)) exists only on sites with the feature \(feature)",
        at: field.position,
        help: "if yours has it, add \"\(feature)\" to \"features\" in the configuration")
    }
    for argument in field.arguments {
      secrets.note(argument, of: key, definition)
      noteCursor(argument, of: key, definition.type.symbol, field.selectionSet)
    }
    if field.selectionSet == nil { noteLeaf(key, definition.type.symbol) }
    if let set = field.selectionSet, let inner = context.schema.typeID(definition.type.symbol) {
      visit(set, on: inner)
    }
  }

  /// Records a variable that is a cursor of a connection.
  private mutating func noteCursor(
    _ argument: Argument, of field: MemberKey, _ type: Symbol, _ selections: SelectionSet?
  ) {
    let name = argument.name.symbol
    guard selections != nil, name == after || name == before,
      case .variable(let variable) = argument.value.kind,
      context.symbols[type].hasSuffix("Connection")
    else { return }
    facts.connections.insert(
      ConnectionUse(
        field: field, connection: type, variable: variable, isBackward: name == before))
  }

  private mutating func noteLeaf(_ field: MemberKey, _ type: Symbol) {
    if context.isSecret(.member(field), value: type) {
      facts.secretFields.append(field)
    } else {
      secretFields.note(.member(field), value: type)
    }
  }
}
