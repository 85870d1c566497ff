// Rules about variable definitions. `VariableRules` contains the rules about their uses.
// https://spec.graphql.org/September2025/#sec-Validation.Variables

import AuthGenLanguage
import AuthGenTypeSystem

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

extension DocumentValidator {
  /// Checks KnownTypeNames, too.
  mutating func checkVariablesAreInputTypes(_ variable: VariableDefinition) {
    guard let type = schema.typeID(variable.type.symbol) else {
      reportUnknownType(variable.type.name) { $0.isInputType }
      return
    }
    guard !kinds[type.index].isInputType else { return }
    let kind = kinds[type.index].term
    report.error(
      .variablesAreInputTypes,
      "variable \"$\(symbols[variable.name.symbol])\" cannot be of type"
        + " \(variable.type.text(symbols)), which is of kind \(kind)",
      at: variable.typePosition, notes: schema.definitionNote(type, symbols),
      help: "variables are of scalar, enum and input object types")
  }
}
