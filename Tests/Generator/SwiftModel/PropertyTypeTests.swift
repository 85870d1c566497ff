// Tests the Swift types of properties, by the types of their fields.

import Testing

struct PropertyTypeTests {
  @Test(arguments: [
    ("Int!", "Int"), ("Int", "Optional<Int>"), ("String", "Optional<String>"), ("ID!", "String"),
    ("[String!]!", "[String]"), ("[String!]", "Optional<[String]>"), ("[String]!", "[String?]"),
    ("[String]", "Optional<[String?]>"), ("[[Float!]]!", "[[Double]?]"), ("E!", "Shop.E"),
    ("[E!]", "Optional<[Shop.E]>"),
  ])
  func propertyHasTheTypeOfItsField(_ type: String, _ property: String) throws {
    let files = try InlineClient.files(
      schema: "type Query { f: \(type) } enum E { A }", document: "query Q { f }")
    let lines = files.flatMap {
      String(decoding: $0.content, as: UTF8.self).split(separator: "\n")
    }
    let found = lines.first { $0.contains("var f: ") || $0.contains("let f: ") }
    #expect(found?.split(separator: ": ", maxSplits: 1).last.map(String.init) == property)
  }
}
