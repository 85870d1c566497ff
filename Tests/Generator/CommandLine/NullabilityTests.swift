// Tests the settings and the errors of semantic nullability and of `@catch`.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct NullabilityConfigurationTests {
  private static let definitions = """
    enum CatchTo { RESULT NULL THROW }
    directive @catch(to: CatchTo! = RESULT, levels: [Int!]! = [0]) on FIELD
    type Query { users: [User] name: String user: User }
    type User { name: String }

    """

  private func project(
    _ query: String, options: String = "{}", schema: String = definitions
  ) throws -> Workbench {
    try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(authentication: #"{ "authenticated": [] }"#, options: options)),
      "schema.graphql": schema, "ops/Query.graphql": query,
    ])
  }

  @Test func listedFieldsAndTheirElementsAreNotOptional() async throws {
    let bench = try project(
      "query Q { users { name } name }", options: #"{ "semanticNonNull": ["Query.users"] }"#)
    #expect(try await bench.run("generate").exitCode == 0)
    let text = try bench.text("out/Query.graphql.swift")
    #expect(text.contains("var users: [User]\n") && text.contains("var name: Optional<String>"))
  }

  @Test func starIsAllFields() async throws {
    let bench = try project(
      "query Q { users { name } name }", options: #"{ "semanticNonNull": ["*"] }"#)
    #expect(try await bench.run("generate").exitCode == 0)
    let text = try bench.text("out/Query.graphql.swift")
    #expect(text.contains("var users: [User]\n") && !text.contains("String?"))
  }

  @Test func undefinedDirectiveHasTheDefinitionToAdd() async throws {
    let bench = try project(
      "query Q { name @catch }", schema: "type Query { name: String }\n")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.errors.contains(
        "directive @catch(to: CatchTo! = RESULT, levels: [Int!]! = [0]) on FIELD"))
  }

  @Test(arguments: [
    (
      "query Q { users @catch(levels: [1]) { name } }", "ops/Query.graphql:1:32",
      "@catch supports only level 0"
    ),
    (
      "query Q { name @catch name }", "ops/Query.graphql:1:23",
      "the selections of the field have different @catch directives"
    ),
  ])
  func unsupportedFormIsAnErrorAtItsPlace(
    _ query: String, _ place: String, _ message: String
  ) async throws {
    let result = try await project(query).run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.firstError.hasPrefix("\(place): error: \(message) [CaughtErrors]"),
      "\(result.errors)")
  }
}
