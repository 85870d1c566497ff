// Tests input objects and variables: absent, null and given values differ.

import AuthGenRuntime
import ConstructsFixture
import Testing

@Suite struct InputTests {
  @Test func nilIsAbsent() throws {
    try expectEncoding(of: SaveMutation(filter: Filter()), #"{"filter":{}}"#)
    try expectEncoding(of: SearchQuery(), "{}")
  }

  @Test func explicitNullIsSent() throws {
    try expectEncoding(
      of: SaveMutation(
        filter: Filter(explicitNulls: [.text, .and, .names, .matrix]), explicitNulls: [.day]),
      #"{"filter":{"text":null,"and":null,"names":null,"matrix":null},"day":null}"#)
  }

  @Test func valueWinsOverAnExplicitNull() throws {
    try expectEncoding(of: Filter(text: "a", explicitNulls: [.text]), #"{"text":"a"}"#)
  }

  @Test func inputMayContainItself() throws {
    var filter = Filter(text: "outer", and: Filter(text: "inner"), or: [Filter(kind: .book)])
    filter.not = Filter(through: Link(back: Filter(text: "back"), weight: 2))
    #expect(filter.and?.text == "inner")
    filter.and?.text = "changed"
    #expect(filter.and?.text == "changed")
    #expect(filter == filter)
    #expect(Set([filter, Filter()]).count == 2)
    try expectEncoding(
      of: filter,
      """
      {"text":"outer","and":{"text":"changed"},"or":[{"kind":"BOOK"}],
       "not":{"through":{"back":{"text":"back"},"weight":2}}}
      """)
  }

  @Test func copiesOfARecursiveInputAreIndependent() {
    let original = Filter(and: Filter(text: "a"))
    var copy = original
    copy.and?.text = "b"
    #expect(original.and?.text == "a")
  }

  @Test func listsMayContainNulls() throws {
    try expectEncoding(
      of: Filter(matrix: [[1, nil], nil, []], names: ["a", nil]),
      #"{"matrix":[[1,null],null,[]],"names":["a",null]}"#)
  }

  @Test func scalarsOfInputsKeepTheirForm() throws {
    try expectEncoding(
      of: SaveMutation(filter: Filter(), day: CalendarDate("2024-02-29")),
      #"{"filter":{},"day":"2024-02-29"}"#)
  }

  @Test func deprecatedInputFieldIsSent() throws {
    try expectEncoding(of: Filter(oldText: "old"), #"{"oldText":"old"}"#)
  }

  @Test func exactlyOneFieldOfAOneOfInputIsSent() throws {
    try expectEncoding(of: FindQuery(by: .id("1")), #"{"by":{"id":"1"}}"#)
    try expectEncoding(of: FindQuery(by: .title("Emma")), #"{"by":{"title":"Emma"}}"#)
    try expectEncoding(
      of: FindQuery(by: .filter(Filter(text: "a"))), #"{"by":{"filter":{"text":"a"}}}"#)
  }

  @Test func deprecatedFieldOfAOneOfInputIsSent() throws {
    let maker: any KeyMaker = OldKeyMaker()
    try expectEncoding(of: maker.make(), #"{"oldKey":"k"}"#)
  }
}

/// Uses a deprecated case without a warning. Elsewhere the case must warn.
private protocol KeyMaker {
  func make() -> Key
}

private struct OldKeyMaker: KeyMaker {
  @available(*, deprecated)
  func make() -> Key { .oldKey("k") }
}
