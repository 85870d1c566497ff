// Tests selections on interfaces and unions: one case for each selected object type, and an optional part for
// each condition on an interface.

import AuthGenRuntime
import ConstructsFixture
import Testing

@Suite struct AbstractTypeTests {
  @Test func unionDistinguishesObjectTypes() throws {
    let data = try roundTrip(
      """
      {"search":[
        {"__typename":"Book","id":"b","title":"Emma","pages":474,"published":"1815-12-23",
          "owner":{"name":"Ada"}},
        {"__typename":"Film","id":"f","title":"Alien","minutes":117.5},
        {"__typename":"Person","id":"p"}
      ]}
      """, as: SearchQuery.Data.self)
    guard case .book(let book) = data.search[0].concrete else {
      Issue.record("no book")
      return
    }
    #expect(book.title == "Emma")
    #expect(book.pages == 474)
    #expect(book.published?.description == "1815-12-23")
    #expect(book.owner?.name == "Ada")
    #expect(data.search[0].asNode?.id == "b")
    #expect(data.search[1].concrete == .film(.init(title: "Alien", minutes: 117.5)))
    #expect(data.search[2].concrete == .other(typename: "Person"))
    #expect(data.search[2].asNode?.id == "p")
    #expect(data.search.map(\.typename) == ["Book", "Film", "Person"])
  }

  @Test func laterTypeIsOther() throws {
    let data = try roundTrip(#"{"search":[{"__typename":"Game"}]}"#, as: SearchQuery.Data.self)
    #expect(data.search[0].concrete == .other(typename: "Game"))
    #expect(data.search[0].asNode == nil)
  }

  @Test func laterTypeKeepsWhatAnInterfaceSelected() throws {
    let data = try roundTrip(
      #"{"search":[{"__typename":"Game","id":"g"}]}"#, as: SearchQuery.Data.self)
    #expect(data.search[0].concrete == .other(typename: "Game"))
    #expect(data.search[0].asNode?.id == "g")
  }

  @Test func conditionOnAnInterfaceIsAnOptionalProperty() throws {
    let data = try roundTrip(
      """
      {"node":{"__typename":"Book","id":"b","title":"Emma","owner":{"name":"Ada","age":36}},
       "nodes":[{"__typename":"Film","title":"Alien"},null,{"__typename":"Person"}]}
      """, as: NodeQuery.Data.self)
    #expect(data.node?.id == "b")
    #expect(data.node?.asTitled?.title == "Emma")
    #expect(data.node?.asTitled?.owner?.name == "Ada")
    #expect(data.node?.asOwned?.owner?.age == 36)
    #expect(data.node?.concrete == .other(typename: "Book"))
    #expect(data.nodes.map { $0?.asTitled?.title } == ["Alien", nil, nil])
    #expect(data.nodes.map { $0?.typename } == ["Film", nil, "Person"])
  }

  @Test func unimplementedInterfacesAreNil() throws {
    let data = try roundTrip(
      #"{"node":{"__typename":"Person","id":"p","name":"Ada"},"nodes":[]}"#,
      as: NodeQuery.Data.self)
    #expect(data.node?.concrete == .person(.init(name: "Ada")))
    #expect(data.node?.asTitled == nil)
    #expect(data.node?.asOwned == nil)
  }

  @Test func missingTypenameIsAnError() {
    #expect(throws: (any Error).self) {
      try decode(#"{"search":[{"id":"b"}]}"#, as: SearchQuery.Data.self)
    }
  }
}
