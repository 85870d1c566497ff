// Tests the indentation of partials, beyond the specification's cases.

import AuthGenMustache
import Testing

@Suite struct IndentationTests {
  @Test
  func nestedPartialsAddTheirIndentations() throws {
    let output = try render(
      "a\n  {{>one}}\nz\n", partials: ["one": "b\n\t{{>two}}\ny\n", "two": "c\nd\n"])
    #expect(output == "a\n  b\n  \tc\n  \td\n  y\nz\n")
  }

  @Test(arguments: ["\n", "\r\n"])
  func emptyLinesStayEmpty(lineEnding: String) throws {
    let part = ["b", "", "c", ""].joined(separator: lineEnding)
    #expect(
      try render("  {{>part}}\n", partials: ["part": part])
        == ["  b", "", "  c", ""].joined(separator: lineEnding))
  }

  @Test
  func lineThatBeginsWithATagIsIndented() throws {
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

  @Test
  func everyLineOfASectionIsIndented() throws {
    let output = try render(
      "  {{>part}}\n", partials: ["part": "{{#items}}\n- {{.}}\n{{/items}}\n"],
      [Keys.items: .list([.text("x"), .text("y\nz")])])
    #expect(output == "  - x\n  - y\nz\n")
  }

  @Test
  func inlinePartialIsNotIndented() throws {
    let output = try render(
      "  {{>one}}\nend", partials: ["one": "[{{>two}}]\nx\n", "two": "a\nb"])
    #expect(output == "  [a\nb]\n  x\nend")
  }

  @Test
  func partialWithoutFinalLineBreakAddsNone() throws {
    #expect(try render(" {{>part}}\nb", partials: ["part": "a"]) == " ab")
  }
}
