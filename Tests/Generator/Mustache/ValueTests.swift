// Tests what values print, and which values are falsy.

import AuthGenMustache
import Testing

@Suite struct ValueTests {
  @Test
  func nullFalseAndEmptyValuesAreFalsy() throws {
    let values: [(Tree, Bool)] = [
      (.null, false), (.bool(false), false), (.bool(true), true), (.text(""), false),
      (.text("0"), true), (.list([]), false), (.list([.null]), true), ([:], true),
    ]
    for (value, isTruthy) in values {
      let output = try render("{{#text}}yes{{/text}}{{^text}}no{{/text}}", [Keys.text: value])
      #expect(output == (isTruthy ? "yes" : "no"), "\(value)")
    }
  }

  @Test
  func booleansPrintAndListsAndObjectsDoNot() throws {
    let values: [(Tree, String)] = [
      (.bool(true), "true"), (.bool(false), "false"), (.null, ""), (.list([.text("x")]), ""),
      ([Keys.name: .text("x")], ""),
    ]
    for (value, expected) in values {
      #expect(try render("{{text}}|{{{text}}}", [Keys.text: value]) == "\(expected)|\(expected)")
    }
  }

  @Test
  func firstOfTwoEqualKeysCounts() throws {
    let data: Tree = .fields([
      (Keys.text, .text("text")), (Keys.name, .text("first")), (Keys.name, .text("second")),
    ])
    #expect(try render("{{name}}", data) == "first")
    #expect(try render("{{inner.name}}", [Keys.inner: data]) == "first")
  }

  @Test
  func extendingAnObjectLeavesTheOriginal() throws {
    var context = Context()
    let base = context.object([(Keys.name, context.leaf("base"))])
    let extended = context.object(
      [(Keys.text, context.leaf("text")), (Keys.name, context.leaf("extended"))], extending: base)
    let root = context.object([(Keys.items, base), (Keys.inner, extended)])

    var set = TemplateSet(keys: Keys.names)
    try set.add(
      "main", source: "{{items.name}}{{items.text}} {{inner.name}} {{inner.text}}")
    let output = try set.render("main", context: context, root: root)
    #expect(output == Array("base extended text".utf8))
  }

  @Test
  func innerNullHidesTheOuterValue() throws {
    let data: Tree = [Keys.name: .text("outer"), Keys.inner: [Keys.name: .null]]
    #expect(try render("{{#inner}}[{{name}}]{{/inner}}", data) == "[]")
  }

  @Test
  func implicitIteratorOfAnObjectIsTheObject() throws {
    let item: Tree = [Keys.name: .text("x")]
    let output = try render(
      "{{#items}}{{#.}}{{name}}{{/.}}{{/items}}", [Keys.items: .list([item, item])])
    #expect(output == "xx")
  }

  @Test
  func leafPrintsItsTextAndItsEscapedForm() throws {
    var context = Context()
    let root = context.object([
      (Keys.name, context.leaf("class", escaped: "`class`")),
      (Keys.text, context.leaf("plain")), (Keys.flag, context.leaf("", escaped: "nothing")),
    ])

    var set = TemplateSet(keys: Keys.names)
    try set.add(
      "main",
      source: "{{name}} {{{name}}} {{&name}} {{text}} {{{text}}} {{flag}}{{#flag}}x{{/flag}}")
    let output = try set.render("main", context: context, root: root)
    #expect(
      String(decoding: output, as: UTF8.self) == "`class` class class plain plain nothing")
  }

  @Test
  func textsOfAnyScriptAndLengthAreUnchanged() throws {
    for text in ["日本語", "é", String(repeating: "long ", count: 10_000)] {
      #expect(try render("{{text}}", [Keys.text: .text(text)]) == text)
    }
  }
}
