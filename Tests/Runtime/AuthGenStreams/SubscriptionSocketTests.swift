// Subscriptions over WebSockets.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct SubscriptionSocketTests {
  private let tokens = RotatingServer()

  private func client(
    _ server: ScriptedSockets, _ endpoint: String = "wss://api.example.com/graphql",
    policy: StreamPolicy = StreamPolicy(
      retry: RetryPolicy(maximumAttempts: 10), silenceLimit: .seconds(600)),
    clock: any Clock<Duration> = InstantClock(), timeout: Duration = .seconds(30),
    source: (any CredentialSource)? = nil
  ) throws -> ConstructsClient<StreamingClient<AuthenticatedGraphQLClient>> {
    let configuration = ClientConfiguration(
      endpoint: try #require(URL(string: "https://api.example.com/graphql")),
      headers: ["X-App": "Shop"], timeout: timeout)
    let transport = InMemoryTransport { _ in HTTPResponse(status: 500) }
    let socket = SubscriptionSocket(
      endpoint: try #require(URL(string: endpoint)), transport: server)
    let client = GraphQLClient(configuration, transport: transport, clock: clock)
    return ConstructsClient(
      client.authenticated(by: source ?? Credential(scheme: "Bearer", token: "t"))
        .streaming(over: .webSocket(socket), policy: policy))
  }

  private static func next(_ id: String, _ count: Int) -> ScriptedSockets.Reply {
    .text(#"{"id":"\#(id)","type":"next","payload":{"data":{"ticks":{"count":\#(count)}}}}"#)
  }

  /// A server that acknowledges, and sends the count in `every` and the end.
  private func counting() -> ScriptedSockets {
    ScriptedSockets.acknowledging { _, message in
      let count = message["payload"]?["variables"]?["every"]?.integer ?? 0
      return [
        Self.next(message.id, count), .text(#"{"id":"\#(message.id)","type":"complete"}"#),
      ]
    }
  }

  private func read(
    _ stream: ResponseStream<TicksSubscription.Data>,
    _ each: (Int) async throws -> Void = { _ in }
  ) async -> (counts: [Int], reason: StreamError.Reason?) {
    var counts: [Int] = []
    do {
      for try await event in stream {
        counts.append(event.data?.ticks.count ?? -1)
        try await each(counts.last ?? 0)
      }
    } catch {
      return (counts, (error as? StreamError)?.reason)
    }
    return (counts, nil)
  }

  @Test func messagesFollowTheProtocol() async throws {
    let server = counting()
    let result = await read(try client(server).ticks(every: 3))
    #expect(result.counts == [3] && result.reason == nil)
    try #require(server.sockets.count == 1)
    let socket = server.sockets[0]
    try #require(socket.messages.count == 2)
    #expect(socket.messages.map(\.type) == ["connection_init", "subscribe"])
    #expect(
      socket.messages[0]["payload"] == .object(["Authorization": .string("Bearer t")]))
    #expect(socket.messages[1]["payload"]?["query"] == .string(TicksSubscription.document))
    #expect(socket.request.url.absoluteString == "wss://api.example.com/graphql")
    #expect(socket.request.headers["X-App"] == "Shop")
    #expect(socket.request.headers["Authorization"] == nil)
    try await wait { socket.closeCode != nil }
    #expect(socket.closeCode == 1000)
  }

  @Test func anotherPolicyKeepsTheTransport() async throws {
    let server = counting()
    let other = StreamPolicy(silenceLimit: .seconds(60))
    let client = ConstructsClient(try client(server).executor.streaming(policy: other))
    #expect(await read(client.ticks(every: 3)).counts == [3])
    #expect(server.sockets.count == 1)
  }

  @Test func thousandSubscriptionsShareOneSocket() async throws {
    let server = counting()
    let client = try client(server)
    let counts = await withTaskGroup(of: [Int].self) { group in
      for number in 0..<1_000 {
        group.addTask { await read(client.ticks(every: number)).counts }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(counts.sorted() == Array(0..<1_000))
    // A subscription that begins after the end of all others gets a new socket.
    #expect(server.sockets.count < 20)
    #expect(server.sockets.reduce(0) { $0 + $1.messages.count } >= 1_001)
  }

  @Test func leavingTheLoopCompletesTheOperationAlone() async throws {
    let server = ScriptedSockets.acknowledging { _, message in [Self.next(message.id, 1)] }
    let client = try client(server)
    let other = Task {
      await read(client.ticks(every: 2)) { _ in try await Task.sleep(for: .seconds(30)) }
    }
    for try await _ in client.ticks(every: 1) { break }
    try await wait {
      server.sockets.first?.messages.contains(where: { $0.type == "complete" }) == true
    }
    #expect(server.sockets.count == 1 && server.sockets[0].closeCode == nil)
    other.cancel()
    _ = await other.value
    try await wait { server.sockets[0].closeCode != nil }
  }

  @Test func resultInPartsArrivesOverTheSocket() async throws {
    let parts = [
      #"{"data":{"node":{"__typename":"Person","id":"1"}},"hasNext":true}"#,
      #"{"incremental":[{"data":{"name":"Ada"},"path":["node"],"label":"LateNode.1"}],"hasNext":false}"#,
    ]
    let replies: @Sendable (String) -> [ScriptedSockets.Reply] = { id in
      parts.map { ScriptedSockets.Reply.text(#"{"id":"\#(id)","type":"next","payload":\#($0)}"#) }
    }
    let server = ScriptedSockets.acknowledging { _, message in [replies(message.id)[0]] }
    var names: [String?] = []
    for try await update in try client(server).executor.updates(of: LateNodeQuery(id: "1")) {
      guard case .person(let person)? = update.data?.node?.concrete else { continue }
      names.append(person.deferredPart.value?.name ?? "pending")
      if names.count == 1 { server.sockets[0].push(replies("1")[1]) }
    }
    #expect(names == ["pending", "Ada"] && server.sockets.count == 1)
  }

  @Test func errorMessageIsThrown() async throws {
    let server = ScriptedSockets.acknowledging { _, message in
      [.text(#"{"id":"\#(message.id)","type":"error","payload":[{"message":"Unknown field"}]}"#)]
    }
    let result = await read(try client(server).ticks())
    guard case .request(.graphQL(let errors))? = result.reason else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    #expect(errors.map(\.message) == ["Unknown field"])
  }

  @Test func lostSocketIsReplacedForAllItsSubscriptions() async throws {
    let server = ScriptedSockets.acknowledging { socket, message in
      socket.number == 1
        ? [Self.next(message.id, 1), .close(1001)]
        : [Self.next(message.id, 2), .text(#"{"id":"\#(message.id)","type":"complete"}"#)]
    }
    let result = await read(try client(server).ticks())
    #expect(result.counts == [1, -1, 2] && result.reason == nil)
    #expect(server.sockets.count == 2)
  }

  /// The last subscription may end just before another one starts.
  @Test func closedSocketTakesNoSubscription() async throws {
    let url = try #require(URL(string: "wss://api.example.com/graphql"))
    let connection = SocketConnection(
      ScriptedSockets { _, _ in [] }, HTTPRequest(method: .get, url: url), initialisation: "{}",
      silenceLimit: .seconds(600), clock: ContinuousClock()
    ) { _ in }
    let mailboxes = (0..<2).map { _ in Mailbox<StreamMessage>(limit: 1_000, size: \.size) }
    let first = try #require(await connection.subscribe("{}", mailboxes[0]))
    await connection.complete(first)
    #expect(await connection.isClosed)
    #expect(await connection.subscribe("{}", mailboxes[1]) == nil)
  }

  @Test func fatalCodeEndsTheStream() async throws {
    let server = ScriptedSockets.acknowledging { _, _ in [.close(4409)] }
    let result = await read(try client(server).ticks())
    guard case .closed(code: 4409)? = result.reason else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    #expect(server.sockets.count == 1)
  }

  @Test func refusedCredentialIsRefreshed() async throws {
    let code = 4401
    let manager = tokens.manager(InMemoryStore())
    try await manager.signIn(RotatingSession(1))
    let server = ScriptedSockets { _, message in
      switch message.type {
      case "connection_init":
        let token = message["payload"]?["Authorization"]?.string
        return [
          token == "Bearer access-2" ? .text(#"{"type":"connection_ack"}"#) : .close(code)
        ]
      default:
        return [Self.next(message.id, 1), .text(#"{"id":"\#(message.id)","type":"complete"}"#)]
      }
    }
    let result = await read(try client(server, source: manager).ticks())
    #expect(result.counts == [1] && result.reason == nil)
    #expect(await tokens.refreshes == 1)
    // A server that refuses every credential ends the session.
    let refusing = ScriptedSockets { _, _ in [.close(code)] }
    let refused = await read(try client(refusing, source: manager).ticks())
    guard case .sessionEnded(.endedByServer)? = refused.reason else {
      Issue.record("\(String(describing: refused.reason))")
      return
    }
    #expect(await manager.state == .signedOut(.ended))
  }

  @Test func rotationMovesTheSubscriptionsToANewSocket() async throws {
    let manager = tokens.manager(InMemoryStore())
    try await manager.signIn(RotatingSession(1))
    // The second socket ends its subscriptions when it has all of them.
    let moved = Shared<[String]>([])
    let server = ScriptedSockets.acknowledging { socket, message in
      let first = [Self.next(message.id, socket.number)]
      guard socket.number == 2 else { return first }
      let all = moved.withLock { moved in
        moved.append(message.id)
        return moved
      }
      guard all.count == 20 else { return first }
      return first + all.map { .text(#"{"id":"\#($0)","type":"complete"}"#) }
    }
    let client = try client(server, source: manager)
    let arrived = Shared(0)
    let results = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<20 {
        group.addTask {
          await read(client.ticks()) { count in
            if count == 1 { arrived.withLock { $0 += 1 } }
          }.counts
        }
      }
      try? await wait { arrived.withLock { $0 } >= 20 }
      if let credential = try? await manager.credential() {
        _ = try? await manager.credential(insteadOf: credential)
      }
      return await group.reduce(into: [[Int]]()) { $0.append($1) }
    }
    #expect(results == Array(repeating: [1, -1, 2], count: 20))
    #expect(server.sockets.count == 2)
    try await wait { server.sockets[0].closeCode != nil }
    #expect(server.sockets[0].closeCode == 1000)
    #expect(await tokens.refreshes == 1)
  }

  @Test func slowLoopEndsItsStreamAndNoOther() async throws {
    let large = String(repeating: "x", count: 400)
    let server = ScriptedSockets.acknowledging { _, message in
      let event = ScriptedSockets.Reply.text(
        #"{"id":"\#(message.id)","type":"next","payload":{"data":{"ticks":{"count":1}},"extensions":{"x":"\#(large)"}}}"#
      )
      let isSlow = message["payload"]?["variables"]?["every"]?.integer == 1
      return Array(repeating: event, count: isSlow ? 5 : 1)
    }
    let policy = StreamPolicy(silenceLimit: .seconds(600), maximumUnreadSize: 1_000)
    let client = try client(server, policy: policy)
    let slow = await read(client.ticks(every: 1)) { _ in
      try await Task.sleep(for: .milliseconds(50))
    }
    guard case .tooManyUnread(limit: 1_000)? = slow.reason else {
      Issue.record("\(String(describing: slow.reason))")
      return
    }
    #expect((1...3).contains(slow.counts.count))
    for try await event in client.ticks(every: 2) {
      #expect(event.data?.ticks.count == 1)
      break
    }
  }

  @Test func missingAcknowledgementIsATimeout() async throws {
    let server = ScriptedSockets { _, _ in [] }
    let policy = StreamPolicy(retry: .never, silenceLimit: .seconds(600))
    let client = try client(
      server, policy: policy, clock: ContinuousClock(), timeout: .milliseconds(50))
    let result = await read(client.ticks())
    guard case .request(.transport(let error))? = result.reason, error.reason == .timedOut else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    try await wait { server.sockets[0].closeCode != nil }
  }

  @Test func silentServerIsPingedAndReplaced() async throws {
    let server = ScriptedSockets.acknowledging { socket, message in
      socket.number == 1
        ? [Self.next(message.id, 1)]
        : [Self.next(message.id, 2), .text(#"{"id":"\#(message.id)","type":"complete"}"#)]
    }
    let policy = StreamPolicy(silenceLimit: .seconds(2))
    let client = try client(server, policy: policy, clock: ContinuousClock())
    #expect(await read(client.ticks()).counts == [1, -1, 2])
    #expect(server.sockets[0].messages.contains { $0.type == "ping" })
  }

  @Test(arguments: ["ws://api.example.com/graphql", "http://api.example.com", "ftp://127.0.0.1"])
  func socketMustBePrivate(endpoint: String) async throws {
    let server = counting()
    let result = await read(try client(server, endpoint).ticks())
    guard case .request(.notSent(.insecureEndpoint))? = result.reason else {
      Issue.record("\(String(describing: result.reason))")
      return
    }
    #expect(server.sockets.isEmpty)
  }

  @Test func platformWithoutWebSocketsIsAnError() async throws {
    final class None: WebSocketTransport {
      func open(
        _ request: HTTPRequest, subprotocol: String
      ) async throws(WebSocketFailure) -> any WebSocket { throw .unsupported }
    }
    let socket = SubscriptionSocket(
      endpoint: try #require(URL(string: "wss://api.example.com")), transport: None())
    let configuration = ClientConfiguration(
      endpoint: try #require(URL(string: "https://api.example.com/graphql")))
    let client = GraphQLClient(configuration).streaming(over: .webSocket(socket))
    let error = await #expect(throws: StreamError.self) {
      for try await _ in ConstructsClient(client).ticks() {}
    }
    guard case .webSocketsUnsupported? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
