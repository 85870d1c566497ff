// Tests fragments as parts of the object that spreads them: encoding merges the parts' selections under one
// response name.

import AuthGenRuntime
import ConstructsFixture
import Foundation
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
    // One is nearer.
    #expect(data.shelf.grid?.first??.first??.id == "c")
  }

  private let forwarded = """
    {"team":{"id":"t","kind":"OPEN","discussions":[{"number":1}],"teams":[{"id":"u"}],
       "discussion":{"id":"d","url":"https://a.example"}},
     "names":{"hash":1,"default":2,"other":{"in":3},"name":"lower","Name":"upper",
       "forwardedOtherFragment":[{"in":4}]}}
    """

  @Test func membersOfNestedFragmentsAreReachedDirectly() throws {
    let team = try #require(decode(forwarded, as: ForwardedQuery.Data.self).team)
    let discussions: [ForwardedDiscussionsFragment.Discussion] = team.discussions
    #expect(discussions.map(\.number) == [1])
    #expect(team.kind == .open)
    #expect(team.forwardedDiscussionsFragment.discussions == discussions)
    #expect([team].map(\.kind) == [.open])
  }

  @available(*, deprecated)
  @Test func forwardedMembersKeepTheirDeprecation() throws {
    let team = try #require(decode(forwarded, as: ForwardedQuery.Data.self).team)
    #expect(team.discussion?.url == "https://a.example")
  }

  @Test func fragmentUnderAConditionIsAnOptional() throws {
    let data = try GraphQLResponse<ForwardedQuery.Data>(
      json: Data(#"{"data":\#(forwarded)}"#.utf8), variables: ["more": true])
    let teams: ForwardedTeamsFragment? = data.data?.team?.forwardedTeamsFragment
    #expect(teams?.teams?.map(\.id) == ["u"])
  }

  @Test func ownFieldsComeBeforeThoseOfFragments() throws {
    let names = try decode(forwarded, as: ForwardedQuery.Data.self).names
    #expect(names.hash == 1 && names.forwardedOwnFragment.hash == 1)
    #expect(names.default == 2)
  }

  @Test func differentFieldsOfOneNameAreReachedByTheirFragments() throws {
    let names = try decode(forwarded, as: ForwardedQuery.Data.self).names
    #expect(names.forwardedLowerCaseFragment.name == "lower")
    #expect(names.forwardedUpperCaseFragment.name == "upper")
  }

  @Test func nestedStructDoesNotHideTheFragmentOfAForwardedMember() throws {
    let names = try decode(forwarded, as: ForwardedQuery.Data.self).names
    let other: ForwardedOtherFragment.Other? = names.other
    #expect(other?.in == 3)
    #expect(names.forwardedOtherFragment?.map(\.in) == [4])
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
