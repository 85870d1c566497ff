// The diagnostics of variable uses.

import AuthGenLanguage

extension VariableRules {
  /// Reports NoUnusedVariables. https://spec.graphql.org/September2025/#sec-All-Variables-Used
  func reportUnused(
    _ operation: Int, _ variables: [VariableDefinition], _ report: inout Report
  ) {
    // Compared by name: if several variables have one name, all or none of them are used.
    for variable in variables {
      guard let index = definitions[variable.name.symbol], !isUsed[Int(index)] else { continue }
      report.error(
        .noUnusedVariables,
        "variable \"$\(symbols[variable.name.symbol])\" is not used in \(text(of: operation))",
        at: variable.name.position, help: "use it or remove it")
    }
  }

  /// Reports each use once, with the operations that it conflicts with.
  func reportViolations(_ report: inout Report) {
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
        .noUndefinedVariables,
        "variable \(name) is not defined in \(text(of: violation.operation))", at: use.position,
        notes: operationNote(violation.operation) + notes,
        help: definitionHelp(use, violation.operation))
    case .nullableOneOf:
      let parent = use.oneOf.map { symbols[$0.type] } ?? ""
      report.error(
        .variablesInAllowedPosition,
        "variable \(name) may be null, but a field of the oneOf input object \(parent) may not",
        at: use.position, notes: notes,
        help: "define it with type \(type)!")
    case .type:
      let expected = use.type?.text(symbols) ?? ""
      report.error(
        .variablesInAllowedPosition,
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

  /// Returns notes for the first few further operations that conflict with a use.
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
