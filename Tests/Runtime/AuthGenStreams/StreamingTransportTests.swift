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
    var counts: [Int?] = []
    for try await event in client(server).ticks() {
      counts.append(event.data?.ticks.count)
      firstEvent.signal()
    }
    #expect(counts == [1, 2])
    withExtendedLifetime(server) {}
  }

  @Test func eventOf16MillionBytesArrives() async throws {
    let filler = String(repeating: "x", count: 16_000_000)
    let event =
      "data: {\"data\":{\"ticks\":{\"count\":7}},\"extensions\":{\"x\":\"\(filler)\"}}\n\n"
    let server = try LoopbackServer { _ in
      [.send(Self.head), .send(Array(event.utf8)), .send(Array(complete.utf8))]
    }
    var counts: [Int?] = []
    for try await event in client(server).ticks() { counts.append(event.data?.ticks.count) }
    #expect(counts == [7])
    withExtendedLifetime(server) {}
  }

  @Test func connectionThatIsResetIsLost() async throws {
    let server = try LoopbackServer { _ in
      [.send(Self.head), .send(Array(tick(1).utf8)), .wait(seconds: 0.1), .reset]
    }
    var counts: [Int?] = []
    let error = await #expect(throws: StreamError.self) {
      for try await event in client(server).ticks() { counts.append(event.data?.ticks.count) }
    }
    #expect(counts == [1])
    guard case .request(.transport)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
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
    let error = await #expect(throws: StreamError.self) {
      for try await _ in client(server, policy: policy).ticks() where isFirst {
        isFirst = false
        try await Task.sleep(for: .seconds(2))
      }
    }
    guard case .tooManyUnread(limit: 100_000)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    withExtendedLifetime(server) {}
  }
}
