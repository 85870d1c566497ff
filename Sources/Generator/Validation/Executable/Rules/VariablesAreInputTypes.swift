// Checks that variables are of input types.
// https://spec.graphql.org/September2025/#sec-Variables-Are-Input-Types

import AuthGenLanguage
import AuthGenTypeSystem

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
      at: sources.start(of: variable.type), notes: schema.definitionNote(type, symbols),
      help: "variables are of scalar, enum and input object types")
  }
}
