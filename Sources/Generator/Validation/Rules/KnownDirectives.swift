// Checks that applied directives exist and are allowed at their location.
// https://spec.graphql.org/September2025/#sec-Directives-Are-Defined
// https://spec.graphql.org/September2025/#sec-Directives-Are-in-Valid-Locations

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func reportUnknownDirective(_ directive: Directive) {
    let name = directive.name.symbol
    let client = clientDirectives[name]
    guard client?.obstacle == nil else { return }
    let help =
      client.map(clientHelp) ?? definitionHelp(name, symbols)
      ?? report.didYouMean(name, among: schema.directives.lazy.map(\.name.symbol), symbols)
      ?? "remove it, or define it in the schema"
    report.error(
      .knownDirectives, "unknown directive @\(symbols[name])", at: directive.position,
      help: help)
  }

  private func clientHelp(_ directive: ClientDirective) -> String {
    "it is a directive of \(directive.client): remove it, or add to a schema file of your own, and authgen"
      + " leaves it out of requests: \(directive.definition)"
  }
}

extension SchemaValidator {
  mutating func reportUnknownDirective(_ directive: Directive) {
    let name = directive.name.symbol
    if specifications?.name(name, symbols) != nil { return }
    guard
      options.reportsConsequences
        || report.isNews(.knownDirectives, missing: name, at: directive.position)
    else { return }
    let help =
      definitionHelp(name, symbols)
      ?? report.didYouMean(name, among: schema.directives.lazy.map(\.name.symbol), symbols)
      ?? linkHelp(directive)
    report.error(
      .knownDirectives, missing: name, "unknown directive \"@\(symbols[name])\"",
      at: directive.position,
      help: help ?? "define it with \"directive @\(symbols[name]) on ...\"")
  }

  /// Returns help for connector directives, which exist only if the schema links their specification.
  private func linkHelp(_ directive: Directive) -> String? {
    if symbols[directive.name.symbol].hasPrefix("aws_") {
      return appSyncHelp(
        "directive @\(symbols[directive.name.symbol]) on OBJECT | FIELD_DEFINITION")
    }
    guard ["source", "connect"].contains(symbols[directive.name.symbol]) else { return nil }
    return "for connectors, add to the schema: @link(url: \"\(ConnectSpecification.url)\", "
      + "import: [\"@source\", \"@connect\"])"
  }
}

extension Validator {
  mutating func checkLocation(
    of directive: Directive, _ definition: DirectiveDefinition, _ location: DirectiveLocation
  ) {
    guard !definition.locations.contains(location) else { return }
    let (schema, symbols) = (schema, symbols)
    report.error(
      .knownDirectives,
      "directive @\(symbols[directive.name.symbol]) is not allowed on"
        + " \(symbols[location.symbol])",
      at: directive.position, notes: schema.definitionNote(definition),
      help: symbols.listed("it is for", definition.locations.lazy.map(\.symbol)))
  }
}

/// Returns help with a definition that schemas of AppSync leave out.
///
/// - Parameter definition: the missing definition.
func appSyncHelp(_ definition: String) -> String {
  "AWS AppSync defines it implicitly: add \"\(definition)\" to a schema file, or copy the file"
    + " GraphQL/appsync.graphql that authgen init --schema writes in a new folder"
}

/// Returns the definition of a directive that clients know and schemas often leave out.
/// https://specs.apollo.dev/nullability/v0.4
/// https://github.com/graphql/graphql-spec/pull/1110
private func definitionHelp(_ directive: Symbol, _ symbols: SymbolTable) -> String? {
  // Servers have directives of this name, too.
  if symbols[directive] == "export" {
    return "if it is Apollo Client's, remove it and the field: it belongs to @client"
  }
  let definitions = [
    "catch": "enum CatchTo { RESULT NULL THROW } "
      + "directive @catch(to: CatchTo! = RESULT, levels: [Int!]! = [0]) on FIELD",
    "semanticNonNull":
      "directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION",
    "semanticNonNullField":
      "directive @semanticNonNullField(name: String!, levels: [Int!]! = [0]) repeatable on "
      + "OBJECT | INTERFACE",
    "defer":
      "directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT",
    "stream":
      "directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD",
    // Apollo iOS reads these two in the schema.
    "typePolicy": "directive @typePolicy(keyFields: String!) on OBJECT | INTERFACE",
    "fieldPolicy":
      "directive @fieldPolicy(forField: String!, keyArgs: String!) repeatable on OBJECT | INTERFACE",
  ]
  return definitions[symbols[directive]].map {
    "add to the schema, or to a schema file of your own: \($0)"
  }
}
