// Streams never send an operation twice, deliver another user's events, or reconnect without a limit.

import AuthGenRuntime
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenSessions
@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct StreamTrustTests {
  private typealias Script = ScriptedStreams.Script

  private let tokens = RotatingServer()
  private static let token = Credential(scheme: "Bearer", token: "t")
  private static let unauthenticated = RefusalRule.extensions("code", in: ["UNAUTHENTICATED"])
  private static let refusal =
    #"{"data":null,"errors":[{"message":"","extensions":{"code":"UNAUTHENTICATED"}}]}"#
  private static let team = #"{"data":{"team":{"id":"1"}}}"#

  /// A result in two parts.
  private static let parts = [
    #"{"data":{"node":{"__typename":"Person","id":"1"}},"hasNext":true}"#,
    #"{"incremental":[{"data":{"name":"Ada"},"path":["node"],"label":"LateNode.1"}],"hasNext":false}"#,
  ]
  private static let firstPart = Script.multipart([parts[0]], isComplete: false)

  // MARK: Never twice

  /// A call and a stream follow the same rule: see `RoundTrip.maySendAgain(by:)`, and RefusalTests.
  @Test(
    arguments: [
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
    ] as [(Int, String, Int)]) func refusedMutationIsSentAsOftenAsByACall(
      status: Int, body: String, sent: Int
    ) async throws
  {
    let source = NumberedSource(
      .status(401), Self.unauthenticated,
      .extensions("code", in: ["EXPIRED"], beforeExecution: true))
    let type = body.hasPrefix("{") ? "application/json" : "text/plain"
    let server = ScriptedStreams(
      Script(status: status, type: type, parts: [body]), .json(Self.team))
    let client = streamingClient(server, by: source)
    let events = await received(from: client.updates(of: Team4Mutation()))
    #expect(server.requests.count == sent)
    // Data is delivered, also with a refusal.
    let hasData = sent == 2 || body.contains(#""data":{"#)
    #expect(events.count == (hasData ? 2 : 1) && (events.last == "complete") == hasData)
    try await source.replaces(body.contains("errors") || status == 401 ? 1 : 0)
    #expect(source.state.ended == 0)
  }

  @Test(arguments: [
    ("4401", ["data", "closed 4401"]), ("4403", ["data", "closed 4403"]),
    ("error", ["data", "GraphQL: "]), ("nothing", ["closed 4401"]),
    ("lost", ["data", "connection lost"]),
  ]) func mutationOnASocketIsSentOnce(end: String, expected: [String]) async throws {
    let source = NumberedSource(Self.unauthenticated, .closeCode(4403))
    let server = ScriptedSockets.acknowledging { _, message in
      let first = ScriptedSockets.Reply.next(
        message.id, #"{"data":{"team":{"id":"1"}},"hasNext":true}"#)
      return switch end {
      case "4401", "4403": [first, .close(Int(end) ?? 0)]
      case "error":
        [
          first,
          .error(message.id, #"{"message":"","extensions":{"code":"UNAUTHENTICATED"}}"#),
        ]
      case "lost": [first, .close(1001)]
      default: [.close(4401)]
      }
    }
    let client = streamingClient(server, by: source)
    #expect(await received(from: client.updates(of: Team4Mutation())) == expected)
    #expect(server.subscriptions == 1)
    try await source.replaces(end == "lost" ? 0 : 1)
  }

  @Test func mutationThatASocketRefusesBeforeItIsSentIsSentOnce() async throws {
    let server = ScriptedSockets { socket, message in
      switch message.type {
      case "connection_init": [socket.number == 1 ? .close(4401) : .acknowledgement]
      case "subscribe": [.next(message.id, Self.team), .complete(message.id)]
      default: []
      }
    }
    let client = streamingClient(server, by: NumberedSource(Self.unauthenticated))
    #expect(await received(from: client.updates(of: Team4Mutation())) == ["data", "complete"])
    #expect(server.sockets.count == 2 && server.subscriptions == 1)
  }

  // MARK: Limits of reconnections

  /// A minute may pass at the fifth event.
  @Test(arguments: [(30, 1), (60, 2)])
  func refusalsCauseOneRefreshAMinute(seconds: Int, refreshes: Int) async throws {
    let source = NumberedSource(Self.unauthenticated)
    let server = ScriptedStreams { number in
      number > 30 ? .events(complete) : .events(tick(number) + next(Self.refusal))
    }
    let clock = SkippingClock()
    let client = streamingClient(
      server, by: source, policy: .patient(healthyTime: .seconds(600)), clock: clock)
    let events = await receivedTicks(of: client) { event in
      if event.text == "5" { clock.skip(.seconds(seconds)) }
    }
    #expect(events.last == "GraphQL: ")
    #expect(source.state.replacements == refreshes && source.state.ended == 0)
    // The first connection, those with a new credential, and those after nine waits.
    #expect(server.requests.count == 10 + refreshes)
  }

  @Test(arguments: [": heartbeat\n\n", tick(1), tick(1, id: "a"), "retry: 1\n\n"])
  func eventsDoNotMakeAConnectionHealthy(text: String) async throws {
    let server = ScriptedStreams { $0 > 30 ? .events(complete) : .events(text, end: .end) }
    let client = streamingClient(server, by: NumberedSource())
    #expect(await receivedTicks(of: client).last == "connection lost")
    #expect(server.requests.count == 10)
  }

  @Test func connectionThatHasLastedSetsTheNumberOfFailuresBack() async throws {
    let server = ScriptedStreams { .events(tick($0), end: .end) }
    let client = streamingClient(
      server, by: NumberedSource(), policy: .patient(healthyTime: .zero))
    var counts: [Int] = []
    for try await event in client.events(of: TicksSubscription()) {
      if let count = event.data?.ticks.count { counts.append(count) }
      if counts.count == 25 { break }
    }
    #expect(counts == Array(1...25))
  }

  /// The silence of a server is not the life of a connection, and the length of a response is not either.
  @Test(arguments: ["silence", "cut"]) func queryHasALimitOfAttempts(end: String) async throws {
    var script = Self.firstPart
    if end == "silence" { script.end = .silence }
    let server = ScriptedStreams { [script] in $0 > 10 ? .multipart(Self.parts) : script }
    let policy = StreamPolicy(
      retry: RetryPolicy(maximumAttempts: 3, baseDelay: .milliseconds(1)), healthyTime: .zero,
      silenceLimit: end == "silence" ? .milliseconds(20) : .seconds(600))
    let client = streamingClient(
      server, by: NumberedSource(), policy: policy, clock: ContinuousClock())
    let events = await received(from: client.updates(of: LateNodeQuery(id: "1")))
    #expect(server.requests.count == 3 && events.last != "complete")
  }

  /// An hour of health, and then silence, is not a failure in a row.
  @Test(arguments: [(0, 3), (3_600, 4)]) func silentTimeDoesNotMakeAConnectionHealthy(
    seconds: Int, connections: Int
  ) async throws {
    let clock = SkippingClock()
    let server = ScriptedStreams { number in
      guard number == 2 else { return .events(": heartbeat\n\n", end: .end) }
      var script = Script.events(
        tick(number), end: .fail(TransportError(.timedOut, wasSent: true)))
      script.permits = 1
      return script
    }
    let client = streamingClient(
      server, by: NumberedSource(), policy: .patient(attempts: 3), clock: clock)
    let events = await receivedTicks(of: client) { event in
      guard event.data != nil else { return }
      clock.skip(.seconds(seconds))
      server.permit()
    }
    #expect(server.requests.count == connections && events.last != "complete")
  }

  @Test(
    arguments: [
      (CallOptions(retry: .never), ScriptedStreams.Script.End.end, "connection lost"),
      (CallOptions(deadline: .milliseconds(1)), .end, nil),
      (CallOptions(deadline: .milliseconds(50)), .silence, "timed out"),
    ] as [(CallOptions, ScriptedStreams.Script.End, String?)]) func optionsLimitTheAttemptsOfAQuery(
      options: CallOptions, end: ScriptedStreams.Script.End, reason: String?
    ) async throws
  {
    var script = Self.firstPart
    script.end = end
    let server = ScriptedStreams(script)
    let clock: any Clock<Duration> = reason == "timed out" ? ContinuousClock() : InstantClock()
    let client = streamingClient(server, by: NumberedSource(), clock: clock)
    let events = await received(from: client.updates(of: LateNodeQuery(id: "1"), options: options))
    #expect(events.last == (reason ?? events.last) && events.last != "complete")
    #expect(server.requests.count == 1)
  }

  /// Tokens that count as expired when they arrive, for example because of the device's clock.
  @Test func renewalsInARowWait() async throws {
    let server = ScriptedStreams { $0 > 20 ? .events(complete) : .events() }
    let source = NumberedSource(changesEachTime: true) { credential, report in
      // The stream completes with the last one.
      if credential.token != "t21" { report(.replaced) }
    }
    let clock = SkippingClock()
    let client = streamingClient(server, by: source, clock: clock)
    #expect(await receivedTicks(of: client).last == "complete")
    #expect(server.requests.count == 21)
    // The first renewal does not wait. A slow machine passes a part of the next waits before they begin.
    #expect(clock.waits.count == 20 && clock.waits[0] <= .zero)
    #expect(clock.waits.suffix(10).allSatisfy { $0 > .zero })
  }

  @Test func renewalOfAHealthyConnectionEndsARowOfFailures() async throws {
    let manager = try await tokens.signedIn()
    let clock = SkippingClock()
    let server = ScriptedStreams { number in
      if number > 10 { return .events(complete) }
      return number == 3 ? .events(tick(number)) : .events(end: .end)
    }
    let client = streamingClient(
      server, by: manager, policy: .patient(attempts: 3, healthyTime: .seconds(30)), clock: clock)
    let events = await receivedTicks(of: client) { event in
      guard event.data != nil else { return }
      clock.skip(.seconds(31))
      _ = try await manager.refreshedSession()
    }
    // Two failures, a healthy connection, and three failures.
    #expect(server.requests.count == 6 && events.last != "complete")
  }

  /// The acknowledgement accepts the credential, also if no event follows.
  @Test(arguments: [(6, true), (0, false)])
  func laterRefusalOfAQuietSocketEndsNoSession(seconds: Int, staysAlive: Bool) async throws {
    let source = WatchedSource(manager: try await tokens.signedIn())
    let clock = SkippingClock()
    let server = ScriptedSockets.acknowledging { socket, message in
      socket.number > 2 ? [.complete(message.id)] : []
    }
    let client = streamingClient(server, by: source, clock: clock)
    async let reading = receivedTicks(of: client)
    for number in 1...2 {
      try await wait { source.observations.withLock { $0 } >= number }
      clock.skip(.seconds(number == 2 ? seconds : 0))
      server.sockets[number - 1].push(.close(4401))
    }
    #expect((await reading.last == "complete") == staysAlive)
    #expect((await source.manager.state.session != nil) == staysAlive)
    #expect(await tokens.refreshes == 1)
  }

  @Test func refusedCredentialWithoutASessionEndsNoSession() async throws {
    let server = ScriptedStreams(.status(401))
    let client = streamingClient(server, by: Self.token)
    #expect(await receivedTicks(of: client) == ["status 401"])
    #expect(server.requests.count == 1)
  }

  // MARK: Never another user's

  @Test(arguments: [
    ("logout", ["pending", "session ended: loggedOut"]),
    ("other login", ["pending", "session ended: otherLogin"]),
    ("refresh", ["pending", "Ada", "complete"]),
  ]) func partsOfAResultAreNotDeliveredAfterTheLogin(
    change: String, expected: [String]
  ) async throws {
    let manager = try await tokens.signedIn()
    let (changes, changed) = AsyncStream<Void>.makeStream()
    var script = Script.multipart(Self.parts)
    script.before = (2, { for await _ in changes { break } })
    let server = ScriptedStreams(script)
    let client = streamingClient(server, by: manager)
    let events = await received(from: client.updates(of: LateNodeQuery(id: "1"))) { _ in
      switch change {
      case "logout": _ = try await manager.signOut()
      case "other login": try await manager.logIn { RotatingSession(7) }
      default: _ = try await manager.refreshedSession()
      }
      changed.yield()
    }
    #expect(events == expected && server.requests.count == 1)
  }

  @Test func queuedEventsAreNotDeliveredAfterTheLogin() async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedSockets.acknowledging { _, message in
      (1...3).map { .tick(message.id, $0) }
    }
    let client = streamingClient(server, by: manager)
    let events = await receivedTicks(of: client) { _ in
      try await Task.sleep(for: .milliseconds(20))
      _ = try await manager.signOut()
    }
    #expect(events == ["1", "session ended: loggedOut"])
  }

  /// The user logs out while the stream reads an event that it has taken.
  @Test func eventThatIsReadDuringALogoutIsNotDelivered() async throws {
    final class Leaving: CredentialSource {
      let report = Shared<CredentialReport?>(nil)
      func credential() async -> Credential? { StreamTrustTests.token }
      func sessionHasEnded(_ credential: Credential) async {}
      /// The stream asks for the rules when it has read an event.
      var refusals: [RefusalRule] {
        report.withLock { $0 }?(.ended(.loggedOut))
        return []
      }
      func observe(
        _ credential: Credential, _ report: @escaping CredentialReport
      ) async -> CredentialObservation? {
        self.report.withLock { $0 = report }
        return CredentialObservation {}
      }
    }
    let client = streamingClient(ScriptedStreams(.events(tick(1))), by: Leaving())
    #expect(await receivedTicks(of: client) == ["session ended: loggedOut"])
  }

  @Test func credentialsAreAssignedToTheirLoginAfterManyRefreshes() async throws {
    let manager = try await tokens.signedIn()
    let credential = try #require(try await manager.credential())
    for _ in 0..<100 { _ = try await manager.refreshedSession() }
    #expect(try await manager.credential(after: credential) == RotatingSession(101).credential)
    try await manager.logIn { RotatingSession(7) }
    #expect(try await manager.credential(after: credential) == nil)
  }

  @Test func logoutReturnsAfterItsStreamsHaveEnded() async throws {
    let manager = try await tokens.signedIn()
    let credential = try #require(await manager.credential())
    let changes = Shared<[CredentialChange]>([])
    let report: CredentialReport = { change in changes.withLock { $0.append(change) } }
    var observation = await manager.observe(credential, report)
    _ = try await manager.refreshedSession()
    #expect(changes.withLock { $0 } == [.replaced])
    _ = try await manager.signOut()
    #expect(changes.withLock { $0 } == [.replaced, .ended(.loggedOut)])
    try await manager.logIn { RotatingSession(3) }
    #expect(changes.withLock { $0.count } == 2)
    #expect(observation != nil)
    // A login that is over is reported at once, and there is nothing more to observe.
    observation = await manager.observe(credential, report)
    #expect(observation == nil && changes.withLock { $0.last } == .ended(.otherLogin))
  }

  @Test func releasedObservationReportsNothing() async throws {
    let manager = try await tokens.signedIn()
    let credential = try #require(await manager.credential())
    let changes = Shared(0)
    var observation = await manager.observe(credential) { _ in changes.withLock { $0 += 1 } }
    #expect(observation != nil)
    observation = nil
    try await wait { await manager.observerCount == 0 }
    _ = try await manager.signOut()
    #expect(changes.withLock { $0 } == 0)
  }

  /// Streams that have delivered their first event, and stay open.
  private final class OpenStreams {
    private var all: [ResponseStream<TicksSubscription.Data>.Iterator] = []

    /// - Returns: the count of the first event, which is the number of the socket.
    func open(
      _ client: StreamingClient<AuthenticatedGraphQLClient>, _ headers: HTTPHeaders = [:]
    ) async throws -> Int? {
      var events = client.events(of: TicksSubscription(), options: CallOptions(headers: headers))
        .makeAsyncIterator()
      let count = try await events.next()?.data?.ticks.count
      all.append(events)
      return count
    }
  }

  private let numbered = ScriptedSockets.acknowledging { socket, message in
    [.tick(message.id, socket.number)]
  }

  @Test func socketIsNotSharedByClientsWithOtherHeaders() async throws {
    let socket = SubscriptionTransport.webSocket(
      SubscriptionSocket(endpoint: url("wss://api.example.com/graphql"), transport: numbered))
    let transport = InMemoryTransport { _ in HTTPResponse(status: 500) }
    func client(
      _ tenant: String, policy: StreamPolicy = .patient()
    ) -> StreamingClient<AuthenticatedGraphQLClient> {
      streamingClient(
        transport, by: Self.token, over: socket, policy: policy, headers: ["X-Tenant": tenant])
    }
    let streams = OpenStreams()
    for (tenant, number) in [("A", 1), ("B", 2), ("A", 1)] {
      #expect(try await streams.open(client(tenant)) == number)
    }
    // The header of one call.
    #expect(try await streams.open(client("A"), ["X-Tenant": "C"]) == 3)
    #expect(numbered.sockets.map { $0.request.headers["X-Tenant"] } == ["A", "B", "C"])
    let otherLimits = StreamPolicy(silenceLimit: .seconds(600), maximumUnreadSize: 1_000)
    #expect(try await streams.open(client("A", policy: otherLimits)) == 4)
    withExtendedLifetime(streams) {}
  }

  @Test func socketRefusesInvalidHeaders() async throws {
    // The server ends a stream that should not exist, so that the test fails and does not wait.
    let server = ScriptedSockets.acknowledging { _, _ in [.close(4400)] }
    let client = streamingClient(
      server, by: NumberedSource(), headers: ["X-Tenant": "A\r\nX-Admin: 1"])
    #expect(await receivedTicks(of: client) == ["invalid header"])
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
    let socket = SubscriptionTransport.webSocket(
      SubscriptionSocket(endpoint: url("https://api.example.com/graphql")))
    let shared = Pinned(numbered)
    let streams = OpenStreams()
    // Two transports may check the server in two ways.
    for (transport, number) in [(shared, 1), (shared, 1), (Pinned(numbered), 2)] {
      #expect(
        try await streams.open(streamingClient(transport, by: Self.token, over: socket)) == number)
    }
    // URLSession opens no WebSocket with https.
    #expect(numbered.sockets.allSatisfy { $0.request.url.scheme == "wss" })
    withExtendedLifetime(streams) {}
    let other = streamingClient(
      InMemoryTransport { _ in HTTPResponse(status: 500) }, by: Self.token, over: socket)
    #expect(
      await received(from: other.events(of: TicksSubscription())) == ["WebSockets unsupported"])
  }

  @Test(arguments: [
    ("https://api.example.com/a?b=c", "wss://api.example.com/a?b=c"),
    ("HTTP://127.0.0.1:80/", "ws://127.0.0.1:80/"), ("wss://a.example/", "wss://a.example/"),
    ("ws://a.example/", "ws://a.example/"), ("ftp://a.example/", "ftp://a.example/"),
  ]) func schemeOfHTTPMeansThatOfWebSockets(url: String, expected: String) throws {
    #expect(try #require(URL(string: url)).withWebSocketScheme.absoluteString == expected)
  }

  @Test func forbiddenStreamFailsAlone() async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedSockets.acknowledging { _, _ in [.close(4403)] }
    let client = streamingClient(server, by: manager)
    #expect(await receivedTicks(of: client) == ["closed 4403"])
    #expect(await manager.state == .signedIn(RotatingSession(1)))
    #expect(await tokens.refreshes == 0 && server.sockets.count == 1)
  }

  @Test(arguments: [4401, 0]) func socketOnAnotherServerEndsNoSession(code: Int) async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedSockets { _, message in
      if code > 0 { return [.close(code)] }
      if message.type == "connection_init" { return [.acknowledgement] }
      return [.next(message.id, #"{"data":null,"errors":[{"message":""}],"extensions":{}}"#)]
    }
    let strict = WatchedSource(manager: manager, refusals: [.message(in: [""])])
    let client = streamingClient(server, "wss://events.example.com/graphql", by: strict)
    let end = await receivedTicks(of: client).last
    #expect(end != "complete" && end?.hasPrefix("session ended") == false)
    #expect(await manager.state == .signedIn(RotatingSession(1)))
    #expect(await tokens.refreshes == 0 && server.sockets.count == 1)
  }

  /// Apple's `URLSession` reports lost WebSockets with the system's codes.
  @Test(
    arguments: [
      (NSError(domain: "NSPOSIXErrorDomain", code: 53), "connection lost"),
      (NSError(domain: "NSPOSIXErrorDomain", code: 54), "connection lost"),
      (NSError(domain: "NSPOSIXErrorDomain", code: 57), "connection lost"),
      (URLError(.cancelled), "permanent"),
    ] as [(any Error, String)])
  func lostSocketIsALostConnection(error: any Error, expected: String) {
    let found =
      switch StreamFailure(WebSocketFailure(afterOpening: error), by: []) {
      case .temporary(let reason, _): reason.text
      case .permanent: "permanent"
      case .refused: "refused"
      }
    #expect(found == expected)
  }

  // MARK: Right data

  @Test(arguments: ["multipart", "events", "socket"])
  func silenceBetweenThePartsHasALimit(form: String) async throws {
    var script = form == "events" ? Script.events(next(Self.parts[0])) : Self.firstPart
    script.end = .silence
    let sockets = ScriptedSockets.acknowledging { _, message in
      [.next(message.id, Self.parts[0])]
    }
    let policy = StreamPolicy(retry: .never, silenceLimit: .milliseconds(50))
    let clock = ContinuousClock()
    let client =
      form == "socket"
      ? streamingClient(sockets, by: NumberedSource(), policy: policy, clock: clock)
      : streamingClient(ScriptedStreams(script), by: NumberedSource(), policy: policy, clock: clock)
    #expect(
      await received(from: client.updates(of: LateNodeQuery(id: "1"))) == ["pending", "timed out"])
  }

  @Test(arguments: [
    ("multipart/mixed", "-"), ("Multipart/Mixed; Boundary=\"a b\"", "a b"),
    ("multipart/mixed;boundary='gc0';incrementalSpec=v0.2", "gc0"),
    ("MULTIPART/MIXED ; deferSpec=20220824 ; BOUNDARY=x", "x"),
    ("multipart/mixed; boundary='", "'"),
  ]) func mediaTypeHasManyForms(type: String, boundary: String) async throws {
    var script = Script.multipart(Self.parts, boundary: boundary, type: type)
    script.permits = 2
    let server = ScriptedStreams(script)
    let client = streamingClient(server, by: NumberedSource())
    let events = await received(from: client.updates(of: LateNodeQuery(id: "1"))) { _ in
      server.permit()
    }
    #expect(events == ["pending", "Ada", "complete"])
  }

  @Test(arguments: [
    ("", nil), ("a\u{1}b", "old"), (String(repeating: "x", count: 1_025), "old"), ("ö", "ö"),
    (String(repeating: "x", count: 1_024), String(repeating: "x", count: 1_024)),
  ]) func identifierIsSentBackIfAHeaderMayHaveIt(id: String, sent: String?) async throws {
    let server = ScriptedStreams(
      .events(tick(1, id: "old") + tick(2, id: id), end: .end), .events(tick(3) + complete))
    let client = streamingClient(server, by: NumberedSource())
    // Without an identifier, events may be missing.
    #expect(
      await receivedTicks(of: client)
        == ["1", "2"] + (sent == nil ? ["reconnected"] : []) + ["3", "complete"])
    #expect(server.requests[1].headers["Last-Event-ID"] == sent)
  }
}
