// Tests which positions of operations a schema change affects. △ marks them.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenTestSupport
import AuthGenTypeSystem
import AuthGenValidation
import Testing

@Suite struct SchemaUsageTests {
  private static let recorded = RecordedCase.all("Validation/Usage.txt")

  private static var schema: String { recorded.first?.setUp ?? "" }

  /// A changed schema, and operations for it.
  private struct Comparison {
    let changes: [SchemaChange]
    let usage: SchemaUsage
    let symbols: SymbolTable
    let operations: Source

    init(_ old: String, _ new: String, _ operations: String) throws {
      let workspace = Workspace()
      let (before, after) = (try workspace.schema(old), try workspace.schema(new))
      self.operations = try workspace.add(operations)
      let definitions = try Document.parse(self.operations, symbols: &workspace.symbols)
      symbols = workspace.symbols
      changes = SchemaDiff.changes(
        from: before, to: after, symbols: symbols, sources: workspace.sources)
      usage = SchemaUsage(
        of: changes, in: ExecutableDocument([definitions]), old: before, new: after)
    }

    /// The operations with a mark at each use, and the names of the operations that use it by a fragment.
    func text(of change: SchemaChange) -> String {
      var bytes = Array(operations.bytes)
      let uses = usage.uses(of: change)
      for use in uses.reversed() {
        bytes.insert(contentsOf: "△".utf8, at: Int(use.position.offset - operations.base))
      }
      let users = uses.filter { usage.definition(of: $0).fragment != nil }
        .flatMap { usage.operations(of: $0) }
        .map { $0.name.map { symbols[$0.symbol] } ?? "an operation without a name" }
      let list = users.isEmpty ? "" : "\nused by \(users.joined(separator: ", "))"
      return "\(change.code)\n\(String(decoding: bytes, as: UTF8.self))\(list)"
    }
  }

  @Test(arguments: recorded)
  func affectedPositionsAreFound(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
      let edit = try #require(lines.first?.wholeMatch(of: /~ (.+) => (.*)/))
      let new = Self.schema.replacing(edit.1, with: edit.2)
      #expect(new != Self.schema)
      let comparison = try Comparison(Self.schema, new, lines[1])
      for change in comparison.changes {
        let usage = comparison.usage
        #expect(usage.uses(of: change, limit: 1).isEmpty == usage.uses(of: change).isEmpty)
      }
      return comparison.changes.map(comparison.text).joined(separator: "\n")
    }
  }

  /// A chain of fragments and many operations that each spread it: the result is bounded.
  @Test(.timeLimit(.minutes(5))) func fragmentChainsAreFollowedFast() throws {
    let chain = (0..<5_000).map { "fragment F\($0) on User { ...F\($0 + 1) }" }
    let operations = (0..<2_000).map { "query Q\($0) { me { ...F0 } }" }
    let text = (chain + operations + ["fragment F5000 on User { age }"]).joined(separator: "\n")
    let new = Self.schema.replacing("age: Int", with: "")
    let comparison = try Comparison(Self.schema, new, text)
    let use = try #require(comparison.usage.uses(of: comparison.changes[0]).first)
    #expect(comparison.usage.operations(of: use).count == SchemaUsage.maximumOperations)
  }

  /// Many changes that each affect as many positions: the search stops at the limit.
  @Test(.timeLimit(.minutes(5))) func manyAffectedPositionsAreFoundFast() throws {
    let arguments = (0..<20_000).map { "a\($0): Int!" }.joined(separator: " ")
    let new = Self.schema.replacing("me: User", with: "me(\(arguments)): User")
    let text = "{ \((0..<20_000).map { "s\($0): me { id }" }.joined(separator: " ")) }"
    let comparison = try Comparison(Self.schema, new, text)
    #expect(comparison.changes.count == 20_000)
    #expect(comparison.changes.allSatisfy { comparison.usage.uses(of: $0, limit: 1).count == 1 })
    #expect(comparison.usage.uses(of: comparison.changes[0]).count == 20_000)
  }
}
