// Tests what templates print of values, partials and constants.

import AuthGenMustache
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ValueTests {
  /// An input has a template, its partials, its `data`, and the `constants` if there are some.
  @Test(arguments: RecordedCase.all("Mustache/Rendered.txt"))
  func templatePrintsItsData(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { input in
      let parts = RecordedFiles(input)
      func json<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data((parts[name] ?? "{}").utf8))
      }
      let partials = parts.files.dropFirst().filter { !["data", "constants"].contains($0.name) }
        .map { ($0.name, $0.text) }
      return try render(
        parts.files[0].text, partials: Dictionary(uniqueKeysWithValues: partials),
        json("data", Tree.self), constants: json("constants", [String: String].self))
    }
  }

  @Test
  func firstOfTwoEqualKeysCounts() throws {
    let data: Tree = .fields([
      ("text", .text("text")), ("name", .text("first")), ("name", .text("second")),
    ])
    #expect(try render("{{name}}", data) == "first")
    #expect(try render("{{inner.name}}", ["inner": data]) == "first")
  }

  @Test
  func extendingAnObjectLeavesTheOriginal() throws {
    var set = TemplateSet(keys: ["name", "text", "items", "inner"])
    let keys = set.keys.map { set.key(named: $0) }
    var context = Context()
    let base = context.object([(keys[0], context.leaf("base"))])
    let extended = context.object(
      [(keys[1], context.leaf("text")), (keys[0], context.leaf("extended"))], extending: base)
    let root = context.object([(keys[2], base), (keys[3], extended)])
    try set.add("main", source: "{{items.name}}{{items.text}} {{inner.name}} {{inner.text}}")
    let output = try set.render("main", context: context, root: root)
    #expect(output == Array("base extended text".utf8))
  }

  @Test
  func leafPrintsItsTextAndItsEscapedForm() throws {
    var set = TemplateSet(keys: ["name", "text", "flag"])
    let keys = set.keys.map { set.key(named: $0) }
    var context = Context()
    let root = context.object([
      (keys[0], context.leaf("class", escaped: "`class`")), (keys[1], context.leaf("plain")),
      (keys[2], context.leaf("", escaped: "nothing")),
    ])
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
      #expect(try render("{{text}}", ["text": .text(text)]) == text)
    }
  }
}
