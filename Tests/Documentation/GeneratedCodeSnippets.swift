// Compiles and runs the code of WhatIsGenerated and MigratingFromApolloIOS that uses generated code.

import AuthGenRuntime
import ConstructsFixture
import Foundation
import HorizonAPI
import Testing

extension SocialLinksQuery.Data: Equatable {}

@Suite struct GeneratedCodeSnippets {
  @Test func responsesAreCompared() {
    #expect(SocialLinksQuery.Data(customer: nil) == SocialLinksQuery.Data(customer: nil))
  }

  @Test func responsesAreCreatedByHand() throws {
    let data = GetSocialProvidersQuery.Data(socialLoginProviders: [
      .init(code: "apple", name: "Apple", colour: "#000000", iconUrl: "/apple.svg")
    ])
    #expect(data.socialLoginProviders.first?.clientId == nil)
  }

  @Test func copyCanBeChanged() {
    var outcome = AuthenticationOutcome(token: "t0ken", newCustomer: false)
    outcome.newCustomer = true
    #expect(outcome.newCustomer == true)
  }

  @Test func fragmentPropertyNeedNotBeNamed() {
    let shelf = ShelfQuery.Data.Shelf(
      id: "1", top: .init(name: "Ada"), people: [],
      shelfPeopleFragment: ShelfPeopleFragment(label: "Novels", top: .init(age: 36), people: []))

    #expect(shelf.shelfPeopleFragment.label == "Novels")
    #expect(shelf.label == "Novels")

    #expect(shelf.top?.name == "Ada")
    #expect(shelf.shelfPeopleFragment.top?.age == 36)
  }

  @Test func concreteTypeIsACase() {
    let found = SearchQuery.Data.Search(concrete: .film(.init(title: "Emma", minutes: 124)))
    #expect(title(found) == "Emma, 124.0 minutes")
    #expect(title(.init(concrete: .other(typename: "Person"))) == "something else: Person")

    var minutes = 0.0
    if case .film(let film) = found.concrete { minutes = film.minutes }
    #expect(minutes == 124)
  }

  @Test func objectIsReachedAsItsType() {
    let found: [SearchQuery.Data.Search] = [
      .init(asNode: .init(id: "1"), concrete: .book(.init(title: "Emma", pages: 474))),
      .init(concrete: .film(.init(title: "Alien", minutes: 117))),
    ]

    let lines = found.compactMap(\.asBook).map(line)
    #expect(lines == ["Emma, 1"])
  }

  func line(_ book: SearchQuery.Data.Search.AsBook) -> String {
    "\(book.title), \(book.asNode?.id ?? "no ID")"
  }

  func title(_ found: SearchQuery.Data.Search) -> String {
    switch found.concrete {
    case .book(let book): "\(book.title), \(book.pages) pages"
    case .film(let film): "\(film.title), \(film.minutes) minutes"
    case .other(let typename): "something else: \(typename)"
    }
  }

  /// Compiled only.
  func calls(_ client: HorizonClient<AuthenticatedGraphQLClient>) async throws {
    let data = try await client.socialLinks(status: .linked)
    let response = try await client.response(to: SocialLinksQuery(status: .linked))

    _ = (data, response)
  }

  @Test func nullIsExplicit() throws {
    let absent = AppBasedSocialLoginInput(providerCode: "google")
    let null = AppBasedSocialLoginInput(providerCode: "google", explicitNulls: [.authCode])
    #expect(try json(absent) == #"{"providerCode":"google"}"#)
    #expect(try json(null) == #"{"authCode":null,"providerCode":"google"}"#)
  }

  @Test func variablesMayBeGivenAbsentOrNull() throws {
    let value = SocialLinksQuery(status: .linked)
    let nothing = SocialLinksQuery()
    let null = SocialLinksQuery(explicitNulls: [.status])
    #expect(try json(value) == #"{"status":"LINKED"}"#)
    #expect(try json(nothing) == "{}")
    #expect(try json(null) == #"{"status":null}"#)
  }

  @Test func oneFieldIsSent() throws {
    let query = FindQuery(by: .title("Emma"))
    #expect(try json(query) == #"{"by":{"title":"Emma"}}"#)
  }

  @Test(arguments: [("BOOK", true), ("FILM", false), ("RECORD", false)])
  func enumIsUsedInASwitch(_ name: String, _ expected: Bool) {
    let kind = Kind(rawValue: name)
    let isPrinted =
      switch kind {
      case .book: true
      case .film, .tape, .unknown: false
      }
    #expect(isPrinted == expected)
  }

  @Test func secretsAreRevealedExplicitly() {
    let input = LoginInput(username: "ada@example.com", password: "correct horse")
    #expect("\(input.password)" == "<secret>")
    #expect(input.password.reveal() == "correct horse")
  }

  @Test func customScalarIsCodable() throws {
    let points = try JSONDecoder().decode([GeoPoint].self, from: Data(#"["1.5,-2.0"]"#.utf8))
    #expect(points.first?.latitude == 1.5)
    #expect(try json(points) == #"["1.5,-2.0"]"#)
  }

  @Test func testsNeedNoMocks() {
    let data = LoginMutation.Data(
      login: AuthenticationOutcome(
        token: "t0ken", customer: .init(id: "1", email: "ada@example.com")))
    #expect(data.login?.customer?.id == "1")
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func responseHasDataAndErrors() async throws {
    let body =
      #"{"data":{"customer":null},"errors":[{"message":"m","path":["customer","socialLinks"]}]}"#
    let server = InMemoryTransport { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)
    let shop = HorizonClient(client.authenticated(by: Credential(scheme: "Opaque", token: "t")))

    let response = try await shop.response(to: SocialLinksQuery())
    let failed = response.errors(at: "customer", "socialLinks")

    #expect(response.data != nil && failed.count == 1)
  }
}

struct GeoPoint: Codable, Hashable, Sendable {
  var latitude: Double
  var longitude: Double

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self).split(separator: ",").compactMap { Double($0) }
    guard parts.count == 2 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Expected two numbers with a comma between them.")
    }
    (latitude, longitude) = (parts[0], parts[1])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(latitude),\(longitude)")
  }
}
