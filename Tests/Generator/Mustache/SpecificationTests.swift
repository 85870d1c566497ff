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
  var data: JSON
  var template: String
  var partials: [String: String]?
  var expected: String

  func render() throws -> String {
    var set = TemplateSet()
    for (name, source) in partials ?? [:] {
      try set.add(name, source: source)
    }
    try set.add("case template", source: template)
    return String(
      decoding: try set.render("case template", data.data(in: &set)), as: UTF8.self)
  }
}

/// The data of a case.
private enum JSON: Decodable {
  case null
  case bool(Bool)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .text(String(integer))
    } else if let number = try? container.decode(Double.self) {
      self = .text(String(number))
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  func data(in set: inout TemplateSet) -> Tree {
    switch self {
    case .null:
      return .null
    case .bool(let bool):
      return .bool(bool)
    case .text(let text):
      return .text(text)
    case .list(let items):
      return .list(items.map { $0.data(in: &set) })
    case .object(let fields):
      return .fields(
        fields.sorted { $0.key < $1.key }.map { name, field in
          (set.key(named: name), field.data(in: &set))
        })
    }
  }
}
