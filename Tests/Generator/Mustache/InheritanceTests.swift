// Tests parents and blocks, beyond the specification's cases.

import AuthGenMustache
import Testing

@Suite struct InheritanceTests {
  private let page = "begin\n  {{$body}}\n  default\n  {{/body}}\nend\n"

  @Test
  func standaloneBlockKeepsItsDefaultContent() throws {
    #expect(try render("{{>page}}", partials: ["page": page]) == "begin\n  default\nend\n")
    #expect(try render(page) == "begin\n  default\nend\n")
  }

  @Test
  func argumentTakesTheIndentationOfItsBlock() throws {
    let output = try render(
      """
      {{<page}}
              {{$body}}
              one {{text}}
                {{>part}}

              two
              {{/body}}
      {{/page}}

      """, partials: ["page": page, "part": "p\nq\n"], [Keys.text: .text("t")])
    #expect(output == "begin\n  one t\n    p\n    q\n\n  two\nend\n")
  }

  @Test
  func standaloneParentIsIndentedLikeAPartial() throws {
    let output = try render(
      "x\n  {{<page}}\n    {{$body}}\n    one\n    {{/body}}\n  {{/page}}\ny\n",
      partials: ["page": page])
    #expect(output == "x\n  begin\n    one\n  end\ny\n")
  }

  @Test
  func standaloneBlockEndsWithOneLineBreak() throws {
    let parent = "a\n  {{$b}}x{{/b}}\nz\n"
    let arguments = [
      ("", "a\n  x\nz\n"), ("{{$b}}1{{/b}}", "a\n  1\nz\n"), ("{{$b}}\n1\n{{/b}}", "a\n  1\nz\n"),
      ("{{$b}}\n1\n2{{/b}}", "a\n  1\n  2\nz\n"), ("{{$b}}{{/b}}", "a\nz\n"),
    ]
    for (argument, expected) in arguments {
      let output = try render("{{<parent}}\(argument){{/parent}}", partials: ["parent": parent])
      #expect(output == expected, "\(argument)")
    }
  }

  @Test
  func emptyStandaloneBlockRemovesItsLine() throws {
    #expect(try render("a\n  {{$b}}{{/b}}\nz\n") == "a\nz\n")
    #expect(try render("a\n  {{$b}}\n  {{/b}}\nz\n") == "a\nz\n")
    #expect(try render("a\n {{$b}}{{/b}} z\n") == "a\n  z\n")
  }

  @Test
  func inlineBlockIsReplacedWithinItsLine() throws {
    let output = try render(
      "  {{<parent}}{{$b}}1{{/b}}{{/parent}}\n", partials: ["parent": "[{{$b}}x{{/b}}]\ny\n"])
    #expect(output == "  [1]\n  y\n")
  }

  @Test
  func nestedDefaultBlocksCanBeReplaced() throws {
    let parent = "{{$outer}}\n  a\n  {{$inner}}\n    b\n  {{/inner}}\n{{/outer}}\n"
    #expect(try render(parent) == "  a\n    b\n")
    let output = try render(
      "{{<parent}}\n{{$inner}}\nc\n{{/inner}}\n{{/parent}}\n", partials: ["parent": parent])
    #expect(output == "  a\n    c\n")
  }

  @Test
  func argumentMayContainABlockOfItsOwnName() throws {
    let output = try render(
      "{{<parent}}{{$a}}<{{$a}}inner{{/a}}{{$b}}-{{/b}}>{{/a}}{{$b}}B{{/b}}{{/parent}}",
      partials: ["parent": "{{$a}}{{/a}}{{$b}}{{/b}}"])
    #expect(output == "<inner->B")
  }

  @Test
  func argumentsEndWithTheirParent() throws {
    let output = try render(
      "{{<p}}{{$a}}1{{/a}}{{/p}}{{<p}}{{/p}}{{>p}}{{$a}}m{{/a}}", partials: ["p": "{{$a}}d{{/a}}"])
    #expect(output == "1ddm")
  }

  @Test
  func otherTagsWithinAParentAreIgnored() throws {
    let output = try render(
      """
      {{<p}}{{text}}{{#flag}}{{$a}}no{{/a}}{{/flag}}{{>q}}{{<q}}{{$a}}no{{/a}}{{/q}}\
      {{=<% %>=}}<%$a%>yes<%/a%><%$a%>second<%/a%><%/p%>
      """, partials: ["p": "{{$a}}d{{/a}}", "q": "q"], [Keys.flag: .bool(true)])
    #expect(output == "yes")
  }

  @Test
  func parentNameCanBeDynamic() throws {
    let output = try render(
      "{{<*name}}{{$a}}1{{/a}}{{/*name}}", partials: ["p": "[{{$a}}d{{/a}}]"],
      [Keys.name: .text("p")])
    #expect(output == "[1]")
  }

  @Test
  func parentWithinArgumentKeepsBothIndentations() throws {
    let output = try render(
      """
      {{<page}}
        {{$body}}
        one
          {{<page}}
            {{$body}}
              two
            {{/body}}
          {{/page}}
        {{/body}}
      {{/page}}

      """, partials: ["page": page])
    #expect(output == "begin\n  one\n    begin\n      two\n    end\nend\n")
  }
}
