// Tests fragments as parts of the object that spreads them: encoding merges the parts' selections under one
// response name.

import AuthGenRuntime
import ConstructsFixture
import Testing

@Suite struct FragmentTests {
  private let shelf = """
    {"shelf":{"id":"s","label":"Top","top":{"name":"Ada","age":36,"friends":[
        {"id":"1","age":1},null,{"id":"2","age":null}]},
      "people":[{"name":"Bob","age":null,"friends":null},null,
        {"name":"Cy","age":7,"friends":[{"name":"Di","kind":"BOOK"},{"name":"Ed","kind":"NEW"}]}],
      "grid":[[{"name":"Flo","age":3},null],null,[]]},
     "shelves":[[{"label":null,"top":null,"people":[],"grid":null},null],[]]}
    """

  @Test func differentSelectionsUnderOneResponseNameMerge() throws {
    let data = try roundTrip(shelf, as: ShelfQuery.Data.self)
    #expect(data.shelf.top?.name == "Ada")
    #expect(data.shelf.top?.friends?.map { $0?.id } == ["1", nil, "2"])
    #expect(data.shelf.shelfPeopleFragment.top?.age == 36)
    #expect(
      data.shelf.shelfPeopleFragment.people[2]?.friends?.map { $0?.kind } == [
        .book, .unknown("NEW"),
      ])
    #expect(data.shelf.grid?[0]?[0]?.name == "Flo")
    #expect(data.shelf.shelfPeopleFragment.grid?[0]?[0]?.age == 3)
  }

  @Test func fragmentFieldsAreReachedDirectly() throws {
    let data = try decode(shelf, as: ShelfQuery.Data.self)
    #expect(data.shelf.label == "Top")
  }

  @Test func membersOfSeveralFragmentsAreReachedDirectly() throws {
    let data = try roundTrip(
      """
      {"shelf":{"label":"Top","id":"s","top":{"name":"Ada","age":36},"lead":{"kind":"BOOK"},
        "people":[{"name":"Bob","id":"b"}],"grid":[[{"name":"Cy","id":"c"}]]},
       "team":{"discussion":{"url":"https://a.example","number":1}},
       "scalars":{"instant":"2026-01-01T00:00:00.000Z","amounts":null,"instants":null},
       "node":{"__typename":"Film","id":"f","minutes":90}}
      """, as: SharedMembersQuery.Data.self)
    #expect(data.shelf.label == "Top")
    #expect(data.shelf.sharedPeopleFragment.people.first??.name == "Bob")
    #expect(data.shelf.lead?.kind == .book)
    #expect(data.scalars?.instant == data.scalars?.sharedInstantsFragment.instant)
    #expect(data.node?.typename == "Film")
    #expect(data.team?.discussion?.number == 1)
    // The two types differ, so that the fragment is named.
    #expect(data.shelf.sharedFirstFragment.top?.name == "Ada")
    #expect(data.shelf.sharedSecondFragment.top?.age == 36)
    // One way is shorter.
    #expect(data.shelf.grid?.first??.first??.id == "c")
  }

  @Test func singleSpreadIsTheFragmentItself() throws {
    let data = try decode(shelf, as: ShelfQuery.Data.self)
    let first: ShelfPeopleFragment? = data.shelves?[0][0]
    #expect(first == ShelfPeopleFragment(people: []))
    #expect(data.shelves?[0][1] == nil)
    #expect(data.shelves?[1].isEmpty == true)
  }

  @Test func nullForTheWholeObjectMerges() throws {
    let data = try roundTrip(
      #"{"shelf":{"id":"s","label":null,"top":null,"people":[],"grid":null},"shelves":null}"#,
      as: ShelfQuery.Data.self)
    #expect(data.shelf.top == nil)
    #expect(data.shelf.shelfPeopleFragment.top == nil)
  }

  @Test func documentHasTheRequiredFragments() {
    #expect(ShelfQuery.document.hasSuffix(ShelfPeopleFragment.definition))
    #expect(ShelfPeopleFragment.definition.hasPrefix("fragment ShelfPeople on Shelf{label"))
  }
}
