// Tests names that collide when they are joined: of a type and its field, of a union and its member, of an
// operation and an enum.

import AuthGenRuntime
import ConstructsFixture
import Testing

@Suite struct CollisionTests {
  @Test func fieldsWithCollidingJoinedNamesRoundTrip() throws {
    let data = try roundTrip(
      """
      {"team":{"id":"t","discussion":{"id":"d","team":{"discussion":{"number":1},
          "team":{"id":"u"}}},
        "teamDiscussion":{"number":2},"discussions":[{"number":3}],
        "team":{"id":"v","teamDiscussion":{"id":"e"}},"teams":[{"id":"w"}],"kind":"OPEN",
        "TeamKind":{"number":4},"Kind":["FILM"]}}
      """, as: TeamQuery.Data.self)
    let team = try #require(data.team)
    #expect(team.discussion?.team?.discussion?.number == 1)
    #expect(team.discussion?.team?.team?.id == "u")
    #expect(team.teamDiscussion?.number == 2)
    #expect(team.discussions.map(\.number) == [3])
    #expect(team.team?.teamDiscussion?.id == "e")
    #expect(team.teams?.map(\.id) == ["w"])
    #expect(team.kind == TeamKind.open)
    #expect(team.teamKind?.number == 4)
    #expect(team.Kind == [Kind.film])
  }

  @Test func fragmentsNamedAsTypesRoundTrip() throws {
    let data = try roundTrip(
      """
      {"teams":[{"discussion":{"number":1},"kind":null,"discussions":[{"number":2,"id":"d"}]}],
       "team":{"discussion":null,"kind":"OPEN"}}
      """, as: Teams2Query.Data.self)
    let team: TeamFragment? = data.team
    #expect(team?.kind == .open)
    let discussion: TeamDiscussionFragment? = data.teams.first?.teamFragment.discussion
    #expect(discussion?.number == 1)
    #expect(data.teams.first?.teamDiscussionsFragment.discussions.map(\.id) == ["d"])
  }

  @Test func renamedOperationsKeepTheirOperationName() throws {
    #expect(TeamQuery.operationName == "Team")
    #expect(Team2Query.operationName == "TeamQuery")
    #expect(Team4Mutation.operationName == "Team_")
    #expect(Team3Mutation.operationName == "TeamMutation")
    #expect(Teams2Query.operationName == "Teams")
    #expect(TeamsQuery.graphQLNames == ["SMALL"])
    try expectEncoding(
      of: Team4Mutation(input: TeamInput(kind: .open), teamInput: TeamInput(size: .small)),
      #"{"input":{"kind":"OPEN"},"teamInput":{"size":"SMALL"}}"#)
  }

  @Test func inputsWithCollidingJoinedNamesDiffer() throws {
    try expectEncoding(
      of: JoinMutation(
        joined: Joined(
          a_b: 1, aB: 2, ab: 3, nullableField: 4, explicitNulls: 5, client: .demo, kind: .closed,
          explicitNulls2: []),
        a_b: 6, aB: 7, explicitNulls: 8, explicitNulls2: []),
      """
      {"joined":{"a_b":1,"aB":2,"AB":3,"nullable_field":4,"explicit_nulls":5,"client":"DEMO",
        "kind":"CLOSED"},
       "a_b":6,"aB":7,"explicit_nulls":8}
      """)
  }

  @Test func deprecatedFieldsThatImplementInterfacesRoundTrip() throws {
    let data = try roundTrip(
      """
      {"comment":{"__typename":"TeamDiscussion","url":"u","author":{"name":"Ada"}},
       "team":{"state":"CLOSED","discussion":{"url":"v"},
        "teamDiscussion":{"number":1,"url":null}}}
      """, as: CommentsQuery.Data.self)
    // The interface's field is not deprecated, so this does not warn.
    #expect(data.comment?.url == "u")
    #expect(data.team?.teamDiscussion?.number == 1)
    let state: TeamKindEnum? = data.team?.state
    #expect(state == .closed)
  }

  @Test func unionsEndingWithAMembersNameRoundTrip() throws {
    let data = try roundTrip(
      """
      {"StaticString":{"hash":1},"search":[{"__typename":"Person","name":"Ada"}],
       "searchResult":[
        {"__typename":"Person","name":"Ada","searchResultPerson":[{"name":"Bob"}],"asNode":"p"},
        {"__typename":"Team","teamKind":"OPEN","id":"t","discussion":{"number":1},"asNode":"t"},
        {"__typename":"TeamDiscussion","number":2,"team":{"id":"u"}},
        {"__typename":"Concrete","id":"c","concrete":{"id":"d"}},
        {"__typename":"Other","typename":"o"},
        {"__typename":"Later"}],
       "searchResultPerson":[
        {"__typename":"Team","asNode":"Team","id":"t","team":{"id":"v"}},
        {"__typename":"Other","asNode":"Other"}]}
      """, as: SearchResultTeamQuery.Data.self)
    guard case .person(let person) = data.searchResult[0].concrete,
      case .team(let team) = data.searchResult[1].concrete,
      case .teamDiscussion(let discussion) = data.searchResult[2].concrete,
      case .concrete(let concrete) = data.searchResult[3].concrete,
      case .other_(let other) = data.searchResult[4].concrete,
      case .team(let inner) = data.searchResultPerson[0].concrete
    else {
      Issue.record("unexpected types")
      return
    }
    #expect(person.searchResultPerson?.first??.name == "Bob")
    let part: SearchResultTeamFragment = team.searchResultTeamFragment
    #expect(part.teamKind == .open)
    #expect(team.discussion?.number == 1)
    #expect(discussion.team?.id == "u")
    #expect(concrete.concrete?.id == "d")
    #expect(other.typename == "o")
    #expect(data.searchResult[5].concrete == .other(typename: "Later"))
    #expect(data.searchResult[1].asNode?.asNode == "t")
    #expect(inner.team?.id == "v")
    #expect(data.searchResultPerson.map(\.asNode) == ["Team", "Other"])
    #expect(data.searchResultPerson.map { $0.asNodeFragment?.id } == ["t", nil])
  }
}
