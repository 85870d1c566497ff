// Tests sets of templates: replacement, missing partials, and errors that leave a set unchanged.

import AuthGenMustache
import Testing

@Suite struct TemplateSetTests {
  @Test
  func partialMayBeAddedAfterItsUse() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("main", source: "[{{>part}}]", keys: &keys)
    try set.add("part", source: "x", keys: &keys)
    let output = try set.render("main")
    #expect(output == Array("[x]".utf8))
    #expect(set.names == ["main", "part"])
  }

  @Test
  func laterTemplateReplacesEarlierOne() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("part", source: "old {{>gone}}", keys: &keys)
    try set.add("main", source: "{{>part}}", keys: &keys)
    try set.add("part", source: "new", keys: &keys)
    let output = try set.render("main")
    #expect(output == Array("new".utf8))
    #expect(set.names == ["part", "main"])
    #expect(set.missingPartials.isEmpty)
  }

  @Test
  func missingPartialsAreReportedInOrder() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("b", source: "[{{>x}}]\n {{#y}}{{>w}}{{/y}}\n", keys: &keys)
    try set.add("a", source: "{{>b}}{{>x}}", keys: &keys)
    #expect(
      set.missingPartials.map(\.description) == [
        "b:1:2: there is no template 'x'. Add one of this name or correct the tag.",
        "b:2:8: there is no template 'w'. Add one of this name or correct the tag.",
        "a:1:7: there is no template 'x'. Add one of this name or correct the tag.",
      ])
    let output = try set.render("b")
    #expect(output == Array("[]\n \n".utf8))
  }

  @Test
  func invalidTemplateChangesNothing() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("main", source: "good", keys: &keys)
    #expect(throws: MustacheError.self) {
      try set.add("main", source: "{{new}}{{#open}}", keys: &keys)
    }
    #expect(keys.names.isEmpty)
    let output = try set.render("main")
    #expect(output == Array("good".utf8))
  }

  @Test
  func renderingAnUnknownTemplateThrows() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("main", source: "{{>part}}", keys: &keys)
    for name in ["part", "other"] {
      let error = #expect(throws: MustacheError.self) {
        try set.render(name)
      }
      #expect(error?.template == name)
      #expect(error?.reason == .unknownTemplate)
    }
  }

  @Test
  func templatesAddTheirKeysAfterTheFixedOnes() throws {
    var keys = KeyTable(["name", "items"])
    var set = TemplateSet()
    try set.add("main", source: "{{#items}}{{name.first}}{{/items}}{{.}}", keys: &keys)
    #expect(keys.names == ["name", "items", "first"])
    #expect(keys.intern("items") == Key(rawValue: 1))
    #expect(keys.name(of: Key(rawValue: 2)) == "first")
    #expect(keys.name(of: Key(rawValue: 3)) == nil)
    #expect(keys.name(of: Key(rawValue: -1)) == nil)
  }

  @Test(arguments: [
    ("a{{name}}b", "ab", "axyb"), ("{{#flag}}{{{name}}}{{/flag}}{{name}}", "", "xyxy"),
    ("{{^text}}a{{/text}}{{&name}}b", "ab", "axyb"),
    ("{{#items}}{{.}}{{/items}}{{name}}", "12", "12xy"),
    ("{{#inner.name}}{{name}}{{/inner.name}}", "", "xy"), ("{{inner.name}}", "z", "z"),
  ])
  func constantOverridesTheContext(source: String, empty: String, expected: String) throws {
    let data: Tree = [
      Keys.name: .text("other"), Keys.flag: .bool(true),
      Keys.items: .list([.text("1"), .text("2")]),
      Keys.inner: [Keys.name: .text("z")],
    ]
    #expect(try render(source, data, constants: [Keys.name: ""]) == empty)
    #expect(try render(source, data, constants: [Keys.name: "xy"]) == expected)
  }

  @Test
  func lineThatBeginsWithAConstantIsIndented() throws {
    let part = "{{name}}a\n\n{{name}}b {{name}}\n"
    for (constant, expected) in [("", "  a\n\n  b \n"), ("x", "  xa\n\n  xb x\n")] {
      let output = try render(
        "  {{>part}}\n", partials: ["part": part], constants: [Keys.name: constant])
      #expect(output == expected)
    }
  }

  @Test
  func expectedSizeDoesNotChangeTheOutput() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("main", source: Array("some text".utf8), keys: &keys)
    for capacity in [0, 1, 1000] {
      let output = try set.render("main", capacity: capacity)
      #expect(output == Array("some text".utf8))
    }
  }
}
