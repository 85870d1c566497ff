// Tests `@include` and `@skip` on fields, inline fragments and spreads: what may be omitted is optional.

import ConstructsFixture
import Testing

@Suite struct ConditionTests {
  @Test func includedFieldsArePresent() throws {
    let data = try roundTrip(
      """
      {"shelf":{"id":"s","top":{"name":"Ada"},"label":"Top","people":[{"id":"1"},null],
        "grid":[[{"id":"2"}]]},
       "node":{"__typename":"Person","id":"1","name":"Ada"}}
      """, as: ConditionsQuery.Data.self)
    #expect(data.shelf.id == "s")
    #expect(data.shelf.label == "Top")
    #expect(data.shelf.people?.map { $0?.id } == ["1", nil])
    #expect(data.shelf.shelfGridFragment?.grid?[0]?[0]?.id == "2")
    #expect(data.node?.concrete == .person(.init(name: "Ada")))
  }

  @Test func omittedFieldsAreNilAndStayOmitted() throws {
    let data = try roundTrip(
      #"{"shelf":{},"node":{"__typename":"Person","id":"1"}}"#, as: ConditionsQuery.Data.self)
    #expect(data.shelf == .init())
    #expect(data.node?.concrete == .person(.init(name: nil)))
  }

  @Test func spreadOnANarrowerTypeMayBeOmitted() throws {
    let with = try roundTrip(
      #"{"shelf":{},"node":{"__typename":"Book","id":"1","pages":3}}"#,
      as: ConditionsQuery.Data.self)
    #expect(with.node?.concrete == .book(.init(bookPagesFragment: .init(pages: 3))))
    let without = try roundTrip(
      #"{"shelf":{},"node":{"__typename":"Book","id":"1"}}"#, as: ConditionsQuery.Data.self)
    #expect(without.node?.concrete == .book(.init(bookPagesFragment: nil)))
  }

  @Test func variableWithADefaultMayBeOmitted() throws {
    try expectEncoding(of: ConditionsQuery(yes: true), #"{"yes":true}"#)
    try expectEncoding(of: ConditionsQuery(yes: true, no: true), #"{"yes":true,"no":true}"#)
  }

  @Test func fieldOfAFragmentIsReadOnlyThroughIt() throws {
    let data = try roundTrip(
      #"{"shelf":{"top":{"name":"Ada"},"grid":null,"people":[{"name":"Ada"}]}}"#,
      as: SharedConditionsQuery.Data.self)
    #expect(data.shelf.top == nil)
    #expect(data.shelf.shelfTopFragment.top?.name == "Ada")
    #expect(data.shelf.shelfLabelFragment == nil)
  }

  @Test func omittedFragmentFieldIsNilIfSelectedElsewhere() throws {
    let without = try roundTrip(
      #"{"shelf":{"top":{"name":"Ada"},"people":[{"name":"Bob"},null],"grid":[[{"name":"C"}]]}}"#,
      as: ConditionsInsideQuery.Data.self)
    #expect(without.shelf.top?.name == "Ada")
    #expect(without.shelf.shelfMaybeFragment == ShelfMaybeFragment())
    let with = try roundTrip(
      """
      {"shelf":{"top":{"id":"1","name":"Ada"},"people":[{"id":"2","name":"Bob"},null],
        "grid":[[{"id":"3","name":"C"}]]}}
      """, as: ConditionsInsideQuery.Data.self)
    #expect(with.shelf.shelfMaybeFragment.top?.id == "1")
    #expect(with.shelf.shelfMaybeFragment.people?.map { $0?.id } == ["2", nil])
    #expect(with.shelf.shelfMaybeFragment.grid?[0]?[0]?.id == "3")
  }

  @Test func errorInAConditionalFieldIsAnError() {
    #expect(throws: (any Error).self) {
      try roundTrip(
        #"{"shelf":{"top":{"name":null},"people":null,"grid":null}}"#,
        as: ConditionsInsideQuery.Data.self)
    }
    #expect(throws: (any Error).self) {
      try roundTrip(#"{"shelf":{"top":{"name":7}}}"#, as: ConditionsQuery.Data.self)
    }
  }
}
