// The authentication facts of an operation: whether it requires a session, its weight, and its
// rate-limit buckets. They are collected once per definition, then summed over the fragments.

import AuthGenLanguage
import AuthGenTypeSystem

/// The facts of one definition, without its fragments.
struct DefinitionFacts {
  var isAuthenticated = false
  /// Whether a selected value is secret.
  var returnsSecrets = false
  var weight = 0
  /// The fields with a weight, in document order.
  var weighing: [(coordinate: String, weight: Int)] = []
  var buckets: [String] = []
  /// The variables for secret arguments.
  var secretVariables: Set<Symbol> = []
  /// The fragments, once per spread, in document order.
  var spreads: [Symbol] = []
  /// The variables of `@include` and `@skip`.
  var conditionVariables: Set<Symbol> = []
  var connections: Set<ConnectionUse> = []
  /// Whether a part of the response may come later.
  var isIncremental = false
  /// The directives `@defer` in document order, with the labels that they have.
  var deferrals: [(directive: Position, label: String?)] = []
}

/// The facts of an operation with all its fragments.
struct OperationFacts {
  /// The sum over the operation and its fragments. A field that is selected twice counts twice, so the weight is
  /// an upper bound.
  var sum = DefinitionFacts()
  /// The required fragments, in order of first use.
  var fragments: [Symbol] = []
  /// The fields with the largest weights, in descending order.
  var heaviest: [(coordinate: String, weight: Int)] = []
}

struct FactsFinder {
  private let context: BuilderContext
  /// The facts of the current definition so far.
  private var facts = DefinitionFacts()
  private(set) var diagnostics: [Diagnostic] = []
  /// The fields and arguments that look secret.
  private(set) var secretNames: SecretNames
  /// The variables of the current operation that carry tokens of the session.
  private var tokenVariables: Set<Symbol> = []
  private let connections: ConnectionFinder

  init(context: BuilderContext) {
    self.context = context
    secretNames = SecretNames(context)
    connections = ConnectionFinder(context)
  }

  /// - Parameters:
  ///   - type: the type of the definition's selections.
  ///   - tokenVariables: the variables that carry tokens of the session.
  mutating func facts(
    of set: SelectionSet, on type: TypeID, tokenVariables: Set<Symbol> = []
  ) -> DefinitionFacts {
    self.tokenVariables = tokenVariables
    visit(set, on: type)
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
    for directive in directives {
      let name = directive.name.symbol
      guard name == .defer || name == .stream else { continue }
      checkIncrementalDelivery(directive)
      facts.isIncremental = true
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
      problem = ("a GraphQL server, but a REST service answers", "remove @\(name)")
    } else {
      return
    }
    diagnostics.report(
      .incrementalDelivery, "@\(name) needs \(problem.need)", at: directive.position,
      help: problem.help)
  }

  private mutating func visit(_ field: Field, on type: TypeID) {
    note(field.directives)
    guard let definition = context.schema.field(field.name.symbol, of: type) else { return }
    let name = field.name.symbol
    let key = MemberKey(type: context.schema.name(of: type).symbol, member: name)
    if context.semantics.isAuthenticated(name, of: type) { facts.isAuthenticated = true }
    if let weight = context.semantics.weights[key] {
      facts.weight = saturating(facts.weight, weight) { $0.addingReportingOverflow($1) }
      facts.weighing.append((context.coordinate(of: key), weight))
    }
    if let bucket = context.semantics.buckets[key], !facts.buckets.contains(bucket) {
      facts.buckets.append(bucket)
    }
    if let feature = context.semantics.feature(key, value: definition.type.symbol),
      !context.settings.features.contains(feature)
    {
      diagnostics.report(
        .featureConfigured,
        "\(context.coordinate(of: key)) exists only on sites with the feature \(feature)",
        at: field.position,
        help: "if yours has it, add \"\(feature)\" to \"features\" in the configuration")
    }
    for argument in field.arguments {
      let type = definition.arguments.first { $0.name.symbol == argument.name.symbol }?.type
      let isSecret = context.semantics.secrets.contains(.argument(key, argument.name.symbol))
      noteSecrets(in: argument.value, isSecret: isSecret, type?.symbol)
      if !isSecret, let type, !isToken(argument.value) {
        secretNames.note(key, argument: argument.name.symbol, value: type.symbol)
      }
    }
    facts.connections.formUnion(connections.uses(in: field, key, type: definition.type.symbol))
    if field.selectionSet == nil { noteLeaf(key, definition.type.symbol) }
    if let set = field.selectionSet, let inner = context.schema.typeID(definition.type.symbol) {
      visit(set, on: inner)
    }
  }

  private mutating func noteLeaf(_ field: MemberKey, _ type: Symbol) {
    if context.semantics.isSecret(field, value: type) || context.scalar(type) == .scalar("Secret") {
      facts.returnsSecrets = true
    } else {
      secretNames.note(field, value: type)
    }
  }

  /// Notes the variables in a value that get a secret argument or input field.
  ///
  /// - Parameter type: the named type of the value's position.
  private mutating func noteSecrets(in value: Value, isSecret: Bool, _ type: Symbol?) {
    switch value.kind {
    case .variable(let variable): if isSecret { facts.secretVariables.insert(variable) }
    case .list(let elements):
      for element in elements { noteSecrets(in: element, isSecret: isSecret, type) }
    case .object(let fields):
      guard let type, let id = context.schema.typeID(type) else { return }
      for field in fields {
        let name = field.name.symbol
        guard
          let definition = context.schema[id].inputFields.first(where: { $0.name.symbol == name })
        else { continue }
        let inner = definition.type.symbol
        let key = MemberKey(type: type, member: name)
        let isInnerSecret = isSecret || context.semantics.isSecret(key, value: inner)
        noteSecrets(in: field.value, isSecret: isInnerSecret, inner)
        if !isInnerSecret, !isToken(field.value) {
          secretNames.note(key, value: inner)
        }
      }
    default: return
    }
  }

  /// Whether a value is a variable that carries a token of the session.
  private func isToken(_ value: Value) -> Bool {
    if case .variable(let variable) = value.kind {
      tokenVariables.contains(variable)
    } else {
      false
    }
  }
}

/// The facts of all fragments, and their sums for the operations that spread them.
struct FragmentFacts {
  private let names: [Symbol]
  private let facts: [DefinitionFacts]
  private let indexes: [Symbol: Int]
  /// The fragments that each fragment spreads.
  private let spreads: [[Int]]

  // The counts for one operation, by fragment. The arrays are reused for the next operation: there
  // can be as many operations as fragments, and each operation can spread all of them.
  private var isNeeded: [Bool]
  private var multiplicity: [Int]
  private var users: [Int]
  /// The fragments that the operation requires, in order of first use.
  private var needed: [Int] = []

  /// - Parameter fragments: each fragment with its facts. The spreads must not form a cycle.
  init(_ fragments: [(name: Symbol, facts: DefinitionFacts)]) {
    let indexes = Dictionary(
      zip(fragments.map(\.name), 0...), uniquingKeysWith: { first, _ in first })
    names = fragments.map(\.name)
    facts = fragments.map(\.facts)
    spreads = facts.map { $0.spreads.compactMap { indexes[$0] } }
    self.indexes = indexes
    isNeeded = Array(repeating: false, count: names.count)
    multiplicity = Array(repeating: 0, count: names.count)
    users = multiplicity
  }

  /// Returns the fragments that a fragment spreads itself.
  func spreads(of fragment: Symbol) -> [Symbol] {
    indexes[fragment].map { facts[$0].spreads } ?? []
  }

  /// Returns the fragments, each after those that it spreads. Not recursive, because chains of
  /// fragments can be long.
  var inOrder: [Symbol] {
    var order: [Symbol] = []
    var isEntered = Array(repeating: false, count: names.count)
    var isLeft = isEntered
    for root in names.indices {
      var stack = [root]
      while let fragment = stack.last {
        if isEntered[fragment] {
          stack.removeLast()
          if !isLeft[fragment] { order.append(names[fragment]) }
          isLeft[fragment] = true
        } else {
          isEntered[fragment] = true
          stack += spreads[fragment].filter { !isEntered[$0] }
        }
      }
    }
    return order
  }

  /// Returns the sum of the facts of a definition and of all fragments that it reaches.
  mutating func total(_ own: DefinitionFacts) -> OperationFacts {
    var total = OperationFacts()
    var weighing = own.weighing
    total.sum.add(own, times: 1)
    let ownSpreads = own.spreads.compactMap { indexes[$0] }
    for spread in ownSpreads {
      multiplicity[spread] += 1
      need(spread)
    }
    var next = 0
    while next < needed.count {
      for spread in spreads[needed[next]] {
        // The count of a fragment is complete after all definitions that spread it are counted.
        users[spread] += 1
        need(spread)
      }
      next += 1
    }
    var ready = needed.filter { users[$0] == 0 }
    while let fragment = ready.popLast() {
      total.sum.add(facts[fragment], times: multiplicity[fragment])
      weighing += facts[fragment].weighing
      for spread in spreads[fragment] {
        multiplicity[spread] = saturating(multiplicity[spread], multiplicity[fragment]) {
          $0.addingReportingOverflow($1)
        }
        users[spread] -= 1
        if users[spread] == 0 { ready.append(spread) }
      }
    }
    for fragment in needed { (isNeeded[fragment], multiplicity[fragment]) = (false, 0) }
    total.fragments = needed.map { names[$0] }
    needed.removeAll(keepingCapacity: true)
    total.heaviest = Array(
      weighing.enumerated()
        .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        .prefix(3).map(\.element))
    return total
  }

  private mutating func need(_ fragment: Int) {
    guard !isNeeded[fragment] else { return }
    isNeeded[fragment] = true
    needed.append(fragment)
  }
}

extension DefinitionFacts {
  fileprivate mutating func add(_ facts: DefinitionFacts, times count: Int) {
    isAuthenticated = isAuthenticated || facts.isAuthenticated
    returnsSecrets = returnsSecrets || facts.returnsSecrets
    let added = saturating(facts.weight, count) { $0.multipliedReportingOverflow(by: $1) }
    weight = saturating(weight, added) { $0.addingReportingOverflow($1) }
    buckets += facts.buckets.filter { !buckets.contains($0) }
    secretVariables.formUnion(facts.secretVariables)
    conditionVariables.formUnion(facts.conditionVariables)
    connections.formUnion(facts.connections)
    isIncremental = isIncremental || facts.isIncremental
  }
}

/// Returns the largest number on overflow and does not trap.
private func saturating(
  _ left: Int, _ right: Int, _ operation: (Int, Int) -> (partialValue: Int, overflow: Bool)
) -> Int {
  let result = operation(left, right)
  return result.overflow ? .max : result.partialValue
}
