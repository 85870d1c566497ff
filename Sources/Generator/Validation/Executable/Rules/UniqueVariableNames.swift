// Checks that the variables of an operation have unique names.
// https://spec.graphql.org/September2025/#sec-Variable-Uniqueness

import AuthGenLanguage

extension DocumentValidator {
  mutating func checkUniqueVariableNames(_ variables: [VariableDefinition]) {
    names.removeAll()
    for variable in variables {
      // The name's position is after the dollar sign.
      let position = variable.name.position.advanced(by: 1)
      guard let first = names.mark(variable.name.symbol, position.offset) else { continue }
      report.error(
        .uniqueVariableNames,
        "variable \"$\(symbols[variable.name.symbol])\" is defined more than once", at: position,
        notes: [.init(Position(offset: first), "defined here first")],
        help: "rename or remove one of the two")
    }
  }
}
