// Tests every output format byte for byte.

import AuthGenCommandLine
import AuthGenLanguage
import Testing

struct DiagnosticRendererTests {
  private var sources = SourceMap()

  /// The position `offset` bytes into a new source.
  private mutating func place(
    _ offset: Int, in text: String, path: String = "a.graphql"
  ) throws -> Position {
    let source = try sources.add(path: path, bytes: Array(text.utf8))
    return Position(offset: source.base).advanced(by: offset)
  }

  private func rendered(
    _ format: DiagnosticFormat, _ diagnostics: Diagnostic..., colour: Bool = false
  ) -> String {
    let renderer = DiagnosticRenderer(format: format, sources: sources, colour: colour)
    return String(decoding: renderer.render(diagnostics), as: UTF8.self)
  }

  /// The source line and the caret line of an error at byte `offset` of `text`.
  private mutating func excerpt(_ offset: Int, in text: String) throws -> [String] {
    let position = try place(offset, in: text)
    let lines = rendered(.text, Diagnostic(rule: .syntax, message: "m", at: position))
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().map(String.init)
  }

  // MARK: Text

  @Test mutating func errorPrecedesItsLineNotesAndHelp() throws {
    let here = try place(6, in: "{ a\n  bc\n}")
    let there = try place(5, in: "type A", path: "schema.graphql")
    let diagnostic = Diagnostic(
      rule: .fieldsOnCorrectType, message: "type A has no field \"bc\"", at: here,
      notes: [.init(there, "A is defined here")], help: "did you mean \"b\"?")
    #expect(
      rendered(.text, diagnostic) == """
        a.graphql:2:3: error: type A has no field "bc" [FieldsOnCorrectType]
          bc
          ^
        schema.graphql:1:6: note: A is defined here
        type A
             ^
          help: did you mean "b"?

        """)
  }

  @Test func diagnosticWithoutPositionHasNoLine() {
    let diagnostics = [
      Diagnostic(rule: .syntax, message: "m", notes: [.init(.unknown, "n")]),
      Diagnostic(.warning, rule: .schemaErrors, message: "w"),
    ]
    #expect(
      rendered(.text, diagnostics[0], diagnostics[1])
        == "error: m [syntax]\nnote: n\nwarning: w [schemaErrors]\n")
    #expect(rendered(.text) == "")
  }

  @Test mutating func coloursShowTheSeverity() throws {
    let position = try place(1, in: "ab")
    #expect(
      rendered(
        .text,
        Diagnostic(
          rule: .syntax, message: "m", at: position, notes: [.init(position, "n")], help: "h"),
        Diagnostic(.warning, rule: .schemaErrors, message: "w"), colour: true)
        == "a.graphql:1:2: \u{1B}[1;31merror:\u{1B}[0m m [syntax]\nab\n \u{1B}[1;31m^\u{1B}[0m\n"
        + "a.graphql:1:2: \u{1B}[36mnote:\u{1B}[0m n\nab\n \u{1B}[36m^\u{1B}[0m\n"
        + "  \u{1B}[36mhelp:\u{1B}[0m h\n\u{1B}[33mwarning:\u{1B}[0m w [schemaErrors]\n")
  }

  @Test(arguments: [
    ("\t\ta b", 4, "\t\ta b", "\t\t  ^"),
    ("é x", 3, "é x", "  ^"),
    ("日本 x", 7, "日本 x", "     ^"),
    ("👨‍👩‍👧 x", 19, "👨‍👩‍👧 x", "   ^"),
    ("e\u{301} x", 4, "e\u{301} x", "  ^"),
    ("\u{FEFF}x y", 5, "x y", "  ^"),
    ("ab", 2, "ab", "  ^"),
    ("", 0, "", "^"),
  ])
  mutating func caretIsBelowThePosition(text: String, offset: Int, line: String, caret: String)
    throws
  {
    #expect(try excerpt(offset, in: text) == [line, caret])
  }

  @Test mutating func controlCharactersAreEscaped() throws {
    #expect(
      try excerpt(4, in: "\u{1B}[m\u{7F}x\u{202E}\u{85}") == ["␛[m␡x\u{FFFD}\u{FFFD}", "    ^"])
    let position = try place(0, in: "x", path: "a\nb\u{1B}")
    #expect(
      rendered(.text, Diagnostic(rule: .syntax, message: "m\n\tn", at: position, help: "\u{07}"))
        == "a␊b␛:1:1: error: m␊␉n [syntax]\nx\n^\n  help: ␇\n")
  }

  @Test mutating func invalidUTF8IsShownAsReplacementCharacters() throws {
    let source = try sources.add(path: "a", bytes: [0x61, 0xFF, 0x62])
    let position = Position(offset: source.base + 1)
    #expect(
      rendered(.text, Diagnostic(rule: .syntax, message: "m", at: position))
        == "a:1:2: error: m [syntax]\na\u{FFFD}b\n ^\n")
  }

  @Test mutating func longLinesAreCutAroundThePosition() throws {
    let dots = { (count: Int) in String(repeating: ".", count: count) }
    let blank = { (count: Int) in String(repeating: " ", count: count) }
    #expect(try excerpt(159, in: dots(159) + "x") == [dots(159) + "x", blank(159) + "^"])
    #expect(
      try excerpt(500, in: dots(500) + "x" + dots(500))
        == ["…" + dots(79) + "x" + dots(78) + "…", blank(80) + "^"])
    #expect(try excerpt(2, in: "ab" + dots(200)) == ["ab" + dots(157) + "…", "  ^"])
    #expect(try excerpt(9_999, in: dots(9_999) + "x") == ["…" + dots(158) + "x", blank(159) + "^"])
  }

  @Test mutating func longLinesAreCutBetweenCharacters() throws {
    let wide = String(repeating: "日", count: 5_000)
    #expect(
      try excerpt(15_000, in: wide + "x" + wide) == [
        "…" + wide.prefix(39) + "x" + wide.prefix(39) + "…",
        String(repeating: " ", count: 79) + "^",
      ])
  }

  // MARK: JSON

  @Test mutating func jsonIsOneObject() throws {
    let position = try place(6, in: "{ a\n  é\"\n}", path: "é\".graphql")
    let diagnostic = Diagnostic(
      rule: .syntax, message: "m\n", at: position,
      notes: [.init(position, "n"), .init(.unknown, "o")],
      help: "h")
    #expect(
      rendered(.json, diagnostic)
        == #"{"valid":false,"diagnostics":[{"severity":"error","rule":"syntax","message":"m\n","#
        + #""file":"é\".graphql","line":2,"column":3,"help":"h","notes":["#
        + #"{"message":"n","file":"é\".graphql","line":2,"column":3},{"message":"o"}]}]}"# + "\n")
    #expect(
      rendered(.json, Diagnostic(.warning, rule: .schemaErrors, message: "w"), colour: true)
        == #"{"valid":true,"diagnostics":[{"severity":"warning","rule":"schemaErrors","message":"w"}]}"#
        + "\n")
    #expect(rendered(.json) == #"{"valid":true,"diagnostics":[]}"# + "\n")
  }

  // MARK: GitHub

  @Test mutating func githubCommandsAreEscaped() throws {
    let position = try place(2, in: "é x", path: "a,b:c%.graphql")
    #expect(
      rendered(
        .github, Diagnostic(rule: .syntax, message: "100%,\r\n::x\u{1B}", at: position, help: "h"),
        Diagnostic(.warning, rule: .schemaErrors, message: "w"))
        == "::error file=a%2Cb%3Ac%25.graphql,line=1,col=3,title=syntax::100%25,%0D%0A::x␛"
        + "%0Ahelp: h\n"
        + "::warning title=schemaErrors::w\n")
  }

  @Test mutating func githubAnnotationHasTheNotesAndTheHelp() throws {
    let here = try place(2, in: "{ a }")
    let there = try place(5, in: "type A", path: "schema.graphql")
    #expect(
      rendered(
        .github,
        Diagnostic(
          rule: .fieldsOnCorrectType, message: "type A has no field \"a\"", at: here,
          notes: [.init(there, "A is defined here"), .init(.unknown, "100%")],
          help: "did you mean \"b\"?"))
        == "::error file=a.graphql,line=1,col=3,title=FieldsOnCorrectType::type A has no field "
        + "\"a\"%0Aschema.graphql:1:6: note: A is defined here%0Anote: 100%25%0Ahelp: did you mean "
        + "\"b\"?\n")
  }

  // MARK: Summary

  @Test func summaryCountsErrorsAndWarnings() {
    let error = Diagnostic(rule: .syntax, message: "m")
    let warning = Diagnostic(.warning, rule: .schemaErrors, message: "w")
    #expect([error, warning, error].summary == "2 errors, 1 warning")
    #expect([error].summary == "1 error")
    #expect([warning, warning].summary == "2 warnings")
    #expect([Diagnostic]().summary == "no errors")
  }
}
