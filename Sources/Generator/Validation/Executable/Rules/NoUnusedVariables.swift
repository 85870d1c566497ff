// Checks that each operation uses all its variables.
// https://spec.graphql.org/September2025/#sec-All-Variables-Used

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
