// Tests the shortest form of executable documents.

import AuthGenLanguage
import Testing

@Suite struct PrinterTests {
  /// The shortest form of all definitions in a text.
  private func shortened(_ text: String) throws -> String {
    let workspace = Workspace()
    let document = try workspace.parse(text)
    var printer = DocumentPrinter(symbols: workspace.symbols, sources: workspace.sources)
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
}
