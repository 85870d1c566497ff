// Tests sets of templates: replacement, missing partials, and errors that leave a set unchanged.

import AuthGenMustache
import Testing

@Suite struct TemplateSetTests {
  @Test
  func partialMayBeAddedAfterItsUse() throws {
    var set = TemplateSet()
    try set.add("main", source: "[{{>part}}]")
    try set.add("part", source: "x")
    let output = try set.render("main")
    #expect(output == Array("[x]".utf8))
    #expect(set.names == ["main", "part"])
  }

  @Test
  func laterTemplateReplacesEarlierOne() throws {
    var set = TemplateSet()
    try set.add("part", source: "old {{>gone}}")
    try set.add("main", source: "{{>part}}")
    try set.add("part", source: "new")
    let output = try set.render("main")
    #expect(output == Array("new".utf8))
    #expect(set.names == ["part", "main"])
    #expect(set.missingPartial == nil)
  }

  @Test
  func missingPartialsAreReportedInOrder() throws {
    var set = TemplateSet()
    try set.add("b", source: "[{{>x}}]\n {{#y}}{{>w}}{{/y}}\n")
    try set.add("a", source: "{{>b}}{{>x}}{{>v}}")
    let output = try set.render("b")
    #expect(output == Array("[]\n \n".utf8))
    for (missing, position) in [("x", "b:1:2"), ("w", "b:2:8"), ("v", "a:1:13")] {
      #expect(
        set.missingPartial?.description
          == "\(position): there is no template '\(missing)'. Add one of this name or correct the tag."
      )
      try set.add(missing, source: "")
    }
    #expect(set.missingPartial == nil)
  }

  @Test
  func invalidTemplateChangesNothing() throws {
    var set = TemplateSet()
    try set.add("main", source: "good")
    #expect(throws: MustacheError.self) {
      try set.add("main", source: "{{new}}{{#open}}")
    }
    #expect(set.keys.isEmpty)
    let output = try set.render("main")
    #expect(output == Array("good".utf8))
  }

  @Test
  func renderingAnUnknownTemplateThrows() throws {
    var set = TemplateSet()
    try set.add("main", source: "{{>part}}")
    for name in ["part", "other"] {
      let error = #expect(throws: MustacheError.self) {
        try set.render(name)
      }
      #expect(error?.template == name)
      #expect(error?.reason == .unknownTemplate)
      #expect(error?.description.contains(name) == true)
    }
  }

  @Test
  func templatesAddTheirKeysAfterTheFixedOnes() throws {
    var set = TemplateSet(keys: ["name", "items"])
    try set.add("main", source: "{{#items}}{{name.first}}{{/items}}{{.}}")
    #expect(set.keys == ["name", "items", "first"])
    #expect(set.key(named: "items") == Key(rawValue: 1))
  }

  @Test
  func expectedSizeDoesNotChangeTheOutput() throws {
    var set = TemplateSet()
    try set.add("main", source: Array("some text".utf8))
    for capacity in [0, 1, 1000] {
      let output = try set.render("main", capacity: capacity)
      #expect(output == Array("some text".utf8))
    }
  }
}
