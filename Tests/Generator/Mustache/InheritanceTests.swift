// Parents and blocks, beyond the specification's own cases.

import AuthGenMustache
import Testing

@Suite("Parents and blocks")
struct InheritanceTests {
  private let page = "begin\n  {{$body}}\n  default\n  {{/body}}\nend\n"

  @Test("A block on lines of its own shows its default content as it stands")
  func defaultContent() throws {
    #expect(try render("{{>page}}", partials: ["page": page]) == "begin\n  default\nend\n")
    #expect(try render(page) == "begin\n  default\nend\n")
  }

  @Test("An argument takes on the indentation of the block it replaces")
  func reindentation() throws {
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

  @Test("A parent that has its lines for itself is indented like a partial")
  func indentedParent() throws {
    let output = try render(
      "x\n  {{<page}}\n    {{$body}}\n    one\n    {{/body}}\n  {{/page}}\ny\n",
      partials: ["page": page])
    #expect(output == "x\n  begin\n    one\n  end\ny\n")
  }

  @Test("A line that a block has for itself ends once, however the argument ends")
  func lineEnding() throws {
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

  @Test("A block that is empty by default takes its line with it")
  func emptyBlock() throws {
    #expect(try render("a\n  {{$b}}{{/b}}\nz\n") == "a\nz\n")
    #expect(try render("a\n  {{$b}}\n  {{/b}}\nz\n") == "a\nz\n")
    #expect(try render("a\n {{$b}}{{/b}} z\n") == "a\n  z\n")
  }

  @Test("A block within a line is replaced within it")
  func inline() throws {
    let output = try render(
      "  {{<parent}}{{$b}}1{{/b}}{{/parent}}\n", partials: ["parent": "[{{$b}}x{{/b}}]\ny\n"])
    #expect(output == "  [1]\n  y\n")
  }

  @Test("Blocks of a replaced default can be replaced themselves")
  func nestedBlocks() throws {
    let parent = "{{$outer}}\n  a\n  {{$inner}}\n    b\n  {{/inner}}\n{{/outer}}\n"
    #expect(try render(parent) == "  a\n    b\n")
    let output = try render(
      "{{<parent}}\n{{$inner}}\nc\n{{/inner}}\n{{/parent}}\n", partials: ["parent": parent])
    #expect(output == "  a\n    c\n")
  }

  @Test("An argument doesn't see the arguments beside it, so it may repeat its own block's name")
  func scope() throws {
    let output = try render(
      "{{<parent}}{{$a}}<{{$a}}inner{{/a}}{{$b}}-{{/b}}>{{/a}}{{$b}}B{{/b}}{{/parent}}",
      partials: ["parent": "{{$a}}{{/a}}{{$b}}{{/b}}"])
    #expect(output == "<inner->B")
  }

  @Test("Arguments end with their parent")
  func extent() throws {
    let output = try render(
      "{{<p}}{{$a}}1{{/a}}{{/p}}{{<p}}{{/p}}{{>p}}{{$a}}m{{/a}}", partials: ["p": "{{$a}}d{{/a}}"])
    #expect(output == "1ddm")
  }

  @Test("Other tags within a parent are ignored, with the blocks in them")
  func ignoredContent() throws {
    let output = try render(
      """
      {{<p}}{{text}}{{#flag}}{{$a}}no{{/a}}{{/flag}}{{>q}}{{<q}}{{$a}}no{{/a}}{{/q}}\
      {{=<% %>=}}<%$a%>yes<%/a%><%$a%>second<%/a%><%/p%>
      """, partials: ["p": "{{$a}}d{{/a}}", "q": "q"], [Keys.flag: .bool(true)])
    #expect(output == "yes")
  }

  @Test("A parent can be named dynamically")
  func dynamicParent() throws {
    let output = try render(
      "{{<*name}}{{$a}}1{{/a}}{{/*name}}", partials: ["p": "[{{$a}}d{{/a}}]"],
      [Keys.name: .text("p")])
    #expect(output == "[1]")
  }

  @Test("A parent within an argument keeps both indentations")
  func parentWithinArgument() throws {
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
