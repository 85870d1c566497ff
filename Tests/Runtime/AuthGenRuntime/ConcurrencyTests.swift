// Tests many concurrent calls over a real network.

@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ConcurrencyTests {
  @Test(.timeLimit(.minutes(5))) func thousandConcurrentCallsGetTheirOwnResponses() async throws {
    let gauge = Gauge()
    let server = try LoopbackServer { request in
      gauge.enter()
      defer { gauge.leave() }
      usleep(1_000)
      let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
      let number = (body?["variables"] as? [String: Int])?["number"] ?? -1
      return LoopbackServer.response(#"{"data": {"number": \#(number)}}"#)
    }
    let client = GraphQLClient(ClientConfiguration(endpoint: server.url))
    let responses = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<1_000 {
        group.addTask {
          (number, try await client.execute(Echo(number: number)).number)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(responses.count == 1_000)
    #expect(responses.allSatisfy { $0.key == $0.value })
    #expect(gauge.total == 1_000)
    #expect(gauge.highest <= 6)
  }
}

private struct Echo: AnonymousOperation {
  static var definition: OperationDefinition {
    OperationDefinition(
      .query, "Echo", hash: "00", document: "query Echo($number:Int!){number(is:$number)}")
  }

  let number: Int

  func encode(into fields: FieldWriter) {
    fields.int("number", number)
  }

  struct Data: ResponseObject {
    var number: Int

    init(fields: inout FieldReader) { self.number = fields.int("number") }

    func encode(into fields: FieldWriter) { fields.int("number", number) }
  }
}

/// Counts concurrent entries.
private struct Gauge: Sendable {
  private let counts = Shared((inside: 0, highest: 0, total: 0))

  var highest: Int { counts.withLock { $0.highest } }
  var total: Int { counts.withLock { $0.total } }

  func enter() {
    counts.withLock { counts in
      counts.inside += 1
      counts.total += 1
      counts.highest = max(counts.highest, counts.inside)
    }
  }

  func leave() {
    counts.withLock { $0.inside -= 1 }
  }
}
