// Compiles and runs the code of pages that use generated code: WhatIsGenerated, MigratingFromApolloIOS,
// AddingABackend, GettingStarted, and those of AuthGenStreams, AuthGenUploads, AuthGenPages and AuthGenCache.

import AuthGenCache
import AuthGenPages
import AuthGenRuntime
import AuthGenSessions
import AuthGenStreams
import AuthGenTestSupport
import AuthGenTesting
import AuthGenUploads
import BackendFixture
import ConstructsFixture
import Foundation
import HorizonAPI
import Testing
import UploadsFixture

extension SocialLinksQuery.Data: Equatable {}

/// A custom scalar.
struct GeoPoint: Codable, Hashable, Sendable {
  var latitude: Double
  var longitude: Double

  init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

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

@Suite struct GeneratedCodeSnippets {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func responsesAreCreatedByHandComparedAndChanged() {
    #expect(SocialLinksQuery.Data(customer: nil) == SocialLinksQuery.Data(customer: nil))
    let data = GetSocialProvidersQuery.Data(socialLoginProviders: [
      .init(code: "apple", name: "Apple", colour: "#000000", iconUrl: "/apple.svg")
    ])
    #expect(data.socialLoginProviders.first?.clientId == nil)
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

  @Test func responseHasDataAndErrors() async throws {
    let client = GraphQLClient { _ in
      #"{"data":{"customer":null},"errors":[{"message":"m","path":["customer","socialLinks"]}]}"#
    }
    let shop = ShopClient(client.authenticated(by: Credential(scheme: "Opaque", token: "t")))

    let response = try await shop.response(to: SocialLinksQuery())
    let failed = response.errors(at: "customer", "socialLinks")

    #expect(response.data != nil && failed.count == 1)
  }

  /// Compiled only.
  private func call(_ client: HorizonClient<AuthenticatedGraphQLClient>) async throws {
    let data = try await client.socialLinks(status: .linked)
    let response = try await client.response(to: SocialLinksQuery(status: .linked))
    _ = (data, response)
  }
}

// MARK: A service without GraphQL

@Suite struct BackendSnippets {
  @Test(arguments: [
    (200, #"{"session": {"token": "t0ken", "valid_for": 3600}}"#, "<secret> for 3600 s"),
    (
      423, #"{"unlock_url": "https://tickets.example/unlock"}"#,
      "Locked: https://tickets.example/unlock"
    ),
    (401, #"{"problem": {"code": "wrong_password", "text": "Try again."}}"#, "Wrong password."),
    (403, #"{"problem": {"code": "closed"}}"#, "Refused: closed"),
    (502, "", "LogIn: unexpected response: status 502 (application/json, 0 bytes)"),
  ])
  func everyResponseOfTheCurlCommandIsTyped(
    _ status: Int, _ body: String, _ expected: String
  ) async throws {
    var response = HTTPResponse.json(body, status: status)
    response.headers["X-Request-Id"] = "r-1"
    let client = GraphQLClient(InMemoryTransport { [response] _ in response })
    var output = ""
    func tell(_ message: String) { output += message }

    do {
      let outcome = try await TicketsClient(client)
        .logIn(userName: "ada", password: "correct horse").logIn
      switch outcome.concrete {
      case .session(let session): tell("\(session.token) for \(session.validFor) s")
      case .lockedAccount(let account): tell("Locked: \(account.unlockUrl)")
      case .other(let typename): tell("Something new: \(typename)")
      }
    } catch {
      switch error.ticketsError?.code {
      case .wrongPassword: tell("Wrong password.")
      case let code?: tell("Refused: \(code.graphQLName)")
      case nil: tell("\(error)")
      }
    }
    #expect(output == expected)
  }

  @Test func credentialHasTheServicesForm() async throws {
    let client = GraphQLClient(
      InMemoryTransport { request in
        HTTPResponse(status: request.headers["Authorization"] == "Bearer t0ken" ? 204 : 401)
      })
    let token: Secret = "t0ken"
    let customer = TicketsClient(
      client.authenticated(by: Credential(scheme: "Bearer", token: token)))
    _ = try await customer.logOut()
  }

  @Test func listIsReadFromItsPath() async throws {
    let body = """
      {"data": [{"id": "e1", "title": "T", "starts_at": "2026-01-31T19:30:00Z", "place": {"city": "C"}},
                {"id": "e2", "title": "U", "starts_at": null}]}
      """
    let client = GraphQLClient(
      InMemoryTransport { request in
        let isPath = request.url.absoluteString.hasSuffix("/venues/v%2F1/events?limit=2")
        return .json(body, status: isPath ? 200 : 404)
      })
    let events = try await TicketsClient(client).events(venueId: "v/1", limit: 2).events
    #expect(events.map(\.id) == ["e1", "e2"] && events.map(\.city) == ["C", nil])
    #expect(events[0].startsAt?.date.timeIntervalSince1970 == 1_769_887_800)
  }
}

// MARK: The demo service

/// Runs the code of GettingStarted and the sample app's client. `GettingStartedTests` runs the programs as a
/// whole.
@Suite struct GettingStartedSnippets {
  private let requests = Shared(0)
  private let client: GraphQLClient
  private let user: ExampleSession

  /// The session refreshes a token that expires in less than 30 seconds.
  init() {
    let service = DemoService(tokenLifetime: .seconds(20))
    let transport = InMemoryTransport { [requests] request throws(TransportError) in
      requests.withLock { $0 += 1 }
      return try await service.send(request)
    }
    client = GraphQLClient(
      ClientConfiguration(endpoint: DemoService.endpoint), transport: transport)
    user = ExampleSession(client, store: InMemoryStore())
  }

  private struct WrongPassword: Error {}

  private func logIn(password: Secret = "correct horse") async throws {
    let result = try await user.logIn(.logIn(email: "ada@example.com", password: password))
    guard case .signedIn(_, storeError: nil) = result else { throw WrongPassword() }
  }

  @Test func signedInUserHasOrders() async throws {
    #expect(try await ExampleClient(client).hello().hello == "Hello!")
    try await logIn()
    #expect(try await user.client.me().me.email == "ada@example.com")
    let orders = try await user.client.orders().me.orders
    #expect(orders.map(\.id) == ["1-1", "1-2"])
    #expect(await user.logOut().data?.logOut == true)
    await #expect(throws: RequestError.self) { try await user.client.me() }
  }

  @Test func wrongPasswordIsDeclined() async throws {
    await #expect(throws: WrongPassword.self) { try await logIn(password: "wrong") }
  }

  /// The service and the session measure the lifetime of a token.
  @Test func expiredTokenIsRefreshed() async throws {
    try await logIn()
    #expect(try await user.client.me().me.name == "Ada Lovelace")
    #expect(requests.current == 3)
  }

  @Test func errorsDescribeTheFailure() async throws {
    var output: [String] = []
    func print(_ text: String) { output.append(text) }

    do throws(RequestError) {
      _ = try await user.client.me()
    } catch {
      switch error.reason {
      case .notSent(.noSession): print("Sign in first.")
      case .graphQL(let errors): print("The server says: \(errors[0].message)")
      default: print(error.localizedDescription)
      }
    }
    #expect(output == ["Sign in first."])
  }
}

// MARK: Compiled only

/// Code of AuthGenStreams' page and comments.
private struct StreamSnippets {
  typealias ChatClient = ConstructsClient

  struct ChatSession {
    let client: ConstructsClient<AuthenticatedGraphQLClient>
  }

  let graphQLClient: GraphQLClient
  let session: ChatSession

  func show(_ value: some Any) {}
  func showProgress(_ title: String = "") {}

  func open(_ socketEndpoint: URL) {
    let socket = SubscriptionSocket(endpoint: socketEndpoint)
    let streaming = graphQLClient.streaming(over: .webSocket(socket))
    let client = ChatClient(streaming)
    _ = (client, ChatClient(session.client.executor.streaming(over: .webSocket(socket))))
  }

  func receive(_ client: ConstructsClient<GraphQLClient>) async throws {
    let streaming = graphQLClient.streaming(over: .http(.multipart, .serverSentEvents))
    _ = streaming

    for try await event in client.ticks(every: 5) {
      show(event.data?.ticks.count)
    }
    for try await event in session.client.messages() { show(event.data) }
    for try await update in client.updates(of: ReportQuery()) {
      guard let report = update.data?.report else { continue }
      switch report.reportBodyFragment {
      case .pending: showProgress(report.title)
      case .delivered(let fragment): show(fragment.body)
      case .failed(let errors): show(errors)
      }
    }
    for try await update in client.updates(of: ReportQuery()) {
      if let report = update.data?.report { show(report) }
    }
  }
}

private struct UploadSnippets {
  @MainActor
  final class ProgressBar {
    var fraction = 0.0
  }

  let files: FilesClient<GraphQLClient>

  func upload(_ photoURL: URL) async throws {
    let photo = try Upload(file: photoURL)
    let stored = try await files.storeFile(file: photo)
    _ = stored
  }

  @MainActor func upload(_ photo: Upload, _ bar: ProgressBar) async throws {
    let progress = UploadProgress()
    async let call = progress.track { options in
      try await files.storeFile(file: photo, options: options)
    }
    for await bytes in progress { bar.fraction = bytes.fraction }
    let stored = try await call

    _ = stored
  }
}

private struct PagesAndCacheSnippets {
  let mutation: RemoveSocialLinkMutation

  func show(_ value: some Any) {}

  func readPages(_ shop: ConstructsClient<GraphQLClient>) async throws {
    for try await page in shop.pages(of: ItemsQuery(first: 20)) {
      show(page.items?.edges.map(\.node) ?? [])
    }

    var pages = shop.pages(of: ItemsQuery(first: 20)).makeAsyncIterator()
    let first = try await pages.next()
    let second = try await pages.next()

    _ = (first, second)
  }

  func readCache<Session: StoredSession>(
    _ configuration: ClientConfiguration, _ login: (sessions: SessionManager<Session>, Void)
  ) async throws {
    let cache = ResponseCache(timeToLive: .seconds(300))
    let client = GraphQLClient(configuration).authenticated(by: login.sessions)
    let cached = CachedClient(client, cache: cache, sessions: login.sessions)
    let shop = ShopClient(cached)

    let fresh = try await ShopClient(cached.with(.networkOnly)).socialLinks()

    for try await data in cached.results(of: SocialLinksQuery()) { show(data) }

    _ = try await cached.execute(mutation, invalidating: SocialLinksQuery.self)

    let openCache = ResponseCache(timeToLive: .seconds(300))
    let open = CachedClient(GraphQLClient(configuration), cache: openCache)

    _ = (shop, fresh, open)
  }
}
