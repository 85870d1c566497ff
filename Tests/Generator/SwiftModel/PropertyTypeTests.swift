// Tests the Swift types of properties, by the types of their fields.

import Testing

struct PropertyTypeTests {
  @Test(arguments: [
    ("Int!", "Int"), ("Int", "Optional<Int>"), ("String", "Optional<String>"), ("ID!", "String"),
    ("[String!]!", "[String]"), ("[String!]", "Optional<[String]>"), ("[String]!", "[String?]"),
    ("[String]", "Optional<[String?]>"), ("[[Float!]]!", "[[Double]?]"), ("E!", "E"),
    ("[E!]", "Optional<[E]>"),
  ])
  func propertyHasTheTypeOfItsField(_ type: String, _ property: String) throws {
    let client = try InlineClient(
      schema: "type Query { f: \(type) } enum E { A }", documents: ["All": "query Q { f }"])
    let found = client.text.split(separator: "\n").first { $0.contains(" var f: ") }
    #expect(found?.split(separator: ": ", maxSplits: 1).last.map(String.init) == property)
  }
}
