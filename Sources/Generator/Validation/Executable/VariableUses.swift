// Compares the uses of variables with their definitions. A use in a fragment counts for each
// operation that spreads the fragment.
// https://spec.graphql.org/September2025/#sec-Validation.Variables

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  /// Checks NoUnusedVariables, NoUndefinedVariables and VariablesInAllowedPosition.
  mutating func checkVariableUses(_ graph: FragmentGraph) {
    var uses = VariableUses(document, summary, graph, schema: schema, symbols: symbols)
    uses.compare()
    reportUnusedVariables(uses.unused)
    reportViolations(uses.violations)
  }

  /// Reports each use once, with the operations that it conflicts with.
  private mutating func reportViolations(_ violations: [VariableUses.Violation]) {
    let sorted = violations.sorted {
      ($0.use, $0.problem.rawValue, $0.operation) < ($1.use, $1.problem.rawValue, $1.operation)
    }
    var rest = sorted[...]
    while let first = rest.first, !report.isFull {
      let same = rest.prefix { $0.use == first.use && $0.problem == first.problem }
      rest.removeFirst(same.count)
      let operations = same.prefix(4).map { document.operations[$0.operation].definition }
      switch first.problem {
      case .undefined: reportUndefinedVariable(summary.uses[first.use], in: operations)
      case .nullableOneOf, .type: reportDisallowedPosition(first, in: operations)
      }
    }
  }
}

/// The comparison of all variable uses with their definitions.
struct VariableUses {
  /// The maximum number of spreads to follow in cycles, and to find the positions of errors. It
  /// bounds the time for many invalid operations that share many fragments. At the limit, at least
  /// one error is already reported; further errors can be missing.
  private static let maximumSteps = 20_000_000

  /// A variable that its operation does not use.
  struct Unused {
    /// The index in `ExecutableDocument.operations`.
    let operation: Int
    /// The index in the operation's variables.
    let variable: Int
  }

  /// A use that conflicts with an operation.
  struct Violation {
    /// The index in `DocumentSummary.uses`.
    let use: Int
    /// The index in `ExecutableDocument.operations`.
    let operation: Int
    let problem: Problem
  }

  enum Problem: Int {
    case undefined
    case nullableOneOf
    case type
  }

  private(set) var unused: [Unused] = []
  private(set) var violations: [Violation] = []
  /// The number of fragments and requirements visited to find whether there is an error.
  private(set) var steps = 0

  private let document: ExecutableDocument
  private let summary: DocumentSummary
  private let graph: FragmentGraph
  private let requirements: VariableRequirements
  private let schema: Schema
  /// The variables of the current operation: their indexes in its list.
  private var definitions: SymbolMarks
  private var isUsed: [Bool] = []
  /// For each fragment and each set of requirements, the last operation that visited it.
  private var visitedFragments: [Int]
  private var visitedSets: [Int]
  private var pending: [Int] = []
  /// The number visited to find the positions of errors.
  private var searchSteps = 0

  init(
    _ document: ExecutableDocument, _ summary: DocumentSummary, _ graph: FragmentGraph,
    schema: Schema, symbols: SymbolTable
  ) {
    self.document = document
    self.summary = summary
    self.graph = graph
    self.schema = schema
    requirements = VariableRequirements(summary, graph)
    definitions = SymbolMarks(symbols)
    visitedFragments = [Int](repeating: -1, count: summary.fragments.count)
    visitedSets = [Int](repeating: -1, count: requirements.sets.count)
  }

  mutating func compare() {
    for operation in summary.operations.indices { compare(operation) }
  }

  private mutating func compare(_ operation: Int) {
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
    if !isGivenUp { findUnused(operation, variables) }
  }

  /// Marks the used variables, and returns whether each use matches its definition.
  private mutating func meetsRequirements(
    _ operation: Int, _ variables: [VariableDefinition]
  ) -> Bool {
    var isFine = true
    var definition = summary.operations[operation]
    while true {
      for number in requirements.ofUse[definition.uses]
      where problem(requirements.requirements[Int(number)], variables) != nil {
        isFine = false
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

  private mutating func findUnused(_ operation: Int, _ variables: [VariableDefinition]) {
    // Variables are compared by name, so those with the same name are all used or all unused.
    for index in variables.indices where unused.count < Report.maximumErrors {
      guard let last = definitions[variables[index].name.symbol], !isUsed[Int(last)] else {
        continue
      }
      unused.append(Unused(operation: operation, variable: index))
    }
  }

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
    return variable.isAllowed(at: expected, hasDefaultValue: requirement.hasDefaultValue)
      ? nil : .type
  }
}

extension OperationDefinition {
  /// Returns the operation's kind and name for a message.
  func text(_ symbols: SymbolTable) -> String {
    let keyword = operationType.keyword
    return name.map { "\(keyword) \"\(symbols[$0.symbol])\"" } ?? "this \(keyword)"
  }

  func note(_ message: String) -> Diagnostic.Note {
    .init(name?.position ?? position, message)
  }

  /// Returns a note that the operation has the same problem.
  func sameNote(_ symbols: SymbolTable) -> Diagnostic.Note {
    note("the same holds for \(text(symbols))")
  }
}
