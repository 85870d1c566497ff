// Tests how many warnings about a schema are shown.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct SchemaWarningsTests {
  /// A project with five deprecated implementations, five unmapped scalars and five fields that are defined
  /// twice. Operations use the scalars alone.
  private func project(options: String = #""schemaErrors": "used""#) throws -> Workbench {
    func all(_ text: (Int) -> String) -> String { (1...5).map(text).joined(separator: " ") }
    return try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(authentication: #"{"authenticated": []}"#, options: "{\(options)}")),
      "schema.graphql": """
      interface Node { \(all { "d\($0): Int" }) }
      type User implements Node { \(all { "d\($0): Int @deprecated" }) \(all { "s\($0): S\($0)" }) }
      \(all { "scalar S\($0)" })
      type Query { user: User \(all { "t\($0): Int t\($0): Int" }) }

      """,
      "ops/User.graphql": "query User { user { \(all { "s\($0)" }) } }\n",
    ])
  }

  private func count(_ rule: String, in text: String) -> Int {
    text.components(separatedBy: rule).count - 1
  }

  @Test(arguments: [["generate"], ["validate"], ["check"], ["manifest"]])
  func threeOfOneRuleAreShownWithTheNumberOfTheOthers(_ command: [String]) async throws {
    let errors = try await project().run(command).errors
    for rule in ["DeprecatedImplementation", "UnmappedScalar", "UniqueFieldDefinitionNames"] {
      #expect(count("[\(rule)]", in: errors) == 4, "\(errors)")
      #expect(errors.contains("warning: 2 more warnings like these about the schema [\(rule)]"))
    }
    #expect(count("help: `authgen validate --verbose` shows all; ", in: errors) == 3)
  }

  @Test func annotationsAreShortenedToo() async throws {
    let output = try await project().run("validate", "--format", "github").output
    #expect(count("title=UnmappedScalar::", in: output) == 4, "\(output)")
    #expect(output.contains("::warning title=UnmappedScalar::2 more warnings like these"))
  }

  @Test func verboseAndJSONHaveAll() async throws {
    let bench = try project()
    let verbose = try await bench.run("validate", "--verbose").errors
    #expect(count("[UnmappedScalar]", in: verbose) == 5 && !verbose.contains("like these"))
    let json = try await bench.run("validate", "--format", "json").output
    #expect(count("\"UnmappedScalar\"", in: json) == 5 && !json.contains("like these"))
  }

  @Test func errorsAreNeverShortened() async throws {
    let result = try await project(options: "").run("validate")
    #expect(result.exitCode == 1)
    #expect(count("error: ", in: result.errors) == 5, "\(result.errors)")
  }

  /// What the help of the last warning says.
  @Test func helpSilencesTheWarnings() async throws {
    let bench = try project(
      options: """
        "schemaErrors": "usedSilently", "rules": { "DeprecatedImplementation": "off" },
        "scalars": { "S1": "String", "S2": "String", "S3": "String", "S4": "String", "S5": "String" }
        """)
    let result = try await bench.run("validate")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    let used = try project(options: #""schemaErrors": "usedSilently""#)
    try used.write("query User { user { s1 } t1 }\n", to: "ops/User.graphql")
    let error = try await used.run("validate")
    #expect(error.exitCode == 1)
    #expect(error.errors.contains("error: field Query.t1 is defined more than once"))
  }
}
