// A server that tests write as a function of requests.

import AuthGenRuntime
import AuthGenTesting
import Testing

extension MockTransport {
  /// Responds to the calls of some operations. Others are unforeseen.
  static func server(
    of operations: [any GraphQLOperation.Type],
    _ respond: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
  ) -> MockTransport {
    let transport = MockTransport { Issue.record($0) }
    func add<Operation: GraphQLOperation>(_ operation: Operation.Type) {
      transport.respond(to: operation) { call throws(TransportError) in
        .http(try await respond(call.request))
      }
    }
    for operation in operations { add(operation) }
    return transport
  }
}
