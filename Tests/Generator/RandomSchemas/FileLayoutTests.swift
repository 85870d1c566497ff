// Tests how definitions are divided into files.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation
import Testing

extension CompilerTests {
  @Suite struct FileLayoutTests {
    @Test func longDocumentIsDividedAtItsDefinitions() throws {
      let queries = (0..<60).map { "query Q\($0) { name \(Self.leaves(40)) }" }
      let files = try generate(queries.joined(separator: "\n"))
      let names = files.map(\.name)
      #expect(names.filter { $0.hasPrefix("Long.graphql.") }.count > 2)
      #expect(names.contains("Long.graphql.swift") && names.contains("Long.graphql.2.swift"))
      for file in files { #expect(file.lineCount < 2_500, "\(file.name): \(file.lineCount)") }
      let text = files.map(\.text).joined()
      #expect((0..<60).allSatisfy { text.contains("struct Q\($0)Query: ") })
    }

    /// An operation of more than 2,000 lines, whose nested structs are in extensions.
    @Test func longOperationIsDividedAtItsNestedStructs() async throws {
      let branch = "{ \(Self.leaves(20)) }"
      let branches = (0..<24).map { "b\($0): node \(branch)" }.joined(separator: " ")
      let trunk = "{ \(branches) name ...Part }"
      let files = try generate(
        """
        query Deep { t0: node \(trunk) t1: node \(branch) }
        fragment Part on Node { \((0..<23).map { "p\($0): node \(branch)" }.joined(separator: " ")) }
        """)
      for file in files { #expect(file.lineCount < 2_500, "\(file.name): \(file.lineCount)") }
      let text = files.map(\.text).joined()
      #expect(text.contains("extension DeepQuery.Data {"))
      #expect(text.contains("extension DeepQuery.Data.T0 {"))
      #expect(text.contains("extension PartFragment {"))
      let program = try GeneratedProgram(files)
      defer { program.remove() }
      let complaints = try await program.typecheck(["-default-isolation", "MainActor"])
      #expect(complaints.isEmpty, "\(complaints)")
    }

    private static func leaves(_ count: Int) -> String {
      (0..<count).map { "f\($0): name" }.joined(separator: " ")
    }

    private func generate(_ document: String) throws -> [GeneratedFile] {
      var settings = ClientSettings(name: "Layout")
      settings.authenticated = []
      settings.isHashable = true
      var pipeline = Pipeline()
      let schema = "type Query { name: String node: Node } type Node { name: String node: Node }"
      let input = ClientInput(
        schema: [InputFile(path: "schema.graphql", content: Array(schema.utf8))],
        operations: [InputFile(path: "Long.graphql", content: Array(document.utf8))],
        outputNames: ["Long.graphql.swift"])
      let generated = pipeline.generate(input, settings: settings, options: ValidationOptions())
      #expect(pipeline.diagnostics.map(\.message) == [])
      return try #require(generated).files
    }
  }
}

extension GeneratedFile {
  fileprivate var text: String { String(decoding: content, as: UTF8.self) }
  fileprivate var lineCount: Int { content.count { $0 == UInt8(ascii: "\n") } }
}
