// Tests the lexer: ignored characters, names, numbers, strings, UTF-8, and the errors of each.

import AuthGenLanguage
import AuthGenTestSupport
import Testing

@Suite struct LexerTests {
  // MARK: Ignored tokens

  @Test func whiteSpaceCommasCommentsAndByteOrderMarksAreIgnored() throws {
    let workspace = Workspace()
    let operation = try workspace.operation(
      "\u{FEFF},, \t\r\n{ #a, comment } ünicode\n a,\u{FEFF}b\r# another\r\n,c }#")
    let names = operation.selectionSet.selections.compactMap { selection in
      if case .field(let field) = selection { workspace.symbols[field.name.symbol] } else { nil }
    }
    #expect(names == ["a", "b", "c"])
  }

  @Test func commentMayContainAnyCharacter() throws {
    let workspace = Workspace()
    _ = try workspace.operation("# \" \"\"\" { \0 \u{1} 😀\n{a}")
  }

  @Test func otherSpaceCharacterIsAnError() {
    expectSyntaxError("{ a ▲\u{A0}b }", "unexpected character U+00A0")
    expectSyntaxError("{ a ▲\u{0B}b }", "unexpected character U+000B")
    expectSyntaxError("{ a ▲\u{2028}b }", "unexpected character \"\u{2028}\"")
  }

  @Test func incompleteByteOrderMarkIsInvalidUTF8() {
    let bytes: [UInt8] = [0xEF, 0xBB, 0x7B]
    expectSyntaxError(
      MarkedText(bytes: bytes, error: 0), "invalid UTF-8: unexpected byte 0xEF",
      help: "save the file as UTF-8")
  }

  // MARK: Names and punctuators

  @Test func nameMayHaveUnderscoresAndDigits() throws {
    let workspace = Workspace()
    let type = try workspace.type("scalar _9zA_Z0")
    #expect(workspace.symbols[type.name.symbol] == "_9zA_Z0")
  }

  @Test func nonASCIINameIsAnError() {
    expectSyntaxError("{ na▲ïve }", "unexpected character \"ï\"")
  }

  @Test func everyUnknownPunctuatorIsAnError() {
    for character in ["%", "*", "+", ";", "<", "?", "\\", "^", "`", "~", "/", ">", "😀"] {
      expectSyntaxError("{ a ▲\(character) }", "unexpected character \"\(character)\"")
    }
  }

  @Test func singleQuoteErrorSuggestsDoubleQuotes() {
    expectSyntaxError(
      "{ a(b: ▲'c') }", "unexpected character \"'\"",
      help: "strings are written with double quotes (\")")
  }

  @Test func oneOrTwoDotsAreAnError() {
    let help = "a spread is written with three dots: ..."
    expectSyntaxError("{ ▲.a }", "unexpected \".\"", help: help)
    expectSyntaxError("{ ▲..a }", "unexpected \".\"", help: help)
    expectSyntaxError("{ ...a▲.. }", "unexpected \".\"", help: help)
  }

  @Test func nulCharacterDoesNotEndTheText() {
    expectSyntaxError("{ a }▲\0", "unexpected character U+0000")
    expectSyntaxError("▲\0", "unexpected character U+0000")
    expectSyntaxError("{ a(b: 1▲\0) }", "unexpected character U+0000")
  }

  // MARK: Numbers

  @Test(arguments: ["0", "-0", "9", "-9", "10", "4294967296", "123456789012345678901234567890"])
  func integerKeepsItsSpelling(_ text: String) throws {
    let workspace = Workspace()
    let value = try workspace.value(text)
    guard case .int = value.kind else {
      Issue.record("\(value.kind)")
      return
    }
    #expect(workspace.sources.number(value) == text)
  }

  @Test(arguments: ["0.0", "-0.1", "1e0", "1E10", "1e+10", "1.50e-10", "-1.5E+3", "0e0", "1e99999"])
  func floatKeepsItsSpelling(_ text: String) throws {
    let workspace = Workspace()
    let value = try workspace.value(text)
    guard case .float = value.kind else {
      Issue.record("\(value.kind)")
      return
    }
    #expect(workspace.sources.number(value) == text)
  }

  @Test func numberNeedsNoSpaceBeforePunctuators() throws {
    let workspace = Workspace()
    let value = try workspace.value("[1-2\"a\"3]")
    guard case .list(let values) = value.kind else {
      Issue.record("\(value.kind)")
      return
    }
    #expect(values.map { workspace.sources.number($0) } == ["1", "-2", nil, "3"])
  }

  @Test func leadingZeroIsAnError() {
    let help = "remove the leading zeros"
    expectSyntaxError("{a(b:0▲0)}", "invalid number: unexpected \"0\"", help: help)
    expectSyntaxError("{a(b:-0▲1)}", "invalid number: unexpected \"1\"", help: help)
  }

  @Test func numberWithoutDigitsIsAnError() {
    let help = "add a digit here"
    expectSyntaxError("{a(b:-▲)}", "invalid number: unexpected \")\"", help: help)
    expectSyntaxError("{a(b:-▲a)}", "invalid number: unexpected \"a\"", help: help)
    expectSyntaxError("{a(b:1.▲)}", "invalid number: unexpected \")\"", help: help)
    expectSyntaxError("{a(b:1.▲e1)}", "invalid number: unexpected \"e\"", help: help)
    expectSyntaxError("{a(b:1e▲ )}", "invalid number: unexpected U+0020", help: help)
    expectSyntaxError("{a(b:1e+▲", "invalid number: unexpected end of the file", help: help)
    expectSyntaxError("{a(b:1e-▲é", "invalid number: unexpected \"é\"", help: help)
  }

  @Test func nameOrDotAfterNumberIsAnError() {
    let help = "separate it from the next name, dot or number"
    expectSyntaxError("{a(b:1▲a)}", "invalid number: unexpected \"a\"", help: help)
    expectSyntaxError("{a(b:1.5▲_)}", "invalid number: unexpected \"_\"", help: help)
    expectSyntaxError("{a(b:0▲x1F)}", "invalid number: unexpected \"x\"", help: help)
    expectSyntaxError("{a(b:1.5▲.5)}", "invalid number: unexpected \".\"", help: help)
    expectSyntaxError("{a(b:1e5▲e)}", "invalid number: unexpected \"e\"", help: help)
  }

  @Test func numberWithLeadingPlusOrDotIsAnError() {
    expectSyntaxError("{a(b:▲+1)}", "unexpected character \"+\"")
    expectSyntaxError(
      "{a(b:▲.5)}", "unexpected \".\"", help: "a spread is written with three dots: ...")
  }

  // MARK: Strings

  @Test func stringEndsOnItsLine() {
    let help = "close it with \", or use a block string (\"\"\") for several lines"
    let note = ["the string begins here"]
    for end in ["\n\"", "\r\"", ""] {
      expectSyntaxError("{a(b:△\"c▲\(end)", "unterminated string", notes: note, help: help)
    }
    expectSyntaxError("{a(b:△\"▲", "unterminated string", notes: note, help: help)
    expectSyntaxError("{a(b:△\"\\\"▲", "unterminated string", notes: note, help: help)
  }

  @Test func unclosedBlockStringIsAnError() {
    expectSyntaxError(
      "{a(b:△\"\"\"c\n\\\"\"\" \"\" ▲", "unterminated block string",
      notes: ["the block string begins here"], help: "close it with \"\"\"")
  }

  @Test func unknownEscapeIsAnError() {
    let help = "the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX and \\u{X...}"
    for escape in ["x", "0", "U0041", "'", "é", "\n"] {
      expectSyntaxError("{a(b:\"c▲\\\(escape)\")}", "invalid escape sequence", help: help)
    }
  }

  @Test(arguments: [
    "\\u", "\\u1", "\\u12G4", "\\u004", "\\u{}", "\\u{110000}", "\\u{D800}", "\\u{41", "\\u{G}",
    "\\uD800", "\\uDC00", "\\uD83D\\uD83D", "\\uD83D\\u{DE00}", "\\uD83Dx",
    "\\u{FFFFFFFFFFFFFFFFF}",
  ])
  func unicodeEscapeMustBeAScalarValue(_ escape: String) {
    expectSyntaxError(
      "{a(b:\"c▲\(escape)\")}", "invalid Unicode escape sequence",
      help: "write \\u and four hexadecimal digits, or \\u{...}, of a Unicode scalar value")
  }

  // MARK: UTF-8

  /// Each text is tested between `{a(b:"` and `")}`, in a comment and in a block string.
  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xFF],
    ] as [[UInt8]])
  func invalidUTF8IsAnErrorAtItsPosition(_ bytes: [UInt8]) {
    let hexadecimal = String(bytes[0], radix: 16, uppercase: true)
    for (before, after) in [("{a(b:\"é", "\")}"), ("#é", "\n{a}"), ("{a(b:\"\"\"é", "\"\"\")}")] {
      expectSyntaxError(
        MarkedText(bytes: before.utf8 + bytes + after.utf8, error: before.utf8.count),
        "invalid UTF-8: unexpected byte 0x\(hexadecimal)", help: "save the file as UTF-8")
    }
    expectSyntaxError(
      MarkedText(bytes: "{".utf8 + bytes, error: 1),
      "invalid UTF-8: unexpected byte 0x\(hexadecimal)", help: "save the file as UTF-8")
  }
}
