// Checks that each used variable is defined by all operations that the use belongs to.
// https://spec.graphql.org/September2025/#sec-All-Variable-Uses-Defined

import AuthGenLanguage

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
