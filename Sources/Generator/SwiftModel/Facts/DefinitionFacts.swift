// The authentication facts of a definition: whether it requires a session, its weight, and its rate-limit
// buckets.

import AuthGenLanguage

/// The facts of one definition, without its fragments.
struct DefinitionFacts {
  /// The fields that require a session, once per selection, in document order.
  var authenticatedFields: [MemberKey] = []
  /// The fields with secret values, once per selection, in document order.
  var secretFields: [MemberKey] = []
  var weight = 0
  /// The fields with a weight, in document order.
  var weighing: [(coordinate: String, weight: Int)] = []
  var buckets: [String] = []
  /// The fields that are deprecated, once per selection, in document order.
  var deprecatedFields: [MemberKey] = []
  /// The variables for secret arguments.
  var secretVariables: Set<Symbol> = []
  /// The variables for arguments that look secret.
  var likelySecretVariables: Set<Symbol> = []
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

extension DefinitionFacts {
  /// Adds all facts of a fragment but its weight.
  mutating func add(_ facts: DefinitionFacts) {
    authenticatedFields += facts.authenticatedFields
    secretFields += facts.secretFields
    weighing += facts.weighing
    buckets += facts.buckets.filter { !buckets.contains($0) }
    deprecatedFields += facts.deprecatedFields
    secretVariables.formUnion(facts.secretVariables)
    likelySecretVariables.formUnion(facts.likelySecretVariables)
    conditionVariables.formUnion(facts.conditionVariables)
    connections.formUnion(facts.connections)
    isIncremental = isIncremental || facts.isIncremental
  }
}

extension Int {
  /// Adds a number. The sum is the largest number on overflow, and does not trap.
  mutating func add(_ number: Int) {
    let (sum, overflow) = addingReportingOverflow(number)
    self = overflow ? .max : sum
  }
}
