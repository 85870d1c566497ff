// Streams over `URLSession`, from a server on this machine.

import AuthGenRuntime
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct StreamingTransportTests {
  private static let head = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".utf8)

  private func client(
    _ server: LoopbackServer, policy: StreamPolicy = StreamPolicy(retry: .never)
  ) -> ConstructsClient<StreamingClient<GraphQLClient>> {
    ConstructsClient(
      GraphQLClient(ClientConfiguration(endpoint: server.url)).streaming(policy: policy))
  }

  @Test func eventArrivesBeforeTheResponseEnds() async throws {
    let firstEvent = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _ in
      [
        .send(Self.head), .send(Array(tick(1).utf8)), .call { firstEvent.wait() },
        .send(Array(tick(2).utf8)), .send(Array(complete.utf8)),
      ]
    }
    let events = await received(from: client(server).ticks()) { _ in firstEvent.signal() }
    #expect(events == ["1", "2", "complete"])
    withExtendedLifetime(server) {}
  }

  @Test func eventOf16MillionBytesArrives() async throws {
    let filler = String(repeating: "x", count: 16_000_000)
    let event =
      "data: {\"data\":{\"ticks\":{\"count\":7}},\"extensions\":{\"x\":\"\(filler)\"}}\n\n"
    let server = try LoopbackServer { _ in
      [.send(Self.head), .send(Array(event.utf8)), .send(Array(complete.utf8))]
    }
    #expect(await received(from: client(server).ticks()) == ["7", "complete"])
    withExtendedLifetime(server) {}
  }

  @Test func connectionThatIsResetIsLost() async throws {
    let server = try LoopbackServer { _ in
      [.send(Self.head), .send(Array(tick(1).utf8)), .wait(seconds: 0.1), .reset]
    }
    let events = await received(from: client(server).ticks())
    #expect(events.first == "1" && ["connection lost", "transport"].contains(events.last))
    withExtendedLifetime(server) {}
  }

  @Test func streamsDoNotUseTheConnectionsOfCalls() async throws {
    let server = try LoopbackServer { _ in
      [.send(Self.head), .send(Array(tick(1).utf8)), .wait(seconds: 5)]
    }
    let client = client(server)
    // URLSession opens six connections to a server for calls.
    let count = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          var iterator = client.ticks().makeAsyncIterator()
          return (try? await iterator.next())?.data?.ticks.count ?? 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(count == 20)
    withExtendedLifetime(server) {}
  }

  @Test func serverThatFloodsASlowLoopIsStopped() async throws {
    let server = try LoopbackServer { _ in
      [.send(Self.head), .flood(Array(tick(1).utf8), times: 100_000)]
    }
    let policy = StreamPolicy(retry: .never, maximumUnreadSize: 100_000)
    var isFirst = true
    let events = await received(from: client(server, policy: policy).ticks()) { _ in
      guard isFirst else { return }
      isFirst = false
      try await Task.sleep(for: .seconds(2))
    }
    #expect(events.last == "too many unread, limit 100000")
    withExtendedLifetime(server) {}
  }
}
