// Tests how definitions are divided into files.

import AuthGenGeneration
import Testing

extension CompilerTests {
  @Suite struct FileLayoutTests {
    @Test func longDocumentIsDividedAtItsDefinitions() throws {
      let queries = (0..<60).map { "query Q\($0) { name \(Self.leaves(40)) }" }
      let files = try generate(queries.joined(separator: "\n"))
      let names = files.map(\.name)
      #expect(names.filter { $0.hasPrefix("All.graphql.") }.count > 2)
      #expect(!names.contains("All.graphql.swift"))
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
      let complaints = try await program.typecheck(["-default-isolation", "MainActor"])
      #expect(complaints.isEmpty, "\(complaints)")
    }

    /// A type's file depends on its name, not on the types before it.
    @Test func newMembersAndTypesChangeTheirFileOnly() throws {
      let schema = (0..<400).map { "enum E\($0) { A B C D } input I\($0) { a: Int b: Int c: Int }" }
      let before = try generate("query Name { name }", types: schema)
      #expect(before.count { $0.name.hasPrefix("Layout.Enums.") } > 4)
      #expect(before.count { $0.name.hasPrefix("Layout.InputObjects.") } > 4)

      var largerEnum = schema
      largerEnum[200] = "enum E200 { A New B Newer C D Newest } input I200 { a: Int b: Int c: Int }"
      #expect(changes(before, try generate("query Name { name }", types: largerEnum)) == 1)

      // A file that becomes too large is replaced with two. New types rarely do that.
      let counts = try (0..<20).map { number in
        let (name, place) = ("A\(number)", 20 * number)
        var types = schema
        types.insert("input \(name)Input { a: Int } enum \(name)Enum { A }", at: place)
        return changes(before, try generate("query Name { name }", types: types))
      }
      #expect(counts.allSatisfy { (2...6).contains($0) }, "\(counts)")
      #expect(counts.reduce(0, +) < 60, "\(counts)")
    }

    /// The number of files that differ, are new or are removed.
    private func changes(_ old: [GeneratedFile], _ new: [GeneratedFile]) -> Int {
      func contents(_ files: [GeneratedFile]) -> [String: [UInt8]] {
        Dictionary(files.map { ($0.name, $0.content) }, uniquingKeysWith: { first, _ in first })
      }
      let (old, new) = (contents(old), contents(new))
      return Set(old.keys).union(new.keys).count { old[$0] != new[$0] }
    }

    private static func leaves(_ count: Int) -> String {
      (0..<count).map { "f\($0): name" }.joined(separator: " ")
    }

    /// - Parameter types: further types of the schema, which are all generated.
    private func generate(_ document: String, types: [String] = []) throws -> [GeneratedFile] {
      let schema =
        "type Query { name: String node: Node } type Node { name: String node: Node }"
        + types.joined(separator: "\n")
      let which = types.isEmpty ? "used" : "all"
      return try InlineClient.files(
        "Layout", schema: schema, document: document,
        members: "\"options\": {\"hashable\": true, \"schemaTypes\": \"\(which)\"}")
    }
  }
}

extension GeneratedFile {
  fileprivate var text: String { String(decoding: content, as: UTF8.self) }
  fileprivate var lineCount: Int { content.count { $0 == UInt8(ascii: "\n") } }
}
