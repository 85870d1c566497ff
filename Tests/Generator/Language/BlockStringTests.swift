// Tests how a text is written as a block string.

import AuthGenLanguage
import Testing

@Suite struct BlockStringTests {
  private func minimal(_ text: String) -> String? {
    BlockString(text).map {
      var bytes: [UInt8] = []
      $0.appendMinimal(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func indented(_ text: String, width: Int = 80) -> String? {
    BlockString(text).map {
      var bytes: [UInt8] = []
      $0.append(to: &bytes, indentation: 2, width: width)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test(arguments: ["a\rb", " ", "\na", "a\n", "a\n  ", " \na", "  a\n  b", "\ta\n b", "\n"])
  func textThatLooksLikeLayoutHasNoBlockString(_ text: String) {
    #expect(minimal(text) == nil)
  }

  @Test func minimalFormHasFewestLineBreaks() {
    #expect(minimal("") == "\"\"\"\"\"\"")
    #expect(minimal("a") == "\"\"\"a\"\"\"")
    #expect(minimal("  a ") == "\"\"\"  a \"\"\"")
    #expect(minimal("a\nb") == "\"\"\"a\nb\"\"\"")
    #expect(minimal("a\n  b") == "\"\"\"\na\n  b\"\"\"")
    #expect(minimal("a\n  b\nc") == "\"\"\"a\n  b\nc\"\"\"")
    #expect(minimal("  a\nb") == "\"\"\"  a\nb\"\"\"")
    #expect(minimal("a\"") == "\"\"\"a\"\n\"\"\"")
    #expect(minimal("a\\") == "\"\"\"a\\\n\"\"\"")
    #expect(minimal("\"a") == "\"\"\"\"a\"\"\"")
  }

  @Test func threeQuotesAreEscaped() {
    #expect(minimal("a\"\"\"b\"\"\"\"\"\"c\"\"") == "\"\"\"a\\\"\"\"b\\\"\"\"\\\"\"\"c\"\"\n\"\"\"")
    #expect(minimal("\\\"\"\"a") == "\"\"\"\\\\\"\"\"a\"\"\"")
  }

  @Test func shortTextIsOnOneLine() {
    #expect(indented("abc") == "\"\"\"abc\"\"\"")
    #expect(indented("abc", width: 11) == "\"\"\"abc\"\"\"")
    #expect(indented("äöü", width: 11) == "\"\"\"äöü\"\"\"")
    #expect(indented("abc", width: 10) == "\"\"\"\n  abc\n  \"\"\"")
  }

  @Test func longTextHasItsOwnLines() {
    #expect(indented("a\n\n  b\n \nc") == "\"\"\"\n  a\n\n    b\n   \n  c\n  \"\"\"")
    #expect(indented("say \"a\"") == "\"\"\"\n  say \"a\"\n  \"\"\"")
    #expect(indented("\"a\" b") == "\"\"\"\n  \"a\" b\n  \"\"\"")
  }

  @Test func indentedFirstLineStaysNextToTheQuotes() {
    #expect(indented("  abc", width: 5) == "\"\"\"  abc\"\"\"")
    #expect(indented("  abc\"", width: 5) == "\"\"\"  abc\"\n\"\"\"")
  }

  /// All texts of four pieces that affect the layout.
  @Test func everyBlockStringMeansItsText() throws {
    let pieces = ["a", " ", "\n", "\"", "\"\"\"", "\\", "\t"]
    let workspace = Workspace()
    var count = 0
    for number in 0..<(7 * 7 * 7 * 7) {
      let text = [number % 7, number / 7 % 7, number / 49 % 7, number / 343].map { pieces[$0] }
        .joined()
      for literal in [minimal(text), indented(text), indented(text, width: 3)] {
        guard let literal else { continue }
        count += 1
        let meaning = try workspace.value(literal).string.map { workspace.sources.text(of: $0) }
        if meaning != text { Issue.record("\(text.debugDescription): \(literal.debugDescription)") }
      }
    }
    #expect(count > 4_000)
  }
}
