// Rules about the uses of variables. A use in a fragment counts for each operation that spreads the
// fragment. https://spec.graphql.org/September2025/#sec-Validation.Variables

import AuthGenLanguage
import AuthGenTypeSystem

struct VariableRules {
  /// The maximum number of spreads to follow in cycles, and to find the positions of errors. It
  /// bounds the time for many invalid operations that share many fragments. At the limit, at least
  /// one error is already reported; further errors can be missing.
  private static let maximumSteps = 20_000_000

  let document: ExecutableDocument
  let summary: DocumentSummary
  private let graph: FragmentGraph
  private let requirements: VariableRequirements
  private let schema: Schema
  let symbols: SymbolTable

  /// The variables of the current operation: their indexes in its list.
  var definitions: SymbolMarks
  var isUsed: [Bool] = []
  /// For each fragment and each set of requirements, the last operation that visited it.
  private var visitedFragments: [Int]
  private var visitedSets: [Int]
  private var pending: [Int] = []
  var violations: [Violation] = []
  /// The number of fragments and requirements visited to find whether there is an error.
  private(set) var steps = 0
  /// The number visited to find the positions of errors.
  private var searchSteps = 0

  /// A use that conflicts with an operation.
  struct Violation {
    let use: Int
    let operation: Int
    let problem: Problem
  }

  enum Problem: Int {
    case undefined
    case nullableOneOf
    case type
  }

  init(
    _ document: ExecutableDocument, _ summary: DocumentSummary, _ graph: FragmentGraph,
    schema: Schema, _ symbols: SymbolTable
  ) {
    self.document = document
    self.summary = summary
    self.graph = graph
    self.schema = schema
    self.symbols = symbols
    requirements = VariableRequirements(summary, graph)
    definitions = SymbolMarks(symbols)
    visitedFragments = [Int](repeating: -1, count: summary.fragments.count)
    visitedSets = [Int](repeating: -1, count: requirements.sets.count)
  }

  /// Checks NoUndefinedVariables, NoUnusedVariables and VariablesInAllowedPosition.
  mutating func check(_ report: inout Report) {
    for operation in summary.operations.indices {
      check(operation, &report)
    }
    reportViolations(&report)
  }

  private mutating func check(_ operation: Int, _ report: inout Report) {
    let variables = document.operations[operation].definition.variables
    definitions.removeAll()
    // If several have the same name, the last one is used.
    for index in variables.indices.reversed() {
      _ = definitions.mark(variables[index].name.symbol, UInt32(index))
    }
    isUsed.removeAll(keepingCapacity: true)
    isUsed.append(contentsOf: repeatElement(false, count: variables.count))
    if !meetsRequirements(operation, variables), violations.count < Report.maximumErrors,
      searchSteps < Self.maximumSteps
    {
      findViolations(operation, variables)
    }
    if !isGivenUp { reportUnused(operation, variables, &report) }
  }

  /// Marks the used variables, and returns whether each use matches its definition.
  private mutating func meetsRequirements(
    _ operation: Int, _ variables: [VariableDefinition]
  ) -> Bool {
    var isFine = true
    var definition = summary.operations[operation]
    while true {
      for number in requirements.ofUse[definition.uses] {
        if problem(requirements.requirements[Int(number)], variables) != nil { isFine = false }
      }
      for spread in summary.spreads[definition.spreads]
      where visitedFragments[spread.fragment] != operation {
        visitedFragments[spread.fragment] = operation
        guard let set = requirements.ofFragment[spread.fragment] else {
          pending.append(spread.fragment)
          continue
        }
        guard visitedSets[set] != operation else { continue }
        visitedSets[set] = operation
        steps += requirements.sets[set].count
        for number in requirements.sets[set]
        where problem(requirements.requirements[Int(number)], variables) != nil {
          isFine = false
        }
      }
      guard let next = pending.popLast() else { return isFine }
      steps += 1
      if isGivenUp {
        pending.removeAll()
        return isFine
      }
      definition = summary.fragments[next]
    }
  }

  private var isGivenUp: Bool { steps > Self.maximumSteps && !graph.cycles.isEmpty }

  /// Checks each use separately, to find its position.
  private mutating func findViolations(_ operation: Int, _ variables: [VariableDefinition]) {
    let round = summary.operations.count + operation
    var definition = summary.operations[operation]
    while true {
      for use in definition.uses {
        let requirement = requirements.requirements[Int(requirements.ofUse[use])]
        guard let problem = problem(requirement, variables) else { continue }
        violations.append(Violation(use: use, operation: operation, problem: problem))
      }
      for spread in summary.spreads[definition.spreads]
      where visitedFragments[spread.fragment] != round {
        visitedFragments[spread.fragment] = round
        pending.append(spread.fragment)
      }
      searchSteps += 1 + definition.uses.count
      guard let next = pending.popLast() else { return }
      definition = summary.fragments[next]
    }
  }

  private mutating func problem(
    _ requirement: VariableRequirement, _ variables: [VariableDefinition]
  ) -> Problem? {
    guard let index = definitions[requirement.variable] else { return .undefined }
    isUsed[Int(index)] = true
    guard let expected = requirement.type else { return nil }
    let variable = variables[Int(index)]
    guard schema.typeID(variable.type.symbol) != nil else { return nil }
    if requirement.isOneOf, !variable.type.isNonNull { return .nullableOneOf }
    return Self.isAllowed(variable, expected, hasDefaultValue: requirement.hasDefaultValue)
      ? nil : .type
  }

  /// Implements IsVariableUsageAllowed.
  /// https://spec.graphql.org/September2025/#sec-All-Variable-Usages-Are-Allowed
  private static func isAllowed(
    _ variable: VariableDefinition, _ expected: TypeReference, hasDefaultValue: Bool
  ) -> Bool {
    if expected.isNonNull, !variable.type.isNonNull {
      let hasNonNullDefault = variable.defaultValue.map { !$0.isNull } ?? false
      guard hasNonNullDefault || hasDefaultValue else { return false }
      return isCompatible(variable.type, expected.nullable)
    }
    return isCompatible(variable.type, expected)
  }

  /// Implements AreTypesCompatible.
  static func isCompatible(_ type: TypeReference, _ expected: TypeReference) -> Bool {
    if expected.isNonNull {
      return type.isNonNull && isCompatible(type.nullable, expected.nullable)
    }
    switch (type.element, expected.element) {
    case (let element?, let expectedElement?): return isCompatible(element, expectedElement)
    case (nil, nil): return type.symbol == expected.symbol
    default: return false
    }
  }
}
