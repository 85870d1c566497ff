// Checks that extensions extend an existing type of the same kind.
// https://spec.graphql.org/September2025/#sec-Type-Extensions

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkPossibleTypeExtensions() {
    for group in groups {
      let definition = group.last { !$0.isExtension }
      for type in group where type.isExtension { checkExtension(type, of: definition) }
    }
  }

  private mutating func checkExtension(_ type: TypeDefinition, of definition: TypeDefinition?) {
    guard let definition else { return reportUndefined(type) }
    let kind = definition.kind
    guard kind != type.kind else { return }
    report.error(
      .possibleTypeExtensions,
      "\(symbols[type.name.symbol]) is \(kind.termWithArticle) type and cannot be extended as"
        + " \(type.kind.termWithArticle) type", about: .type(type.name.symbol), at: type.position,
      outcome: "the extension is ignored",
      notes: [.init(definition.name.position, "defined here")],
      help: "write \"extend \(kind.keyword) \(symbols[type.name.symbol])\"")
  }

  private mutating func reportUndefined(_ type: TypeDefinition) {
    let isBuiltIn = schema.typeID(type.name.symbol) != nil
    let suggestion = report.didYouMean(type.name.symbol, among: typeNames, symbols)
    report.error(
      .possibleTypeExtensions,
      isBuiltIn
        ? "the built-in type \(symbols[type.name.symbol]) cannot be extended"
        : "type \(symbols[type.name.symbol]) is extended but not defined",
      about: .type(type.name.symbol), at: type.name.position, outcome: "it is ignored",
      help: isBuiltIn
        ? "define a type of another name"
        : suggestion
          ?? "define it, or replace \"extend \(type.kind.keyword)\" by the definition")
  }
}
