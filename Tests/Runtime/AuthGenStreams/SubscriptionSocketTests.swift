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
    _ server: ScriptedSockets, policy: StreamPolicy = .patient(),
    by source: any CredentialSource = Credential(scheme: "Bearer", token: "t")
  ) -> ConstructsClient<StreamingClient<AuthenticatedGraphQLClient>> {
    ConstructsClient(streamingClient(server, by: source, policy: policy))
  }

  /// A server that acknowledges, and sends the count in `every` and the end.
  private let counting = ScriptedSockets.acknowledging { _, message in
    let count = message["payload"]?["variables"]?["every"]?.integer ?? 0
    return [.tick(message.id, count), .complete(message.id)]
  }

  @Test func messagesFollowTheProtocol() async throws {
    #expect(await received(from: client(counting).ticks(every: 3)) == ["3", "complete"])
    try #require(counting.sockets.count == 1)
    let socket = counting.sockets[0]
    try #require(socket.messages.map(\.type) == ["connection_init", "subscribe"])
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
    let other = StreamPolicy(silenceLimit: .seconds(60))
    let client = ConstructsClient(client(counting).executor.streaming(policy: other))
    #expect(await received(from: client.ticks(every: 3)) == ["3", "complete"])
    #expect(counting.sockets.count == 1)
  }

  @Test func thousandSubscriptionsShareOneSocket() async throws {
    let client = client(counting)
    let events = await withTaskGroup(of: [String].self) { group in
      for number in 0..<1_000 {
        group.addTask { await received(from: client.ticks(every: number)) }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(events == Set((0..<1_000).map { ["\($0)", "complete"] }))
    // A subscription that begins after the end of all others gets a new socket.
    #expect(counting.sockets.count < 20)
    #expect(counting.sockets.reduce(0) { $0 + $1.messages.count } >= 1_001)
  }

  @Test func leavingTheLoopCompletesTheOperationAlone() async throws {
    let server = ScriptedSockets.acknowledging { _, message in [.tick(message.id, 1)] }
    let client = client(server)
    let other = Task {
      await received(from: client.ticks(every: 2)) { _ in try await Task.sleep(for: .seconds(30)) }
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
    let server = ScriptedSockets.acknowledging { _, message in [.next(message.id, parts[0])] }
    let stream = client(server).executor.updates(of: LateNodeQuery(id: "1"))
    let events = await received(from: stream) { event in
      if event.text == "pending" { server.sockets[0].push(.next("1", parts[1])) }
    }
    #expect(events == ["pending", "Ada", "complete"] && server.sockets.count == 1)
  }

  @Test(arguments: [
    (ScriptedSockets.Reply?.none, "GraphQL: Unknown"), (.close(4409), "closed 4409"),
  ])
  func errorMessageAndFatalCodeEndTheStream(
    reply: ScriptedSockets.Reply?, expected: String
  ) async throws {
    let server = ScriptedSockets.acknowledging { _, message in
      [reply ?? .error(message.id, #"{"message":"Unknown"}"#)]
    }
    #expect(await received(from: client(server).ticks()) == [expected])
    #expect(server.sockets.count == 1)
  }

  /// Sends one event on the first socket, and another one and the end on the second.
  private static func twoSockets(
    closing code: Int? = nil
  ) -> ScriptedSockets {
    .acknowledging { socket, message in
      if socket.number > 1 { return [.tick(message.id, 2), .complete(message.id)] }
      return [.tick(message.id, 1)] + (code.map { [.close($0)] } ?? [])
    }
  }

  @Test func lostSocketIsReplacedForAllItsSubscriptions() async throws {
    let server = Self.twoSockets(closing: 1001)
    #expect(
      await received(from: client(server).ticks()) == ["1", "reconnected", "2", "complete"])
    #expect(server.sockets.count == 2)
  }

  @Test func silentServerIsPingedAndReplaced() async throws {
    let server = Self.twoSockets()
    let client = streamingClient(
      server, policy: StreamPolicy(silenceLimit: .seconds(2)), clock: ContinuousClock())
    #expect(await receivedTicks(of: client) == ["1", "reconnected", "2", "complete"])
    #expect(server.sockets[0].messages.contains { $0.type == "ping" })
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

  /// A server that refuses every credential ends the session.
  @Test(arguments: [true, false]) func refusedCredentialIsRefreshed(isRepeated: Bool) async throws {
    let manager = try await tokens.signedIn()
    let server = ScriptedSockets { _, message in
      switch message.type {
      case "connection_init":
        let token = message["payload"]?["Authorization"]?.string
        return [token == "Bearer access-2" && !isRepeated ? .acknowledgement : .close(4401)]
      default: return [.tick(message.id, 1), .complete(message.id)]
      }
    }
    #expect(
      await received(from: client(server, by: manager).ticks())
        == (isRepeated ? ["session ended: endedByServer"] : ["1", "complete"]))
    #expect(await tokens.refreshes == 1)
    #expect(
      await manager.state
        == (isRepeated ? .signedOut(.ended) : .signedIn(RotatingSession(2))))
  }

  @Test func rotationMovesTheSubscriptionsToANewSocket() async throws {
    let manager = try await tokens.signedIn()
    // The second socket ends its subscriptions when it has all of them.
    let moved = Shared<[String]>([])
    let server = ScriptedSockets.acknowledging { socket, message in
      let first = [ScriptedSockets.Reply.tick(message.id, socket.number)]
      guard socket.number == 2 else { return first }
      let all = moved.withLock { moved in
        moved.append(message.id)
        return moved
      }
      guard all.count == 20 else { return first }
      return first + all.map { .complete($0) }
    }
    let client = client(server, by: manager)
    let arrived = Shared(0)
    let results = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<20 {
        group.addTask {
          await received(from: client.ticks()) { event in
            if event.text == "1" { arrived.withLock { $0 += 1 } }
          }
        }
      }
      try? await wait { arrived.withLock { $0 } >= 20 }
      if let credential = try? await manager.credential() {
        _ = try? await manager.credential(insteadOf: credential)
      }
      return await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    #expect(results == Array(repeating: ["1", "reconnected", "2", "complete"], count: 20))
    #expect(server.sockets.count == 2)
    try await wait { server.sockets[0].closeCode != nil }
    #expect(server.sockets[0].closeCode == 1000)
    #expect(await tokens.refreshes == 1)
  }

  @Test func slowLoopEndsItsStreamAndNoOther() async throws {
    let filler = String(repeating: "x", count: 400)
    let server = ScriptedSockets.acknowledging { _, message in
      let event = ScriptedSockets.Reply.next(
        message.id, #"{"data":{"ticks":{"count":1}},"extensions":{"x":"\#(filler)"}}"#)
      let isSlow = message["payload"]?["variables"]?["every"]?.integer == 1
      return Array(repeating: event, count: isSlow ? 5 : 1)
    }
    let policy = StreamPolicy(silenceLimit: .seconds(600), maximumUnreadSize: 1_000)
    let client = client(server, policy: policy)
    let slow = await received(from: client.ticks(every: 1)) { _ in
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(slow.last == "too many unread, limit 1000" && (2...4).contains(slow.count))
    for try await event in client.ticks(every: 2) {
      #expect(event.text == "1")
      break
    }
  }

  @Test func missingAcknowledgementIsATimeout() async throws {
    let server = ScriptedSockets { _, _ in [] }
    let policy = StreamPolicy(retry: .never, silenceLimit: .seconds(600))
    let client = streamingClient(
      server, policy: policy, timeout: .milliseconds(50), clock: ContinuousClock())
    #expect(await receivedTicks(of: client) == ["timed out"])
    try await wait { server.sockets[0].closeCode != nil }
  }

  @Test(arguments: ["ws://api.example.com/graphql", "http://api.example.com", "ftp://127.0.0.1"])
  func socketMustBePrivate(endpoint: String) async throws {
    let client = streamingClient(counting, endpoint)
    #expect(await receivedTicks(of: client) == ["insecure endpoint"])
    #expect(counting.sockets.isEmpty)
  }

  @Test func platformWithoutWebSocketsIsAnError() async throws {
    final class None: WebSocketTransport {
      func open(
        _ request: HTTPRequest, subprotocol: String
      ) async throws(WebSocketFailure) -> any WebSocket { throw .unsupported }
    }
    let socket = SubscriptionSocket(endpoint: url("wss://api.example.com"), transport: None())
    let client = streamingClient(URLSessionTransport(), over: .webSocket(socket))
    #expect(await receivedTicks(of: client) == ["WebSockets unsupported"])
  }
}
