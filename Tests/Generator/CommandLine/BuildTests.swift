// Tests how `authgen build` divides documents into files.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct BuildTests {
  private let declared = [
    "AuthGen.Other.swift", "Shop.Client.swift", "Shop.Enums.swift", "Shop.InputObjects.swift",
    "Shop.PossibleTypes.swift", "Hello.graphql.swift", "Viewer.graphql.swift",
  ]

  private func arguments(_ files: [String]) -> [String] {
    ["build", "--output", "built"] + files.flatMap { ["--output-file", $0] }
  }

  @Test func filesPerDocumentAreFixed() async throws {
    let bench = try Sample.project(options: #"{"filesPerDocument": 3}"#)
    let queries = (0..<20).map { "query Q\($0) { hello }\n" }.joined()
    try bench.write(queries, to: "ops/Hello.graphql")
    let parts = ["Hello.graphql.swift", "Hello.graphql.2.swift", "Hello.graphql.3.swift"]
    let files = ["AuthGen.Other.swift", "Shop.Client.swift"] + parts
    #expect(try await bench.run(arguments(files)).exitCode == 0)
    let texts = try parts.map { try bench.text("built/" + $0) }
    for query in 0..<20 {
      #expect(texts.count { $0.contains("struct Q\(query)Query: ") } == 1)
    }
    #expect(texts.allSatisfy { $0.contains("Query: ") })
    // A new definition changes one file.
    try bench.write(queries + "query Another { hello }\n", to: "ops/Hello.graphql")
    #expect(try await bench.run(arguments(files)).exitCode == 0)
    #expect(try zip(parts, texts).count { try bench.text("built/" + $0.0) != $0.1 } == 1)
    // By hand, documents are divided by size.
    #expect(try await bench.run("generate").exitCode == 0)
    #expect(try !bench.names("out").contains("Hello.graphql.2.swift"))
  }

  @Test func longFileIsAWarningWithTheNumberOfFiles() async throws {
    let bench = try Sample.project()
    let fields = (0..<200).map { "f\($0): hello" }.joined(separator: " ")
    let queries = (0..<8).map { "query Q\($0) { \(fields) }\n" }.joined()
    try bench.write(queries, to: "ops/Hello.graphql")
    let result = try await bench.run(arguments(declared))
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("warning: Hello.graphql.swift of client \"Shop\" has "))
    let help = try #require(result.errors.firstMatch(of: #/"files": ([0-9]+)/#)?.1)
    let files = (1...(Int(help) ?? 0)).map { "Shop.\($0).swift" }
    try bench.write(
      Sample.configuration(Sample.client(options: "{\"files\": \(files.count)}")),
      to: "authgen.json")
    let divided = try await bench.run(arguments(["AuthGen.Other.swift"] + files))
    #expect(divided.exitCode == 0 && divided.errors.isEmpty, "\(divided.errors)")
  }
}
