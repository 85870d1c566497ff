// Tests hostile input: the engine returns an error or output, with bounded memory and time.

import AuthGenMustache
import AuthGenTestSupport
import Testing

@Suite struct HostileInputTests {
  @Test
  func partialThatIncludesItselfIsAnError() {
    let error = #expect(throws: MustacheError.self) {
      try render("{{>a}}", partials: ["a": "x\n {{>a}}"])
    }
    #expect(error?.reason == .nestingTooDeep(limit: TemplateSet.nestingLimit))
    #expect(error?.description.hasPrefix("a:2:2: ") == true)
  }

  @Test
  func partialsNestUpToTheLimit() throws {
    var context: Tree = ["text": .text("."), "inner": .null]
    for _ in 1..<TemplateSet.nestingLimit {
      context = ["text": .text("."), "inner": context]
    }
    let part = "{{text}}{{#inner}}{{>part}}{{/inner}}"
    let output = try render("{{>part}}", partials: ["part": part], context)
    #expect(output == String(repeating: ".", count: TemplateSet.nestingLimit))

    let deeper: Tree = ["text": .text("."), "inner": context]
    #expect(throws: MustacheError.self) {
      try render("{{>part}}", partials: ["part": part], deeper)
    }
  }

  @Test(arguments: [
    repeated("{{#items}}", "x", "{{/items}}", count: 60),
    repeated("{{#items}}", "", "{{/items}}", count: 60),
    "{{>a}}",
  ])
  func multiplyingRepetitionsAreAnError(source: String) {
    let many = { (name: String) in String(repeating: "{{>\(name)}}", count: 60) }
    let error = #expect(throws: MustacheError.self) {
      try render(
        source,
        partials: ["a": many("b"), "b": many("c"), "c": many("d"), "d": many("e"), "e": "\n"],
        ["items": .list([.text("1"), .text("2")])], stepLimit: 10_000)
    }
    #expect(error?.reason == .tooManySteps(limit: 10_000))
  }

  private static func repeated(
    _ open: String, _ inner: String, _ close: String, count: Int
  ) -> String {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  @Test
  func manyUnclosedSectionsAreOneError() {
    let count = 100_000
    let error = #expect(throws: MustacheError.self) {
      try render(String(repeating: "{{#a}}", count: count))
    }
    #expect(error?.reason == .unclosedSection(name: "a", tag: "{{#a}}"))
    #expect(error?.position.column == 6 * (count - 1) + 1)
  }

  @Test(arguments: [("#", ".", 100_000), ("^", "x", 10_000)])
  func deeplyNestedSectionsRender(sigil: String, name: String, count: Int) throws {
    let output = try render(
      String(repeating: "{{\(sigil)\(name)}}", count: count) + "{{#flag}}deep{{/flag}}"
        + String(repeating: "{{/\(name)}}", count: count), ["flag": .bool(true)])
    #expect(output == "deep")
  }

  @Test
  func randomTemplatesRenderOrThrow() throws {
    let pieces = [
      "{{", "}}", "{{{", "}}}", "{{#a}}", "{{/a}}", "{{^b}}", "{{/b}}", "{{$a}}", "{{<p}}",
      "{{/p}}", "{{>p}}", "{{>*a}}", "{{=<% %>=}}", "<%={{ }}=%>", "<%", "%>", "{{!", "\n", "\r\n",
      "  ", "\t", "x", ".", "{{.}}", "{{a.b}}", "é", "\u{0}", "=",
    ]
    var random = SeededGenerator(seed: 42)
    var rendered = 0
    var failed = 0
    for _ in 0..<3000 {
      let source = (0..<Int.random(in: 1...12, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do throws(MustacheError) {
        var set = TemplateSet(keys: ["a", "b"])
        try set.add("p", source: source)
        try set.add("main", source: "  {{>p}}\n")
        let data: Tree = ["a": .list([.text("p"), ["b": .bool(true)]])]
        _ = try set.render("main", data)
        rendered += 1
      } catch {
        #expect(error.position.line > 0 && error.position.column > 0)
        failed += 1
      }
    }
    #expect(rendered > 100)
    #expect(failed > 100)
    #expect(rendered + failed == 3000)
  }

  @Test
  func truncatedTemplatesCompileOrThrow() throws {
    let source = Array(
      "{{=<% %>=}}\n <%#a%>\r\n<%{b.c}%><%/a%>\n<%<p%><%$x%>\n  é<%/x%>\n<%/p%> <%>*q%>".utf8)
    var compiled = 0
    for count in 0...source.count {
      var set = TemplateSet()
      do throws(MustacheError) {
        try set.add("main", source: Array(source.prefix(count)))
        compiled += 1
      } catch {
        #expect(error.position.line <= 6)
      }
    }
    #expect(compiled > 0 && compiled < source.count)
  }

  @Test
  func invalidUTF8IsPrintedUnchangedAndAllowedInNames() throws {
    var set = TemplateSet()
    try set.add("main", source: [0xFF, 0x7B, 0x7B, 0xC3, 0x7D, 0x7D, 0x80])
    let output = try set.render("main")
    #expect(output == [0xFF, 0x80])
    #expect(set.keys == ["\u{FFFD}"])
  }
}
