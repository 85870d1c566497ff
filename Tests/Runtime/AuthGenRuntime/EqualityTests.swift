// Comparing response types with their shared implementation.

import AuthGenRuntime
import AuthGenTesting
import BackendFixture
import ConstructsFixture
import Foundation
import HorizonAPI
import Testing

extension SocialLinksQuery.Data: Equatable {}
extension EventsQuery.Data: Equatable {}

@Suite struct EqualityTests {
  /// Values are equal if their JSON is.
  private func check<Data: ResponseObject & Codable & Equatable>(
    _ type: Data.Type, differences: Int = 5
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let samples = try (0..<12).map { try type.sample(seed: UInt64($0)) }
    let texts = try samples.map { try encoder.encode($0) }
    var different = 0
    for (left, leftText) in zip(samples, texts) {
      #expect(try left == JSONDecoder().decode(type, from: leftText))
      for (right, rightText) in zip(samples, texts) {
        #expect((left == right) == (leftText == rightText))
        if leftText != rightText { different += 1 }
      }
    }
    #expect(different >= differences)
  }

  @Test func valuesAreEqualIfTheirFieldsAre() throws {
    let types: [any (ResponseObject & Codable & Equatable).Type] = [
      SocialLinksQuery.Data.self, EventsQuery.Data.self, CatalogueQuery.Data.self,
      CommentsQuery.Data.self, ConditionsQuery.Data.self, NamesQuery.Data.self,
      NodeQuery.Data.self, SearchQuery.Data.self, ShelfQuery.Data.self, TeamQuery.Data.self,
      TextsQuery.Data.self,
    ]
    for type in types { try check(type) }
  }

  @Test func oneOtherFieldMakesADifference() throws {
    let data = try SocialLinksQuery.Data.sample()
    func differs(_ change: (inout SocialLinksQuery.Data) -> Void) -> Bool {
      var other = data
      change(&other)
      return other != data && data != other
    }
    #expect(!differs { _ in })
    #expect(differs { $0.customer = nil })
    #expect(differs { $0.customer?.socialLinks = nil })
    #expect(differs { $0.customer?.socialLinks = [] })
    #expect(differs { $0.customer?.socialLinks?[0].username = nil })
    #expect(differs { $0.customer?.socialLinks?[0].username = "" })
    #expect(differs { $0.customer?.socialLinks?[0].status = .unknown("NEW") })
    #expect(differs { $0.customer?.socialLinks?[0].socialLoginProvider?.name += "!" })
  }

  @Test func objectTypesAndListsOfListsAreCompared() throws {
    let book = SearchQuery.Data.Search(concrete: .other(typename: "Book"))
    #expect(book != SearchQuery.Data.Search(concrete: .other(typename: "Film")))
    let film = SearchQuery.Data.Search(concrete: .film(.init(title: "Emma", minutes: 124)))
    #expect(film == SearchQuery.Data.Search(concrete: .film(.init(title: "Emma", minutes: 124))))
    #expect(film != SearchQuery.Data.Search(concrete: .film(.init(title: "Emma", minutes: 125))))
    #expect(film.concrete != .other(typename: "Film"))
    let data = try AccountQuery.Data.sample { $0.matrix = [[1, nil], nil] }
    #expect(try data != AccountQuery.Data.sample { $0.matrix = [[1, 2], nil] })
    #expect(try data == AccountQuery.Data.sample { $0.matrix = [[1, nil], nil] })
  }

  /// A secret and an error of the server are compared, although no text shows them.
  @Test func secretsAndErrorsAreCompared() throws {
    let account = try AccountQuery.Data.sample { $0.account?.token = "one" }
    #expect(try account != AccountQuery.Data.sample { $0.account?.token = "two" })
    let caught = try MembersQuery.Data.sample()
    var other = caught
    other.member.since = .failure(GraphQLError(message: "a"))
    var third = caught
    third.member.since = .failure(GraphQLError(message: "b"))
    #expect(caught != other && other != third && other == other)
  }
}
