// The diagnostics of variable uses.

import AuthGenLanguage

extension DocumentValidator {
  mutating func reportUnusedVariables(_ unused: [VariableUses.Unused]) {
    for item in unused {
      let operation = document.operations[item.operation].definition
      let variable = operation.variables[item.variable]
      report.error(
        .noUnusedVariables,
        "variable \"$\(symbols[variable.name.symbol])\" is not used in \(operation.text(symbols))",
        at: variable.name.position, help: "use it or remove it")
    }
  }
}

extension DocumentValidator {
  /// - Parameter operations: the first few operations that do not define the variable.
  mutating func reportUndefinedVariable(_ use: VariableUse, in operations: [OperationDefinition]) {
    guard let operation = operations.first else { return }
    let name = symbols[use.variable]
    let offered = didYouMean(
      name, among: operation.variables.prefix(100).map { symbols[$0.name.symbol] })
    let type = use.type?.text(symbols) ?? "SomeType"
    report.error(
      .noUndefinedVariables,
      "variable \"$\(name)\" is not defined in \(operation.text(symbols))", at: use.position,
      notes: [operation.note("\(operation.text(symbols)) is here")]
        + operations.dropFirst().map { $0.sameNote(symbols) },
      help: offered ?? "define it in the operation: ($\(name): \(type))")
  }
}

extension DocumentValidator {
  /// - Parameter operations: the first few operations whose definition conflicts with the use.
  mutating func reportDisallowedPosition(
    _ violation: VariableUses.Violation, in operations: [OperationDefinition]
  ) {
    let use = summary.uses[violation.use]
    let name = "\"$\(symbols[use.variable])\""
    guard
      let definition = operations.first?.variables.last(where: { $0.name.symbol == use.variable })
    else { return }
    let type = definition.type.text(symbols)
    let notes =
      [.init(definition.name.position, "\(name) is defined here")]
      + operations.dropFirst().map { $0.sameNote(symbols) }
    if violation.problem == .nullableOneOf {
      let parent = use.oneOf.map { symbols[$0.type] } ?? ""
      report.error(
        .variablesInAllowedPosition,
        "variable \(name) may be null, but a field of the oneOf input object \(parent) may not",
        at: use.position, notes: notes, help: "define it with type \(type)!")
    } else if let expected = use.type {
      report.error(
        .variablesInAllowedPosition,
        "variable \(name) is of type \(type), but the type expected here is"
          + " \(expected.text(symbols))",
        at: use.position, notes: notes, help: definition.help(for: expected, symbols))
    }
  }
}

extension VariableDefinition {
  /// Implements IsVariableUsageAllowed.
  /// https://spec.graphql.org/September2025/#IsVariableUsageAllowed()
  ///
  /// - Parameter hasDefaultValue: whether the position has a default value.
  func isAllowed(at expected: TypeReference, hasDefaultValue: Bool) -> Bool {
    if expected.isNonNull, !type.isNonNull {
      let hasNonNullDefault = defaultValue.map { !$0.isNull } ?? false
      guard hasNonNullDefault || hasDefaultValue else { return false }
      return type.isCompatible(with: expected.nullable)
    }
    return type.isCompatible(with: expected)
  }

  fileprivate func help(for expected: TypeReference, _ symbols: SymbolTable) -> String {
    type.nonNull.isCompatible(with: expected)
      ? "define it with type \(type.nonNull.text(symbols)) or a default value"
      : "define it with type \(expected.text(symbols))"
  }
}

extension TypeReference {
  /// Implements AreTypesCompatible.
  /// https://spec.graphql.org/September2025/#AreTypesCompatible()
  fileprivate func isCompatible(with expected: TypeReference) -> Bool {
    if expected.isNonNull {
      return isNonNull && nullable.isCompatible(with: expected.nullable)
    }
    switch (element, expected.element) {
    case (let element?, let expectedElement?): return element.isCompatible(with: expectedElement)
    case (nil, nil): return symbol == expected.symbol
    default: return false
    }
  }
}
