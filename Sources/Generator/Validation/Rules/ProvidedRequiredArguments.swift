// Checks that fields and directives are given all their required arguments.
// https://spec.graphql.org/September2025/#sec-Required-Arguments

import AuthGenLanguage
import AuthGenTypeSystem

extension Validator {
  /// The names of the given arguments must be marked.
  mutating func checkProvidedRequiredArguments(
    _ definitions: [InputValueDefinition], of owner: ArgumentOwner
  ) {
    let (schema, symbols) = (schema, symbols)
    for index in definitions.indices
    where definitions[index].isRequired && names[definitions[index].name.symbol] == nil {
      let definition = definitions[index]
      report.error(
        Self.argumentRules.missing,
        "\(owner.text(schema, symbols)) requires argument"
          + " \"\(symbols[definition.name.symbol])\" of type \(definition.type.text(symbols))",
        at: owner.position, notes: [.init(definition.name.position, "defined here")],
        help: "an argument of a non-null type without a default value must be given")
    }
  }
}
