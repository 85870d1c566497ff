// The pages of a query.

import AuthGenCache
import AuthGenPages
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import ConstructsFixture
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct PagesTests {
  private let transport = MockTransport { Issue.record($0) }

  private var client: ConstructsClient<GraphQLClient> {
    ConstructsClient(
      GraphQLClient(
        ClientConfiguration(endpoint: MockTransport.endpoint, retry: .never),
        transport: transport))
  }

  private func page(
    _ id: String, next cursor: String?, hasNext: Bool = true
  ) throws -> MockResponse<ItemsQuery> {
    try .data(
      ItemsQuery.Data(
        items: .init(
          edges: [.init(node: .init(id: id))],
          pageInfo: .init(hasNextPage: hasNext, endCursor: cursor))))
  }

  /// The identifiers of all pages, and the error that ends them.
  private func ids(
    _ query: ItemsQuery = ItemsQuery(first: 1)
  ) async -> (ids: [String], error: (any Error)?) {
    var ids: [String] = []
    do {
      for try await page in client.pages(of: query) {
        ids += page.items?.edges.map(\.node.id) ?? []
      }
      return (ids, nil)
    } catch {
      return (ids, error)
    }
  }

  private func sent(_ name: String) -> [JSON?] { transport.calls.map { $0.variables[name] } }

  @Test func pagesFollowTheServersCursorsToItsEnd() async throws {
    transport.respond(
      to: ItemsQuery.self, with: try page("1", next: "a"), try page("2", next: "b"),
      try page("3", next: "c", hasNext: false))
    let (ids, error) = await ids()
    #expect(ids == ["1", "2", "3"] && error == nil)
    #expect(sent("after") == [nil, .string("a"), .string("b")])
    #expect(sent("first") == [.integer(1), .integer(1), .integer(1)])
  }

  /// After a refresh, the pages go on. After another login, they would be another user's.
  @Test(arguments: ["refresh", "other login", "logout"], [false, true])
  func allPagesBelongToOneLogin(change: String, isCached: Bool) async throws {
    transport.respond(
      to: ItemsQuery.self, with: try page("1", next: "a"), try page("2", next: nil, hasNext: false),
      try page("3", next: nil, hasNext: false))
    let sessions = SessionManager<RotatingSession>(
      store: InMemoryStore(), refresh: { _ in RotatingSession(2) })
    try await sessions.logIn { RotatingSession(1) }
    let base = GraphQLClient(
      ClientConfiguration(endpoint: MockTransport.endpoint, retry: .never), transport: transport
    ).authenticated(by: sessions)
    let cached = CachedClient(
      base, cache: ResponseCache(timeToLive: .seconds(60)), sessions: sessions)
    func read(_ pages: Pages<ItemsQuery>) async -> (count: Int, error: (any Error)?) {
      var count = 0
      do {
        for try await _ in pages {
          count += 1
          guard count == 1 else { continue }
          switch change {
          case "refresh": _ = try await sessions.refreshedSession()
          case "other login": try await sessions.logIn { RotatingSession(7) }
          default: try await sessions.signOut()
          }
        }
        return (count, nil)
      } catch {
        return (count, error)
      }
    }
    let query = ItemsQuery(first: 1)
    // Then the first page needs no request, and no credential.
    if isCached { _ = try await cached.execute(query, options: CallOptions()) }
    let (count, error) =
      await isCached
      ? read(ConstructsClient(cached).pages(of: query))
      : read(ConstructsClient(base).pages(of: query))
    if change == "refresh" {
      #expect(count == 2 && error == nil)
    } else {
      #expect(count == 1 && transport.calls.count == 1)
      #expect((error as? RequestError)?.short == "not sent: noSession")
    }
    // Each iteration has a login of its own.
    if change == "other login" {
      #expect(await read(ConstructsClient(base).pages(of: query)).count == 1)
    }
  }

  @Test func pagesBeginWithTheQuerysOwnCursor() async throws {
    transport.respond(
      to: ItemsQuery.self, with: try page("5", next: "e"), try page("6", next: nil, hasNext: false))
    #expect(await ids(ItemsQuery(first: 1, after: "d")).ids == ["5", "6"])
    #expect(sent("after") == [.string("d"), .string("e")])
  }

  /// An empty page is not the end: filters of the server can make one.
  @Test func emptyPageIsNotTheEnd() async throws {
    let empty = ItemsQuery.Data(
      items: .init(edges: [], pageInfo: .init(hasNextPage: true, endCursor: "a")))
    transport.respond(
      to: ItemsQuery.self, with: try .data(empty), try page("2", next: nil, hasNext: false))
    #expect(await ids().ids == ["2"])
  }

  @Test func queryWithoutAConnectionInItsResultHasOnePage() async throws {
    transport.respond(to: ItemsQuery.self, with: try .data(ItemsQuery.Data(items: nil)))
    let (ids, error) = await ids()
    #expect(ids.isEmpty && error == nil)
  }

  @Test func repeatedCursorIsAnErrorAfterItsPage() async throws {
    transport.respond(
      to: ItemsQuery.self, with: try page("1", next: "a"), try page("2", next: "b"),
      try page("3", next: "a"))
    let (ids, error) = await ids()
    #expect(ids == ["1", "2", "3"])
    #expect(error as? PageError == .repeatedCursor)
    #expect(transport.calls.count == 3)
  }

  @Test func missingCursorIsAnErrorAfterItsPage() async throws {
    transport.respond(to: ItemsQuery.self, with: try page("1", next: nil))
    let (ids, error) = await ids()
    #expect(ids == ["1"] && error as? PageError == .missingCursor)
  }

  @Test func errorOfACallEndsTheSequence() async throws {
    transport.respond(
      to: ItemsQuery.self, with: try page("1", next: "a"),
      .failure(TransportError(.connectionLost, wasSent: true)))
    var pages = client.pages(of: ItemsQuery()).makeAsyncIterator()
    #expect(try await pages.next() != nil)
    await #expect(throws: RequestError.self) { try await pages.next() }
    #expect(try await pages.next() == nil)
  }

  /// Each page is requested when the loop asks for it.
  @Test func leavingTheLoopSendsNothingMore() async throws {
    transport.respond(to: ItemsQuery.self, always: try page("1", next: "a"))
    for try await _ in client.pages(of: ItemsQuery()) { break }
    #expect(transport.calls.count == 1)
  }

  @Test func cancelledTaskEndsTheSequence() async throws {
    let count = Shared(0)
    transport.respond(to: ItemsQuery.self) { _ throws(TransportError) in
      let number = count.withLock { number -> Int in
        number += 1
        return number
      }
      guard let page = try? page("\(number)", next: "\(number)") else {
        throw TransportError(.cancelled, wasSent: false)
      }
      return page.delayed(by: .milliseconds(1))
    }
    let client = client
    let task = Task {
      var count = 0
      for try await _ in client.pages(of: ItemsQuery()) {
        count += 1
        if count == 5 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(transport.calls.count == 5)
  }

  @Test func pagesGoBackward() async throws {
    func page(_ cursor: String, hasPrevious: Bool) throws -> MockResponse<ItemsBackwardQuery> {
      try .data(
        .init(
          found: .init(
            edges: [], info: .init(hasPreviousPage: hasPrevious, startCursor: cursor))))
    }
    transport.respond(
      to: ItemsBackwardQuery.self, with: try page("b", hasPrevious: true),
      try page("a", hasPrevious: false))
    var count = 0
    for try await _ in client.pages(of: ItemsBackwardQuery()) { count += 1 }
    #expect(count == 2)
    #expect(sent("cursor") == [nil, .string("b")])
  }

  @Test func connectionIsFoundInsideOfFragments() async throws {
    var query = LibraryItemsQuery(cursor: "start")
    let data = try LibraryItemsQuery.Data.sample { data in
      data.library.libraryPageFragment.items.pageEndFragment.pageInfo = .init(
        hasNextPage: true, endCursor: "next")
    }
    #expect(query.turnPage(after: data) == PageTurn(hasNext: true, cursor: "next"))
    #expect(query.cursor == "next")
    var backward = ItemsBothWaysQuery(after: "z")
    let turn = backward.turnPage(
      after: .init(items: .init(pageInfo: .init(hasPreviousPage: true, startCursor: "a"))))
    #expect(turn == PageTurn(hasNext: true, cursor: "a"))
    #expect(backward.before == "a" && backward.after == "z")
  }

  @Test(
    arguments: [
      TwoConnectionsQuery.self, FixedPageQuery.self, NoCursorQuery.self, EitherWayQuery.self,
      NestedConnectionsQuery.self,
    ] as [any GraphQLOperation.Type])
  func otherQueriesHaveNoPages(_ query: any GraphQLOperation.Type) {
    #expect(!(query is any PaginatedOperation.Type))
  }
}
