// Tests that no text of a schema or document hides or reorders generated code.

import AuthGenLanguage
import Testing

@Suite struct InvisibleCharactersTests {
  /// Direction-changing characters, and others that a reader cannot see.
  private static let hidden: [Unicode.Scalar] = [
    "\u{85}", "\u{AD}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}",
    "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}",
    "\u{2068}", "\u{2069}", "\u{2060}", "\u{3164}", "\u{FEFF}", "\u{E0041}",
  ]

  /// Descriptions, a reason, default values and the document with its comment.
  @Test func noTextOfAServerHasOneInTheOutput() throws {
    let text = try generate(Self.hidden.map { "a\($0)b" }.joined(separator: " "))
    for scalar in text.unicodeScalars {
      #expect(!scalar.isInvisible || scalar == "\n", "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test func valueOfALiteralStays() throws {
    let text = try generate("x\u{202E}y")
    #expect(text.contains(#"message: "x\u{202E}y""#), "\(text)")
    #expect(text.contains(#"a(b:\"x\u{202E}y\")"#), "\(text)")
  }

  @Test func commentShowsIt() throws {
    let text = try generate("x\u{202E}y")
    #expect(text.contains(#"/// x\u{202E}y"#), "\(text)")
    #expect(text.contains(#"//   a(b: "x\u202Ey")"#), "\(text)")
  }

  /// Letters that are written from right to left, joiners and emoji.
  @Test func visibleTextStays() throws {
    let visible = "שלום عالم می\u{200C}خواهم 👩\u{200D}💻 ❤\u{FE0F} “é”"
    let text = try generate(visible)
    #expect(
      text.contains("/// \(visible)\n") && text.contains("message: \"\(visible)\""), "\(text)")
  }

  private func generate(_ hostile: String) throws -> String {
    let schema = """
      "\(hostile)" type Query {
        "\(hostile)" a(b: String = "\(hostile)", c: C, e: E): Int @deprecated(reason: "\(hostile)")
      }
      "\(hostile)" input C { "\(hostile)" d: String = "\(hostile)" }
      "\(hostile)" enum E { "\(hostile)" F @deprecated(reason: "\(hostile)") }
      """
    let document = "query A($c: C, $e: E) { a(b: \"\(hostile)\") other: a(c: $c, e: $e) }"
    return try InlineClient(schema: schema, documents: ["All": document]).text
  }
}
