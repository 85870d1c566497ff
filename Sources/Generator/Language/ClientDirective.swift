// The directives of other clients. Their compilers read them in documents, and no server knows them:
//
//     friends(first: 10) @connection(key: "friends") { name }
//
// Relay's compiler sends friends(first: 10) { name }.
// https://github.com/facebook/relay/blob/main/compiler/crates/relay-schema/src/relay-extensions.graphql
// https://www.apollographql.com/docs/react/data/directives
// https://specs.apollo.dev/kotlin_labs/v0.5

package struct ClientDirective: Sendable {
  package let name: String
  /// The clients that define it.
  package let client: String
  /// What follows the name in its definition.
  private let signature: String
  /// Why the request without the directive is another one than its client's, and the fix. Nil if the
  /// directive has no effect on requests.
  package let obstacle: (reason: String, help: String)?

  private init(
    _ name: String, of client: String, _ signature: String,
    obstacle: (reason: String, help: String)? = nil
  ) {
    self.name = name
    self.client = client
    self.signature = signature
    self.obstacle = obstacle
  }

  /// A definition for the schema. It makes the directive valid in documents.
  package var definition: String { "directive @\(name)\(signature)" }

  /// Returns the directives that a document or the schema names. A server can use a name for a directive of
  /// its own, which has other arguments or locations.
  ///
  /// - Parameter definition: returns the schema's definition of a directive.
  package static func known(
    in symbols: SymbolTable, definition: (Symbol) -> DirectiveDefinition?
  ) -> [Symbol: ClientDirective] {
    var known: [Symbol: ClientDirective] = [:]
    for directive in relay + apollo {
      guard let symbol = symbols.find(directive.name) else { continue }
      if let definition = definition(symbol), !directive.matches(definition, symbols) { continue }
      known[symbol] = directive
    }
    return known
  }

  private func matches(_ definition: DirectiveDefinition, _ symbols: SymbolTable) -> Bool {
    // The arguments of these have any name.
    if obstacle != nil { return true }
    return definition.arguments.allSatisfy {
      signature.contains("\(symbols[$0.name.symbol]):")
    } && definition.locations.allSatisfy { signature.contains(symbols[$0.symbol]) }
  }

  private static let fragmentArguments =
    "use the operation's variables in the fragment, and remove the directive"

  private static let relay: [ClientDirective] = {
    let connections = "(connections: [ID!]!) on FIELD"
    let nodes = "(connections: [ID!]!, edgeTypeName: String!) on FIELD"
    let operations = " on QUERY | MUTATION | SUBSCRIPTION"
    func relay(
      _ name: String, _ signature: String, obstacle: (reason: String, help: String)? = nil
    ) -> ClientDirective {
      ClientDirective(name, of: "Relay", signature, obstacle: obstacle)
    }
    return [
      relay("alias", "(as: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT"),
      relay("appendEdge", connections), relay("appendNode", nodes),
      relay(
        "argumentDefinitions", " on FRAGMENT_DEFINITION",
        obstacle: ("which gives a fragment variables of its own", fragmentArguments)),
      relay(
        "arguments", " on FRAGMENT_SPREAD",
        obstacle: ("which sets the variables of a fragment", fragmentArguments)),
      relay("assignable", " on FRAGMENT_DEFINITION"),
      ClientDirective(
        "connection", of: "Relay and Apollo Client",
        "(key: String!, filter: [String!], filters: [String], handler: String) on FIELD"),
      relay("deleteEdge", connections), relay("deleteRecord", " on FIELD"),
      relay("inline", " on FRAGMENT_DEFINITION"), relay("match", "(key: String) on FIELD"),
      relay(
        "module", "(name: String!) on FRAGMENT_SPREAD",
        obstacle: ("which loads JavaScript with the response", "remove the directive")),
      relay("no_inline", "(raw_response_type: Boolean) on FRAGMENT_DEFINITION"),
      relay("preloadable", "(hackPreloader: Boolean = false) on QUERY"),
      relay("prependEdge", connections), relay("prependNode", nodes),
      relay("raw_response_type", operations),
      relay(
        "refetchable",
        "(queryName: String!, directives: [String!], preferFetchable: Boolean)"
          + " on FRAGMENT_DEFINITION"),
      relay(
        "relay", "(mask: Boolean, plural: Boolean) on FRAGMENT_DEFINITION | FRAGMENT_SPREAD"),
      relay("relay_test_operation", operations),
      relay(
        "required",
        "(action: RequiredFieldAction!) on FIELD enum RequiredFieldAction { NONE LOG THROW }"),
      relay(
        "stream_connection",
        "(key: String!, filters: [String], handler: String, label: String, initial_count: Int!,"
          + " if: Boolean = true) on FIELD"),
      relay("throwOnFieldError", " on QUERY | FRAGMENT_DEFINITION"),
      relay(
        "updatable", " on QUERY | FRAGMENT_DEFINITION",
        obstacle: ("which changes data in Relay's store", "remove the definition")),
      relay("waterfall", " on FIELD"),
    ]
  }()

  private static let apollo = [
    ClientDirective(
      "apollo_client_ios_localCacheMutation", of: "Apollo iOS",
      " on QUERY | MUTATION | SUBSCRIPTION | FRAGMENT_DEFINITION",
      obstacle: ("which changes data in Apollo's cache", "remove the definition")),
    ClientDirective(
      "client", of: "Apollo Client",
      "(always: Boolean) on FIELD | FRAGMENT_DEFINITION | INLINE_FRAGMENT",
      obstacle: (
        "which reads the field on the device",
        "remove the field, or only the directive if the server has the field"
      )),
    ClientDirective(
      "import", of: "Apollo iOS",
      "(module: String!) repeatable on QUERY | MUTATION | SUBSCRIPTION | FRAGMENT_DEFINITION"),
    ClientDirective("nonnull", of: "Apollo Kotlin", " on FIELD"),
    ClientDirective(
      "nonreactive", of: "Apollo Client", " on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT"),
    ClientDirective(
      "optional", of: "Apollo Kotlin", "(if: Boolean = true) on FIELD | VARIABLE_DEFINITION"),
    ClientDirective("unmask", of: "Apollo Client", "(mode: String) on FRAGMENT_SPREAD"),
  ]
}
