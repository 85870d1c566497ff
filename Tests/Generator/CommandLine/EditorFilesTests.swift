// Tests the files that `authgen init` writes for editors.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct EditorFilesTests {
  private let comment =
    "# The schema and the documents, for the language servers of editors (graphql-config).\n"

  @Test(arguments: [[], ["--target", "App"], ["--schema", "api/schema.graphql"]])
  func newConfigurationNamesTheJSONSchemaBesideIt(_ arguments: [String]) async throws {
    let bench = try Workbench(["api/schema.graphql": "type Query { a: Int }\n"])
    let result = try await bench.run(["init"] + arguments)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains(", authgen.schema.json, .graphqlrc.yml.\n"))
    let data = Data(try bench.text("authgen.json").utf8)
    let configuration = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    #expect(configuration?["$schema"] as? String == "./authgen.schema.json")
    let published = try Checkout.text("Schemas/authgen.schema.json")
    #expect(try bench.text("authgen.schema.json") == published)
    #expect(try await bench.run("validate").output == "Example: valid\n")
  }

  @Test func languageServerFindsTheSchemaAndTheDocuments() async throws {
    let bench = try Workbench()
    _ = try await bench.run("init")
    #expect(
      try bench.text(".graphqlrc.yml") == comment + """
        schema:
          - "GraphQL/schema.graphql"
        documents:
          - "GraphQL/operations/**/*.{graphql,gql}"

        """)
  }

  @Test func severalClientsAreProjects() async throws {
    let bench = try Sample.project()
    let other = Sample.client("Admin", operations: "ops/Hello.graphql", output: "admin")
      .replacing(#""schema.graphql""#, with: #"["schema.graphql", "more #1: \"x\" é.graphql"]"#)
    try bench.write(Sample.configuration(Sample.client(), other), to: "authgen.json")
    let result = try await bench.run("init", "--editors")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output == "Wrote authgen.schema.json, .graphqlrc.yml.\n")
    #expect(
      try bench.text(".graphqlrc.yml") == comment + #"""
        projects:
          "Shop":
            schema:
              - "schema.graphql"
            documents:
              - "ops/**/*.{graphql,gql}"
          "Admin":
            schema:
              - "schema.graphql"
              - "more #1: \"x\" é.graphql"
            documents:
              - "ops/Hello.graphql"

        """#)
  }

  @Test(arguments: [".graphqlrc.yml", ".graphqlrc", ".graphqlrc.json", "graphql.config.ts"])
  func existingFileIsKept(_ name: String) async throws {
    let bench = try Workbench([name: "mine\n", "authgen.schema.json": "mine too\n"])
    let first = try await bench.run("init")
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(first.output.contains("Kept authgen.schema.json, \(name).\n"))
    let second = try await bench.run("init", "--editors")
    #expect(second.exitCode == 0)
    #expect(second.output == "Kept authgen.schema.json, \(name).\n")
    #expect(try bench.text(name) == "mine\n")
    #expect(try bench.text("authgen.schema.json") == "mine too\n")
    #expect(name == ".graphqlrc.yml" || !bench.exists(".graphqlrc.yml"))
  }

  @Test func editorFilesAreBesideTheNamedConfiguration() async throws {
    let bench = try Workbench([
      "Schemas/authgen.json": Sample.configuration(Sample.client(operations: "ops"))
    ])
    let found = try await bench.run("init", "--editors")
    #expect(found.output == "Wrote Schemas/authgen.schema.json, Schemas/.graphqlrc.yml.\n")
    try bench.remove("Schemas/.graphqlrc.yml")
    let named = try await bench.run("init", "--editors", "--config", "Schemas/authgen.json")
    #expect(named.output == "Wrote Schemas/.graphqlrc.yml.\nKept Schemas/authgen.schema.json.\n")
  }

  @Test func editorsRequireAConfiguration() async throws {
    let bench = try Workbench()
    #expect(try await bench.run("init", "--editors").exitCode == 1)
    #expect(try await bench.run("init", "--editors", "--schema", "a").exitCode == 64)
    #expect(try await bench.run("init", "--config", "authgen.json").exitCode == 64)
    #expect(try bench.names(".").isEmpty)
  }
}
