// Tests invalid schemas, and the option that ignores errors in elements that operations do not use.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct SchemaErrorsTests {
  private static let defect = "schema.graphql:4:3: "
  private static let warning =
    defect + "warning: field Team.slug is defined more than once; the first definition is used; "
    + "no operation depends on it [UniqueFieldDefinitionNames]"

  /// A project with a schema that defines `Team.slug` twice.
  private func project(
    option: String = "", operation: String = "query Team { team { id } }"
  ) throws -> Workbench {
    try Workbench([
      "authgen.json": """
      {"version": 1, "clients": [{"name": "Shop", "schema": "schema.graphql",
        "operations": "ops", "output": "out", "options": {\(option)},
        "authentication": {"authenticated": []}}]}
      """,
      "schema.graphql": """
      type Team {
        slug: String
        id: ID!
        slug: Int
      }
      type Query { team: Team }

      """,
      "ops/Team.graphql": operation,
    ])
  }

  private static let used = "\"schemaErrors\": \"used\""
  private static let build = [
    "build", "--output", "built", "--output-file", "AuthGen.Other.swift",
  ]

  @Test(arguments: [["generate"], ["validate"], ["check"], ["manifest"], build])
  func errorStopsEveryCommandAndIsReportedOnce(_ command: [String]) async throws {
    let bench = try project()
    let result = try await bench.run(command)
    #expect(result.exitCode == 1)
    #expect(
      result.errors.components(separatedBy: "\n").filter { $0.contains("error: ") } == [
        Self.defect + "error: field Team.slug is defined more than once "
          + "[UniqueFieldDefinitionNames]"
      ])
    #expect(result.errors.contains("schema.graphql:2:3: note: defined here first"))
    #expect(result.errors.contains("help: to continue, write \"schemaErrors\": \"used\" among"))
    #expect(!bench.exists("out") && !bench.exists("built"))
  }

  @Test(arguments: [["generate"], ["validate"], ["manifest"], build])
  func optionTurnsTheErrorIntoAWarning(_ command: [String]) async throws {
    let bench = try project(option: Self.used)
    let result = try await bench.run(command)
    #expect(result.exitCode == 0)
    #expect(result.errors.components(separatedBy: Self.warning).count == 2)
    let flag = try await project().run(command + ["--schema-errors", "used"])
    #expect(flag.exitCode == 0)
    #expect(flag.errors == result.errors)
    let over = try await bench.run(command + ["--schema-errors", "all"])
    #expect(over.exitCode == 1)
  }

  @Test func checkAcceptsTheOption() async throws {
    let bench = try project(option: Self.used)
    #expect(try await bench.run("generate").exitCode == 0)
    let check = try await bench.run("check")
    #expect(check.exitCode == 0)
    #expect(check.errors.contains(Self.warning))
    #expect(check.output == "Shop: up to date in out\n")
    let strict = try await bench.run("check", "--strict")
    #expect(strict.exitCode == 1)
  }

  @Test func outputEqualsThatOfAValidSchema() async throws {
    let bench = try project(option: Self.used)
    #expect(try await bench.run("generate").exitCode == 0)
    let sound = try project()
    try sound.write(
      "type Team { slug: String id: ID! } type Query { team: Team }\n", to: "schema.graphql")
    #expect(try await sound.run("generate").exitCode == 0)
    #expect(try bench.contents("out") == sound.contents("out"))
  }

  @Test func errorInAUsedElementStaysAnError() async throws {
    let bench = try project(option: Self.used, operation: "query Team { team { slug } }")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.firstError
        == Self.defect + "error: field Team.slug is defined more than once "
        + "[UniqueFieldDefinitionNames]")
    #expect(!bench.exists("out"))
    let all = try await bench.run("generate", "--schema-errors", "all")
    #expect(all.exitCode == 1)
    #expect(!all.errors.contains("to go on"))
  }

  @Test func syntaxErrorsStayErrors() async throws {
    let bench = try project(option: Self.used)
    try bench.write("type Query { team: Team } type Team { a: }\n", to: "schema.graphql")
    let schema = try await bench.run("validate")
    #expect(schema.exitCode == 1)
    #expect(schema.firstError.hasPrefix("schema.graphql:1:42: error: "))
    let other = try project(option: Self.used, operation: "query {")
    let operation = try await other.run("validate")
    #expect(operation.exitCode == 1)
    #expect(operation.errors.components(separatedBy: "error: ").count == 2)
    #expect(operation.firstError.hasPrefix("ops/Team.graphql:1:8: error: "))
  }

  @Test func operationErrorsAreFoundBesideSchemaWarnings() async throws {
    let bench = try project(option: Self.used, operation: "query Team { team { name } }")
    let result = try await bench.run("validate")
    #expect(result.exitCode == 1)
    #expect(result.errors.contains(Self.warning))
    #expect(result.errors.contains("ops/Team.graphql:1:21: error: type Team has no field \"name\""))
  }

  @Test func allSchemaErrorsStayErrorsWithoutOperations() async throws {
    let bench = try project(option: Self.used)
    let validated = try await bench.run(
      "validate", "--schema", "schema.graphql", "--schema-errors", "used")
    #expect(validated.exitCode == 1)
    #expect(validated.errors.contains(Self.defect + "error: "))
    #expect(try await bench.run("schema", "print").exitCode == 1)
  }

  @Test func unknownOptionValueIsAnError() async throws {
    let bench = try project(option: "\"schemaErrors\": \"none\"")
    let configured = try await bench.run("validate")
    #expect(configured.exitCode == 1)
    #expect(
      configured.errors.contains("expected \"all\" or \"used\" or \"usedSilently\", found \"none\"")
    )
    let flag = try await bench.run("validate", "--schema-errors", "none")
    #expect(flag.exitCode == 64)
    #expect(flag.errors.contains("--schema-errors takes one of all, used, usedSilently"))
  }

  @Test func errorInIntrospectionJSONHasItsPosition() async throws {
    let bench = try project(option: Self.used)
    let field = { (name: String, type: String) in
      """
      {"name": "\(name)", "args": [], "isDeprecated": false,
       "type": {"kind": "SCALAR", "name": "\(type)"}}
      """
    }
    try bench.write(
      """
      {"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [
      {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [
      {"name": "team", "args": [], "isDeprecated": false, "type": {"kind": "OBJECT", "name": "Team"}}]},
      {"kind": "OBJECT", "name": "Team", "interfaces": [], "fields": [
      \(field("id", "ID")),
      \(field("slug", "ID")),
      \(field("slug", "Int"))]}]}}
      """, to: "schema.graphql")
    let result = try await bench.run("validate")
    #expect(result.exitCode == 0)
    #expect(
      result.errors.contains("schema.graphql:9:11: warning: field Team.slug is defined more than"))
  }
}
