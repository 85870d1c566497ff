// Checks that each variable's type matches the types of its uses.
// https://spec.graphql.org/September2025/#sec-All-Variable-Usages-Are-Allowed

import AuthGenLanguage

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
      let parent = use.oneOf.map { symbols[$0] } ?? ""
      report.error(
        .variablesInAllowedPosition,
        "variable \(name) may be null, but a field of the oneOf input object \(parent) may not",
        at: use.position, notes: notes, help: "define it with type \(type)!")
    } else if let expected = use.type {
      let help =
        helpForOtherUse(of: definition, use, expected) ?? definition.help(for: expected, symbols)
      report.error(
        .variablesInAllowedPosition,
        "variable \(name) is of type \(type), but the type expected here is"
          + " \(expected.text(symbols))",
        at: use.position, notes: notes, help: help)
    }
  }

  /// Another use in the same definition may need the variable's current type.
  private func helpForOtherUse(
    of definition: VariableDefinition, _ use: VariableUse, _ expected: TypeReference
  ) -> String? {
    let starts =
      document.operations.map(\.definition.position)
      + document.fragments.map(\.definition.position)
    func start(of position: Position) -> Position? { starts.filter { $0 <= position }.max() }
    let other = summary.uses.first { other in
      guard other.variable == use.variable, let type = other.type,
        start(of: other.position) == start(of: use.position)
      else { return false }
      return definition.isAllowed(at: type, hasDefaultValue: other.hasDefaultValue)
        && !expected.isCompatible(with: type)
    }
    return other?.type.map {
      "another use needs the type \($0.text(symbols)): define a second variable for this one"
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
