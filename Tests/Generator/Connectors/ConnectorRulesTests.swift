// Tests the diagnostics for invalid connectors. Each one points into the mapping's text.

import AuthGenLanguage
import AuthGenSwiftModel
import Testing

struct ConnectorRulesTests {
  /// A connector of a field, and the expected diagnostic.
  struct Case: CustomTestStringConvertible, Sendable {
    let field: String
    let problem: String

    init(_ field: String, _ problem: String) {
      self.field = field
      self.problem = problem
    }

    var testDescription: String { problem }
  }

  private static let types = """
    union Outcome = User | Detour
    type User { id: ID! name: String address: Address tags: [String!] friends: [User!] }
    type Address { city: String }
    type Detour { url: String! }
    input Filter { word: String deep: Inner many: [Inner!] }
    input Inner { size: Int }
    """

  /// - Parameter selection: the selection, as written in a block string.
  private static func user(
    _ selection: String, http: String = "GET: \"/users\"", type: String = "User",
    arguments: String = "", more: String = ""
  ) -> String {
    "a\(arguments): \(type) @connect(source: \"api\", http: { \(http) }\(more), selection: \"\"\"\n"
      + "  \(selection)\n\"\"\")"
  }

  @Test(arguments: [
    // The language.
    Case(user("id name: "), " | mapping: expected an expression, found the end of the text"),
    Case(user("id, name address { city }"), "address { city } | mapping: expected a comma"),
    Case(user("address { city"), " | mapping: a brace is not closed"),
    Case(user("name: 'ada"), "'ada | mapping: the string is not closed"),
    Case(user("name: a. .b"), ".b | mapping: expected a key after the dot"),
    Case(user("name: a->"), " | mapping: expected a method's name"),
    Case(user("id name, address { city }"), ", address { city } | mapping: unexpected comma"),
    Case(
      user("id: a, name: $response.headers.X-Y->first"),
      "-Y->first | mapping: expected a comma or the end of the list"),
    Case(user("name: a ?? b ?! c"), "?! c | mapping: ?? and ?! cannot be in one chain"),
    Case(user("% id"), "% id | mapping: expected a key, an alias or a path"),
    Case(user("# nothing"), "# nothing | mapping: the mapping is empty"),
    // Types.
    Case(user("id nam"), "nam | \"User\" has no field \"nam\""),
    Case(user("id id: key"), "id: key | \"id\" is mapped twice"),
    Case(user("id address"), "address | \"address\" is an object and requires a selection"),
    Case(user("id { x }"), "x } | \"id\" is not an object, so it has no fields to select"),
    Case(user("id: { x: y }"), "{ x: y } | \"id\" is not an object"),
    Case(user("id some.path"), "some.path | the path has no name"),
    Case(user("id __typename: kind"), "__typename: kind | __typename belongs into the branches"),
    Case(user("$.value"), "$.value | the field is an object and requires a selection"),
    // What only a server supports.
    Case(user("id: \"x\""), "\"x\" | a selection maps values of the response"),
    Case(user("name: names->first"), "->first | ->first in a response mapping"),
    Case(
      user("name: $args.name", http: "GET: \"/{$args.name}\"", arguments: "(name: ID!)"),
      "$args.name | $args in a response mapping"),
    Case(user("name: $config.name"), "$config.name | $config in a response mapping"),
    Case(user("name: a ?! b"), "a ?! b | ?! is not supported"),
    Case(
      user("friends { id: $ }"),
      "$ } | an object of the response, or an element of a list, as a scalar"),
    Case(user("address { city: $status }"), "$status } | $status inside an object"),
    Case(user("name: $response.headers.x"), "$response.headers.x | this part of $response"),
    Case(
      user("tags: $response.headers.x->first"), "$response.headers.x->first | a header is text"),
    Case(user("address: b ?? { city }"), "b ?? { city } | a choice of objects"),
    // Abstract types.
    Case(
      user("... kind->match(['u', { __typename: 'User', id }])", type: "Outcome"),
      "->match(['u', { __typename: 'User', id }]) | no branch has the type \"Detour\""),
    Case(
      user(
        "... kind->match(['u', { id }], ['d', { __typename: 'Detour', url }])", type: "Outcome"),
      "{ id }], ['d', { __typename: 'Detour', url }]) | a branch needs a __typename"),
    Case(
      user("... kind->match(['u', { __typename: 'Useer', id }])", type: "Outcome"),
      "'Useer', id }]) | \"Useer\" is not one of the types of \"Outcome\""),
    Case(
      user("... kind->match(['u', { __typename: 'User', id }])"),
      "->match(['u', { __typename: 'User', id }]) | \"User\" is an object type and cannot use ->match"
    ),
    Case(
      user(
        "... $status->match([200, { __typename: 'User', id }], [422, { __typename: 'Detour', url }])",
        type: "Outcome"),
      "->match([200, { __typename: 'User', id }], [422, { __typename: 'Detour', url }]) "
        + "| status 201 counts as success, but has no branch"),
    // Requests.
    Case(user("id", http: ""), "{  }, selection: \"\"\" | the connector has no URL"),
    Case(
      user("id", http: "GET: \"/a\", POST: \"/b\""),
      "{ GET: \"/a\", POST: \"/b\" }, selection: \"\"\" | the connector has several URLs"),
    Case(
      user("id", http: "GET: \"/a\", body: \"{ a: 1 }\""),
      "\"{ a: 1 }\" }, selection: \"\"\" | a GET request has no body"),
    Case(user("id", http: "GET: \"users\""), "\"users\" }, selection: \"\"\" | the path must"),
    Case(user("id", http: "GET: \"/a b\""), "/a b\" }, selection: \"\"\" | a path can contain"),
    Case(user("id", http: "GET: \"/a/../b\""), "/a/../b\" }, selection: \"\"\" | a path has no"),
    Case(
      user("id", http: "GET: \"/{$args.id}\""), "$args.id}\" }, selection: \"\"\" | \"a\" has no"),
    Case(
      user("id", http: "GET: \"/{$args.i}\"", arguments: "(id: ID!)"),
      "$args.i}\" }, selection: \"\"\" | \"a\" has no argument \"i\""),
    Case(
      user("id", http: "GET: \"/{$args.f}\"", arguments: "(f: Filter!)"),
      "$args.f}\" }, selection: \"\"\" | a list or an object in a URL"),
    Case(
      user("id", http: "GET: \"/{$args.f.many.size}\"", arguments: "(f: Filter!)"),
      "$args.f.many.size}\" }, selection: \"\"\" | a part of a list's elements"),
    Case(
      user("id", http: "GET: \"/{$config.key}\""),
      "$config.key}\" }, selection: \"\"\" | $config in a request"),
    Case(
      user("id", http: "GET: \"/{$args.id->slice(0, 2)}\"", arguments: "(id: ID!)"),
      "->slice(0, 2)}\" }, selection: \"\"\" | ->slice in a request"),
    Case(user("id", http: "GET: \"/a}\""), "}\" }, selection: \"\"\" | mapping: unexpected"),
    Case(
      user("id", http: "GET: \"/a\", headers: [{ name: \"X Y\", value: \"z\" }]"),
      "{ name: \"X Y\", value: \"z\" }] }, selection: \"\"\" | a header cannot have this name"),
    Case(
      user("id", http: "GET: \"/a\", headers: [{ name: \"X\", value: \"a\\r\\nb\" }]"),
      "a\\r\\nb\" }] }, selection: \"\"\" | a header can contain only printable ASCII"),
    Case(
      user("id", http: "GET: \"/a\", headers: [{ name: \"X\", from: \"Y\" }]"),
      "from: \"Y\" }] }, selection: \"\"\" | \"from\" is not supported"),
    Case(
      user("id", http: "POST: \"/a\", body: \"{ a: 1, a: 2 }\""),
      "a: 2 }\" }, selection: \"\"\" | \"a\" is sent twice"),
    Case(
      user("id", http: "POST: \"/a\", body: \"[1, 2]\""),
      "[1, 2]\" }, selection: \"\"\" | a body that is not an object"),
    Case(
      user("id", http: "GET: \"/a\", queryParams: \"a: { b: 1 }\""),
      "a: { b: 1 }\" }, selection: \"\"\" | a list or an object in a URL"),
    Case(
      user("id", http: "GET: \"/a\", queryParams: \"a: [1, 2]\""),
      "a: [1, 2]\" }, selection: \"\"\" | a list or an object in a URL"),
    Case(
      user(
        "id", http: "GET: \"/a\", queryParams: \"a: $args.f { word }\"", arguments: "(f: Filter!)"),
      "a: $args.f { word }\" }, selection: \"\"\" | a list or an object in a URL"),
    // Success.
    Case(
      user("id", more: ", isSuccess: \"$.ok\""),
      "$.ok\", selection: \"\"\" | this condition in isSuccess"),
    Case(
      user("id", more: ", isSuccess: \"$status\""),
      "$status\", selection: \"\"\" | isSuccess must be true or false"),
    Case(
      user("id", more: ", isSuccess: \"$status->eq(42)\""),
      "$status->eq(42)\", selection: \"\"\" | isSuccess accepts no status"),
    // Connectors.
    Case(
      "a: Int @connect(source: \"apy\", http: { GET: \"/a\" }, selection: \"$.a\")",
      "\"apy\", http: { GET: \"/a\" }, selection: \"$.a\") | unknown source \"apy\""),
    Case(
      "a: Int @connect(http: { GET: \"https://x.example/a\" }, selection: \"$.a\")",
      "\"https://x.example/a\" }, selection: \"$.a\") | a URL of its own"),
    Case(
      "a(u: String!): Int @connect(source: \"api\", http: { GET: \"{$args.u}\" }, selection: \"$.a\")",
      "\"{$args.u}\" }, selection: \"$.a\") | a URL that comes from an argument"),
    Case(
      "a: Int @connect(source: \"api\", selection: \"$.a\")",
      "@connect(source: \"api\", selection: \"$.a\") | a connector without http"),
  ])
  func errorIsReportedAtItsPosition(_ test: Case) throws {
    let client = ConnectorClient(
      fields: test.field
        + "\nb: Int @connect(source: \"api\", http: { GET: \"/b\" }, selection: \"$.b\")",
      types: Self.types, operations: "query B { b }")
    #expect(client.files.isEmpty)
    #expect(client.problems.count == 1)
    #expect(
      client.problems.first?.hasPrefix(test.problem) == true,
      "\(client.problems.joined(separator: "; "))")
    #expect(client.diagnostics.allSatisfy { $0.rule == .connectors && $0.help != nil })
  }

  @Test func unsupportedSyntaxRefersToTheDocumentation() {
    let client = ConnectorClient(
      fields: Self.user("name: names->first"), types: Self.types, operations: "query A { a { id } }"
    )
    #expect(client.diagnostics.first?.help?.contains("Connectors.md") == true)
  }

  // MARK: The schema

  @Test(arguments: [
    (
      #"schema @link(url: "https://specs.apollo.dev/connect/v0.3", import: ["@connect"]) { query: Query }"#,
      "links version \"v0.3\""
    ),
    (
      #"schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@conect"]) { query: Query }"#,
      "\"@conect\" is not part of the connect specification"
    ),
    (
      #"schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: [{name: "@connect", as: "a b"}]) { query: Query }"#,
      "a directive's name begins with @"
    ),
    (
      #"schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: [{name: "@connect", as: "@a b"}]) { query: Query }"#,
      "invalid directive name"
    ),
    (
      #"schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@connect"]) { query: Query }"#,
      "has no source"
    ),
    (
      #"schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@connect", "@source"]) @source(name: "a", http: { baseURL: "http://x" }) { query: Query }"#,
      "the base URL must be an https URL"
    ),
    (
      #"schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@connect", "@source"]) @source(name: "api", http: { baseURL: "https://x" }) @source(name: "b", http: { baseURL: "https://y" }) { query: Query }"#,
      "a second source"
    ),
  ])
  func invalidLinkOrSourceIsRejected(_ head: String, _ message: String) {
    let client = ConnectorClient(
      fields: #"a: Int @connect(source: "api", http: { GET: "/a" }, selection: "$.a")"#, head: head)
    #expect(client.files.isEmpty)
    #expect(client.diagnostics.first?.message.contains(message) == true, "\(client.problems)")
  }

  @Test func importedDirectivesMayBeRenamed() {
    let client = ConnectorClient(
      fields: #"a: Int @rest(source: "api", http: { GET: "/a" }, selection: "$.a")"#,
      head: """
        schema
          @link(
            url: "https://specs.apollo.dev/connect/v0.4"
            import: [{ name: "@connect", as: "@rest" }]
          )
          @connect__source(name: "api", http: { baseURL: "https://api.example.com" })
        { query: Query }
        """, operations: "query A { a }")
    #expect(client.problems.isEmpty)
    #expect(client.operations.contains("ServiceRequest(.get, \"/a\")"))
  }

  @Test func connectorOutsideRootTypesIsRejected() {
    let client = ConnectorClient(
      fields: #"a: T @connect(source: "api", http: { GET: "/a" }, selection: "b")"#,
      types: """
        type T {
          b: Int
          c: Int @connect(source: "api", http: { GET: "/c" }, selection: "$.c")
        }
        """, operations: "query A { a { b } }")
    #expect(client.problems.count == 1)
    #expect(client.problems.first?.contains("a connector outside of the root types") == true)
  }

  // MARK: Operations

  private static let shop = """
    a(id: ID = "x", word: String): User
      @connect(
        source: "api"
        http: { GET: "/users/{$args.id}", queryParams: "word: $args.word" }
        selection: "id name address { city }"
      )
    b: User @connect(source: "api", http: { GET: "/b" }, selection: "id: key name: $.data.name")
    c: Int
    """

  @Test(arguments: [
    (
      "query A { a { id } b { id } }",
      "A { a { id } b { id } } | an operation of a schema with connectors"
    ),
    ("query A { c }", "c } | \"Query.c\" has no connector"),
    ("query A { b { address { city } } }", "address { city } } } | the connector maps nothing to"),
    ("query A { b { __typename } }", "__typename } } | __typename is not supported"),
    (
      "query A($s: Boolean!) { b { id @skip(if: $s) } }",
      "@skip(if: $s) } } | @skip and @include are not supported"
    ),
    (
      "query A($w: String = \"x\") { a(word: $w) { id } }",
      "\"x\") { a(word: $w) { id } } | a variable's default value is not supported"
    ),
    ("query A($i: ID) { a(id: $i) { id } }", "a(id: $i) { id } } | "),
    (
      "query A { a { ...N } } query B { b { ...N } } fragment N on User { name }",
      "...N } } fragment N on User { name } | the fragment \"N\" has two different mappings"
    ),
  ])
  func operationThatNeedsSeveralRequestsIsRejected(_ operation: String, _ problem: String) {
    let client = ConnectorClient(fields: Self.shop, types: Self.types, operations: operation)
    #expect(client.files.isEmpty)
    #expect(
      client.problems.contains { $0.hasPrefix(problem) && $0.contains(" | ") },
      "\(client.problems)")
  }

  @Test func secretInPathIsRejected() {
    let client = ConnectorClient(
      fields:
        #"a(t: Token!): Int @connect(source: "api", http: { GET: "/{$args.t}" }, selection: "$.a")"#,
      types: "scalar Token", operations: "query A($t: Token!) { a(t: $t) }"
    ) {
      $0.scalars = [.init("Token", .init(swiftType: "Secret"))]
    }
    #expect(client.problems.first?.contains("a URL path must not contain a secret") == true)
  }

  /// The service has sent the URL, with what it contains.
  @Test func wholeURLMayBeSecret() {
    let client = ConnectorClient(
      fields: #"a(u: Address!): Int @connect(http: { GET: "{$args.u}" }, selection: "$.a")"#,
      types: "scalar Address", operations: "query A($u: Address!) { a(u: $u) }"
    ) {
      $0.scalars = [.init("Address", .init(swiftType: "Secret"))]
    }
    #expect(client.problems.isEmpty, "\(client.problems)")
  }

  @Test func connectorErrorsMustMapNonNullFields() {
    func problems(_ errors: String) -> [String] {
      ConnectorClient(
        fields:
          #"a: Int @connect(source: "api", http: { GET: "/a" }, errors: { \#(errors) }, selection: "$.a")"#,
        types: "type Refusal { code: String! more: More } type More { x: Int }",
        operations: "query A { a }"
      ) { $0.errorType = .init("Refusal") }.problems
    }
    #expect(problems(#"extensions: "code""#).isEmpty)
    #expect(problems(#"message: "text""#).first?.contains("no field \"message\"") == true)
    #expect(problems(#"extensions: "more { x }""#).count == 2)
  }

  @Test(arguments: ["..", ".", ""])
  func literalThatChangesThePathIsRejected(_ value: String) {
    let client = ConnectorClient(
      fields:
        #"a(id: ID!): Int @connect(source: "api", http: { GET: "/x/{$args.id}/y" }, selection: "$.a")"#,
      operations: "query A { a(id: \"\(value)\") }")
    #expect(client.files.isEmpty)
    #expect(client.diagnostics.first?.message == "\"\(value)\" cannot be a part of a path")
  }

  @Test(arguments: [
    ("defer", "query A { ... @defer { a } }"), ("stream", "query A { a @stream }"),
  ])
  func serviceCannotSendAResultInParts(_ directive: String, _ operation: String) {
    let client = ConnectorClient(
      fields: #"a: [Int] @connect(source: "api", http: { GET: "/a" }, selection: "$.a")"#,
      types: """
        directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
        directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
        """,
      operations: operation
    ) { $0.incrementalDelivery = true }
    #expect(client.files.isEmpty)
    let messages = client.diagnostics.map(\.message)
    #expect(
      messages.contains("@\(directive) needs a GraphQL server, but a REST service responds"),
      "\(messages)")
  }

  @Test func unsentArgumentIsAWarning() {
    let client = ConnectorClient(
      fields:
        #"a(id: ID!, active: Boolean): Int @connect(source: "api", http: { GET: "/x/{$args.id}" }, selection: "$.a")"#,
      operations: "query A { a(id: 1) }")
    #expect(client.diagnostics.map(\.severity) == [.warning])
    #expect(client.problems.first?.hasPrefix("active: Boolean") == true)
  }

  @Test func missingLinkHelpShowsTheLink() {
    let client = ConnectorClient(
      fields: #"a: Int @connect(source: "api", http: { GET: "/a" }, selection: "$.a")"#,
      head: "schema @source(name: \"api\") { query: Query }", operations: "query A { a }")
    #expect(client.diagnostics.count == 2)
    for diagnostic in client.diagnostics {
      #expect(diagnostic.help?.contains("specs.apollo.dev/connect/v0.4") == true)
    }
  }

  @Test func unknownScalarIsAWarning() {
    let client = ConnectorClient(
      fields: #"a: Token @connect(source: "api", http: { GET: "/a" }, selection: "$.a")"#,
      types: "scalar Token", operations: "query A { a }"
    ) { $0.scalars = [.init("Tokens", .init(swiftType: "Secret"))] }
    #expect(
      client.diagnostics.map(\.message) == [
        "the schema has no scalar \"Tokens\"",
        "scalar Token has no Swift type in \"scalars\": using String",
      ])
    #expect(client.diagnostics.first?.help == "did you mean \"Token\"?")
  }

  @Test func errorTypeMustExistAndBeMapped() {
    let field = #"a: Int @connect(source: "api", http: { GET: "/a" }, selection: "$.a")"#
    let unknown = ConnectorClient(fields: field, types: "type Refusal { code: String }") {
      $0.errorType = .init("Refusl")
    }
    #expect(unknown.diagnostics.first?.message == "the schema has no object type \"Refusl\"")
    let unmapped = ConnectorClient(fields: field, types: "type Refusal { code: String }") {
      $0.errorType = .init("Refusal")
    }
    #expect(unmapped.diagnostics.first?.message.contains("no mapping of errors") == true)
    let plain = ConnectorClient(fields: "a: Int", head: "schema { query: Query }") {
      $0.errorType = .init("Refusal")
    }
    #expect(plain.diagnostics.first?.message == "the schema has no connectors")
  }
}
