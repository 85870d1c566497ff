// Tests what the comments of operations and fragments say: the document for a reader, and the facts of the
// schema and the configuration.

import AuthGenTestSupport
import Testing

@Suite struct OperationCommentTests {
  /// An input has operations, and `members` of the client's configuration.
  @Test(arguments: RecordedCase.all("Generation/Comments.txt"))
  func commentsSayWhatTheOperationDoes(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { input in
      let parts = RecordedFiles(input)
      let client = try InlineClient(
        schema: recorded.setUp, documents: ["All": parts.files[0].text],
        members: parts["members"] ?? "\"options\": {}")
      let code = client.output { !$0.hasPrefix("//") || $0.hasPrefix("///") }
      // A comment, and the declaration below it.
      let lines = code.split(separator: "\n")
      return lines.indices.filter { index in
        [lines[index], lines[max(0, index - 1)]].contains { $0.contains(/^ *\/\//) }
      }.map { String(lines[$0]) }.joined(separator: "\n")
    }
  }

  /// Each line of the document is a comment line, whatever its strings contain.
  @Test func hostileStringsStayInTheComment() throws {
    let strings =
      HostileTexts.texts + [
        "*/ let x = 1", "\u{202E}", "a\u{2028}let x = 1\u{2029}\u{85}let y = 2",
      ]
    var random = SeededGenerator(seed: 1)
    let fields = strings.enumerated().map { "f\($0): find(text: \(random.literal($1))) { title }" }
    let text = try InlineClient(
      schema: "type Query { find(text: String): Book } type Book { title: String }",
      documents: ["All": "query Hostile { \(fields.joined(separator: " ")) }"]
    ).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains("struct HostileQuery") }) + 1
    let end = try #require(lines.firstIndex { $0.contains("static var definition") })
    #expect(lines[start..<end].allSatisfy { $0.hasPrefix("  // ") })
    // Three lines for each field, and two for the operation.
    #expect(end - start == 3 * strings.count + 2)
    for scalar in lines[start..<end].joined().unicodeScalars {
      let category = scalar.properties.generalCategory
      #expect(category != .control && category != .lineSeparator && category != .paragraphSeparator)
      #expect(
        !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
    }
  }
}
