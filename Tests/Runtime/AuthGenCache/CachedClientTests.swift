// A client with a cache, and the sessions whose data it keeps.

import AuthGenCache
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import ConstructsFixture
import Foundation
import HorizonAPI
import Testing

/// A client that does something before and after each call.
private struct Switching: AuthenticatedOperationExecutor {
  typealias Failure = RequestError

  let base: AuthenticatedGraphQLClient
  let before: @Sendable () async -> Void
  let after: @Sendable () async -> Void

  func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(RequestError) -> Operation.Data {
    try await base.data(for: operation, options: options, permit: permit)
  }

  func wholeResponse<Operation: GraphQLOperation>(
    to operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(RequestError) -> GraphQLResponse<Operation.Data> {
    await before()
    let response = try await base.wholeResponse(to: operation, options: options, permit: permit)
    await after()
    return response
  }
}

@Suite(.timeLimit(.minutes(5))) struct CachedClientTests {
  typealias Client = CachedClient<AuthenticatedGraphQLClient>

  private let transport = MockTransport { Issue.record($0) }
  private let time = Shared(ContinuousClock.now)
  private let removal = RemoveSocialLinkMutation(input: .init(socialLinkId: "1"))
  private let sessions = SessionManager<TestSession>(store: InMemoryStore())
  private let cache: ResponseCache

  init() async throws {
    let time = time
    cache = ResponseCache(
      timeToLive: .seconds(60), limits: .init(entries: 3, bytes: 2_000),
      now: { time.withLock { $0 } })
    try await sessions.logIn { TestSession("ada-1") }
    // The data names the user of the call.
    transport.respond(to: SocialLinksQuery.self) { call throws(TransportError) in
      try Self.response(call.authorization?.reveal() ?? "")
    }
  }

  private static func response(_ user: String) throws(TransportError) -> MockResponse<
    SocialLinksQuery
  > {
    let link = SocialLinksQuery.Data.Customer.SocialLink(
      socialLinkId: "1", username: user, status: .linked)
    do {
      return try .data(SocialLinksQuery.Data(customer: .init(socialLinks: [link])))
    } catch {
      throw TransportError(.cancelled, wasSent: false)
    }
  }

  private var base: AuthenticatedGraphQLClient { base(sessions) }

  private func base(_ source: any CredentialSource) -> AuthenticatedGraphQLClient {
    GraphQLClient(
      ClientConfiguration(endpoint: MockTransport.endpoint, retry: .never), transport: transport
    ).authenticated(by: source)
  }

  private var client: Client { Client(base, cache: cache, sessions: sessions) }

  private func user(_ client: Client, _ status: SocialLinkStatus? = nil) async throws -> String? {
    Self.user(try await HorizonClient(client).socialLinks(status: status))
  }

  private static func user(_ data: SocialLinksQuery.Data) -> String? {
    data.customer?.socialLinks?.first?.username
  }

  private var requests: Int { transport.calls.count }

  // MARK: Policies

  @Test func dataIsUsedUntilItExpires() async throws {
    let client = client
    for _ in 0..<3 { #expect(try await user(client) == "Opaque ada-1") }
    #expect(requests == 1)
    time.withLock { $0 += .seconds(59) }
    _ = try await user(client)
    #expect(requests == 1)
    time.withLock { $0 += .seconds(1) }
    _ = try await user(client)
    #expect(requests == 2)
    #expect(await cache.count == 1)
  }

  @Test func otherVariablesAreAnotherCall() async throws {
    let client = client
    for status in [nil, SocialLinkStatus.unknown("\u{E9}"), .unknown("e\u{301}"), nil, .pending] {
      _ = try await user(client, status)
    }
    #expect(requests == 4)
  }

  @Test func networkOnlyAlwaysSendsAndRenewsTheData() async throws {
    let client = client
    _ = try await user(client)
    time.withLock { $0 += .seconds(50) }
    _ = try await user(client.with(.networkOnly))
    #expect(requests == 2)
    time.withLock { $0 += .seconds(50) }
    _ = try await user(client)
    #expect(requests == 2)
  }

  @Test func cachedDataComesBeforeTheServers() async throws {
    let client = client
    func results() async throws -> Int {
      var count = 0
      for try await data in client.results(of: SocialLinksQuery()) {
        #expect(Self.user(data) == "Opaque ada-1")
        count += 1
      }
      return count
    }
    #expect(try await results() == 1)
    #expect(try await results() == 2)
    #expect(requests == 2)
    transport.respond(to: SocialLinksQuery.self, with: .failure(.lost))
    var iterator = client.results(of: SocialLinksQuery()).makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    await #expect(throws: RequestError.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func serversDataIsNotOfAnotherUserThanTheCachedData() async throws {
    let client = client
    _ = try await user(client)
    var iterator = client.results(of: SocialLinksQuery()).makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    try await sessions.logIn { TestSession("bob-1", customer: "bob") }
    let error = await #expect(throws: RequestError.self) { try await iterator.next() }
    #expect(error?.short == "not sent: noSession" && requests == 1)
  }

  // MARK: What is not stored

  @Test func errorsAreNotStored() async throws {
    let partial = Data(#"{"data": {"customer": null}, "errors": [{"message": "no"}]}"#.utf8)
    let headers: HTTPHeaders = ["Content-Type": "application/json"]
    transport.respond(
      to: SocialLinksQuery.self, with: .failure(.lost),
      .http(HTTPResponse(status: 200, headers: headers, body: partial)))
    let client = client
    for _ in 0..<2 { await #expect(throws: RequestError.self) { try await user(client) } }
    #expect(await cache.count == 0)
    _ = try await user(client)
    #expect(requests == 3)
  }

  @Test func secretsAreNotStored() async throws {
    transport.respond(to: AccountQuery.self, always: try .data(.sample()))
    let client = ConstructsClient(client)
    for _ in 0..<2 { _ = try await client.account() }
    #expect(requests == 2)
    #expect(await cache.count == 0)
  }

  @Test func callsWithHeadersAreNotStored() async throws {
    let client = HorizonClient(client)
    let options = CallOptions(headers: ["Accept-Language": "de"])
    for _ in 0..<2 { _ = try await client.socialLinks(options: options) }
    #expect(requests == 2)
    #expect(await cache.count == 0)
  }

  // MARK: Mutations

  @Test func mutationRemovesWhatItMakesStale() async throws {
    let client = client
    _ = try await user(client)
    transport.respond(
      to: RemoveSocialLinkMutation.self, with: try .data(.sample()), .failure(.lost))
    _ = try await client.execute(removal, invalidating: SocialLinksQuery.self)
    _ = try await user(client)
    #expect(requests == 3)
    // The server may have received it.
    _ = try? await client.execute(removal, invalidating: SocialLinksQuery.self)
    _ = try await user(client)
    #expect(requests == 5)
  }

  /// The response of a query from before the mutation comes after it.
  @Test func dataFromBeforeAMutationIsNotStored() async throws {
    let gate = Gate()
    transport.respond(to: SocialLinksQuery.self) { call throws(TransportError) in
      await gate.pass()
      return try Self.response("before")
    }
    transport.respond(to: RemoveSocialLinkMutation.self, with: try .data(.sample()))
    let client = client
    let early = Task { try await user(client) }
    await gate.holdsACaller()
    _ = try await client.execute(removal, invalidating: SocialLinksQuery.self)
    gate.open()
    #expect(try await early.value == "before")
    #expect(await cache.count == 0)
  }

  /// A call after a mutation needs data from after it, also if an older request is under way.
  @Test func callAfterAMutationDoesNotJoinAnOlderRequest() async throws {
    let gate = hold()
    transport.respond(to: RemoveSocialLinkMutation.self, with: try .data(.sample()))
    let client = client
    let early = Task { try await user(client) }
    await gate.holdsACaller()
    _ = try await client.execute(removal, invalidating: SocialLinksQuery.self)
    #expect(try await user(client) == "Opaque ada-1")
    #expect(transport.calls(of: SocialLinksQuery.self).count == 2)
    gate.open()
    _ = try await early.value
    #expect(await cache.count == 1)
  }

  /// The end of a cancelled request leaves its successor alone.
  @Test func cancelledRequestDoesNotEndItsSuccessor() async throws {
    let gate = hold()
    let client = client
    let first = Task { try await user(client) }
    await gate.holdsACaller()
    first.cancel()
    await #expect(throws: RequestError.self) { try await first.value }
    let second = hold()
    let next = Task { try await user(client) }
    await second.holdsACaller()
    gate.open()
    try await Task.sleep(for: .milliseconds(20))
    #expect(await cache.waitingCalls == 1)
    second.open()
    #expect(try await next.value == "Opaque ada-1")
    #expect(await cache.count == 1)
  }

  // MARK: Requests under way

  @Test func equalCallsShareOneRequest() async throws {
    let gate = hold()
    let client = client
    let calls = (0..<20).map { _ in Task { try await user(client) } }
    await gate.holdsACaller()
    try await wait { await cache.waitingCalls == 20 }
    calls[3].cancel()
    await #expect(throws: RequestError.self) { try await calls[3].value }
    gate.open()
    for (number, call) in calls.enumerated() where number != 3 {
      #expect(try await call.value == "Opaque ada-1")
    }
    #expect(requests == 1)
  }

  @Test func requestIsCancelledWithItsLastCall() async throws {
    let cancelled = Shared(false)
    transport.respond(to: SocialLinksQuery.self) { call throws(TransportError) in
      try? await Task.sleep(for: .seconds(30))
      cancelled.withLock { $0 = Task.isCancelled }
      throw TransportError(.cancelled, wasSent: true)
    }
    let client = client
    let calls = (0..<2).map { _ in Task { try await user(client) } }
    try await wait { await cache.waitingCalls == 2 && requests == 1 }
    for call in calls { call.cancel() }
    try await wait { cancelled.withLock { $0 } }
    #expect(await cache.waitingCalls == 0)
  }

  // MARK: Bounds

  @Test func dataThatWasNotUsedForTheLongestTimeIsRemoved() async throws {
    let client = client
    let statuses: [SocialLinkStatus?] = [nil, .linked, .pending]
    for status in statuses { _ = try await user(client, status) }
    _ = try await user(client)
    #expect(requests == 3)
    _ = try await user(client, .unknown("NEW"))
    #expect(await cache.count == 3)
    _ = try await user(client)
    #expect(requests == 4)
    _ = try await user(client, .linked)
    #expect(requests == 5)
  }

  @Test func bytesAreBounded() async throws {
    let long = String(repeating: "x", count: 800)
    transport.respond(to: SocialLinksQuery.self, always: try Self.response(long))
    let client = client
    for status in [nil, SocialLinkStatus.linked, .pending] { _ = try await user(client, status) }
    #expect(await cache.count == 2)
    #expect(await (1_800...2_000).contains(cache.size))
    let tooLong = String(repeating: "x", count: 2_000)
    transport.respond(to: SocialLinksQuery.self, always: try Self.response(tooLong))
    _ = try await user(client.with(.networkOnly), .linked)
    #expect(await cache.size < 2_000)
  }

  // MARK: Sessions

  @Test func logoutEmptiesTheCache() async throws {
    let client = client
    _ = try await user(client)
    try await sessions.signOut()
    try await wait { await cache.count == 0 }
    await #expect(throws: RequestError.self) { try await user(client) }
    #expect(requests == 1)
  }

  @Test func sameUsersNextLoginBeginsWithoutData() async throws {
    let client = client
    _ = try await user(client)
    try await sessions.logIn { TestSession("ada-1") }
    _ = try await user(client)
    #expect(requests == 2)
  }

  /// The first user's response comes after the second user's login.
  @Test func lateResponseIsNotStoredForAnotherUser() async throws {
    let gate = hold()
    let client = client
    let early = Task { try await user(client) }
    await gate.holdsACaller()
    try await sessions.signOut()
    try await sessions.logIn { TestSession("bob-1", customer: "bob") }
    #expect(try await user(client) == "Opaque bob-1")
    gate.open()
    // Nothing says for whom the server has answered.
    #expect(await failure { try await early.value }?.short == "not sent: noSession")
    #expect(try await user(client) == "Opaque bob-1")
    #expect(requests == 2)
  }

  /// Another user logs in while the call waits for its second attempt.
  @Test func retryIsNotSentForAnotherUser() async throws {
    let attempts = Shared(0)
    let sessions = sessions
    transport.respond(to: SocialLinksQuery.self) { call throws(TransportError) in
      let number = attempts.withLock { number in
        number += 1
        return number
      }
      guard number == 1 else { return try Self.response(call.authorization?.reveal() ?? "") }
      _ = try? await sessions.logIn { TestSession("bob-1", customer: "bob") }
      return .failure(.lost)
    }
    let shop = HorizonClient(base)
    let options = CallOptions(
      retry: RetryPolicy(maximumAttempts: 3, baseDelay: .milliseconds(1)))
    let error = await failure { try await shop.socialLinks(options: options) }
    #expect(error?.short == "not sent: noSession" && requests == 1)
    #expect(try await Self.user(shop.socialLinks()) == "Opaque bob-1")
  }

  /// No call returns the data of a user who had logged out before the call began.
  @Test func manyLoginsNeverMixTheirData() async throws {
    let client = client
    // The last login, and how many calls have returned its data.
    let current = Shared((login: 0, calls: 0))
    let total = Shared(0)
    try await sessions.logIn { TestSession("0") }
    let callers = (0..<6).map { _ in
      Task {
        while !Task.isCancelled {
          let number = current.withLock { $0.login }
          guard let text = try? await user(client), let seen = Int(text.dropFirst("Opaque ".count))
          else {
            await Task.yield()
            continue
          }
          #expect(seen >= number, "the data of \(seen) after the login of \(number)")
          current.withLock { if $0.login == seen { $0.calls += 1 } }
          total.withLock { $0 += 1 }
        }
      }
    }
    for number in 1...60 {
      if number % 3 == 0 { try await sessions.signOut() }
      try await sessions.logIn { TestSession("\(number)") }
      current.withLock { $0 = (number, 0) }
      // Some logins end while the first call is under way, others after calls with cached data.
      if number % 2 == 0 { try await wait { current.withLock { $0.calls } >= 10 } }
    }
    for caller in callers {
      caller.cancel()
      await caller.value
    }
    // The cache was used.
    #expect(requests < total.withLock { $0 })
  }

  @Test func dataWithoutAUserNeedsNoSession() async throws {
    transport.respond(to: GetSocialProvidersQuery.self, with: try .data(.sample()))
    let configuration = ClientConfiguration(endpoint: MockTransport.endpoint)
    let client = HorizonClient(
      CachedClient(GraphQLClient(configuration, transport: transport), cache: cache))
    for _ in 0..<2 { _ = try await client.getSocialProviders() }
    #expect(requests == 1)
  }

  /// Also data without a user, which a logout keeps.
  @Test func deletionOfTheAccountEmptiesTheCache() async throws {
    transport.respond(to: GetSocialProvidersQuery.self, with: try .data(.sample()))
    let configuration = ClientConfiguration(endpoint: MockTransport.endpoint)
    let anonymous = HorizonClient(
      CachedClient(GraphQLClient(configuration, transport: transport), cache: cache))
    _ = try await anonymous.getSocialProviders()
    #expect(await cache.count == 1)
    try await sessions.deleteAccount(
      erasing: cache.localData, confirming: {}, onServer: { _, _ in .declined(()) })
    #expect(await cache.count == 1)
    try await sessions.deleteAccount(
      erasing: cache.localData, confirming: {}, onServer: { _, _ in .deleted(()) })
    #expect(await cache.count == 0)
    #expect(await cache.size == 0)
  }

  @Test func cacheFollowsTheSelectedAccount() async throws {
    let (accounts, ids, client) = try await accounts()
    for (name, id) in zip(["ben", "eve", "ben"], ids + [ids[0]]) {
      try await accounts.select(id)
      for _ in 0..<2 { #expect(try await user(client) == "Opaque \(name)") }
    }
    #expect(requests == 3)
    // Without a call, too.
    try await accounts.select(nil)
    try await wait { await cache.count == 0 }
    try await accounts.select(ids[1])
    #expect(try await user(client) == "Opaque eve")
    try await accounts.login(of: ids[1])?.signOut()
    try await wait { await cache.count == 0 }
  }

  @Test func responseToOneAccountIsNotStoredForAnother() async throws {
    let (accounts, ids, client) = try await accounts()
    try await accounts.select(ids[0])
    let gate = hold()
    let call = Task { try await user(client) }
    await gate.holdsACaller()
    try await accounts.select(ids[1])
    gate.open()
    #expect(await failure { try await call.value }?.short == "not sent: noSession")
    #expect(try await user(client) == "Opaque eve")
  }

  /// The switch comes after the cache has looked for the account, and before the client has its credential.
  @Test(arguments: [false, true])
  func responseToAnotherAccountIsNotReturned(returns: Bool) async throws {
    let (accounts, ids, _) = try await accounts()
    try await accounts.select(ids[0])
    let switches = Shared(true)
    let client = CachedClient(
      Switching(
        base: base(accounts),
        before: {
          guard switches.withLock({ $0 }) else { return }
          _ = try? await accounts.select(ids[1])
        },
        after: { if returns { _ = try? await accounts.select(ids[0]) } }),
      cache: cache, accounts: accounts)
    let shop = HorizonClient(client)
    #expect(await failure { try await shop.socialLinks() }?.short == "not sent: noSession")
    #expect(transport.calls.isEmpty)
    #expect(await cache.count == 0)
    switches.withLock { $0 = false }
    try await accounts.select(ids[0])
    #expect(Self.user(try await shop.socialLinks()) == "Opaque ben")
  }

  @Test func accountThatIsSelectedAgainBeginsWithoutData() async throws {
    let (accounts, ids, client) = try await accounts()
    try await accounts.select(ids[0])
    _ = try await user(client)
    try await accounts.select(ids[1])
    try await accounts.select(ids[0])
    #expect(try await user(client) == "Opaque ben")
    #expect(requests == 2)
  }

  @Test func closedGateAsksBeforeCachedDataIsUsed() async throws {
    let answers = Shared<(questions: Int, refusal: GateRefusal?)>((0, nil))
    let gate = StoreGate {
      let refusal = answers.withLock { answers in
        answers.questions += 1
        return answers.refusal
      }
      if let refusal { throw refusal }
    }
    let sessions = SessionManager<TestSession>(store: GatedStore(InMemoryStore(), gate: gate))
    try await sessions.logIn { TestSession("ada-1") }
    let client = CachedClient(base(sessions), cache: cache, sessions: sessions)
    // Until the gate is closed, the calls of a login do not ask.
    for _ in 0..<2 { _ = try await user(client) }
    #expect(requests == 1 && !gate.isOpen)
    gate.close()
    answers.withLock { $0 = (0, .cancelled) }
    let error = await failure { try await user(client) }
    #expect(error?.unavailable?.reason == .gateIsClosed)
    await #expect(throws: RequestError.self) {
      for try await _ in client.results(of: SocialLinksQuery()) { Issue.record("cached data") }
    }
    #expect(requests == 1 && answers.withLock { $0.questions } == 1)
  }

  /// Two accounts, of which none is selected, and their client.
  private func accounts() async throws -> (
    accounts: Accounts<SessionManager<TestSession>>, ids: [SavedAccount.ID], client: Client
  ) {
    let accounts = Accounts<SessionManager<TestSession>>(list: InMemoryStore()) { _ in
      SessionManager(store: InMemoryStore())
    }
    var ids: [SavedAccount.ID] = []
    for name in ["ben", "eve"] {
      let id = try await accounts.add(name).id
      try await accounts.login(of: id)?.logIn { TestSession(name) }
      ids.append(id)
    }
    return (accounts, ids, CachedClient(base(accounts), cache: cache, accounts: accounts))
  }

  @Test func accountThatAnotherProcessRemovesHasNoCachedData() async throws {
    let (list, store) = (InMemoryStore(), InMemoryStore())
    func process() -> Accounts<SessionManager<TestSession>> {
      Accounts(list: list) { _ in SessionManager(store: store) }
    }
    let here = process()
    let id = try await here.add("ben").id
    try await here.login(of: id)?.logIn { TestSession("ben") }
    try await here.select(id)
    let client = CachedClient(base(here), cache: cache, accounts: here)
    #expect(try await user(client) == "Opaque ben")
    try await process().remove(id)
    await #expect(throws: RequestError.self) { try await user(client) }
  }

  /// Holds the first call.
  private func hold() -> Gate {
    let gate = Gate()
    transport.respond(to: SocialLinksQuery.self) { call throws(TransportError) in
      let user = call.authorization?.reveal() ?? ""
      await gate.pass()
      return try Self.response(user)
    }
    return gate
  }
}

extension TransportError {
  fileprivate static let lost = TransportError(.connectionLost, wasSent: true)
}
