// Tests the code that is generated for operations with connectors.

import AuthGenSwiftModel
import Testing

struct ConnectorCodeTests {
  /// Generates the code for one field and operation, and expects no errors.
  private func code(
    _ fields: String, _ operations: String, types: String = "",
    _ configure: (inout ClientSettings) -> Void = { _ in }
  ) throws -> String {
    let client = ConnectorClient(
      fields: fields, types: types, operations: operations, configure)
    #expect(client.problems.isEmpty)
    return client.operations
  }

  private func expect(_ code: String, has lines: String...) {
    for line in lines { #expect(code.contains(line), "missing: \(line)") }
  }

  @Test func operationHasNoDocumentAndNoHash() throws {
    let code = try code(
      #"a: Int! @connect(source: "api", http: { GET: "/a" }, selection: "$.b.c")"#, "query A { a }")
    expect(
      code, has: "struct AQuery: AnonymousOperation, ConnectorOperation, Encodable {",
      "ServiceRequest(.get, \"/a\")", "fields.at([\"b\", \"c\"])",
      "self.a = fields.int(\"a\")")
    #expect(!code.contains("document"))
  }

  /// The body as a whole, alone and beside some of its members.
  @Test func scalarOfTheWholeBodyIsRead() throws {
    let types = "type User { id: ID! all: String first: String }"
    let beside = try code(
      #"u: User! @connect(source: "api", http: { GET: "/u" }, selection: "id all: $ first: a ?? $")"#,
      "query U { u { id all first } }", types: types)
    expect(
      beside, has: "public static var readsBody: Bool { true }", "fields.at([\"$\"])",
      "fields.at([\"a\"], [\"$\"])", "fields.at([\"$\"]).optional")
    let alone = try code(
      #"u: String @connect(source: "api", http: { GET: "/u" }, selection: "$")"#, "query U { u }")
    expect(alone, has: "public static var readsBody: Bool { true }", "fields.at([\"$\"])")
    let list = try code(
      #"u: [User!] @connect(source: "api", http: { GET: "/u" }, selection: "$ { id }")"#,
      "query U { u { id } }", types: types)
    #expect(!list.contains("readsBody"))
  }

  @Test func argumentsBecomePartsOfTheRequest() throws {
    let code = try code(
      #"""
      a(id: ID!, page: Int, token: String, kind: Kind!): Int!
        @connect(
          source: "api"
          http: {
            PUT: "/users/{$args.id}/x-{$args.page}?kind={$args.kind}&fixed=1"
            headers: [{ name: "X-Token", value: "Bearer {$args.token}" }, { name: "Accept", value: "a/b" }]
            queryParams: "q: $args.token, size: 20"
            body: "{ id: $args.id, deep: { page: $args.page, maybe: $args.token?, list: [1, 2], flag: true, none: null } }"
          }
          selection: "$.a"
        )
      """#,
      "query A($id: ID!, $page: Int!, $token: String) { a(id: $id, page: $page, token: $token, kind: blue) }",
      types: "enum Kind { blue }"
    ) { $0.notSecret = [.init("Query.a(token:)")] }
    expect(
      code,
      has: #"ServiceRequest(.put, "/users/\(self.id)/x-\(self.page)", "#
        + #"query: [("kind", "blue"), ("fixed", "1"), ("q", "\(self.token)"), ("size", "20")], "#
        + #"headers: [("X-Token", "Bearer \(self.token)"), ("Accept", "a/b")], hasBody: true)"#,
      #"fields.string("id", self.id)"#, #"fields.object("deep") { fields in"#,
      #"  fields.int("page", self.page)"#,
      #"  if let value = self.token { fields.string("maybe", value) }"#,
      #"  fields.value("list", [1, 2])"#, #"  fields.bool("flag", true)"#,
      #"  fields.null("none")"#)
    #expect(!code.contains("explicitNulls"))
  }

  @Test func optionalBodyArgumentMayBeNullOrAbsent() throws {
    let code = try code(
      #"a(word: String): Int! @connect(source: "api", http: { POST: "/a", body: "{ w: $args.word }" }, selection: "$.a")"#,
      "query A($word: String) { a(word: $word) }")
    expect(
      code,
      has:
        #"if let value = self.word { fields.string("w", value) } else if self.explicitNulls.contains("word") { fields.null("w") }"#
    )
  }

  @Test func omittedArgumentIsNotSent() throws {
    let code = try code(
      #"a(word: String, size: Int = 7): Int! @connect(source: "api", http: { POST: "/a", body: "{ w: $args.word, s: $args.size }" }, selection: "$.a")"#,
      "query A { a }")
    expect(code, has: #"fields.value("s", 7)"#)
    #expect(!code.contains("\"w\""))
  }

  @Test func inputObjectFieldsAreReadThroughProperties() throws {
    let code = try code(
      #"""
      a(f: Filter!): Int! @connect(source: "api", http: { POST: "/a/{$args.f.id}", body: "$args.f { deep { n: size } word }" }, selection: "$.a")
      """#,
      "query A($f: Filter!) { a(f: $f) }",
      types: "input Filter { id: ID! word: String deep: Inner } input Inner { size: Int! }")
    expect(
      code, has: #""/a/\(self.f.id)""#,
      #"if self.f.deep != nil {"#, #"fields.object("deep") { fields in"#,
      #"  if let value = self.f.deep?.size { fields.int("n", value) }"#,
      #"} else if self.f.explicitNulls.contains("deep") { fields.null("deep") }"#,
      #"if let value = self.f.word { fields.string("word", value) } else if self.f.explicitNulls.contains("word") { fields.null("word") }"#
    )
  }

  @Test func wholeInputObjectCanBeTheBody() throws {
    let code = try code(
      #"a(f: Filter!): Int! @connect(source: "api", http: { POST: "/a", body: "$args.f" }, selection: "$.a")"#,
      "query A($f: Filter!) { a(f: $f) }", types: "input Filter { word: String }")
    expect(code, has: "fields.part(self.f)")
  }

  @Test func serverProvidedURLIsUsedUnchanged() throws {
    let code = try code(
      #"a(url: String!): Int! @connect(http: { POST: "{$args.url}" }, selection: "$.a")"#,
      "query A($url: String!) { a(url: $url) }")
    expect(code, has: #"ServiceRequest(.post, url: "\(self.url)")"#)
  }

  @Test func literalInPathIsPercentEncoded() throws {
    let code = try code(
      #"a(id: ID!): Int! @connect(source: "api", http: { GET: "/a/{$args.id}" }, selection: "$.a")"#,
      #"query A { a(id: "x/../y%ü\" \\(z)") }"#)
    expect(code, has: #""/a/x%2F..%2Fy%25%C3%BC%22%20%5C%28z%29""#)
  }

  @Test func pathsGroupsAndAlternativesAreKeys() throws {
    let code = try code(
      #"""
      a: User! @connect(source: "api", http: { GET: "/a" }, selection: """
        $.data { id: user_id  name: profile.name ?? login }
        address: { city: data.town }
        tags: data.labels
        friends: data.people { id: key }
        etag: $response.headers.ETag->first
        'strange': data."a b".'c'
        """)
      """#,
      "query A { a { id name address { city } tags friends { id } etag strange } }",
      types: """
        type User { id: ID! name: String address: Address! tags: [String!] friends: [User!]! etag: String strange: Int }
        type Address { city: String }
        """)
    expect(
      code, has: #"fields.part("#, #"fields.at(["data", "user_id"])"#,
      #"self.id = fields.identifier("id")"#,
      #"fields.at(["data", "profile", "name"], ["data", "login"])"#,
      #"self.name = fields.optionalString("name")"#, #"self.address = fields.part()"#,
      #"fields.at(["data", "town"])"#, #"fields.at(["data", "labels"])"#,
      #"self.tags = fields.optionalStrings("tags")"#, #"fields.at(["data", "people"])"#,
      #"self.friends = fields.objects("friends")"#, #"fields.at(["$response", "headers", "etag"])"#,
      #"fields.at(["data", "a b", "c"])"#)
  }

  @Test func listCanBeTheWholeBody() throws {
    let code = try code(
      #"a: [User!]! @connect(source: "api", http: { GET: "/a" }, selection: "id")"#,
      "query A { a { id } }", types: "type User { id: ID! }")
    expect(code, has: #"fields.at(["$"])"#, #"self.a = fields.objects("a")"#)
  }

  @Test func connectorErrorsReplaceSourceErrors() throws {
    let head = """
      schema
        @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@source", "@connect"])
        @source(
          name: "api"
          http: { baseURL: "https://api.example.com" }
          errors: { message: "text", extensions: "code" }
        )
      { query: Query }
      """
    let client = ConnectorClient(
      fields: #"""
        a: Int! @connect(source: "api", http: { GET: "/a" }, selection: "$.a")
        b: Int! @connect(source: "api", http: { GET: "/b" }, errors: { message: "why", extensions: "code: problem.id ?? $status" }, selection: "$.b")
        """#,
      types: "type Refusal { code: String message: String }", head: head,
      operations: "query A { a } query B { b }"
    ) { $0.errorType = .init("Refusal") }
    #expect(client.problems.isEmpty)
    expect(
      client.operations, has: "Refusal(fields: &fields)",
      #"return Refusal(code: value0, message: value1)"#,
      #"  fields.at(["problem", "id"], ["$response", "status"], isLenient: true)"#,
      #"  let value0: String? = fields.optionalString("code")"#,
      #"  fields.at(["why"], isLenient: true)"#,
      #"  let value1: String? = fields.optionalString("message")"#
    )
    expect(
      client.files["Shop.Errors.swift"] ?? "",
      has: #"fields.at(["text"], isLenient: true)"#,
      #"self.message = fields.optionalString("message")"#, #"fields.at(["code"], isLenient: true)"#,
      #"self.code = fields.optionalString("code")"#)
  }

  @Test func statusOrValueSelectsTheConcreteType() throws {
    let code = try code(
      #"""
      a: Outcome! @connect(source: "api", http: { GET: "/a" }, isSuccess: "$status->gte(200)->and($status->lt(204))->or($status->eq(422))", selection: """
        ... kind->match(["u", { __typename: "User", id }], ["d", $ { __typename: $("Detour") url }], [@, { __typename: "Detour", url: other }])
        """)
      """#,
      "query A { a { __typename ... on User { id } ... on Detour { url } } }",
      types: "union Outcome = User | Detour type User { id: ID! } type Detour { url: String! }")
    expect(
      code, has: "successStatuses: [ClosedRange<Int>] { [200...203, 422...422] }",
      #"self.concrete = fields.concrete(matching: ["kind"], [("u", "User"), ("d", "Detour")], otherwise: "Detour")"#,
      #"case "User": self = .user(fields.part())"#)
  }
}
