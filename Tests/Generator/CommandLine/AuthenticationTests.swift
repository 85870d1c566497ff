// Tests how the schema and the configuration mark authentication, from the command line.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct AuthenticationTests {
  @Test func tooHeavyOperationErrorNamesItsHeaviestFields() async throws {
    let bench = try Sample.project(authentication: #"{"maximumWeight": 60}"#)
    try bench.write("query Heavy { viewer { id } orders { id } }\n", to: "ops/Heavy.graphql")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.firstError.hasPrefix(
        "ops/Heavy.graphql:1:7: error: the operation weighs 80, and at most 60 is allowed"))
    #expect(result.errors.contains("Query.orders (50), Query.viewer (30)"))
    #expect(!bench.exists("out"))
  }

  @Test func configuredWeightReplacesTheSchemasWeight() async throws {
    let bench = try Sample.project(
      authentication: #"{"maximumWeight": 60, "weights": {"Query.orders": 5}}"#)
    try bench.write("query Heavy { viewer { id } orders { id } }\n", to: "ops/Heavy.graphql")
    #expect(try await bench.run("validate").exitCode == 0)
  }

  @Test func fieldOfADisabledFeatureIsAnError() async throws {
    let bench = try Sample.project()
    try bench.write("query Points { points }\n", to: "ops/Points.graphql")
    let without = try await bench.run("validate")
    #expect(without.exitCode == 1)
    #expect(without.firstError.hasPrefix("ops/Points.graphql:1:16: error: Query.points"))
    #expect(without.errors.contains("LOYALTY"))
    try bench.write(
      Sample.configuration(Sample.client(authentication: #"{"features": ["LOYALTY"]}"#)),
      to: "authgen.json")
    #expect(try await bench.run("validate").exitCode == 0)
  }

  @Test func allFieldsOfATypeNeedASession() async throws {
    let bench = try Sample.project(authentication: #"{"authenticated": ["Query.*"]}"#)
    #expect(try await bench.run("generate").exitCode == 0)
    #expect(
      try bench.text("out/Hello.graphql.swift").contains("HelloQuery: AuthenticatedOperation"))
    for name in ["Qery.*", "String.*"] {
      try bench.write(
        Sample.configuration(Sample.client(authentication: #"{"authenticated": ["\#(name)"]}"#)),
        to: "authgen.json")
      let result = try await bench.run("validate")
      #expect(result.exitCode == 1 && result.firstError.contains(name.dropLast(2)), "\(name)")
    }
  }

  /// Federation allows the directive on types, too.
  @Test func fieldsOfAMarkedTypeAndFieldsThatReturnItNeedASession() async throws {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(Sample.client()),
      "schema.graphql": """
      directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
      type Query { me: User cards: [Card!] node: Node hello: String }
      type User @authenticated { name: String }
      scalar Card @authenticated
      interface Node { id: ID }
      type Order implements Node @authenticated { id: ID }

      """,
      "ops/All.graphql": """
      query Me { me { __typename } }
      query Cards { cards }
      query Orders { node { ... on Order { id } } }
      query Nodes { node { id } }
      query Hello { hello }

      """,
    ])
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/All.graphql.swift")
    for (name, kind) in [
      ("Me", "Authenticated"), ("Cards", "Authenticated"), ("Orders", "Authenticated"),
      // The node may be an order.
      ("Nodes", "Authenticated"), ("Hello", "Anonymous"),
    ] {
      #expect(text.contains("\(name)Query: \(kind)Operation"), "\(text)")
    }
  }

  @Test func introspectionWithoutSettingsLeavesSessionsUnknown() async throws {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client().replacingOccurrences(of: "schema.graphql", with: "schema.json")),
      "schema.json": VerbTests.introspection,
      "ops/Hello.graphql": "query Hello { hello }\n",
    ])
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0)
    #expect(result.firstError.hasPrefix("warning: "))
    #expect(result.firstError.contains("marks authenticated fields"))
    #expect(result.errors.contains("authenticated"))
  }

  @Test(arguments: [
    #"{"authenticated": ["Query.vewer"]}"#, #"{"weights": {"Query.vewer": 3}}"#,
    #"{"rateLimits": {"Query.vewer": "login"}}"#, #"{"secrets": ["Query.vewer"]}"#,
  ])
  func unknownCoordinateIsAnErrorAtItsPosition(_ authentication: String) async throws {
    let bench = try Sample.project(authentication: authentication)
    let lines = try bench.text("authgen.json").components(separatedBy: "\n")
    let row = try #require(lines.firstIndex { $0.contains("vewer") })
    let before = try #require(lines[row].components(separatedBy: "\"Query.vewer\"").first)
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.firstError.hasPrefix("authgen.json:\(row + 1):\(before.utf8.count + 1): error: "),
      "\(result.errors)")
    #expect(result.errors.contains("did you mean \"viewer\"?"))
  }

  /// The variable is the value of an input field, alone or in a list.
  @Test func variableInsideAnObjectLiteralIsSecret() async throws {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(authentication: #"{"secrets": ["LogInput.password"]}"#)),
      "schema.graphql": """
      type Query { hello: String }
      type Mutation { logIn(input: LogInput!): Int, logInAny(all: [Outer!]!): Int }
      input Outer { inner: LogInput }
      input LogInput { name: String!, password: String! }
      """,
      "ops/LogIn.graphql": """
      mutation LogIn($name: String!, $password: String!, $other: String!) {
        logIn(input: { name: $name, password: $password })
        logInAny(all: [{ inner: { name: "a", password: $other } }])
      }
      """,
    ])
    #expect(try await bench.run("generate").exitCode == 0)
    let text = try bench.text("out/LogIn.graphql.swift")
    for line in ["var name: String", "var password: Secret", "var other: Secret"] {
      #expect(text.contains(line))
    }
  }

  @Test func generatedOperationRequiresASession() async throws {
    let bench = try Sample.project()
    #expect(try await bench.run("generate").exitCode == 0)
    let viewer = try bench.text("out/Viewer.graphql.swift")
    let hello = try bench.text("out/Hello.graphql.swift")
    #expect(viewer.contains("AuthenticatedOperation"))
    #expect(!hello.contains("AuthenticatedOperation"))
  }
}
