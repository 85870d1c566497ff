// Rules about the uses of variables, which may be in fragments and then count for each operation that
// spreads them. https://spec.graphql.org/September2025/#sec-Validation.Variables

import AuthGenLanguage
import AuthGenTypeSystem

struct VariableRules {
  /// How many spreads may be followed to find the places of what is wrong, so that many wrong
  /// operations that share many fragments do not take forever. Past it, errors may go unreported.
  private static let maximumSteps = 20_000_000

  private let document: ExecutableDocument
  private let summary: DocumentSummary
  private let graph: FragmentGraph
  private let requirements: VariableRequirements
  private let schema: Schema
  private let symbols: SymbolTable

  /// The variables of the operation at hand: their places in its list.
  private var definitions: SymbolMarks
  private var isUsed: [Bool] = []
  /// Per fragment and per set of requirements, the last operation that met it.
  private var visitedFragments: [Int]
  private var visitedSets: [Int]
  private var pending: [Int] = []
  private var violations: [Violation] = []
  private(set) var steps = 0

  /// A use that does not go with an operation.
  private struct Violation {
    let use: Int
    let operation: Int
    let problem: Problem
  }

  private enum Problem: Int {
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

  /// NoUndefinedVariables, NoUnusedVariables and VariablesInAllowedPosition.
  mutating func check(_ report: inout Report) {
    for operation in summary.operations.indices {
      check(operation, &report)
    }
    reportViolations(&report)
  }

  private mutating func check(_ operation: Int, _ report: inout Report) {
    let variables = document.operations[operation].definition.variables
    definitions.removeAll()
    // Of several of one name, the last counts.
    for index in variables.indices.reversed() {
      _ = definitions.mark(variables[index].name.symbol, UInt32(index))
    }
    isUsed.removeAll(keepingCapacity: true)
    isUsed.append(contentsOf: repeatElement(false, count: variables.count))
    if !meetsRequirements(operation, variables), violations.count < Report.maximumErrors,
      steps < Self.maximumSteps
    {
      findViolations(operation, variables)
    }
    reportUnused(operation, variables, &report)
  }

  /// Marks what is used and says whether each use fits its definition.
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
        for number in requirements.sets[set]
        where problem(requirements.requirements[Int(number)], variables) != nil {
          isFine = false
        }
      }
      guard let next = pending.popLast() else { return isFine }
      if !graph.cycles.isEmpty {
        steps += 1
        if steps > Self.maximumSteps {
          pending.removeAll()
          return isFine
        }
      }
      definition = summary.fragments[next]
    }
  }

  /// Looks at each use by itself, to name its place.
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
      steps += 1 + definition.uses.count
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

  /// IsVariableUsageAllowed.
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

  /// AreTypesCompatible.
  private static func isCompatible(_ type: TypeReference, _ expected: TypeReference) -> Bool {
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

// MARK: Reporting

extension VariableRules {
  /// https://spec.graphql.org/September2025/#sec-All-Variables-Used
  private func reportUnused(
    _ operation: Int, _ variables: [VariableDefinition], _ report: inout Report
  ) {
    // By name, since of several of one name all or none are used.
    for variable in variables {
      guard let index = definitions[variable.name.symbol], !isUsed[Int(index)] else { continue }
      report.error(
        "NoUnusedVariables",
        "variable \"$\(symbols[variable.name.symbol])\" is not used in \(text(of: operation))",
        at: variable.name.position, help: "use it or remove it")
    }
  }

  /// Reports each use once, with the operations that it does not go with.
  private func reportViolations(_ report: inout Report) {
    let sorted = violations.sorted {
      ($0.use, $0.problem.rawValue, $0.operation) < ($1.use, $1.problem.rawValue, $1.operation)
    }
    var rest = sorted[...]
    while let first = rest.first, !report.isFull {
      let same = rest.prefix { $0.use == first.use && $0.problem == first.problem }
      rest.removeFirst(same.count)
      reportViolation(first, others: same.dropFirst(), &report)
    }
  }

  private func reportViolation(
    _ violation: Violation, others: ArraySlice<Violation>, _ report: inout Report
  ) {
    let use = summary.uses[violation.use]
    let name = "\"$\(symbols[use.variable])\""
    let definition = definition(of: use.variable, in: violation.operation)
    let type = definition?.type.text(symbols) ?? ""
    var notes: [Diagnostic.Note] = []
    if let definition { notes.append(.init(definition.name.position, "\(name) is defined here")) }
    notes += otherOperations(others)
    switch violation.problem {
    case .undefined:
      report.error(
        "NoUndefinedVariables",
        "variable \(name) is not defined in \(text(of: violation.operation))", at: use.position,
        notes: operationNote(violation.operation) + notes,
        help: definitionHelp(use, violation.operation))
    case .nullableOneOf:
      let parent = use.oneOf.map { symbols[$0.type] } ?? ""
      report.error(
        "VariablesInAllowedPosition",
        "variable \(name) may be null, but a field of the oneOf input object \(parent) may not",
        at: use.position, notes: notes,
        help: "define it with type \(type)!")
    case .type:
      let expected = use.type?.text(symbols) ?? ""
      report.error(
        "VariablesInAllowedPosition",
        "variable \(name) is of type \(type), but the type expected here is \(expected)",
        at: use.position, notes: notes, help: typeHelp(definition, use))
    }
  }

  private func definition(of variable: Symbol, in operation: Int) -> VariableDefinition? {
    document.operations[operation].definition.variables.last { $0.name.symbol == variable }
  }

  private func definitionHelp(_ use: VariableUse, _ operation: Int) -> String {
    let variables = document.operations[operation].definition.variables.prefix(100)
    let offered = didYouMean(
      symbols[use.variable], among: variables.map { symbols[$0.name.symbol] })
    let type = use.type?.text(symbols) ?? "SomeType"
    return offered ?? "define it in the operation: ($\(symbols[use.variable]): \(type))"
  }

  private func typeHelp(_ definition: VariableDefinition?, _ use: VariableUse) -> String? {
    guard let definition, let expected = use.type else { return nil }
    if Self.isCompatible(definition.type.nonNull, expected) {
      return "define it with type \(definition.type.nonNull.text(symbols)) or a default value"
    }
    return "define it with type \(expected.text(symbols))"
  }

  private func operationNote(_ operation: Int) -> [Diagnostic.Note] {
    let definition = document.operations[operation].definition
    return [
      .init(definition.name?.position ?? definition.position, "\(text(of: operation)) is here")
    ]
  }

  /// Notes for the further operations in which a use is wrong, the first few of them.
  private func otherOperations(_ violations: ArraySlice<Violation>) -> [Diagnostic.Note] {
    violations.prefix(3).flatMap { violation in
      operationNote(violation.operation).map {
        Diagnostic.Note($0.position, "the same holds for \(text(of: violation.operation))")
      }
    }
  }

  private func text(of operation: Int) -> String {
    let definition = document.operations[operation].definition
    let keyword = definition.operationType.keyword
    return definition.name.map { "\(keyword) \"\(symbols[$0.symbol])\"" } ?? "this \(keyword)"
  }
}
