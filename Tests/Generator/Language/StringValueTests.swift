// Tests the values of quoted and block strings.

import AuthGenLanguage
import Testing

@Suite struct StringValueTests {
  @Test(arguments: [
    (#""""#, ""),
    (#""simple""#, "simple"),
    (#"" white space ""#, " white space "),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{08}\u{0C}\n\r\t"),
    (#""\u0041\u00e9\uFFFF\u0000""#, "A\u{E9}\u{FFFF}\0"),
    (#""\u{41}\u{1F600}\u{00000000041}""#, "A😀A"),
    (#""\uD83D\uDE00 \ud83d\ude00x""#, "😀 😀x"),
    (#""é😀""#, "é😀"),
    ("\"a\u{0}b\u{1}\tc\u{7F}\"", "a\u{0}b\u{1}\tc\u{7F}"),
    (#""\\u0041""#, "\\u0041"),
  ])
  func quotedStringEscapesAreDecoded(_ literal: String, _ text: String) throws {
    let workspace = Workspace()
    #expect(try workspace.text(ofString: literal) == text)
  }

  @Test(arguments: [
    ("\"\"\"\"\"\"", ""),
    ("\"\"\"simple\"\"\"", "simple"),
    ("\"\"\" white space \"\"\"", " white space "),
    ("\"\"\"contains \" quote\"\"\"", "contains \" quote"),
    ("\"\"\"contains \\\"\"\" quotes\"\"\"", "contains \"\"\" quotes"),
    ("\"\"\"\\\"\"\"\"\"\"", "\"\"\""),
    ("\"\"\"escapes \\n\\u0041\\\\ are none\"\"\"", "escapes \\n\\u0041\\\\ are none"),
    ("\"\"\"a\r\nb\rc\nd\n\re\"\"\"", "a\nb\nc\nd\n\ne"),
    (
      "\"\"\"\n  Hello,\n    World!\n\n  Yours,\n    GraphQL.\n\"\"\"",
      "Hello,\n  World!\n\nYours,\n  GraphQL."
    ),
    (
      "\"\"\"Hello,\n    World!\n\n  Yours,\n    GraphQL.\"\"\"",
      "Hello,\n  World!\n\nYours,\n  GraphQL."
    ),
    ("\"\"\"\n\n  \n\t\n  a\n \n\n\"\"\"", "a"),
    ("\"\"\"\n   \n  \t \"\"\"", ""),
    ("\"\"\"\n\ta\n\t\tb\"\"\"", "a\n\tb"),
    ("\"\"\"\n    a\n \n    b\n\"\"\"", "a\n\nb"),
    ("\"\"\"\n  a\n      \n  b\"\"\"", "a\n    \nb"),
    ("\"\"\"    indented first\n  line\"\"\"", "    indented first\nline"),
    ("\"\"\"\n  \\\"\"\"\n    b\n\"\"\"", "\"\"\"\n  b"),
    ("\"\"\"a\u{0}\u{7}\"\"\"", "a\u{0}\u{7}"),
    ("\"\"\"\u{2028}a\u{2028}\"\"\"", "\u{2028}a\u{2028}"),
  ])
  func blockStringValueExcludesItsLayout(_ literal: String, _ text: String) throws {
    let workspace = Workspace()
    #expect(try workspace.text(ofString: literal) == text)
  }

  @Test func stringLiteralHasItsKind() throws {
    let workspace = Workspace()
    for (literal, isBlock) in [
      ("\"\"", false), ("\"abcdefgh\"", false), ("\"\\\"\\\"\\\"\"", false), ("\"\"\"\"\"\"", true),
    ] {
      let string = try #require(try workspace.value(literal).string)
      #expect(workspace.sources.isBlockString(string) == isBlock)
    }
  }

  @Test func literalWithoutSourceIsEmpty() {
    let literal = StringLiteral(position: .unknown, length: 10)
    #expect(SourceMap().text(of: literal) == "")
    #expect(!SourceMap().isBlockString(literal))
  }

  @Test func tenMegabyteDescriptionIsParsed() throws {
    let line = String(repeating: "abcdefg ", count: 125)
    let description = String(repeating: "  \(line)\n", count: 10_000)
    let workspace = Workspace()
    let type = try workspace.type("\"\"\"\n\(description)\"\"\" scalar A")
    let text = workspace.sources.text(of: try #require(type.description))
    #expect(text.utf8.count == 10_000 * 1001 - 1)
    #expect(text.hasPrefix("abcdefg "))
  }
}
