// Subscriptions over HTTP.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct SubscriptionTests {
  private func client(
    _ transport: any Transport,
    policy: StreamPolicy = StreamPolicy(
      retry: RetryPolicy(maximumAttempts: 10), silenceLimit: .seconds(600)),
    interceptors: [any Interceptor] = [], signer: (any RequestSigner)? = nil,
    endpoint: String = "https://api.example.com/graphql",
    clock: any Clock<Duration> = InstantClock()
  ) throws -> ConstructsClient<StreamingClient<GraphQLClient>> {
    let configuration = ClientConfiguration(
      endpoint: try #require(URL(string: endpoint)), headers: ["X-App": "Shop"])
    return ConstructsClient(
      GraphQLClient(
        configuration, transport: transport, interceptors: interceptors, signer: signer,
        clock: clock
      ).streaming(policy: policy))
  }

  /// The counts of all ticks, -1 for a new connection, and the error at the end.
  private func read(
    _ stream: ResponseStream<TicksSubscription.Data>
  ) async -> (counts: [Int], error: (any Error)?) {
    var counts: [Int] = []
    do {
      for try await event in stream {
        switch event {
        case .response: counts.append(event.data?.ticks.count ?? -2)
        case .reconnected: counts.append(-1)
        }
      }
      return (counts, nil)
    } catch {
      return (counts, error)
    }
  }

  // MARK: Events

  @Test func eventsArriveInOrderUntilTheServerCompletes() async throws {
    let server = ScriptedStreams { _, _ in
      .events(tick(1), ": hi\n\n" + tick(2), tick(3) + complete)
    }
    let result = await read(
      try client(server).ticks(every: 5, options: CallOptions(headers: ["X": "1"])))
    #expect(result.counts == [1, 2, 3] && result.error == nil)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1 && server.cancelled >= 1)
    #expect(request.headers["Accept"]?.hasPrefix("text/event-stream, multipart/mixed") == true)
    #expect(request.headers["X-App"] == "Shop" && request.headers["X"] == "1")
    let body = try #require(request.body.flatMap { try? JSONDecoder().decode(JSON.self, from: $0) })
    #expect(body["query"] == .string(TicksSubscription.document))
    #expect(body["variables"] == .object(["every": .integer(5)]))
  }

  @Test func errorsOfAnEventDoNotEndTheStream() async throws {
    let failed = "event: next\ndata: {\"data\":null,\"errors\":[{\"message\":\"No tick\"}]}\n\n"
    let server = ScriptedStreams { _, _ in .events(failed + tick(2) + complete) }
    var messages: [[String]] = []
    for try await event in try client(server).ticks() {
      messages.append(event.errors.map(\.message))
    }
    #expect(messages == [["No tick"], []])
  }

  @Test func eachIterationIsASubscriptionOfItsOwn() async throws {
    let server = ScriptedStreams { number, _ in .events(tick(number) + complete) }
    let stream = try client(server).ticks()
    #expect(server.requests.isEmpty)
    #expect(await read(stream).counts == [1])
    #expect(await read(stream).counts == [2])
  }

  @Test func eventsWithoutDataAndOfOtherTypesAreIgnored() async throws {
    let server = ScriptedStreams { _, _ in
      .events("event: next\n\ndata:\n\nevent: ping\ndata: {}\n\n" + tick(1) + complete)
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1] && result.error == nil)
  }

  @Test func nothingIsDeliveredAfterTheEnd() async throws {
    let server = ScriptedStreams { _, _ in .events(tick(1) + complete + tick(2)) }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1] && result.error == nil && server.requests.count == 1)
  }

  @Test func responseWithoutContentEndsTheStream() async throws {
    let server = ScriptedStreams { _, _ in ScriptedStreams.Script(status: 204, type: "") }
    #expect(await read(try client(server).ticks()).error is StreamError)
    #expect(server.requests.count == 1)
  }

  // MARK: Multipart

  /// The delimiter follows each part at once, and the rest of its line comes with the next part.
  private func multipart(_ parts: String..., end: ScriptedStreams.Script.End = .end)
    -> ScriptedStreams.Script
  {
    let bodies = parts.map {
      $0 == "--" ? "--\r\n" : "\r\nContent-Type: application/json\r\n\r\n\($0)\r\n--graphql"
    }
    return ScriptedStreams.Script(
      type: #"multipart/mixed;boundary="graphql";subscriptionSpec=1.0"#,
      parts: ["--graphql"] + bodies, end: end)
  }

  private static func payload(_ count: Int) -> String {
    #"{"payload":{"data":{"ticks":{"count":\#(count)}}}}"#
  }

  @Test func multipartHasPayloadsHeartbeatsAndAnEnd() async throws {
    let server = ScriptedStreams { _, _ in
      multipart(Self.payload(1), "{}", #"{"payload":null}"#, Self.payload(2), "--")
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1, 2] && result.error == nil)
  }

  @Test func multipartServerWithHeartbeatsMustNotBeSilent() async throws {
    let server = ScriptedStreams { number, _ in
      number == 1
        ? multipart("{}", Self.payload(1), end: .silence) : multipart(Self.payload(2), "--")
    }
    let policy = StreamPolicy(silenceLimit: .seconds(2))
    let result = await read(try client(server, policy: policy, clock: ContinuousClock()).ticks())
    #expect(result.counts == [1, -1, 2])
  }

  @Test func multipartWithoutItsLastDelimiterIsALostConnection() async throws {
    let server = ScriptedStreams { number, _ in
      number == 1 ? multipart(Self.payload(1)) : multipart(Self.payload(2), "--")
    }
    #expect(await read(try client(server).ticks()).counts == [1, -1, 2])
  }

  @Test func errorsInAPayloadDoNotEndTheStream() async throws {
    let server = ScriptedStreams { _, _ in
      multipart(
        #"{"payload":{"data":null,"errors":[{"message":"No tick"}]}}"#, Self.payload(2), "--")
    }
    var messages: [[String]] = []
    for try await event in try client(server).ticks() {
      messages.append(event.errors.map(\.message))
    }
    #expect(messages == [["No tick"], []])
  }

  @Test func payloadIsDeliveredBeforeTheErrorsOfItsMessage() async throws {
    let server = ScriptedStreams { _, _ in
      multipart(Self.payload(1).dropLast() + #","errors":[{"message":"Gone"}]}"#, "--")
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1])
    guard case .request(.graphQL(let errors))? = (result.error as? StreamError)?.reason else {
      Issue.record("\(String(describing: result.error))")
      return
    }
    #expect(errors.map(\.message) == ["Gone"])
  }

  @Test func errorsOfAMultipartMessageEndTheStream() async throws {
    let json = #"{"payload":null,"errors":[{"message":"Gone"}]}"#
    let server = ScriptedStreams { _, _ in
      ScriptedStreams.Script(
        type: "multipart/mixed;boundary=-", parts: ["---\r\n\r\n\(json)\r\n---"], end: .silence)
    }
    let error = try #require(await read(try client(server).ticks()).error as? StreamError)
    guard case .request(.graphQL(let errors)) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(errors.map(\.message) == ["Gone"] && server.requests.count == 1)
  }

  @Test func multipartWithAnInvalidBoundaryIsInvalid() async throws {
    let server = ScriptedStreams { _, _ in
      ScriptedStreams.Script(type: "multipart/mixed; boundary=")
    }
    let error = await read(try client(server).ticks()).error as? StreamError
    guard case .invalidMessage? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Strawberry ends a body so. Another connection would begin the subscription again.
  @Test(arguments: ["\r\n--graphql--\r\n", "\r\n--graphql\r\n--graphql--"])
  func delimiterMayPrecedeTheLastOne(end: String) async throws {
    let server = ScriptedStreams { _, _ in
      var script = multipart(Self.payload(1), Self.payload(2))
      script.parts += end.map { String($0) }
      return script
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1, 2] && result.error == nil && server.requests.count == 1)
  }

  @Test(arguments: [
    (SubscriptionTransport.http, "text/event-stream, multipart/mixed;subscriptionSpec=1.0, "),
    (
      .http(.multipart, .serverSentEvents),
      "multipart/mixed;subscriptionSpec=1.0, text/event-stream, "
    ),
    (.http(.multipart), "multipart/mixed;subscriptionSpec=1.0, "),
    (.http(.serverSentEvents), "text/event-stream, "),
  ]) func appChoosesTheProtocols(transport: SubscriptionTransport, accept: String) async throws {
    let server = ScriptedStreams { number, _ in
      number == 1
        ? .events(complete)
        : ScriptedStreams.Script(type: "application/json", parts: [#"{"data":{"node":null}}"#])
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)
      .streaming(over: transport)
    _ = await read(ConstructsClient(client).ticks())
    #expect(
      server.requests.first?.headers["Accept"]
        == accept + "application/graphql-response+json;q=0.9, application/json;q=0.8")
    // Results in parts have other parameters.
    for try await _ in client.updates(of: LateNodeQuery(id: "1")) {}
    let results = server.requests.last?.headers["Accept"] ?? ""
    #expect(!results.contains("subscriptionSpec"))
    #expect(results.hasPrefix("text/event-stream") == (accept == "text/event-stream, "))
  }

  @Test func serverMayRespondWithOneResult() async throws {
    let server = ScriptedStreams { _, _ in
      ScriptedStreams.Script(
        type: "application/json", parts: [#"{"data":{"ti"#, #"cks":{"count":4}}}"#])
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [4] && result.error == nil)
  }

  @Test(arguments: [200, 400]) func errorsInPlaceOfAStreamAreThrown(status: Int) async throws {
    let server = ScriptedStreams { _, _ in
      ScriptedStreams.Script(
        status: status, type: "application/json",
        parts: [#"{"errors":[{"message":"Unknown field"}]}"#])
    }
    let error = await read(try client(server).ticks()).error as? StreamError
    guard case .request(.graphQL(let errors))? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(errors.map(\.message) == ["Unknown field"] && server.requests.count == 1)
  }

  @Test(arguments: [
    #"{"data":{"ticks":{"count":"one"}}}"#, "{\"data\"",
    "{\"data\":{\"ticks\":{\"count\":1}}}\u{0}",
  ]) func eventThatDoesNotMatchTheOperationEndsTheStream(json: String) async throws {
    let server = ScriptedStreams { _, _ in
      .events(tick(1) + "event: next\ndata: \(json)\n\n" + tick(2))
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1])
    guard case .request(.decoding)? = (result.error as? StreamError)?.reason else {
      Issue.record("\(String(describing: result.error))")
      return
    }
  }

  @Test func transportWithoutStreamsDeliversCompleteResponses() async throws {
    let transport = InMemoryTransport { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/event-stream; charset=utf-8"],
        body: Data((tick(1) + tick(2) + complete).utf8))
    }
    #expect(await read(try client(transport).ticks()).counts == [1, 2])
  }

  @Test func endpointMustUseHTTPS() async throws {
    let server = ScriptedStreams { _, _ in .events(complete) }
    let stream = try client(server, endpoint: "http://api.example.com/graphql").ticks()
    guard
      case .request(.notSent(.insecureEndpoint))? = (await read(stream).error as? StreamError)?
        .reason
    else {
      Issue.record("expected an error")
      return
    }
    #expect(server.requests.isEmpty)
  }

  @Test func interceptorsAndTheSignerSeeTheRequest() async throws {
    struct Stamp: Interceptor {
      let statuses: Shared<[Int]>

      func intercept(
        _ request: HTTPRequest, _ call: CallContext, next: Next
      ) async throws -> HTTPResponse {
        var request = request
        request.headers["X-Stamp"] = "\(call.kind) \(call.operationName) \(call.attempt)"
        let response = try await next(request)
        statuses.withLock { $0.append(response.status) }
        return response
      }
    }
    struct Signer: RequestSigner {
      func headers(
        for request: HTTPRequest, _ call: CallContext, credential: Credential?
      ) async throws -> HTTPHeaders { ["X-Signature": "\(request.body?.count ?? 0)"] }
    }
    let server = ScriptedStreams { _, _ in .events(complete) }
    let stamp = Stamp(statuses: Shared([]))
    _ = await read(try client(server, interceptors: [stamp], signer: Signer()).ticks())
    #expect(server.requests.first?.headers["X-Stamp"] == "subscription Ticks 1")
    #expect(server.requests.first?.headers["X-Signature"] != nil)
    #expect(stamp.statuses.withLock { $0 } == [200])
  }

  // MARK: Lost connections

  @Test(arguments: [
    ScriptedStreams.Script.End.end, .fail(TransportError(.connectionLost, wasSent: true)),
  ]) func lostConnectionIsReplacedAndReported(end: ScriptedStreams.Script.End) async throws {
    let server = ScriptedStreams { number, _ in
      number == 1 ? .events(tick(1), tick(2), end: end) : .events(tick(5) + complete)
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1, 2, -1, 5] && result.error == nil)
    #expect(server.requests[1].headers["Last-Event-ID"] == nil)
  }

  @Test func firstConnectionThatFailsIsNoReconnection() async throws {
    let server = ScriptedStreams { number, _ in
      number < 3
        ? ScriptedStreams.Script(status: 503, type: "text/plain") : .events(tick(1) + complete)
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1] && server.requests.count == 3)
  }

  @Test func serverWithIdentifiersResumesWithoutLossOrRepetition() async throws {
    let server = ScriptedStreams { number, _ in
      number == 1
        ? .events(tick(1, id: "a"), tick(2, id: "b"), end: .end)
        : .events(tick(2, id: "b") + tick(3, id: "c") + complete)
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1, 2, 3] && result.error == nil)
    #expect(server.requests.map { $0.headers["Last-Event-ID"] } == [nil, "b"])
  }

  /// A server can ask for a longer wait than the policy's, up to its maximum, and for no shorter one.
  /// Clients of one server spread: up to the policy's first wait is added.
  @Test(arguments: [("0", 0...100), ("400", 390...500), ("9223372036854775807", 19_990...20_100)])
  func serverMayAskForALongerWait(retry: String, expected: ClosedRange<Int>) async throws {
    let waits = Shared<[Duration]>([])
    let server = ScriptedStreams { number, _ in
      .events("retry: \(retry)\n\n" + tick(number) + (number == 2 ? complete : ""), end: .end)
    }
    let policy = StreamPolicy(
      retry: RetryPolicy(baseDelay: .milliseconds(100), maximumDelay: .seconds(20)),
      silenceLimit: .seconds(600))
    let clock = RecordingClock { wait in waits.withLock { $0.append(wait) } }
    #expect(
      await read(try client(server, policy: policy, clock: clock).ticks()).counts == [1, -1, 2])
    let wait = try #require(waits.withLock { $0.first })
    #expect(expected.contains(Int(wait / .milliseconds(1) + 0.5)))
  }

  @Test func waitsThatAServerAsksForAreSpread() async throws {
    let waits = Shared<[Duration]>([])
    let clock = RecordingClock { wait in waits.withLock { $0.append(wait) } }
    for _ in 0..<10 {
      let server = ScriptedStreams { number, _ in
        .events("retry: 2000\n\n" + (number == 2 ? complete : ""), end: .end)
      }
      let policy = StreamPolicy(
        retry: RetryPolicy(baseDelay: .seconds(1), maximumDelay: .seconds(20)),
        silenceLimit: .seconds(600))
      _ = await read(try client(server, policy: policy, clock: clock).ticks())
    }
    let seconds = waits.withLock { $0 }.map { ($0 / .milliseconds(50)).rounded() }
    #expect(seconds.count == 10 && Set(seconds).count > 1)
  }

  @Test func failuresInARowHaveALimit() async throws {
    let server = ScriptedStreams { _, _ in ScriptedStreams.Script(status: 502, type: "text/html") }
    let policy = StreamPolicy(retry: RetryPolicy(maximumAttempts: 4), silenceLimit: .seconds(600))
    let result = await read(try client(server, policy: policy).ticks())
    #expect(server.requests.count == 4)
    guard case .request(.httpStatus(let failure))? = (result.error as? StreamError)?.reason else {
      Issue.record("\(String(describing: result.error))")
      return
    }
    #expect(failure.status == 502)
  }

  @Test func connectionsThatDeliverNothingHaveALimit() async throws {
    let server = ScriptedStreams { _, _ in .events(end: .end) }
    let policy = StreamPolicy(retry: RetryPolicy(maximumAttempts: 3), silenceLimit: .seconds(600))
    let result = await read(try client(server, policy: policy).ticks())
    #expect(result.counts == [-1, -1] && server.requests.count == 3)
    #expect(result.error is StreamError)
  }

  @Test func permanentFailureIsNotRepeated() async throws {
    let server = ScriptedStreams { _, _ in ScriptedStreams.Script(status: 404, type: "text/html") }
    #expect(await read(try client(server).ticks()).error is StreamError)
    #expect(server.requests.count == 1)
  }

  @Test func serverWithHeartbeatsMustNotBeSilent() async throws {
    let server = ScriptedStreams { number, _ in
      number == 1 ? .events(": hi\n\n", tick(1)) : .events(tick(2) + complete)
    }
    let policy = StreamPolicy(silenceLimit: .seconds(2))
    let result = await read(try client(server, policy: policy, clock: ContinuousClock()).ticks())
    #expect(result.counts == [1, -1, 2])
  }

  @Test func serverWithoutHeartbeatsMayBeSilent() async throws {
    var script = ScriptedStreams.Script.events(tick(1), tick(2) + complete)
    script.before = (1, { try? await Task.sleep(for: .milliseconds(300)) })
    let server = ScriptedStreams { [script] _, _ in script }
    let policy = StreamPolicy(silenceLimit: .milliseconds(20))
    let result = await read(try client(server, policy: policy, clock: ContinuousClock()).ticks())
    #expect(result.counts == [1, 2] && server.requests.count == 1)
  }

  /// The loop may take its time, and the system may suspend the app.
  @Test func slowLoopIsNoSilenceOfTheServer() async throws {
    let server = ScriptedStreams { _, _ in .events(": hi\n\n", tick(1), tick(2), tick(3) + complete)
    }
    let policy = StreamPolicy(silenceLimit: .seconds(1))
    var counts: [Int?] = []
    for try await event in try client(server, policy: policy, clock: ContinuousClock()).ticks() {
      counts.append(event.data?.ticks.count)
      try await Task.sleep(for: .milliseconds(1_500))
    }
    #expect(counts == [1, 2, 3] && server.requests.count == 1)
  }

  // MARK: The end

  @Test func leavingTheLoopEndsTheResponse() async throws {
    let server = ScriptedStreams { _, _ in .events(tick(1), tick(2)) }
    for try await _ in try client(server).ticks() { break }
    #expect(server.cancelled == 1)
  }

  @Test func cancellingTheTaskEndsTheLoopAndTheResponse() async throws {
    let server = ScriptedStreams { _, _ in .events(tick(1)) }
    let (seen, seenEvent) = AsyncStream.makeStream(of: Void.self)
    let stream = try client(server).ticks()
    let task = Task {
      for try await _ in stream { seenEvent.yield() }
    }
    for await _ in seen { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.cancelled == 1)
  }

  @Test func streamOfATestHasTheTestsEvents() async throws {
    let events = [1, 2].map { count in
      StreamEvent.response(
        GraphQLResponse(data: TicksSubscription.Data(ticks: .init(count: count))))
    }
    let stream = ResponseStream(
      AsyncStream { continuation in
        for event in events + [.reconnected] { continuation.yield(event) }
        continuation.finish()
      })
    #expect(await read(stream).counts == [1, 2, -1])
  }
}

/// A clock that reports the waits between attempts and ends them at once. Deadlines are longer, and never
/// expire.
struct RecordingClock: Clock {
  let report: @Sendable (Duration) -> Void

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let wait = deadline - now
    guard wait > .seconds(25) else { return report(wait) }
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }
}
