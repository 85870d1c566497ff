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

  /// A response in `subscriptions.txt`: its first line, and those of its body.
  private struct Response {
    let head: [String]
    var body: [String] = []

    /// The identifier that the request asks to continue after.
    var after: String? { head.dropFirst().first == "after" ? head.last : nil }

    func script() throws -> Script {
      let kind = head.dropFirst().first ?? ""
      let parts = try body.map { line in
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        let text = rest.replacing("\\n", with: "\n").replacing("\\0", with: "\0")
        switch words[0] {
        case "tick":
          let words = rest.split(separator: " ").map(String.init)
          return tick(try #require(Int(words[0])), id: words.count > 1 ? words[1] : nil)
        case "next": return next(text)
        case "complete": return complete
        case "payload": return SubscriptionTests.payload(try #require(Int(rest)))
        default: return text
        }
      }
      switch head[0] {
      case "status": return Script(status: try #require(Int(kind)), type: "")
      case "json":
        return Script(status: try #require(Int(kind)), type: "application/json", parts: parts)
      case "type": return Script(type: head.dropFirst().joined(separator: " "))
      case "multipart":
        return .multipart(
          parts, boundary: "graphql", isComplete: kind != "cut",
          end: kind == "silent" ? .silence : .end)
      default:
        let lost = Script.End.fail(TransportError(.connectionLost, wasSent: true))
        let end = kind == "ended" ? .end : kind == "failed" ? lost : .silence
        return .events(parts.joined(), end: end)
      }
    }
  }

  @Test(arguments: TextCase.all(in: "Fixtures/Streams/subscriptions.txt"))
  func responsesAreDelivered(_ text: TextCase) async throws {
    var responses: [Response] = []
    for line in text.lines.dropFirst() where !line.hasPrefix("=") {
      if line.hasPrefix("> ") {
        responses.append(Response(head: line.dropFirst(2).split(separator: " ").map(String.init)))
      } else {
        try #require(!responses.isEmpty)
        responses[responses.count - 1].body.append(line)
      }
    }
    let scripts = try responses.map { try $0.script() }
    try #require(!scripts.isEmpty)
    let server = ScriptedStreams { scripts[min($0, scripts.count) - 1] }
    let received = await received(from: ticks(server)).map { "= \($0)" }
    #expect(received == text.lines.filter { $0.hasPrefix("=") })
    #expect(server.sent("Last-Event-ID") == responses.map(\.after))
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
    _ = await receivedTicks(of: client)
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
    #expect(await receivedTicks(of: client) == ["insecure endpoint"])
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
    _ = await receivedTicks(of: client)
    #expect(server.sent("X-Stamp") == ["subscription Ticks 1"])
    #expect(server.sent("X-Signature") != [nil])
    #expect(stamp.statuses.withLock { $0 } == [200])
  }

  // MARK: Lost connections

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
