// Streams never send an operation twice, deliver another user's events, or reconnect without a limit.

import AuthGenRuntime
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenSessions
@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct StreamTrustTests {
  /// A session whose credential has another number after each refusal.
  private final class Source: CredentialSource {
    let refusals: [RefusalRule]
    private let state = Shared((number: 1, replacements: 0, ended: 0))

    init(_ refusals: RefusalRule...) {
      self.refusals = refusals
    }

    var replacements: Int { state.withLock { $0.replacements } }
    var ended: Int { state.withLock { $0.ended } }

    /// Waits until the source has replaced its credential so often.
    func isTold(_ count: Int) async throws {
      try await wait { replacements >= count }
      #expect(replacements == count)
    }

    func credential() async -> Credential? {
      Credential(scheme: "Bearer", token: Secret("t\(state.withLock { $0.number })"))
    }

    func credential(insteadOf refused: Credential) async -> Credential? {
      state.withLock { ($0.number, $0.replacements) = ($0.number + 1, $0.replacements + 1) }
      return await credential()
    }

    func sessionHasEnded(_ credential: Credential) async { state.withLock { $0.ended += 1 } }
  }

  private static let code = RefusalRule.extensions("code", in: ["UNAUTHENTICATED"])
  private static let refusal =
    #"{"data":null,"errors":[{"message":"","extensions":{"code":"UNAUTHENTICATED"}}]}"#
  private static let team = #"{"data":{"team":{"id":"1"}}}"#

  private func client(
    _ transport: any Transport, _ source: any CredentialSource,
    over streams: SubscriptionTransport = .http,
    policy: StreamPolicy = StreamPolicy(
      retry: RetryPolicy(maximumAttempts: 10), silenceLimit: .seconds(600)),
    headers: HTTPHeaders = [:], clock: any Clock<Duration> = InstantClock()
  ) throws -> StreamingClient<AuthenticatedGraphQLClient> {
    let configuration = ClientConfiguration(
      endpoint: try #require(URL(string: "https://api.example.com/graphql")), headers: headers)
    return GraphQLClient(configuration, transport: transport, clock: clock)
      .authenticated(by: source).streaming(over: streams, policy: policy)
  }

  private func read<Data: ResponseObject>(
    _ stream: ResponseStream<Data>, _ each: (StreamEvent<Data>) async throws -> Void = { _ in }
  ) async -> (count: Int, reason: StreamError.Reason?) {
    var count = 0
    do {
      for try await event in stream {
        count += 1
        try await each(event)
      }
    } catch {
      return (count, (error as? StreamError)?.reason)
    }
    return (count, nil)
  }

  private func end(_ reason: StreamError.Reason?) -> SessionEnd? {
    if case .sessionEnded(let end)? = reason { end } else { nil }
  }

  private func isGraphQL(_ reason: StreamError.Reason?) -> Bool {
    if case .request(.graphQL)? = reason { true } else { false }
  }

  // MARK: Never twice

  /// A call and a stream follow the same rule: see `RoundTrip.maySendAgain(by:)`.
  @Test(arguments: [
    (200, refusal, 1), (200, #"{"data":{"team":null}}"#, 1), (401, refusal, 2),
    (401, "Unauthorized", 2),
    (200, #"{"errors":[{"message":"","extensions":{"code":"UNAUTHENTICATED"}}]}"#, 2),
    (
      200,
      #"{"data":{"team":null},"errors":[{"message":"","path":["team"],"extensions":{"code":"UNAUTHENTICATED"}}]}"#,
      1
    ),
    (
      200,
      #"{"data":{"team":null},"errors":[{"message":"","path":["team"],"extensions":{"code":"EXPIRED"}}]}"#,
      2
    ),
    (401, #"{"data":{"team":null},"errors":[{"message":"","path":["team"]}]}"#, 1),
  ]) func refusedMutationIsSentAsOftenAsByACall(status: Int, body: String, sent: Int) async throws {
    let type = body.hasPrefix("{") ? "application/json" : "text/plain"
    let rules: [RefusalRule] = [
      .status(401), Self.code, .extensions("code", in: ["EXPIRED"], beforeExecution: true),
    ]
    for isStream in [true, false] {
      let source = Source(rules[0], rules[1], rules[2])
      let server = ScriptedStreams { number, _ in
        number == 1
          ? ScriptedStreams.Script(status: status, type: type, parts: [body])
          : ScriptedStreams.Script(type: "application/json", parts: [Self.team])
      }
      let calls = RequestLog()
      let transport = InMemoryTransport { _ throws(TransportError) in
        let number = calls.add(HTTPRequest(url: URL(filePath: "/")))
        return HTTPResponse(
          status: number == 1 ? status : 200,
          headers: ["Content-Type": number == 1 ? type : "application/json"],
          body: Data((number == 1 ? body : Self.team).utf8))
      }
      if isStream {
        let result = await read(try client(server, source).updates(of: Team4Mutation()))
        #expect(server.requests.count == sent)
        // Data is delivered, also with a refusal.
        let hasData = sent == 2 || body.contains(#""data":{"#)
        #expect(result.count == (hasData ? 1 : 0) && (result.reason == nil) == hasData)
      } else {
        _ = try? await client(transport, source).response(to: Team4Mutation())
        #expect(calls.requests.count == sent)
      }
      try await source.isTold(body.contains("errors") || status == 401 ? 1 : 0)
      #expect(source.ended == 0)
    }
  }

  private func socket(
    _ server: ScriptedSockets, _ endpoint: String = "wss://api.example.com/graphql"
  ) throws -> SubscriptionTransport {
    .webSocket(
      SubscriptionSocket(endpoint: try #require(URL(string: endpoint)), transport: server))
  }

  private static let offline = InMemoryTransport { _ in HTTPResponse(status: 500) }

  private static func next(_ id: String, _ payload: String) -> ScriptedSockets.Reply {
    .text(#"{"id":"\#(id)","type":"next","payload":\#(payload)}"#)
  }

  private func subscribed(_ server: ScriptedSockets) -> Int {
    server.sockets.reduce(0) { $0 + $1.messages.filter { $0.type == "subscribe" }.count }
  }

  @Test(arguments: ["4401", "4403", "error", "nothing", "lost"])
  func mutationOnASocketIsSentOnce(end: String) async throws {
    let source = Source(Self.code, .closeCode(4403))
    let server = ScriptedSockets.acknowledging { _, message in
      let first = Self.next(message.id, #"{"data":{"team":{"id":"1"}},"hasNext":true}"#)
      switch end {
      case "4401", "4403": return [first, .close(Int(end) ?? 0)]
      case "error":
        return [
          first,
          .text(
            #"{"id":"\#(message.id)","type":"error","payload":[{"message":"","extensions":{"code":"UNAUTHENTICATED"}}]}"#
          ),
        ]
      case "lost": return [first, .close(1001)]
      default: return [.close(4401)]
      }
    }
    let result = await read(
      try client(Self.offline, source, over: socket(server)).updates(of: Team4Mutation()))
    #expect(result.reason != nil && subscribed(server) == 1)
    #expect(result.count == (end == "nothing" ? 0 : 1))
    try await source.isTold(end == "lost" ? 0 : 1)
  }

  @Test func mutationThatASocketRefusesBeforeItIsSentIsSentOnce() async throws {
    let source = Source(Self.code)
    let server = ScriptedSockets { socket, message in
      switch message.type {
      case "connection_init":
        [socket.number == 1 ? .close(4401) : .text(#"{"type":"connection_ack"}"#)]
      case "subscribe":
        [
          Self.next(message.id, Self.team),
          .text(#"{"id":"\#(message.id)","type":"complete"}"#),
        ]
      default: []
      }
    }
    let result = await read(
      try client(Self.offline, source, over: socket(server)).updates(of: Team4Mutation()))
    #expect(result.reason == nil && result.count == 1)
    #expect(server.sockets.count == 2 && subscribed(server) == 1)
  }

  // MARK: Limits of reconnections

  @Test func refusalAfterEachEventCausesOneRefresh() async throws {
    let source = Source(Self.code)
    let server = ScriptedStreams { number, _ in
      number > 30
        ? .events(complete)
        : .events(tick(number) + "event: next\ndata: \(Self.refusal)\n\n")
    }
    let result = await read(try client(server, source).events(of: TicksSubscription()))
    #expect(source.replacements == 1 && source.ended == 0 && isGraphQL(result.reason))
    // The first connection, the one with the new credential, and those after nine waits.
    #expect(server.requests.count == 11)
  }

  @Test(arguments: [": heartbeat\n\n", tick(1), tick(1, id: "a"), "retry: 1\n\n"])
  func eventsDoNotMakeAConnectionHealthy(text: String) async throws {
    let server = ScriptedStreams { number, _ in
      number > 30 ? .events(complete) : .events(text, end: .end)
    }
    let source = Source()
    let result = await read(try client(server, source).events(of: TicksSubscription()))
    #expect(server.requests.count == 10)
    guard case .request(.transport(let error))? = result.reason else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    #expect(error.reason == .connectionLost)
  }

  @Test func connectionThatHasLastedSetsTheNumberOfFailuresBack() async throws {
    let server = ScriptedStreams { number, _ in .events(tick(number), end: .end) }
    let policy = StreamPolicy(
      retry: RetryPolicy(maximumAttempts: 10), healthyTime: .zero, silenceLimit: .seconds(600))
    var counts: [Int] = []
    let stream = try client(server, Source(), policy: policy).events(of: TicksSubscription())
    for try await event in stream {
      if let count = event.data?.ticks.count { counts.append(count) }
      if counts.count == 25 { break }
    }
    #expect(counts == Array(1...25))
  }

  /// The silence of a server is not the life of a connection, and the length of a response is not either.
  @Test(arguments: ["silence", "cut"]) func queryHasALimitOfAttempts(end: String) async throws {
    var script = Self.multipart()
    script.parts = Array(script.parts.prefix(2))
    if end == "silence" { script.end = .silence }
    let server = ScriptedStreams { [script] number, _ in
      number > 10 ? Self.multipart() : script
    }
    let policy = StreamPolicy(
      retry: RetryPolicy(maximumAttempts: 3, baseDelay: .milliseconds(1)), healthyTime: .zero,
      silenceLimit: end == "silence" ? .milliseconds(20) : .seconds(600))
    let client = try client(server, Source(), policy: policy, clock: ContinuousClock())
    let result = await read(client.updates(of: LateNodeQuery(id: "1")))
    #expect(server.requests.count == 3 && result.reason != nil)
  }

  /// An hour of health, and then silence, is not a failure in a row.
  @Test(arguments: [(0, 3), (3_600, 4)]) func silentTimeDoesNotMakeAConnectionHealthy(
    seconds: Int, connections: Int
  ) async throws {
    let clock = SkippingClock()
    let server = ScriptedStreams { number, _ in
      guard number == 2 else { return .events(": heartbeat\n\n", end: .end) }
      let end = ScriptedStreams.Script.End.fail(TransportError(.timedOut, wasSent: true))
      var script = ScriptedStreams.Script.events(tick(number), end: end)
      script.permits = 1
      return script
    }
    let policy = StreamPolicy(retry: RetryPolicy(maximumAttempts: 3), silenceLimit: .seconds(600))
    let client = try client(server, Source(), policy: policy, clock: clock)
    let result = await read(client.events(of: TicksSubscription())) { event in
      guard event.data != nil else { return }
      clock.skip(.seconds(seconds))
      server.permit()
    }
    #expect(server.requests.count == connections && result.reason != nil)
  }

  @Test func optionsLimitTheAttemptsOfAQuery() async throws {
    var script = Self.multipart()
    script.parts = Array(script.parts.prefix(2))
    let server = ScriptedStreams { [script] _, _ in script }
    let never = CallOptions(retry: .never)
    let once = try client(server, Source()).updates(of: LateNodeQuery(id: "1"), options: never)
    #expect(await read(once).reason != nil && server.requests.count == 1)
    let limited = CallOptions(deadline: .milliseconds(1))
    let late = try client(server, Source()).updates(of: LateNodeQuery(id: "1"), options: limited)
    #expect(await read(late).reason != nil && server.requests.count == 2)
    script.end = .silence
    let silent = ScriptedStreams { [script] _, _ in script }
    let client = try client(silent, Source(), clock: ContinuousClock())
    let ended = client.updates(
      of: LateNodeQuery(id: "1"), options: CallOptions(deadline: .milliseconds(50)))
    guard case .request(.transport(let error))? = await read(ended).reason else {
      Issue.record("expected a timeout")
      return
    }
    #expect(error.reason == .timedOut && silent.requests.count == 1)
  }

  /// Tokens that count as expired when they arrive, for example because of the device's clock.
  @Test func renewalsInARowWait() async throws {
    final class Renewing: CredentialSource {
      let number = Shared(0)
      func credential() async -> Credential? {
        let number = number.withLock { number in
          number += 1
          return number
        }
        return Credential(scheme: "Bearer", token: Secret("t\(number)"))
      }
      func sessionHasEnded(_ credential: Credential) async {}
      func observe(
        _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
      ) async -> CredentialObservation? {
        // The stream completes with the last one.
        if credential.token != "t21" { report(.replaced) }
        return nil
      }
    }
    let server = ScriptedStreams { number, _ in number > 20 ? .events(complete) : .events() }
    let clock = SkippingClock()
    let client = try client(server, Renewing(), clock: clock)
    let result = await read(client.events(of: TicksSubscription()))
    #expect(result.reason == nil && server.requests.count == 21)
    // The first renewal does not wait. A slow machine passes a part of the next waits before they begin.
    #expect(clock.waits.count == 20 && clock.waits[0] <= .zero)
    #expect(clock.waits.suffix(10).allSatisfy { $0 > .zero })
  }

  @Test func renewalOfAHealthyConnectionEndsARowOfFailures() async throws {
    let manager = try await signedIn()
    let clock = SkippingClock()
    let server = ScriptedStreams { number, _ in
      if number > 10 { return .events(complete) }
      return number == 3 ? .events(tick(number)) : .events(end: .end)
    }
    let policy = StreamPolicy(
      retry: RetryPolicy(maximumAttempts: 3), healthyTime: .seconds(30), silenceLimit: .seconds(600)
    )
    let client = try client(server, manager, policy: policy, clock: clock)
    let result = await read(client.events(of: TicksSubscription())) { event in
      guard event.data != nil else { return }
      clock.skip(.seconds(31))
      _ = try await manager.refreshedSession()
    }
    // Two failures, a healthy connection, and three failures.
    #expect(server.requests.count == 6 && result.reason != nil)
  }

  /// The acknowledgement accepts the credential, also if no event follows.
  @Test(arguments: [(6, true), (0, false)])
  func laterRefusalOfAQuietSocketEndsNoSession(seconds: Int, staysAlive: Bool) async throws {
    struct Watched: CredentialSource {
      let manager: SessionManager<RotatingSession>
      let observations = Shared(0)
      func credential() async throws(CredentialUnavailable) -> Credential? {
        try await manager.credential()
      }
      func credential(
        insteadOf refused: Credential
      ) async throws(CredentialUnavailable) -> Credential? {
        try await manager.credential(insteadOf: refused)
      }
      func sessionHasEnded(_ credential: Credential) async {
        await manager.sessionHasEnded(credential)
      }
      func observe(
        _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
      ) async -> CredentialObservation? {
        defer { observations.withLock { $0 += 1 } }
        return await manager.observe(credential, report)
      }
    }
    let manager = try await signedIn()
    let source = Watched(manager: manager)
    let clock = SkippingClock()
    let server = ScriptedSockets.acknowledging { socket, message in
      socket.number > 2 ? [.text(#"{"id":"\#(message.id)","type":"complete"}"#)] : []
    }
    let client = try client(Self.offline, source, over: socket(server), clock: clock)
    async let reading = read(client.events(of: TicksSubscription()))
    for number in 1...2 {
      try await wait { source.observations.withLock { $0 } >= number }
      clock.skip(.seconds(number == 2 ? seconds : 0))
      server.sockets[number - 1].push(.close(4401))
    }
    let result = await reading
    #expect((result.reason == nil) == staysAlive)
    #expect((await manager.state.session != nil) == staysAlive)
    #expect(await tokens.refreshes == 1)
  }

  @Test func refusedCredentialWithoutASessionEndsNoSession() async throws {
    let server = ScriptedStreams { _, _ in ScriptedStreams.Script(status: 401, type: "text/plain") }
    let credential = Credential(scheme: "Bearer", token: "t")
    let result = await read(try client(server, credential).events(of: TicksSubscription()))
    guard case .request(.httpStatus(let failure))? = result.reason else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    #expect(failure.status == 401 && server.requests.count == 1)
  }

  // MARK: Never another user's

  private let tokens = RotatingServer()

  private func signedIn() async throws -> SessionManager<RotatingSession> {
    let manager = tokens.manager(InMemoryStore())
    try await manager.signIn(RotatingSession(1))
    return manager
  }

  private static let parts = [
    #"{"data":{"node":{"__typename":"Person","id":"1"}},"hasNext":true}"#,
    #"{"incremental":[{"data":{"name":"Ada"},"path":["node"],"label":"LateNode.1"}],"hasNext":false}"#,
  ]

  /// The delimiter follows each part at once.
  private static func multipart(
    _ type: String = "multipart/mixed; boundary=-", boundary: String = "-"
  ) -> ScriptedStreams.Script {
    ScriptedStreams.Script(
      type: type,
      parts: ["--\(boundary)"] + parts.map { "\r\n\r\n\($0)\r\n--\(boundary)" } + ["--\r\n"])
  }

  @Test(arguments: ["logout", "other login", "refresh"])
  func partsOfAResultAreNotDeliveredAfterTheLogin(change: String) async throws {
    let manager = try await signedIn()
    let (changes, changed) = AsyncStream<Void>.makeStream()
    var script = Self.multipart()
    script.before = (2, { for await _ in changes { break } })
    let server = ScriptedStreams { [script] _, _ in script }
    let stream = try client(server, manager).updates(of: LateNodeQuery(id: "1"))
    let result = await read(stream) { _ in
      switch change {
      case "logout": _ = try await manager.signOut()
      case "other login": try await manager.signIn(RotatingSession(7))
      default: _ = try await manager.refreshedSession()
      }
      changed.yield()
    }
    let ends: [String: SessionEnd] = ["logout": .loggedOut, "other login": .otherLogin]
    #expect(end(result.reason) == ends[change])
    #expect(result.count == (change == "refresh" ? 2 : 1) && server.requests.count == 1)
  }

  @Test func queuedEventsAreNotDeliveredAfterTheLogin() async throws {
    let manager = try await signedIn()
    let server = ScriptedSockets.acknowledging { _, message in
      (1...3).map { Self.next(message.id, #"{"data":{"ticks":{"count":\#($0)}}}"#) }
    }
    let stream = try client(Self.offline, manager, over: socket(server)).events(
      of: TicksSubscription())
    let result = await read(stream) { _ in
      try await Task.sleep(for: .milliseconds(20))
      _ = try await manager.signOut()
    }
    #expect(result.count == 1 && end(result.reason) == .loggedOut)
  }

  /// The user logs out while the stream reads an event that it has taken.
  @Test func eventThatIsReadDuringALogoutIsNotDelivered() async throws {
    final class Leaving: CredentialSource {
      let report = Shared<(@Sendable (CredentialChange) -> Void)?>(nil)
      func credential() async -> Credential? { Credential(scheme: "Bearer", token: "t") }
      func sessionHasEnded(_ credential: Credential) async {}
      /// The stream asks for the rules when it has read an event.
      var refusals: [RefusalRule] {
        report.withLock { $0 }?(.ended(.loggedOut))
        return []
      }
      func observe(
        _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
      ) async -> CredentialObservation? {
        self.report.withLock { $0 = report }
        return CredentialObservation {}
      }
    }
    let server = ScriptedStreams { _, _ in .events(tick(1)) }
    let result = await read(try client(server, Leaving()).events(of: TicksSubscription()))
    #expect(result.count == 0 && end(result.reason) == .loggedOut)
  }

  @Test func credentialsAreAssignedToTheirLoginAfterManyRefreshes() async throws {
    let manager = try await signedIn()
    let credential = try #require(try await manager.credential())
    for _ in 0..<100 { _ = try await manager.refreshedSession() }
    #expect(try await manager.credential(after: credential) == RotatingSession(101).credential)
    try await manager.signIn(RotatingSession(7))
    #expect(try await manager.credential(after: credential) == nil)
  }

  @Test func logoutReturnsAfterItsStreamsHaveEnded() async throws {
    let manager = try await signedIn()
    let credential = try #require(await manager.credential())
    let changes = Shared<[CredentialChange]>([])
    var observation = await manager.observe(credential) { change in
      changes.withLock { $0.append(change) }
    }
    _ = try await manager.refreshedSession()
    #expect(changes.withLock { $0 } == [.replaced])
    _ = try await manager.signOut()
    #expect(changes.withLock { $0 } == [.replaced, .ended(.loggedOut)])
    try await manager.signIn(RotatingSession(3))
    #expect(changes.withLock { $0.count } == 2)
    #expect(observation != nil)
    // A login that is over is reported at once, and there is nothing more to observe.
    observation = await manager.observe(credential) { change in
      changes.withLock { $0.append(change) }
    }
    #expect(observation == nil && changes.withLock { $0.last } == .ended(.otherLogin))
  }

  @Test func releasedObservationReportsNothing() async throws {
    let manager = try await signedIn()
    let credential = try #require(await manager.credential())
    let changes = Shared(0)
    var observation = await manager.observe(credential) { _ in changes.withLock { $0 += 1 } }
    #expect(observation != nil)
    observation = nil
    try await wait { await manager.observerCount == 0 }
    _ = try await manager.signOut()
    #expect(changes.withLock { $0 } == 0)
  }

  @Test func socketIsNotSharedByClientsWithOtherHeaders() async throws {
    let server = ScriptedSockets.acknowledging { socket, message in
      [Self.next(message.id, #"{"data":{"ticks":{"count":\#(socket.number)}}}"#)]
    }
    let transport = try socket(server)
    let credential = Credential(scheme: "Bearer", token: "t")
    func count(
      _ client: StreamingClient<AuthenticatedGraphQLClient>, _ headers: HTTPHeaders = [:]
    ) async throws -> (Int?, ResponseStream<TicksSubscription.Data>.Iterator) {
      var events = client.events(of: TicksSubscription(), options: CallOptions(headers: headers))
        .makeAsyncIterator()
      return (try await events.next()?.data?.ticks.count, events)
    }
    let tenants = try ["A", "B", "A"].map {
      try client(Self.offline, credential, over: transport, headers: ["X-Tenant": $0])
    }
    var numbers: [Int?] = []
    var open: [ResponseStream<TicksSubscription.Data>.Iterator] = []
    for tenant in tenants {
      let (number, events) = try await count(tenant)
      numbers.append(number)
      open.append(events)
    }
    // The header of one call.
    let (number, events) = try await count(tenants[0], ["X-Tenant": "C"])
    #expect(numbers == [1, 2, 1] && number == 3)
    #expect(server.sockets.map { $0.request.headers["X-Tenant"] } == ["A", "B", "C"])
    // Other limits.
    let policy = StreamPolicy(silenceLimit: .seconds(600), maximumUnreadSize: 1_000)
    let limited = try client(
      Self.offline, credential, over: transport, policy: policy, headers: ["X-Tenant": "A"])
    #expect(try await count(limited).0 == 4)
    withExtendedLifetime((open, events)) {}
  }

  @Test func socketRefusesInvalidHeaders() async throws {
    // The server ends a stream that should not exist, so that the test fails and does not wait.
    let server = ScriptedSockets.acknowledging { _, _ in [.close(4400)] }
    let client = try client(
      Self.offline, Source(), over: socket(server), headers: ["X-Tenant": "A\r\nX-Admin: 1"])
    let result = await read(client.events(of: TicksSubscription()))
    guard case .request(.notSent(.invalidHeader))? = result.reason else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    #expect(server.sockets.isEmpty)
  }

  // MARK: Never elsewhere

  @Test(arguments: [
    ("graphql-transport-ws", "wss://api.example.com/graphql", "none"),
    ("graphql-transport-ws", "https://API.example.com:443/other", "none"),
    ("graphql-transport-ws", "wss://evil.example.com/graphql", "redirected"),
    ("graphql-transport-ws", "ws://api.example.com/graphql", "redirected"),
    ("graphql-transport-ws", "wss://api.example.com:444/graphql", "redirected"),
    ("graphql-ws", "wss://api.example.com/graphql", "4406"), (nil, nil, "redirected"),
    (nil, "wss://api.example.com/graphql", "4406"),
  ]) func handshakeMustEndOnTheRequestedServer(
    subprotocol: String?, url: String?, expected: String
  ) throws {
    let asked = try #require(URL(string: "wss://api.example.com/graphql"))
    let found =
      switch WebSocketFailure(
        chosen: subprotocol, from: url.flatMap { URL(string: $0) },
        expecting: "graphql-transport-ws", from: asked)
      {
      case nil: "none"
      case .transport(let error)?:
        if case .redirected = error.reason { "redirected" } else { "\(error)" }
      case .closed(let code)?: "\(code ?? 0)"
      case .refused?, .unsupported?: "another failure"
      }
    #expect(found == expected)
  }

  /// A transport with pinned keys, for calls and for WebSockets.
  private final class Pinned: Transport, WebSocketTransport {
    let sockets: ScriptedSockets
    init(_ sockets: ScriptedSockets) { self.sockets = sockets }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      throw TransportError(.cannotConnect, wasSent: false)
    }

    func open(
      _ request: HTTPRequest, subprotocol: String
    ) async throws(WebSocketFailure) -> any WebSocket {
      try await sockets.open(request, subprotocol: subprotocol)
    }
  }

  @Test func socketUsesTheClientsTransport() async throws {
    let server = ScriptedSockets.acknowledging { socket, message in
      [Self.next(message.id, #"{"data":{"ticks":{"count":\#(socket.number)}}}"#)]
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let socket = SubscriptionTransport.webSocket(SubscriptionSocket(endpoint: endpoint))
    let credential = Credential(scheme: "Bearer", token: "t")
    var numbers: [Int?] = []
    var open: [ResponseStream<TicksSubscription.Data>.Iterator] = []
    let shared = Pinned(server)
    // Two transports may check the server in two ways.
    for transport in [shared, shared, Pinned(server)] {
      var events = try client(transport, credential, over: socket).events(of: TicksSubscription())
        .makeAsyncIterator()
      numbers.append(try await events.next()?.data?.ticks.count)
      open.append(events)
    }
    #expect(numbers == [1, 1, 2])
    // URLSession opens no WebSocket with https.
    #expect(server.sockets.allSatisfy { $0.request.url.scheme == "wss" })
    withExtendedLifetime(open) {}
    let other = await read(
      try client(Self.offline, credential, over: socket).events(of: TicksSubscription()))
    guard case .webSocketsUnsupported? = other.reason else {
      Issue.record("\(String(describing: other.reason))")
      return
    }
  }

  @Test(arguments: [
    ("https://api.example.com/a?b=c", "wss://api.example.com/a?b=c"),
    ("HTTP://127.0.0.1:80/", "ws://127.0.0.1:80/"), ("wss://a.example/", "wss://a.example/"),
    ("ws://a.example/", "ws://a.example/"), ("ftp://a.example/", "ftp://a.example/"),
  ]) func schemeOfHTTPMeansThatOfWebSockets(url: String, expected: String) throws {
    #expect(try #require(URL(string: url)).withWebSocketScheme.absoluteString == expected)
  }

  @Test func forbiddenStreamFailsAlone() async throws {
    let manager = try await signedIn()
    let server = ScriptedSockets.acknowledging { _, _ in [.close(4403)] }
    let result = await read(
      try client(Self.offline, manager, over: socket(server)).events(of: TicksSubscription()))
    guard case .closed(code: 4403)? = result.reason else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    #expect(await manager.state == .signedIn(RotatingSession(1)))
    #expect(await tokens.refreshes == 0 && server.sockets.count == 1)
  }

  @Test(arguments: [4401, 0]) func socketOnAnotherServerEndsNoSession(code: Int) async throws {
    let manager = try await signedIn()
    let server = ScriptedSockets { _, message in
      if code > 0 { return [.close(code)] }
      switch message.type {
      case "connection_init": return [.text(#"{"type":"connection_ack"}"#)]
      default:
        return [Self.next(message.id, #"{"data":null,"errors":[{"message":""}],"extensions":{}}"#)]
      }
    }
    struct Strict: CredentialSource {
      let manager: SessionManager<RotatingSession>
      var refusals: [RefusalRule] { [.message(in: [""])] }
      func credential() async throws(CredentialUnavailable) -> Credential? {
        try await manager.credential()
      }
      func credential(
        insteadOf refused: Credential
      ) async throws(CredentialUnavailable) -> Credential? {
        try await manager.credential(insteadOf: refused)
      }
      func sessionHasEnded(_ credential: Credential) async {
        await manager.sessionHasEnded(credential)
      }
    }
    let transport = try socket(server, "wss://events.example.com/graphql")
    let result = await read(
      try client(Self.offline, Strict(manager: manager), over: transport)
        .events(of: TicksSubscription()))
    #expect(result.reason != nil && end(result.reason) == nil)
    #expect(await manager.state == .signedIn(RotatingSession(1)))
    #expect(await tokens.refreshes == 0 && server.sockets.count == 1)
  }

  /// Apple's `URLSession` reports lost WebSockets with the system's codes.
  @Test(arguments: [53, 54, 57]) func lostSocketIsALostConnection(code: Int) {
    let failure = WebSocketFailure(afterOpening: NSError(domain: "NSPOSIXErrorDomain", code: code))
    guard case .temporary(.request(.transport(let error)), _) = StreamFailure(failure, by: [])
    else {
      Issue.record("\(failure)")
      return
    }
    #expect(error.reason == .connectionLost)
    let cancelled = StreamFailure(WebSocketFailure(afterOpening: URLError(.cancelled)), by: [])
    guard case .permanent = cancelled else {
      Issue.record("\(cancelled)")
      return
    }
  }

  // MARK: Right data

  @Test(arguments: ["multipart", "events", "socket"])
  func silenceBetweenThePartsHasALimit(form: String) async throws {
    var script =
      form == "events"
      ? ScriptedStreams.Script(parts: ["event: next\ndata: \(Self.parts[0])\n\n"])
      : Self.multipart()
    script.parts = Array(script.parts.prefix(2))
    script.end = .silence
    let server = ScriptedStreams { [script] _, _ in script }
    let webSockets = ScriptedSockets.acknowledging { _, message in
      [Self.next(message.id, Self.parts[0])]
    }
    let policy = StreamPolicy(retry: .never, silenceLimit: .milliseconds(50))
    let client =
      form == "socket"
      ? try client(
        Self.offline, Source(), over: socket(webSockets), policy: policy, clock: ContinuousClock())
      : try client(server, Source(), policy: policy, clock: ContinuousClock())
    let result = await read(client.updates(of: LateNodeQuery(id: "1")))
    guard case .request(.transport(let error))? = result.reason else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    #expect(error.reason == .timedOut && result.count == 1)
  }

  @Test(arguments: [
    ("multipart/mixed", "-"), ("Multipart/Mixed; Boundary=\"a b\"", "a b"),
    ("multipart/mixed;boundary='gc0';incrementalSpec=v0.2", "gc0"),
    ("MULTIPART/MIXED ; deferSpec=20220824 ; BOUNDARY=x", "x"),
    ("multipart/mixed; boundary='", "'"),
  ]) func mediaTypeHasManyForms(type: String, boundary: String) async throws {
    let server = ScriptedStreams { _, _ in
      var script = Self.multipart(type, boundary: boundary)
      script.permits = 2
      return script
    }
    let result = await read(try client(server, Source()).updates(of: LateNodeQuery(id: "1"))) { _ in
      server.permit()
    }
    #expect(result.count == 2 && result.reason == nil)
  }

  @Test func lastIdentifierStaysAndRepeatsNoEvent() async throws {
    let server = ScriptedStreams { number, _ in
      number == 1
        ? .events(tick(1, id: "a") + tick(2) + tick(3), end: .end)
        // Without an identifier, an event of the new connection is another one.
        : .events(tick(4) + tick(5, id: "a") + complete)
    }
    var counts: [Int?] = []
    for try await event in try client(server, Source()).events(of: TicksSubscription()) {
      counts.append(event.data?.ticks.count)
    }
    #expect(counts == [1, 2, 3, 4, 5])
    #expect(server.requests.map { $0.headers["Last-Event-ID"] } == [nil, "a"])
  }

  @Test(arguments: [
    ("", nil), ("a\u{1}b", "old"), (String(repeating: "x", count: 1_025), "old"), ("ö", "ö"),
    (String(repeating: "x", count: 1_024), String(repeating: "x", count: 1_024)),
  ]) func identifierIsSentBackIfAHeaderMayHaveIt(id: String, sent: String?) async throws {
    let server = ScriptedStreams { number, _ in
      number == 1
        ? .events(tick(1, id: "old") + tick(2, id: id), end: .end) : .events(tick(3) + complete)
    }
    var counts: [Int?] = []
    for try await event in try client(server, Source()).events(of: TicksSubscription()) {
      counts.append(event.data?.ticks.count)
    }
    // Without an identifier, events may be missing.
    #expect(counts == (sent == nil ? [1, 2, nil, 3] : [1, 2, 3]))
    #expect(server.requests[1].headers["Last-Event-ID"] == sent)
  }
}

/// A clock that a test puts forward, and that reports waits between attempts and ends them at once.
private final class SkippingClock: Clock {
  private let state = Shared<(skipped: Duration, waits: [Duration])>((.zero, []))

  var now: ContinuousClock.Instant { ContinuousClock.now + state.withLock { $0.skipped } }
  var minimumResolution: Duration { .zero }
  var waits: [Duration] { state.withLock { $0.waits } }

  func skip(_ duration: Duration) { state.withLock { $0.skipped += duration } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let wait = deadline - now
    guard wait > .seconds(25) else { return state.withLock { $0.waits.append(wait) } }
    try await ContinuousClock().sleep(for: wait)
  }
}
