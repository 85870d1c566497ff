// Subscriptions over HTTP.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct SubscriptionTests {
  private typealias Script = ScriptedStreams.Script

  private func ticks(
    _ server: any Transport, policy: StreamPolicy = .patient(),
    clock: any Clock<Duration> = InstantClock()
  ) -> ResponseStream<TicksSubscription.Data> {
    ConstructsClient(streamingClient(server, policy: policy, clock: clock)).ticks()
  }

  private static func multipart(
    _ parts: String..., isComplete: Bool = true, end: Script.End = .end
  ) -> Script {
    .multipart(parts, boundary: "graphql", isComplete: isComplete, end: end)
  }

  private static func payload(_ count: Int) -> String {
    #"{"payload":{"data":{"ticks":{"count":\#(count)}}}}"#
  }

  // MARK: Responses

  /// What a loop receives from a server that responds with one script after the other.
  struct Exchange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scripts: [ScriptedStreams.Script]
    let received: [String]

    init(_ name: String, _ scripts: ScriptedStreams.Script..., receives received: String...) {
      testDescription = name
      self.scripts = scripts
      self.received = received
    }
  }

  /// Each script is used once, so the number of scripts is that of the requests.
  @Test(arguments: [
    Exchange(
      "an error in an event does not end the stream",
      .events(next(#"{"data":null,"errors":[{"message":"No tick"}]}"#) + tick(2) + complete),
      receives: "errors: No tick", "2", "complete"),
    Exchange(
      "events without data and of other types are ignored",
      .events("event: next\n\ndata:\n\nevent: ping\ndata: {}\n\n" + tick(1) + complete),
      receives: "1", "complete"),
    Exchange(
      "nothing is delivered after the end", .events(tick(1) + complete + tick(2)),
      receives: "1", "complete"),
    Exchange(
      "a response without content ends the stream", Script(status: 204, type: ""),
      receives: "status 204"),
    Exchange(
      "a permanent failure is not repeated", .status(404), receives: "status 404"),
    Exchange(
      "the server may respond with one result", .json(#"{"data":{"ti"#, #"cks":{"count":4}}}"#),
      receives: "4", "complete"),
    Exchange(
      "an error in place of a stream is thrown", .json(#"{"errors":[{"message":"Unknown"}]}"#),
      receives: "GraphQL: Unknown"),
    Exchange(
      "an error with the status 400 is thrown",
      .json(#"{"errors":[{"message":"Unknown"}]}"#, status: 400), receives: "GraphQL: Unknown"),
    Exchange(
      "an event of another type ends the stream",
      .events(tick(1) + next(#"{"data":{"ticks":{"count":"one"}}}"#) + tick(2)),
      receives: "1", "decoding"),
    Exchange(
      "an incomplete event ends the stream", .events(tick(1) + next(#"{"data""#) + tick(2)),
      receives: "1", "decoding"),
    Exchange(
      "a null character after an event ends the stream",
      .events(tick(1) + next("{\"data\":{\"ticks\":{\"count\":1}}}\u{0}") + tick(2)),
      receives: "1", "decoding"),
    Exchange(
      "multipart has payloads, heartbeats and an end",
      multipart(payload(1), "{}", #"{"payload":null}"#, payload(2)),
      receives: "1", "2", "complete"),
    Exchange(
      "multipart without its last delimiter is a lost connection",
      multipart(payload(1), isComplete: false), multipart(payload(2)),
      receives: "1", "reconnected", "2", "complete"),
    Exchange(
      "errors in a payload do not end the stream",
      multipart(#"{"payload":{"data":null,"errors":[{"message":"No tick"}]}}"#, payload(2)),
      receives: "errors: No tick", "2", "complete"),
    Exchange(
      "a payload is delivered before the errors of its message",
      multipart(payload(1).dropLast() + #","errors":[{"message":"Gone"}]}"#),
      receives: "1", "GraphQL: Gone"),
    Exchange(
      "errors of a multipart message end the stream",
      multipart(#"{"payload":null,"errors":[{"message":"Gone"}]}"#, end: .silence),
      receives: "GraphQL: Gone"),
    Exchange(
      "an invalid boundary is invalid", Script(type: "multipart/mixed; boundary="),
      receives: "invalid message"),
    Exchange(
      "the end of a response is a lost connection", .events(tick(1), tick(2), end: .end),
      .events(tick(5) + complete), receives: "1", "2", "reconnected", "5", "complete"),
    Exchange(
      "a failed response is a lost connection",
      .events(tick(1), end: .fail(TransportError(.connectionLost, wasSent: true))),
      .events(tick(5) + complete), receives: "1", "reconnected", "5", "complete"),
    Exchange(
      "a first connection that fails is not a reconnection", .status(503), .status(503),
      .events(tick(1) + complete), receives: "1", "complete"),
  ]) func responsesAreDelivered(exchange: Exchange) async throws {
    let server = ScriptedStreams { exchange.scripts[min($0, exchange.scripts.count) - 1] }
    #expect(await received(from: ticks(server)) == exchange.received)
    #expect(server.requests.count == exchange.scripts.count)
    #expect(server.sent("Last-Event-ID").allSatisfy { $0 == nil })
  }

  @Test func eventsArriveInOrderUntilTheServerCompletes() async throws {
    let server = ScriptedStreams(.events(tick(1), ": hi\n\n" + tick(2), tick(3) + complete))
    let client = ConstructsClient(streamingClient(server))
    let stream = client.ticks(every: 5, options: CallOptions(headers: ["X": "1"]))
    #expect(await received(from: stream) == ["1", "2", "3", "complete"])
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1 && server.cancelled >= 1)
    #expect(request.headers["X-App"] == "Shop" && request.headers["X"] == "1")
    let body = try #require(request.body.flatMap { try? JSONDecoder().decode(JSON.self, from: $0) })
    #expect(body["query"] == .string(TicksSubscription.document))
    #expect(body["variables"] == .object(["every": .integer(5)]))
  }

  @Test func eachIterationIsASubscriptionOfItsOwn() async throws {
    let server = ScriptedStreams { .events(tick($0) + complete) }
    let stream = ticks(server)
    #expect(server.requests.isEmpty)
    for count in ["1", "2"] { #expect(await received(from: stream) == [count, "complete"]) }
  }

  /// Strawberry ends a body so. Another connection would begin the subscription again.
  @Test(arguments: ["\r\n--graphql--\r\n", "\r\n--graphql\r\n--graphql--"])
  func delimiterMayPrecedeTheLastOne(end: String) async throws {
    var script = Self.multipart(Self.payload(1), Self.payload(2), isComplete: false)
    script.parts += end.map { String($0) }
    let server = ScriptedStreams(script)
    #expect(await received(from: ticks(server)) == ["1", "2", "complete"])
    #expect(server.requests.count == 1)
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
    let server = ScriptedStreams(.events(complete), .json(#"{"data":{"node":null}}"#))
    let client = streamingClient(server, over: transport)
    _ = await received(from: client.events(of: TicksSubscription()))
    #expect(
      server.sent("Accept")
        == [accept + "application/graphql-response+json;q=0.9, application/json;q=0.8"])
    // Results in parts have other parameters.
    _ = await received(from: client.updates(of: LateNodeQuery(id: "1")))
    let results = server.requests.last?.headers["Accept"] ?? ""
    #expect(!results.contains("subscriptionSpec"))
    #expect(results.hasPrefix("text/event-stream") == (accept == "text/event-stream, "))
  }

  @Test func transportWithoutStreamsDeliversCompleteResponses() async throws {
    let transport = InMemoryTransport { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/event-stream; charset=utf-8"],
        body: Data((tick(1) + tick(2) + complete).utf8))
    }
    #expect(await received(from: ticks(transport)) == ["1", "2", "complete"])
  }

  @Test func endpointMustUseHTTPS() async throws {
    let server = ScriptedStreams(.events(complete))
    let client = streamingClient(server, endpoint: "http://api.example.com/graphql")
    #expect(await received(from: client.events(of: TicksSubscription())) == ["insecure endpoint"])
    #expect(server.requests.isEmpty)
  }

  @Test func interceptorsAndTheSignerSeeTheRequest() async throws {
    struct Stamp: Interceptor {
      let statuses = Shared<[Int]>([])

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
    let server = ScriptedStreams(.events(complete))
    let stamp = Stamp()
    let client = streamingClient(server, interceptors: [stamp], signer: Signer())
    _ = await received(from: client.events(of: TicksSubscription()))
    #expect(server.sent("X-Stamp") == ["subscription Ticks 1"])
    #expect(server.sent("X-Signature") != [nil])
    #expect(stamp.statuses.withLock { $0 } == [200])
  }

  // MARK: Lost connections

  @Test func serverWithIdentifiersResumesWithoutLossOrRepetition() async throws {
    let server = ScriptedStreams(
      .events(tick(1, id: "a"), tick(2, id: "b"), end: .end),
      .events(tick(2, id: "b") + tick(3, id: "c") + complete))
    #expect(await received(from: ticks(server)) == ["1", "2", "3", "complete"])
    #expect(server.sent("Last-Event-ID") == [nil, "b"])
  }

  /// A server can ask for a longer wait than the policy's, up to its maximum, and for no shorter one.
  /// Clients of one server spread: up to the policy's first wait is added.
  @Test(arguments: [("0", 0...100), ("400", 390...500), ("9223372036854775807", 19_990...20_100)])
  func serverMayAskForALongerWait(retry: String, expected: ClosedRange<Int>) async throws {
    let waits = try await waits(retry: retry, baseDelay: .milliseconds(100))
    let wait = try #require(waits.first)
    #expect(expected.contains(Int(wait / .milliseconds(1) + 0.5)))
  }

  @Test func waitsThatAServerAsksForAreSpread() async throws {
    var rounded: [Double] = []
    for _ in 0..<10 {
      let waits = try await waits(retry: "2000", baseDelay: .seconds(1))
      rounded += waits.map { ($0 / .milliseconds(50)).rounded() }
    }
    #expect(rounded.count == 10 && Set(rounded).count > 1)
  }

  /// The waits of a client whose server asks for a wait, and ends its first response.
  private func waits(retry: String, baseDelay: Duration) async throws -> [Duration] {
    let server = ScriptedStreams { number in
      .events("retry: \(retry)\n\n" + tick(number) + (number == 2 ? complete : ""), end: .end)
    }
    let policy = StreamPolicy(
      retry: RetryPolicy(baseDelay: baseDelay, maximumDelay: .seconds(20)),
      silenceLimit: .seconds(600))
    let clock = SkippingClock()
    let stream = ticks(server, policy: policy, clock: clock)
    #expect(await received(from: stream) == ["1", "reconnected", "2", "complete"])
    return clock.waits
  }

  @Test func failuresInARowHaveALimit() async throws {
    let failing = ScriptedStreams(.status(502))
    #expect(await received(from: ticks(failing, policy: .patient(attempts: 4))) == ["status 502"])
    #expect(failing.requests.count == 4)
    let empty = ScriptedStreams(.events(end: .end))
    #expect(
      await received(from: ticks(empty, policy: .patient(attempts: 3)))
        == ["reconnected", "reconnected", "connection lost"])
    #expect(empty.requests.count == 3)
  }

  @Test(arguments: [
    [Script.events(": hi\n\n", tick(1)), .events(tick(2) + complete)],
    [multipart("{}", payload(1), isComplete: false, end: .silence), multipart(payload(2))],
  ]) func serverWithHeartbeatsMustNotBeSilent(scripts: [ScriptedStreams.Script]) async throws {
    let server = ScriptedStreams { scripts[$0 - 1] }
    let policy = StreamPolicy(silenceLimit: .seconds(2))
    let stream = ticks(server, policy: policy, clock: ContinuousClock())
    #expect(await received(from: stream) == ["1", "reconnected", "2", "complete"])
  }

  @Test func serverWithoutHeartbeatsMayBeSilent() async throws {
    let pause: @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(300)) }
    let server = ScriptedStreams(.events(tick(1), tick(2) + complete, before: (1, pause)))
    let policy = StreamPolicy(silenceLimit: .milliseconds(20))
    let stream = ticks(server, policy: policy, clock: ContinuousClock())
    #expect(await received(from: stream) == ["1", "2", "complete"] && server.requests.count == 1)
  }

  /// The loop may take its time, and the system may suspend the app.
  @Test func slowLoopIsNoSilenceOfTheServer() async throws {
    let server = ScriptedStreams(.events(": hi\n\n", tick(1), tick(2), tick(3) + complete))
    let policy = StreamPolicy(silenceLimit: .seconds(1))
    let stream = ticks(server, policy: policy, clock: ContinuousClock())
    let events = await received(from: stream) { _ in
      try await Task.sleep(for: .milliseconds(1_500))
    }
    #expect(events == ["1", "2", "3", "complete"] && server.requests.count == 1)
  }

  // MARK: The end

  @Test func leavingTheLoopEndsTheResponse() async throws {
    let server = ScriptedStreams(.events(tick(1), tick(2)))
    for try await _ in ticks(server) { break }
    #expect(server.cancelled == 1)
  }

  @Test func cancellingTheTaskEndsTheLoopAndTheResponse() async throws {
    let server = ScriptedStreams(.events(tick(1)))
    let (seen, seenEvent) = AsyncStream.makeStream(of: Void.self)
    let stream = ticks(server)
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
    #expect(await received(from: stream) == ["1", "2", "reconnected", "complete"])
  }
}
