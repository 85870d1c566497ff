// Runs the Mustache specification's cases (version 1.4); see Specification/README.md.

import AuthGenMustache
import Foundation
import Testing

@Suite struct SpecificationTests {
  @Test(arguments: [
    ("comments", 12), ("delimiters", 14), ("interpolation", 39), ("inverted", 22),
    ("partials", 12), ("sections", 34),
  ])
  func renderedOutputEqualsTheExpectedOutput(name: String, count: Int) throws {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Specification"))
    let module = try JSONDecoder().decode(Module.self, from: Data(contentsOf: url))
    for test in module.tests {
      let rendered = try test.render()
      #expect(rendered == test.expected, "\(name): \(test.name): \(test.desc)")
    }
    #expect(module.tests.count == count)
  }
}

/// A file of cases.
private struct Module: Decodable {
  var tests: [Case]
}

/// A case, as the specification's files have it.
private struct Case: Decodable {
  var name: String
  var desc: String
  var data: Tree
  var template: String
  var partials: [String: String]?
  var expected: String

  func render() throws -> String {
    var set = TemplateSet()
    for (name, source) in partials ?? [:] {
      try set.add(name, source: source)
    }
    try set.add("case template", source: template)
    return String(decoding: try set.render("case template", data), as: UTF8.self)
  }
}
