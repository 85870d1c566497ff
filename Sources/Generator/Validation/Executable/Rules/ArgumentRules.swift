// Rules about the arguments of fields and directives.
// https://spec.graphql.org/September2025/#sec-Validation.Arguments

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  /// The names of the given arguments must be marked.
  mutating func checkProvidedRequiredArguments(
    _ definitions: [InputValueDefinition], of owner: ArgumentOwner
  ) {
    for index in definitions.indices
    where definitions[index].isRequired && names[definitions[index].name.symbol] == nil {
      let definition = definitions[index]
      report.error(
        .providedRequiredArguments,
        "\(owner.text(schema, symbols)) requires argument"
          + " \"\(symbols[definition.name.symbol])\" of type \(definition.type.text(symbols))",
        at: owner.position, notes: [.init(definition.name.position, "defined here")],
        help: "an argument of a non-null type without a default value must be given")
    }
  }
}

extension DocumentValidator {
  mutating func reportUnknownArgument(
    _ argument: Argument, _ definitions: [InputValueDefinition], of owner: ArgumentOwner
  ) {
    let name = argument.name.symbol
    let help =
      definitions.isEmpty
      ? "it takes no arguments"
      : report.didYouMean(name, among: definitions.lazy.map(\.name.symbol), symbols)
        ?? "it takes \(definitions.prefix(5).map { symbols[$0.name.symbol] }.joined(separator: ", "))"
    report.error(
      .knownArgumentNames, "\(owner.text(schema, symbols)) has no argument \"\(symbols[name])\"",
      at: argument.name.position, help: help)
  }
}
