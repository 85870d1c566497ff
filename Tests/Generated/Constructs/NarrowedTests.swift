// Tests objects of interfaces and unions as one of their types: the members of the whole selection and those
// of the type.

import AuthGenRuntime
import ConstructsFixture
import Testing

@Suite struct NarrowedTests {
  private let response = """
    {"nodes":[
       {"__typename":"Book","id":"b","title":"Emma","pages":474},
       {"__typename":"Film","id":"f","minutes":117.5},
       {"__typename":"Person","id":"p","name":"Ada","friends":[{"name":"Bob"},null]},
       {"__typename":"Game","id":"g"},
       null],
     "comment":{"__typename":"TeamDiscussion","author":{"name":"Ada","age":36},"number":1},
     "search":[{"__typename":"Book","title":"Emma"},{"__typename":"Film"}],
     "node":{"__typename":"Book","asBook":"b","pages":474}}
    """

  @Test func membersOfTheTypeAndOfTheWholeSelectionAreReached() throws {
    let nodes = try roundTrip(response, as: NarrowedQuery.Data.self).nodes
    let book = try #require(nodes[0]?.asBook)
    #expect(book.pages == 474)
    #expect(book.id == "b")
    #expect(book.typename == "Book")
    #expect(book.whole == nodes[0])
    let person = try #require(nodes[2]?.asPerson)
    #expect(person.id == "p" && person.name == "Ada")
    #expect(person.friends?.map { $0?.name } == ["Bob", nil])
  }

  @Test func fragmentThatIsTheWholeSelectionOfATypeHasItsMembers() throws {
    let film = try #require(decode(response, as: NarrowedQuery.Data.self).nodes[1]?.asFilm)
    #expect(film.id == "f" && film.minutes == 117.5)
    let part: NarrowedFilmFragment = film.part
    #expect(part.minutes == 117.5)
  }

  @Test func otherTypesAreNil() throws {
    let nodes = try decode(response, as: NarrowedQuery.Data.self).nodes
    #expect(nodes.map { $0?.asBook?.pages } == [474, nil, nil, nil, nil])
    #expect(nodes.compactMap { $0?.asFilm?.id } == ["f"])
    #expect(nodes[3]?.concrete == .other(typename: "Game"))
  }

  @Test func listIsFilteredByType() throws {
    let data = try decode(response, as: NarrowedQuery.Data.self)
    let books: [NarrowedQuery.Data.Search.AsBook] = data.search.compactMap(\.asBook)
    #expect(books.map(\.title) == ["Emma"])
  }

  @Test func typeOfAFragmentIsReachedFromItsParent() throws {
    let nodes = try decode(response, as: NarrowedQuery.Data.self).nodes
    // The parent has a property `asBook` of its own.
    #expect(nodes[0]?.narrowedTitleFragment.asBook?.title == "Emma")
    #expect(nodes[1]?.narrowedTitleFragment.asBook == nil)
  }

  @Test func memberOfBothIsThatOfTheType() throws {
    let comment = try #require(decode(response, as: NarrowedQuery.Data.self).comment)
    let discussion = try #require(comment.asTeamDiscussion)
    #expect(discussion.author?.age == 36)
    #expect(discussion.whole.author?.name == "Ada")
    #expect(discussion.number == 1)
  }

  @Test func fieldKeepsItsNameBesideTheType() throws {
    let node = try #require(decode(response, as: NarrowedQuery.Data.self).node)
    let id: String = node.asBook
    #expect(id == "b")
    #expect(node.asBook2?.pages == 474 && node.asBook2?.asBook == "b")
  }

  @Test func caseIsSelectedByItsType() throws {
    let nodes = try decode(response, as: NarrowedQuery.Data.self).nodes
    let lines = nodes.compactMap(\.self).map { node in
      switch node.concrete {
      case .book(let book): "\(node.id) \(book.pages)"
      case .film(let film): "\(node.id) \(film.minutes)"
      case .person(let person): "\(node.id) \(person.name)"
      case .other(let typename): "\(node.id) \(typename)"
      }
    }
    #expect(lines == ["b 474", "f 117.5", "p Ada", "g Game"])
  }

  @Test func narrowedValuesAreComparedAndHashed() throws {
    let book = try #require(decode(response, as: NarrowedQuery.Data.self).nodes[0]?.asBook)
    var whole = book.whole
    whole.id = "c"
    #expect(whole.asBook != book)
    #expect(Set([book, book.whole.asBook]).count == 1)
  }

  @Test func narrowedValueIsIdentifiedAsItsObject() {
    let narrowed = Narrowed(Item(id: "a"), part: 1)
    #expect(narrowed.id == "a")
  }

  private struct Item: Identifiable {
    let id: String
  }
}
