// Tests which settings decide whether response types conform to `Identifiable`.

import AuthGenTestSupport
import Testing

@Suite struct IdentifiableOptionTests {
  /// Returns the conformances of the generated structs, by name.
  private func structs(_ options: String) async throws -> [String: String] {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(authentication: #"{ "authenticated": [] }"#, options: options)),
      "schema.graphql": """
      scalar Code
      type Query { item: Item }
      type Item { id: ID! code: Code! }

      """,
      "ops/Operations.graphql": "query Items { item { id } coded: item { id: code } }\n",
    ])
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Operations.graphql.swift")
    let matches = text.matches(of: #/struct (\w+): (.*) {/#)
    return Dictionary(
      matches.map { (String($0.output.1), String($0.output.2)) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test func configuredScalarIsHashableOnlyByTheOption() async throws {
    for (options, isIdentifiable) in [
      (#"{ "scalars": { "Code": "AppCode" } }"#, false),
      (#"{ "scalars": { "Code": "AppCode" }, "equatable": true }"#, false),
      (#"{ "scalars": { "Code": "AppCode" }, "hashable": true }"#, true),
      (#"{ "scalars": { "Code": "UUID" } }"#, true),
      (#"{ "scalars": { "Code": "String" } }"#, true),
    ] {
      let coded = try await structs(options)["Coded"]
      #expect(coded?.contains(", Identifiable") == isIdentifiable, "\(options)")
    }
  }

  @Test func optionLeavesOutTheConformance() async throws {
    let scalars = #""scalars": { "Code": "String" }"#
    #expect(try await structs("{ \(scalars) }")["Item"]?.contains(", Identifiable") == true)
    #expect(
      try await structs("{ \(scalars), \"identifiable\": false }")["Item"]?
        .contains("Identifiable") == false)
  }
}
