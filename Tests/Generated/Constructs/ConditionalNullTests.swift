// Tests that a null of a field under a condition stays null, and that an omitted field stays omitted.

import AuthGenRuntime
import ConstructsFixture
import Foundation
import Testing

@Suite struct ConditionalNullTests {
  private typealias Data = ConditionalNullsQuery.Data

  static let all = """
    {"shelf":{"id":"1","label":null,"top":null,"grid":null,"people":[{"name":"Ada","age":null}]},
     "member":{"nickname":null,"kind":null,"best":null}}
    """
  static let none = #"{"shelf":{"people":[{"name":"Ada"},null]},"member":{}}"#
  static let inside = """
    {"shelf":{"id":"1","label":"x","top":{"name":"Ada","age":null,"kind":null},"grid":[null,[null]],
      "people":[null,{"name":"Bob","age":null}]},
     "member":{"nickname":"A","kind":"FILM","best":{"name":"B"}}}
    """

  @Test(arguments: [all, none, inside])
  func nullAndOmittedFieldsRoundTrip(_ json: String) throws {
    let data = try roundTrip(json, as: Data.self)
    let decoded = try JSONDecoder().decode(Data.self, from: Foundation.Data(json.utf8))
    #expect(decoded == data)
    try expectEncoding(of: decoded, json)
    let text = String(decoding: try Foundation.Data(json: data), as: UTF8.self)
    try expectEncoding(of: try decode(text, as: Data.self), json)
    // Twice, as a cache on disk does.
    try expectEncoding(
      of: JSONDecoder().decode(Data.self, from: JSONEncoder().encode(data)), json)
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func variablesDecideWhichNullsAreKept(_ flag: Bool, _ other: Bool) throws {
    var shelf = #""people":[{"name":"Ada"}]"#
    if flag { shelf = #""id":"1","top":null,"grid":null,"# + shelf }
    if flag || other { shelf += #","label":null"# }
    let member = flag ? #""nickname":null,"kind":null,"best":null"# : ""
    let json = #"{"shelf":{\#(shelf)},"member":{\#(member)}}"#
    let response = try GraphQLResponse<Data>(
      json: Foundation.Data(#"{"data":\#(json)}"#.utf8), variables: ["flag": flag, "other": other])
    try expectEncoding(of: try #require(response.data), json)
  }

  @Test func presenceIsNoPartOfTheValue() throws {
    let null = try decode(Self.all, as: Data.self).shelf
    let made = Data.Shelf(id: "1", conditionalNullsFragment: null.conditionalNullsFragment)
    #expect(null == made && null.hashValue == made.hashValue)
    try expectEncoding(of: made, #"{"id":"1","label":null,"people":[{"name":"Ada","age":null}]}"#)
    #expect(!Mirror(reflecting: null).children.contains { $0.label == "_nullFields" })
  }

  @Test func changedFieldIsWritten() throws {
    var shelf = try decode(Self.all, as: Data.self).shelf
    shelf.top = .init(name: "Bob")
    try expectEncoding(
      of: shelf,
      """
      {"id":"1","label":null,"top":{"name":"Bob","kind":null},"grid":null,
       "people":[{"name":"Ada","age":null}]}
      """)
  }
}
