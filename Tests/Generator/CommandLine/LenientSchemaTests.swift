// Tests what authgen accepts in schemas that servers publish against the specification.

import AuthGenTestSupport
import Testing

@Suite struct LenientSchemaTests {
  private static let subgraph =
    #"extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key", { name: "@tag", as: "@mark" }]) "#
  private static let connectors = """
    extend schema @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@source", "@connect"]) \
    @source(name: "a", http: { baseURL: "https://a.example" })

    """

  /// - Parameter problem: a part of the only problem; nil for none.
  @Test(
    arguments: [
      // Default values.
      (
        "type Query { a(b: Int = \"1\"): Int }",
        "warning: a default value cannot be read: expected a value of type Int"
      ),
      (
        "type Query { a(b: Int = A, c: Boolean! = 0): Int } input I { d: I = [1] }",
        "warning: 3 default values cannot be read; the first one: expected a value of type Int, found A"
      ),
      (
        connectors
          + #"type Query { a(b: Int = "1"): Int @connect(source: "a", http: { GET: "/{$args.b}" }, selection: "$.a") }"#,
        "error: expected a value of type Int"
      ),
      (
        "type Query { a(b: [Int!]! = null): Int }",
        "warning: a default value cannot be read: expected"
      ),
      // Linked specifications.
      (
        subgraph + "type Query @mark(name: 1) { a: Int @key @federation__external } scalar S @mark",
        nil
      ),
      (subgraph + "type Query { a: Int @tag }", "error: unknown directive \"@tag\""),
      (
        #"schema @core(feature: "https://specs.apollo.dev/core/v0.2") @core(feature: "https://x.example/join/v1", as: "j") { query: Query } type Query @j__type { a: Int }"#,
        nil
      ),
      (#"schema @link(url: "a", import: "b") @link { query: Query } type Query { a: Int }"#, nil),
      ("type Query { a: Int @key }", "error: unknown directive \"@key\""),
      ("type Query { a: A } type A @key(fields: \"b\") { b: ID! @external }", nil),
      // Extensions without a definition.
      (
        "extend type Query { a: Int } extend type Query { b: Int } extend type Mutation { c: Int }",
        nil
      ),
      (
        "type Query { a: Int } extend type User { b: Int }",
        "error: type User is extended but not defined"
      ),
      (subgraph + "type Query { a: User } extend type User @key { b: Int }", nil),
      (
        subgraph
          + "type Query { a: I b: U c(d: J): E } extend interface I { b: Int } extend union U = Query extend input J { d: Int } extend enum E { F }",
        nil
      ),
      (
        "schema { query: Root } type Root { a: Int } extend type Query { b: Int }",
        "error: type Query is extended but not defined"
      ),
      (
        "type Query @requires(a: 1) { a: Int }",
        "error: unknown directive \"@requires\""
      ),
      (
        subgraph + "type Query { a: Int } extend scalar Int @key",
        "error: the built-in type Int cannot be extended"
      ),
      (
        subgraph
          + "type Query { a: Int } directive @key(fields: federation__FieldSet!) on OBJECT",
        nil
      ),
      // A schema without a query type.
      ("type Mutation { a: Int }", "warning: the schema has no query type"),
      ("type A { a: Int }", "error: the schema has no query type"),
    ] as [(String, String?)])
  func schemaIsAccepted(schema: String, problem: String?) async throws {
    let bench = try Workbench(["schema.graphql": schema + "\n"])
    let result = try await bench.run("validate", "--schema", "schema.graphql")
    let isError = problem?.hasPrefix("error") == true
    #expect(result.exitCode == (isError ? 1 : 0), "\(result.text)")
    let problems = result.errorLines.filter {
      $0.contains(": error: ") || $0.contains(": warning: ")
    }
    #expect(problems.count == (problem == nil ? 0 : 1), "\(result.errors)")
    if let problem { #expect(problems.first?.contains(problem) == true, "\(result.errors)") }
  }

  @Test(arguments: [
    "type Query { a(b: Int = \"1\"): Int }", subgraph + "type Query { a: Int @key }",
    "extend type Query { a: Int }", "type Mutation { a: Int }",
  ])
  func strictValidationRefusesTheSchema(schema: String) async throws {
    let bench = try Workbench(["schema.graphql": schema + "\n"])
    let result = try await bench.run("validate", "--schema", "schema.graphql", "--strict")
    #expect(result.exitCode == 1 && result.errors.contains(": error: "), "\(result.text)")
  }

  /// A directive that protects a field keeps its meaning under another name.
  @Test(arguments: [
    (#"import: [{ name: "@authenticated", as: "@needsLogin" }]"#, "@needsLogin"),
    (#"import: ["@authenticated"]"#, "@authenticated"), ("", "@federation__authenticated"),
    (#"as: "fed""#, "@fed__authenticated"),
    (#"import: ["@requiresScopes"]"#, #"@requiresScopes(scopes: [["a"]])"#),
  ]) func linkedDirectiveMarksAuthenticatedFields(link: String, mark: String) async throws {
    let bench = try Workbench([
      "schema.graphql": """
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.5" \(link))
      type Query { me: Int \(mark) open: Int }

      """, "ops/Me.graphql": "query Me { me }\n",
    ])
    let result = try await bench.run(
      "generate", "--schema", "schema.graphql", "--operations", "ops", "--output", "out")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.text)")
    #expect(try bench.text("out/Me.graphql.swift").contains("AuthenticatedOperation"))
  }

  @Test func lenientFieldsAreNullableOrLists() async throws {
    func project(_ lenient: String) throws -> Workbench {
      try Workbench([
        "schema.graphql":
          "type Query { me: User } type User { id: ID! age: Int tags: [String!]! }\n",
        "ops/Me.graphql": "query Me($x: Boolean!) { me { id @include(if: $x) age tags } }\n",
        "authgen.json": """
        {"version": 1, "clients": [{"name": "A", "schema": "schema.graphql", "operations": "ops",
          "output": "out", "options": {"lenient": ["\(lenient)"]},
          "authentication": {"authenticated": []}}]}
        """,
      ])
    }
    let bench = try project("User.*")
    #expect(try await bench.run("generate").exitCode == 0)
    let text = try bench.text("out/Me.graphql.swift")
    #expect(text.contains(#"fields.at(["age"], isLenient: true)"#))
    #expect(text.contains(#"fields.at(["tags"], isLenient: true)"#))
    #expect(!text.contains(#"fields.at(["id"]"#))
    let result = try await project("User.id").run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.errors.contains(
        "\"lenient\" requires a nullable field or a list, found \"User.id\" of type ID!"))
  }
}
