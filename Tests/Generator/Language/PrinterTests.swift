// Tests the shortest form of executable documents, and the form with lines.

import AuthGenLanguage
import Testing

@Suite struct PrinterTests {
  /// The shortest form of all definitions in a text.
  private func shortened(_ text: String) throws -> String {
    try printed(text, .minified)
  }

  private func printed(_ text: String, _ layout: DocumentPrinter.Layout) throws -> String {
    let workspace = Workspace()
    let document = try workspace.parse(text)
    var printer = DocumentPrinter(
      symbols: workspace.symbols, sources: workspace.sources, layout: layout)
    for definition in document.definitions {
      switch definition {
      case .operation(let operation): printer.append(operation)
      case .fragment(let fragment): printer.append(fragment)
      case .schema, .type, .directive, .directiveExtension: throw Workspace.WrongKind()
      }
    }
    return String(decoding: printer.bytes, as: UTF8.self)
  }

  @Test func spacesOnlySeparateWords() throws {
    let text = """
      query A($a: Int! = 1 @dir, $b: [B!], $c: C) @live {
        # comment
        b(c: $a, d: [1, -2, "x", "", "y", Z, true, null, {e: 1.5e3}]) { ...F }
        g: h
        ... on T { x }
        ... @skip(if: true) { y }
        z
      }

      fragment F on T @d(e: {}) { x }
      mutation { m }
      """
    #expect(
      try shortened(text)
        == "query A($a:Int!=1@dir$b:[B!]$c:C)@live{b(c:$a d:[1 -2 \"x\" \"\" \"y\" Z true null{e:1.5e3}])"
        + "{...F}g:h...on T{x}...@skip(if:true){y}z}fragment F on T@d(e:{}){x}mutation{m}")
  }

  @Test func shorteningTwiceChangesNothing() throws {
    let text =
      "query A($a:Int!=1@dir){b(c:$a){...F}}fragment F on T{x}subscription S{a b:c(d:{e:[]})}"
    #expect(try shortened(text) == text)
  }

  @Test func anonymousQueryHasTheShortForm() throws {
    #expect(try shortened("query { a }") == "{a}")
    #expect(try shortened("query @a { a }") == "query@a{a}")
    #expect(try shortened("query ($a: A) { a }") == "query($a:A){a}")
    #expect(try shortened("{ a } query A { b }") == "{a}query A{b}")
  }

  @Test func descriptionsAreLeftOut() throws {
    #expect(
      try shortened("\"d\" query A(\"e\" $a: A) { a } \"\"\"f\"\"\" fragment F on A { a }")
        == "query A($a:A){a}fragment F on A{a}")
  }

  @Test func equalStringsHaveEqualForms() throws {
    #expect(
      try shortened(#"{a(b:"\u0041\/\u00e9\u{1F600}\uD83D\uDE00\n\u007f\u0001\"")}"#)
        == #"{a(b:"A/é😀😀\n\u007F\u0001\"")}"#)
  }

  @Test func blockStringsStayBlockStrings() throws {
    #expect(
      try shortened("{a(b:\"\"\"\n    c\n      \\\"\"\"d\n\n    e\n\"\"\")}")
        == "{a(b:\"\"\"c\n  \\\"\"\"d\n\ne\"\"\")}")
    #expect(
      try shortened("{a(b: \"\"\" \"\"\", c: \"\"\"d\"\"\")}")
        == "{a(b:\"\"\"\"\"\" c:\"\"\"d\"\"\")}")
  }

  @Test func linesHaveOneSelectionEach() throws {
    let text = """
      query A($a: Int! = 1 @dir, $b: [B!] = [X, Y]) @live {
        b(c: $a, d: [1, {e: 1.5e3, f: null}]) { ...F @include(if: $c), g: h }
        ... on T @skip(if: true) { x }
        ... @skip(if: true) { y }
        ... { z }
      }
      fragment F on T @d(e: "f") { x }
      { a }
      """
    let lines = """
      query A($a: Int! = 1 @dir, $b: [B!] = [X, Y]) @live {
        b(c: $a, d: [1, {e: 1.5e3, f: null}]) {
          ...F @include(if: $c)
          g: h
        }
        ... on T @skip(if: true) {
          x
        }
        ... @skip(if: true) {
          y
        }
        ... {
          z
        }
      }
      fragment F on T @d(e: "f") {
        x
      }
      {
        a
      }
      """
    #expect(try printed(text, .lines(width: 60)) == lines)
    #expect(try shortened(lines) == shortened(text))
  }

  @Test func longLinesBreakAfterCommasAndBeforeDirectives() throws {
    let text =
      #"query A($first: Int!, $second: [String!]! = ["x", "y"]) @live(if: true) @cached(maximum: 20) {"#
      + #"a(b: {c: "0123456789", d: "0123456789"}, e: "\#(String(repeating: "long ", count: 10))", f: 1) { g } }"#
    let lines = try printed(text, .lines(width: 40))
    #expect(
      lines == """
        query A($first: Int!,
            $second: [String!]! = ["x", "y"])
            @live(if: true)
            @cached(maximum: 20) {
          a(b: {c: "0123456789",
              d: "0123456789"},
              e: "long long long long long long long long long long ",
              f: 1) {
            g
          }
        }
        """)
    #expect(try shortened(lines) == shortened(text))
  }

  /// Such characters end a line or hide a part of it in some editors.
  @Test func linesEscapeInvisibleCharacters() throws {
    let text =
      "{ a(b: \"\u{202E}x\u{2028}\u{2066}\u{85}\u{200F}\u{61C}é\", c: \"\"\"\n  d\n  \u{2029}e\n\"\"\") }"
    let lines = try printed(text, .lines(width: 80))
    #expect(
      lines == #"""
        {
          a(b: "\u202Ex\u2028\u2066\u0085\u200F\u061Cé", c: "d\n\u2029e")
        }
        """#)
    // A block string stays one if it is sent.
    #expect(
      try shortened(lines)
        == shortened(text.replacing("\"\"\"\n  d\n  \u{2029}e\n\"\"\"", with: "\"d\\n\u{2029}e\"")))
  }

  /// A break moves only the text behind the last comma.
  @Test func longListTakesLinearTime() throws {
    let values = (0..<200_000).map(String.init).joined(separator: ", ")
    let lines = try printed("{ a(b: [\(values)]) }", .lines(width: 100))
    #expect(lines.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
  }
}
