// Sets of templates: replacing, missing partials, faults that leave them unchanged.

import AuthGenMustache
import Testing

@Suite("Template sets")
struct TemplateSetTests {
  @Test("A partial may be added after the template that includes it")
  func order() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("main", source: "[{{>part}}]", keys: &keys)
    try set.add("part", source: "x", keys: &keys)
    let output = try set.render("main", context: .null, escaper: HTMLEscaper())
    #expect(output == Array("[x]".utf8))
    #expect(set.names == ["main", "part"])
  }

  @Test("A template replaces an earlier one of its name, also where that is included")
  func replacing() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("part", source: "old {{>gone}}", keys: &keys)
    try set.add("main", source: "{{>part}}", keys: &keys)
    try set.add("part", source: "new", keys: &keys)
    let output = try set.render("main", context: .null, escaper: HTMLEscaper())
    #expect(output == Array("new".utf8))
    #expect(set.names == ["part", "main"])
    #expect(set.missingPartials.isEmpty)
  }

  @Test("Partials and parents that nothing provides are reported in order, and render as nothing")
  func missingPartials() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("b", source: "[{{>x}}]\n {{<y}}{{$z}}{{>w}}{{/z}} {{>v}}{{/y}}\n", keys: &keys)
    try set.add("a", source: "{{>b}}{{>x}}{{>*dynamic}}", keys: &keys)
    #expect(
      set.missingPartials.map(\.description) == [
        "b:1:2: there is no template 'x'. Add one of this name or correct the tag.",
        "b:2:2: there is no template 'y'. Add one of this name or correct the tag.",
        "b:2:14: there is no template 'w'. Add one of this name or correct the tag.",
        "a:1:7: there is no template 'x'. Add one of this name or correct the tag.",
      ])
    let output = try set.render("b", context: .null, escaper: HTMLEscaper())
    #expect(output == Array("[]\n".utf8))
  }

  @Test("A faulty template changes neither the set nor the keys")
  func faulty() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("main", source: "good", keys: &keys)
    #expect(throws: MustacheError.self) {
      try set.add("main", source: "{{new}}{{#open}}", keys: &keys)
    }
    #expect(keys.names.isEmpty)
    let output = try set.render("main", context: .null, escaper: HTMLEscaper())
    #expect(output == Array("good".utf8))
  }

  @Test("Rendering a template that isn't there is an error, also if one includes it")
  func unknownTemplate() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("main", source: "{{>part}}", keys: &keys)
    for name in ["part", "other"] {
      let error = #expect(throws: MustacheError.self) {
        try set.render(name, context: .null, escaper: HTMLEscaper())
      }
      #expect(error?.template == name)
      #expect(error?.reason == .unknownTemplate)
    }
  }

  @Test("Keys of a fixed list are known beforehand, and templates add theirs behind them")
  func keys() throws {
    var keys = KeyTable(["name", "items"])
    var set = TemplateSet()
    try set.add("main", source: "{{#items}}{{name.first}}{{/items}}{{.}}", keys: &keys)
    #expect(keys.names == ["name", "items", "first"])
    #expect(keys.intern("items") == Key(rawValue: 1))
    #expect(keys.name(of: Key(rawValue: 2)) == "first")
    #expect(keys.name(of: Key(rawValue: 3)) == nil)
    #expect(keys.name(of: Key(rawValue: -1)) == nil)
  }

  @Test("The expected size of the output doesn't change it")
  func capacity() throws {
    var keys = KeyTable()
    var set = TemplateSet()
    try set.add("main", source: Array("some text".utf8), keys: &keys)
    for capacity in [0, 1, 1000] {
      let output = try set.render(
        "main", context: .null, escaper: HTMLEscaper(), capacity: capacity)
      #expect(output == Array("some text".utf8))
    }
  }
}
