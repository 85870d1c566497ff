// Tests the errors of invalid templates.

import AuthGenMustache
import Testing

@Suite struct MustacheErrorTests {
  @Test(
    arguments: [
      ("a\n  {{name", 2, 3, .unclosedTag(closing: "}}")),
      ("{{{name}}", 1, 1, .unclosedTag(closing: "}}}")),
      ("{{name\n{{text}}", 1, 1, .unclosedTag(closing: "}}")),
      ("{{! never", 1, 1, .unclosedTag(closing: "}}")),
      ("{{=<% %>=}}\n<%# name", 2, 1, .unclosedTag(closing: "%>")),
      ("é{{}}", 1, 2, .emptyTag),
      ("{{#}}", 1, 1, .emptyTag),
      ("{{>*name}}", 1, 1, .unsupportedTag("*name")),
      ("a{{<name}}", 1, 2, .unsupportedTag("<name")),
      ("{{ $name }}", 1, 1, .unsupportedTag("$name")),
      ("{{#if name}}{{/if name}}", 1, 1, .invalidName("if name")),
      ("x {{a..b}}", 1, 3, .invalidName("a..b")),
      ("{{.a}}", 1, 1, .invalidName(".a")),
      ("{{a.}}", 1, 1, .invalidName("a.")),
      ("{{=<%=}}", 1, 1, .invalidDelimiters("<%")),
      ("{{=a b c=}}", 1, 1, .invalidDelimiters("a b c")),
      ("{{== ==}}", 1, 1, .invalidDelimiters("= =")),
      ("{{==}}", 1, 1, .invalidDelimiters("")),
      ("{{=}}", 1, 1, .unclosedTag(closing: "=}}")),
      ("\n{{#name}}{{^text}}", 2, 10, .unclosedSection(name: "text", tag: "{{^text}}")),
      ("{{name}}\n\n {{/name}}", 3, 2, .unopenedSection(name: "name")),
      (
        "{{#name}}\n{{#text}}{{/name}}{{/text}}", 2, 10,
        .mismatchedSection(
          name: "name", expected: "text", opened: MustacheError.Position(line: 2, column: 1))
      ),
    ] as [(String, Int, Int, MustacheError.Reason)])
  func errorHasItsPositionAndReason(
    source: String, line: Int, column: Int, reason: MustacheError.Reason
  ) {
    let expected = MustacheError(
      template: "main", position: MustacheError.Position(line: line, column: column),
      reason: reason)
    #expect(throws: expected) { try render(source) }
  }

  @Test
  func messageHasPositionReasonAndAdvice() {
    let error = #expect(throws: MustacheError.self) { try render("\n  {{#name}}") }
    #expect(
      error?.description
        == "main:2:3: {{#name}} is never closed. Add {{/name}} where it ends.")
  }

  @Test
  func longNameIsCutInTheMessage() {
    let error = #expect(throws: MustacheError.self) {
      try render("{{" + String(repeating: "x ", count: 500) + "}}")
    }
    #expect((error?.description.count ?? 0) < 300)
  }

  @Test
  func everyReasonEndsWithAdvice() {
    let position = MustacheError.Position(line: 1, column: 1)
    let reasons: [MustacheError.Reason] = [
      .unclosedTag(closing: "}}"), .emptyTag, .invalidName("a b"), .invalidDelimiters("<%"),
      .unsupportedTag("*a"),
      .unclosedSection(name: "a", tag: "{{#a}}"), .unopenedSection(name: "a"),
      .mismatchedSection(name: "a", expected: "b", opened: position),
      .missingTemplate(name: "a"), .nestingTooDeep(limit: 200), .unknownTemplate,
    ]
    for reason in reasons {
      #expect(reason.description.split(separator: ". ").count > 1, "\(reason)")
      #expect(!reason.description.contains("\n"))
    }
  }

  @Test
  func whiteSpaceMaySurroundSigilAndName() throws {
    let output = try render(
      "{{ # flag }}{{ & text }}{{\n/\nflag\n}}{{ > p }}",
      partials: ["p": "!"], [Keys.flag: .bool(true), Keys.text: .text("<")])
    #expect(output == "<!")
  }
}
