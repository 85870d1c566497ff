// Indented partials, beyond the specification's own cases.

import AuthGenMustache
import Testing

@Suite("Indentation of partials")
struct IndentationTests {
  @Test("Nested partials add their indentations")
  func nested() throws {
    let output = try render(
      "a\n  {{>one}}\nz\n", partials: ["one": "b\n\t{{>two}}\ny\n", "two": "c\nd\n"])
    #expect(output == "a\n  b\n  \tc\n  \td\n  y\nz\n")
  }

  @Test("Empty lines of a partial stay empty", arguments: ["\n", "\r\n"])
  func emptyLines(lineEnding: String) throws {
    let part = ["b", "", "c", ""].joined(separator: lineEnding)
    #expect(
      try render("  {{>part}}\n", partials: ["part": part])
        == ["  b", "", "  c", ""].joined(separator: lineEnding))
  }

  @Test("A line that begins with a tag is indented, one that a tag takes with it is not")
  func tagsAtLineStart() throws {
    let part = """
      {{#flag}}
      {{text}}{{! note }}
      {{/flag}}
      {{#flag}}a{{/flag}}
      {{^flag}}b{{/flag}}c

      """
    let output = try render(
      "  {{>part}}\n", partials: ["part": part], [Keys.flag: .bool(true), Keys.text: .text("t")])
    #expect(output == "  t\n  a\n  c\n")
  }

  @Test("Each round of a section indents its lines")
  func sections() throws {
    let output = try render(
      "  {{>part}}\n", partials: ["part": "{{#items}}\n- {{.}}\n{{/items}}\n"],
      [Keys.items: .list([.text("x"), .text("y\nz")])])
    #expect(output == "  - x\n  - y\nz\n")
  }

  @Test("A partial within a line is not indented, not even by an outer one")
  func inline() throws {
    let output = try render(
      "  {{>one}}\nend", partials: ["one": "[{{>two}}]\nx\n", "two": "a\nb"])
    #expect(output == "  [a\nb]\n  x\nend")
  }

  @Test("A partial that ends without a line ending is followed at once")
  func unfinishedLine() throws {
    #expect(try render(" {{>part}}\nb", partials: ["part": "a"]) == " ab")
  }

  @Test("A dynamic name finds its partial among the templates")
  func dynamicName() throws {
    let output = try render(
      "{{#items}}\n  {{>*.}}\n{{/items}}\n", partials: ["a": "A\n", "b": "B\n"],
      [Keys.items: .list([.text("b"), .text("a"), .text("c"), .null])])
    #expect(output == "  B\n  A\n")
  }
}
