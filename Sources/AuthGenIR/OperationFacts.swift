// What an operation's fields together mean for authentication: whether it needs a session, what it
// weighs, which buckets limit it. Found once per definition, then summed over the fragments.

import AuthGenLanguage
import AuthGenTypeSystem

/// The facts of one definition, without those of the fragments that it spreads.
struct DefinitionFacts {
  var isAuthenticated = false
  var weight = 0
  /// Each weighing field with its weight, in document order.
  var weighing: [(coordinate: String, weight: Int)] = []
  var buckets: [String] = []
  /// Variables that stand for a secret argument.
  var secretVariables: Set<Symbol> = []
  /// The fragments spread, once per spread, in document order.
  var spreads: [Symbol] = []
}

/// The facts of an operation with all its fragments.
struct OperationFacts {
  var isAuthenticated = false
  /// Every selection of a field counts, also that of a field selected twice: an upper bound.
  var weight = 0
  var buckets: [String] = []
  var secretVariables: Set<Symbol> = []
  /// The fragments needed, in order of first use.
  var fragments: [Symbol] = []
  /// The fields that weigh most, heaviest first.
  var heaviest: [(coordinate: String, weight: Int)] = []
}

struct FactsFinder {
  private let context: BuilderContext
  private(set) var diagnostics: [Diagnostic] = []

  init(context: BuilderContext) {
    self.context = context
  }

  /// - Parameter type: what the definition's selections are on.
  mutating func facts(of set: SelectionSet, on type: TypeID) -> DefinitionFacts {
    var facts = DefinitionFacts()
    visit(set, on: type, &facts)
    return facts
  }

  /// Sums the facts of a definition and of all fragments that it reaches.
  ///
  /// - Parameter fragments: the facts of each fragment; spreads form no cycle.
  static func total(
    _ own: DefinitionFacts, fragments: [Symbol: DefinitionFacts]
  ) -> OperationFacts {
    var total = OperationFacts()
    var seen = OrderedSymbols()
    var weighing = own.weighing
    var multiplicity: [Symbol: Int] = [:]
    total.add(own, times: 1)
    for spread in own.spreads {
      seen.insert(spread)
      multiplicity[spread, default: 0] += 1
    }
    var next = 0
    while next < seen.all.count {
      for spread in fragments[seen.all[next]]?.spreads ?? [] { seen.insert(spread) }
      next += 1
    }
    // How often a fragment counts is known once all its users have been counted.
    var users: [Symbol: Int] = [:]
    for fragment in seen.all {
      for spread in fragments[fragment]?.spreads ?? [] { users[spread, default: 0] += 1 }
    }
    var ready = seen.all.filter { users[$0] == nil }
    while let fragment = ready.popLast() {
      guard let facts = fragments[fragment] else { continue }
      let count = multiplicity[fragment] ?? 1
      total.add(facts, times: count)
      weighing += facts.weighing
      for spread in facts.spreads {
        multiplicity[spread] = saturating(multiplicity[spread] ?? 0, count) {
          $0.addingReportingOverflow($1)
        }
        if let left = users[spread] {
          users[spread] = left - 1
          if left == 1 { ready.append(spread) }
        }
      }
    }
    total.fragments = seen.all
    total.heaviest = Array(
      weighing.enumerated()
        .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        .prefix(3).map(\.element))
    return total
  }

  private mutating func visit(
    _ set: SelectionSet, on type: TypeID, _ facts: inout DefinitionFacts
  ) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        visit(field, on: type, &facts)
      case .fragmentSpread(let spread):
        facts.spreads.append(spread.name.symbol)
      case .inlineFragment(let fragment):
        let condition = fragment.typeCondition.flatMap { context.schema.typeID($0.symbol) }
        visit(fragment.selectionSet, on: condition ?? type, &facts)
      }
    }
  }

  private mutating func visit(
    _ field: Field, on type: TypeID, _ facts: inout DefinitionFacts
  ) {
    guard let definition = context.schema.field(field.name.symbol, of: type) else { return }
    let name = field.name.symbol
    let key = MemberKey(type: context.schema.name(of: type).symbol, member: name)
    if context.semantics.isAuthenticated(name, of: type) { facts.isAuthenticated = true }
    if let weight = context.semantics.weights[key] {
      facts.weight = saturating(facts.weight, weight) { $0.addingReportingOverflow($1) }
      facts.weighing.append((coordinate(key), weight))
    }
    if let bucket = context.semantics.buckets[key], !facts.buckets.contains(bucket) {
      facts.buckets.append(bucket)
    }
    if let feature = context.semantics.feature(definition, of: type),
      !context.settings.features.contains(feature)
    {
      diagnostics.append(missingFeature(feature, coordinate(key), field))
    }
    if let secret = context.semantics.secretArguments[key] {
      for argument in field.arguments where secret.contains(argument.name.symbol) {
        if case .variable(let variable) = argument.value.kind {
          facts.secretVariables.insert(variable)
        }
      }
    }
    if let set = field.selectionSet, let inner = context.schema.typeID(definition.type.symbol) {
      visit(set, on: inner, &facts)
    }
  }

  private func coordinate(_ key: MemberKey) -> String {
    context.symbols[key.type] + "." + context.symbols[key.member]
  }

  private func missingFeature(
    _ feature: String, _ coordinate: String, _ field: Field
  ) -> Diagnostic {
    Diagnostic(
      rule: "FeatureConfigured",
      message: "\(coordinate) exists only on sites with the feature \(feature)",
      at: field.position,
      help: "if yours has it, add \"\(feature)\" to \"features\" in the configuration")
  }
}

extension OperationFacts {
  fileprivate mutating func add(_ facts: DefinitionFacts, times count: Int) {
    isAuthenticated = isAuthenticated || facts.isAuthenticated
    let added = saturating(facts.weight, count) { $0.multipliedReportingOverflow(by: $1) }
    weight = saturating(weight, added) { $0.addingReportingOverflow($1) }
    buckets += facts.buckets.filter { !buckets.contains($0) }
    secretVariables.formUnion(facts.secretVariables)
  }
}

/// Arithmetic that stops at the largest number instead of trapping.
private func saturating(
  _ left: Int, _ right: Int, _ operation: (Int, Int) -> (partialValue: Int, overflow: Bool)
) -> Int {
  let result = operation(left, right)
  return result.overflow ? .max : result.partialValue
}
