// Tests input that is too large to be in a transcript: each run exits with 1 and names the file.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct BadInputTests {
  private static func nested(_ open: String, _ close: String) -> String {
    String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000)
  }

  /// The size of sent documents and generated code grows with the product of both numbers.
  private static let manyFragments =
    (0..<1_001).map { "query Q\($0) { ...F0 }\n" }.joined()
    + (0..<1_000).map { "fragment F\($0) on Query { hello ...F\($0 + 1) }\n" }.joined()
    + "fragment F1000 on Query { hello }\n"

  struct Document: CustomTestStringConvertible {
    let path: String
    let text: String
    let errors: [String]

    var testDescription: String { path }
  }

  static let documents = [
    Document(
      path: "ops/Deep.graphql", text: "query Deep " + nested("{ a ", "}"),
      errors: ["ops/Deep.graphql:1:"]),
    Document(
      path: "schema.graphql", text: "type Query { a: " + nested("[", "]") + " }",
      errors: ["schema.graphql:1:"]),
    Document(
      path: "ops/Hello.graphql", text: manyFragments,
      errors: [
        "ops/Hello.graphql:1000:7: error: ", "need more than 1000000 fragments",
        "merge some of them",
      ]),
  ]

  @Test(arguments: documents) func hugeDocumentIsRejected(_ document: Document) async throws {
    let bench = try Sample.project()
    try bench.write(document.text, to: document.path)
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    for error in document.errors {
      #expect(result.errors.contains(error), "\(result.errors.prefix(2_000))")
    }
    #expect(!bench.exists("out"))
  }
}
