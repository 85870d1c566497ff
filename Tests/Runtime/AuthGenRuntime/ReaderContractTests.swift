// Tests what the reader guarantees to types that are not generated, and how it reads a part of a value again.

@_spi(Generated) import AuthGenCatching
@_spi(Generated) import AuthGenRuntime
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenStreams

@Suite struct ReaderContractTests {
  /// Visits properties in another order than it declares them, uses a property that it has read, and reads
  /// one twice.
  private struct Unordered: ResponseObject, Codable, Equatable {
    var id: String
    var next: Int?
    var list: [String]

    init(fields: inout FieldReader) {
      next = fields.optionalInt("next")
      id = fields.string("id") + (next == nil ? "" : "!")
      list = fields.strings("list") + [fields.string("id")]
    }

    func encode(into fields: FieldWriter) {
      fields.string("id", id)
      fields.optionalInt("next", next)
      fields.strings("list", list)
    }
  }

  @Test func initialiserMayReadInAnyOrder() throws {
    let value = try Unordered(json: Data(#"{"list":["a"],"id":"b","next":3}"#.utf8))
    #expect(value.id == "b!" && value.next == 3 && value.list == ["a", "b"])
    let error = #expect(throws: ResponseDecodingError.self) {
      try Unordered(json: Data(#"{"list":["a"],"id":4}"#.utf8))
    }
    #expect(error?.path == ["id"] && error?.reason == .typeMismatch)
  }

  /// A type of another order than its own can't be read in part, which is an error and not a wrong value.
  @Test func partOfAValueWithAnotherOrderIsAnError() throws {
    let value = try Unordered(json: Data(#"{"list":["a"],"id":"b","next":3}"#.utf8))
    #expect(throws: ResponseDecodingError.self) {
      try value.patched(at: ["list"], json: Data(#"["c"]"#.utf8))
    }
  }

  @Test func valueWithoutAPlaceholderIsRead() throws {
    struct Point: Codable, Equatable { var x: Int }
    struct Place: ResponseObject, Codable {
      var point: Checked<Point>

      init(fields: inout FieldReader) { point = fields.value("point") }

      func encode(into fields: FieldWriter) { fields.value("point", point.value) }
    }
    let place = try Place(json: Data(#"{"point":{"x":2}}"#.utf8))
    #expect(place.point.value == Point(x: 2))
    #expect(
      String(decoding: try JSONEncoder().encode(place), as: UTF8.self) == #"{"point":{"x":2}}"#)
    let error = #expect(throws: ResponseDecodingError.self) {
      try Place(json: Data(#"{"point":{"x":"2"}}"#.utf8))
    }
    #expect(error?.path == ["point", "x"])
  }

  /// A user, a post, or an object of a later type.
  private struct Node<Named: ResponseObject & Codable>: ResponseObject, Codable {
    var named: Named?

    init(fields: inout FieldReader) {
      named = fields.part(ifTypeIn: TypeNames("User"), of: TypeNames("User Post"))
    }

    func encode(into fields: FieldWriter) { fields.part(named) }
  }

  /// An object of a type that was added to the schema later, and a fragment whose fields are all nullable.
  @Test func fragmentOfALaterTypeNeedsAllOfItsFields() throws {
    struct Named: ResponseObject, Codable {
      var name: String?

      init(fields: inout FieldReader) { name = fields.optionalString("name") }

      func encode(into fields: FieldWriter) { fields.optionalString("name", name) }
    }
    for (json, isNamed, name) in [
      (#"{"__typename":"User","name":null}"#, true, nil), (#"{"__typename":"Post"}"#, false, nil),
      (#"{"__typename":"Later"}"#, false, nil), (#"{"__typename":"Later","name":null}"#, true, nil),
      (#"{"name":"Ada","__typename":"Later"}"#, true, "Ada"),
    ] as [(String, Bool, String?)] {
      let data = Data(json.utf8)
      let copy = try JSONDecoder().decode(Node<Named>.self, from: data)
      for node in [try Node<Named>(json: data), copy] {
        #expect((node.named != nil) == isNamed && node.named?.name == name)
      }
    }
  }

  /// The optional part of a fragment on a later type may not be selected.
  @Test func laterTypeDoesNotNeedAConditionalField() throws {
    struct Named: ResponseObject, Codable {
      var name: String?

      init(fields: inout FieldReader) {
        fields.only(if: "a")
        name = fields.optionalString("name")
      }

      func encode(into fields: FieldWriter) {
        if let name { fields.string("name", name) } else { fields.omitted("name") }
      }
    }
    let json = Data(#"{"__typename":"Later"}"#.utf8)
    for (variables, isNamed) in [([:], true), (["a": true], false), (["a": false], true)] {
      #expect((try Node<Named>(json: json, variables: variables).named != nil) == isNamed)
    }
  }

  /// A value at a path whose objects are absent or null is absent, for the runtime's reader and another
  /// decoder.
  @Test(arguments: [
    ("{}", nil), (#"{"x":null}"#, nil), (#"{"x":{}}"#, nil), (#"{"x":{"y":null}}"#, nil),
    (#"{"x":{"y":"a"}}"#, "a"),
  ])
  func optionalValueAtAPathMayBeAbsent(_ json: String, _ expected: String?) throws {
    struct Located: ResponseObject, Codable {
      var value: String?

      init(fields: inout FieldReader) {
        fields.at(["x", "y"])
        value = fields.optionalString("value")
      }

      func encode(into fields: FieldWriter) {
        fields.at(["x", "y"]).optionalString("value", value)
      }
    }
    let data = Data(json.utf8)
    #expect(try Located(json: data).value == expected)
    #expect(try JSONDecoder().decode(Located.self, from: data).value == expected)
  }

  @Test func requiredScalarOfAnAppMayReadNull() throws {
    struct Lenient: Codable {
      var text: String

      init(from decoder: any Decoder) throws {
        text = (try? decoder.singleValueContainer().decode(String.self)) ?? "none"
      }
    }
    struct Page: ResponseObject, Codable {
      var note: Checked<Lenient>

      init(fields: inout FieldReader) { note = fields.value("note") }

      func encode(into fields: FieldWriter) { fields.value("note", note.value) }
    }
    let data = Data(#"{"note":null}"#.utf8)
    #expect(try Page(json: data).note.value.text == "none")
    #expect(try JSONDecoder().decode(Page.self, from: data).note.value.text == "none")
  }

  /// A patch of one field keeps a caught field that is not selected.
  @Test func patchKeepsACaughtFieldThatIsNotSelected() throws {
    struct Page: ResponseObject, Codable {
      var caught: Result<String?, GraphQLError>
      var tags: [String]

      init(fields: inout FieldReader) {
        fields.only(if: "a", nonNull: true)
        caught = fields.caught("caught")
        tags = fields.strings("tags")
      }

      func encode(into fields: FieldWriter) {
        fields.caught("caught", caught)
        fields.strings("tags", tags)
      }
    }
    let page = try Page(json: Data(#"{"tags":["a"]}"#.utf8), variables: ["a": false])
    #expect(try page.caught.get() == nil)
    let patched = try page.patched(
      at: ["tags"], json: Data(#"["b"]"#.utf8), variables: ["a": false])
    #expect(try patched.caught.get() == nil)
    #expect(patched.tags == ["a", "b"])
    let selected = try Page(json: Data(#"{"caught":null,"tags":[]}"#.utf8), variables: ["a": true])
    #expect(throws: GraphQLError.self) { try selected.caught.get() }
    let unknown = try Page(json: Data(#"{"caught":null,"tags":[]}"#.utf8))
    #expect(try unknown.caught.get() == nil)
  }

  // MARK: Parts

  private let report = #"""
    {"report":{"title":"t","author":{"name":"a"},"pages":[{"number":1},{"number":2}],
    "__deferred:Report.1":"pending","__deferred:ranking":"pending","__deferred:addresses":"pending"}}
    """#

  private func data(_ json: String) throws -> ReportQuery.Data {
    try ReportQuery.Data(json: Data(json.utf8), variables: ["withNote": false])
  }

  @Test func elementIsAddedToAList() throws {
    let value = try data(report)
    let patched = try value.patched(
      at: ["report", "pages"], json: Data(#"[{"number":3}]"#.utf8), variables: ["withNote": false])
    #expect(patched.report?.pages.map(\.number) == [1, 2, 3])
    #expect(
      patched == (try data(report.replacing(#"{"number":2}"#, with: #"{"number":2},{"number":3}"#)))
    )
    #expect(value.report?.pages.count == 2)
  }

  @Test func deferredPartIsDelivered() throws {
    let whole = report.replacing(
      #""__deferred:ranking":"pending""#, with: #""__deferred:ranking":"delivered","score":7"#)
    let object = try JSONSerialization.jsonObject(with: Data(whole.utf8)) as? [String: Any]
    let json = try JSONSerialization.data(withJSONObject: try #require(object?["report"]))
    let patched = try data(report).patched(
      at: ["report"], json: json, variables: ["withNote": false])
    #expect(patched.report?.ranking.value?.score == 7)
    #expect(patched == (try data(whole)))
  }

  @Test func partOfAnElementIsReadAgain() throws {
    let patched = try data(report).patched(
      at: ["report", "pages", 1], json: Data(#"{"number":9}"#.utf8))
    #expect(patched.report?.pages.map(\.number) == [1, 9])
  }

  @Test func partsOfCaughtFieldsAreRead() throws {
    let member =
      #"{"name":"n","age":1,"nickname":"x","kind":null,"since":"2026-01-02","#
      + #""joined":"2026-01-02","best":null,"friends":[{"name":"f","friends":null}]}"#
    let data = try MembersQuery.Data(
      json: Data(#"{"member":\#(member)}"#.utf8), variables: ["best": true])
    let patched = try data.patched(
      at: ["member", "friends"], json: Data(#"[{"name":"g","friends":[{"age":3}]}]"#.utf8),
      variables: ["best": true])
    let friends = try patched.member.friends.get()
    #expect(friends.map(\.name) == ["f", "g"] && friends[1].friends?.map(\.age) == [3])
    let again = try data.patched(
      at: ["member"], json: Data(member.replacing(#""name":"n""#, with: #""name":"m""#).utf8),
      variables: ["best": true])
    #expect(again.member.name == "m")
    #expect(try again.member.since.get() == data.member.since.get())
  }

  @Test func nullsOfConditionalFieldsAreKeptBesideAPart() throws {
    let shelf = #""id":"1","label":null,"top":null,"people":[{"name":"#
    let member = #""member":{"nickname":null,"kind":null}"#
    let data = try ConditionalNullsQuery.Data(
      json: Data(#"{"shelf":{\#(shelf)"a","age":1}]},\#(member)}"#.utf8))
    let patched = try data.patched(
      at: ["shelf", "people", 0], json: Data(#"{"name":"b","age":null}"#.utf8))
    let written = try JSONSerialization.jsonObject(with: Data(json: patched)) as? NSObject
    let expected = Data(#"{"shelf":{\#(shelf)"b","age":null}]},\#(member)}"#.utf8)
    #expect(try written == JSONSerialization.jsonObject(with: expected) as? NSObject)
  }

  @Test func partsOfConcreteObjectsAndNestedListsAreRead() throws {
    let shelf = try ShelfQuery.Data(
      json: Data(
        #"{"shelf":{"id":"1","people":[null],"grid":[[{"name":"a","age":1}]],"label":"l"},"shelves":null}"#
          .utf8))
    let row = try shelf.patched(
      at: ["shelf", "grid", 0, 0], json: Data(#"{"name":"b","age":2}"#.utf8))
    #expect(row.shelf.grid?[0]?[0]?.name == "b")
    #expect(row.shelf.shelfPeopleFragment.grid?[0]?[0]?.age == 2)
    #expect(row.shelf.label == "l")
  }

  @Test func partThatIsNotThereIsAnError() throws {
    let value = try data(report)
    for path in [
      ["report", "pages", 7], ["report", "title"], ["report", "nothing"], ["report", "author", 1],
    ]
      as [[GraphQLError.PathSegment]]
    {
      #expect(throws: ResponseDecodingError.self) {
        try value.patched(at: path, json: Data("{}".utf8))
      }
    }
    let error = #expect(throws: ResponseDecodingError.self) {
      try value.patched(at: ["report", "pages"], json: Data(#"[{"number":"3"}]"#.utf8))
    }
    #expect(error?.path == ["report", "pages", "0", "number"])
  }
}
