// Tests the members of fragments that structs have, too.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation
import Testing

@Suite struct ForwardedMemberTests {
  @Test func nestedFragmentIsReachedByOneProperty() throws {
    let lines = try members(
      """
      query Q { name ...Outer }
      fragment Outer on Query { kind ...Inner }
      fragment Inner on Query { size }
      """)
    #expect(
      lines == [
        "public var kind: String? { outerFragment.kind }",
        "public var innerFragment: InnerFragment { outerFragment.innerFragment }",
        "public var size: Int? { outerFragment.size }",
        "public var size: Int? { innerFragment.size }",
      ])
  }

  @Test func nearestMemberCounts() throws {
    let lines = try members(
      """
      query Q { kind ...Far ...Near }
      fragment Far on Query { ...Inner }
      fragment Inner on Query { node { size } }
      fragment Near on Query { node { name } }
      """)
    #expect(lines.contains("public var node: NearFragment.Node? { nearFragment.node }"))
  }

  @Test func differentTypesOfOneNameAreNotForwarded() throws {
    let lines = try members(
      """
      query Q { kind ...A ...B ...C }
      fragment A on Query { node { size } }
      fragment B on Query { node { name } name }
      fragment C on Query { name }
      """)
    #expect(lines == ["public var name: String? { bFragment.name }"])
  }

  @Test func ownMemberCounts() throws {
    let lines = try members(
      """
      query Q { name size ...A }
      fragment A on Query { name }
      """)
    #expect(lines == [])
  }

  /// The members of fragments in fragments are bounded, so that the output of a long chain is.
  @Test func longChainForwardsLimitedMembers() throws {
    let chain = (0..<300).map {
      "fragment F\($0) on Query { f\($0): name \($0 == 299 ? "" : "...F\($0 + 1)") }"
    }
    let lines = try members("query Q { name ...F0 }\n" + chain.joined(separator: "\n"))
    #expect(lines.count <= 400 * 301)
    #expect(lines.contains("public var f199: String? { f0Fragment.f199 }"))
    #expect(!lines.contains("public var f201: String? { f0Fragment.f201 }"))
  }

  /// Returns the lines that forward, without their attribute.
  private func members(_ document: String) throws -> [String] {
    let schema = """
      type Query { name: String kind: String size: Int node: Query }
      """
    var settings = ClientSettings(name: "Forwards")
    settings.authenticated = []
    var pipeline = Pipeline()
    let input = ClientInput(
      schema: [InputFile(path: "schema.graphql", content: Array(schema.utf8))],
      operations: [InputFile(path: "Q.graphql", content: Array(document.utf8))],
      outputNames: ["Q.graphql.swift"])
    let generated = pipeline.generate(input, settings: settings, options: ValidationOptions())
    #expect(pipeline.diagnostics.map(\.message) == [])
    let text = try #require(generated).files.map { String(decoding: $0.content, as: UTF8.self) }
    return text.joined().split(separator: "\n").compactMap { line in
      let words = line.drop { $0 == " " }
      guard words.hasPrefix("@_alwaysEmitIntoClient public var "), words.contains("Fragment.")
      else { return nil }
      return String(words.dropFirst("@_alwaysEmitIntoClient ".count))
    }
  }
}
