// A transport for tests: it responds by operation, and records the requests.

public import AuthGenRuntime
public import Foundation

/// Responds to the calls that a test expects, in place of a server.
///
/// ```swift
/// let transport = MockTransport { Issue.record($0) }
/// transport.respond(to: SocialLinksQuery.self, with: .data(try .sample()))
/// let client = GraphQLClient(
///   ClientConfiguration(endpoint: MockTransport.endpoint), transport: transport)
/// ```
///
/// An unexpected call fails twice: the caller gets a `TransportError`, and the test gets the
/// ``UnexpectedCall``, whichever task has made the call. With XCTest, write `MockTransport { XCTFail("\($0)")
/// }`.
nonisolated public final class MockTransport: Transport {
  /// An endpoint for clients in tests. No request is sent to it.
  public static var endpoint: URL {
    URL(string: "https://mock.example/graphql") ?? URL(fileURLWithPath: "/")
  }

  /// A struct, because a collection of functions with typed errors requires iOS 18 and macOS 15.
  private struct Responder: Sendable {
    let response: @Sendable (RecordedCall) async throws(TransportError) -> HTTPResponse
  }

  private struct State {
    var calls: [RecordedCall] = []
    /// The responses to one call each, by operation.
    var next: [String: [Responder]] = [:]
    /// The response to all other calls, by operation.
    var always: [String: Responder] = [:]
  }

  private let state = Locked(State())
  private let clock: any Clock<Duration>
  private let report: @Sendable (UnexpectedCall) -> Void

  /// Creates a transport that expects no call.
  ///
  /// - Parameters:
  ///   - clock: measures the delays of responses. Default: the system's clock.
  ///   - report: fails the test. It is called in the task that has made the call.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    unexpected report: @escaping @Sendable (UnexpectedCall) -> Void
  ) {
    self.clock = clock
    self.report = report
  }

  // MARK: Responses

  /// Expects one call for each response, in this order, after those of earlier calls of this method.
  public func respond<Operation: GraphQLOperation>(
    to operation: Operation.Type, with responses: MockResponse<Operation>...
  ) {
    let responders = responses.map { response in responder { _ in response } }
    state.withLock { $0.next[Operation.operationName, default: []] += responders }
  }

  /// Expects any number of calls, after those with a response of their own.
  public func respond<Operation: GraphQLOperation>(
    to operation: Operation.Type, always response: MockResponse<Operation>
  ) {
    respond(to: operation) { _ in response }
  }

  /// Expects any number of calls, after those with a response of their own.
  ///
  /// - Parameters:
  ///   - operation: the operation of the calls.
  ///   - response: returns the response to a call, for example by its variables.
  public func respond<Operation: GraphQLOperation>(
    to operation: Operation.Type,
    _ response:
      @escaping @Sendable (RecordedCall) async throws(TransportError) -> MockResponse<Operation>
  ) {
    let responder = responder(response)
    state.withLock { $0.always[Operation.operationName] = responder }
  }

  private func responder<Operation>(
    _ response:
      @escaping @Sendable (RecordedCall) async throws(TransportError) -> MockResponse<Operation>
  ) -> Responder {
    Responder { [clock] call throws(TransportError) in
      let response = try await response(call)
      if response.delay > .zero {
        do {
          try await clock.sleep(for: response.delay)
        } catch {
          throw TransportError(.cancelled, wasSent: true)
        }
      }
      return try response.result.get()
    }
  }

  // MARK: Requests

  /// All calls so far, also unexpected ones, in the order in which they arrived.
  public var calls: [RecordedCall] { state.withLock { $0.calls } }

  /// The calls of one operation.
  public func calls<Operation: GraphQLOperation>(of operation: Operation.Type) -> [RecordedCall] {
    calls.filter { $0.operationName == Operation.operationName }
  }

  /// The names of operations with responses that no call has used, sorted. A response for any number of calls
  /// does not count.
  public var unusedResponses: [String] {
    state.withLock { $0.next.filter { !$0.value.isEmpty }.keys.sorted() }
  }

  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let call = RecordedCall(request)
    let responder = state.withLock { state -> Responder? in
      state.calls.append(call)
      let name = call.operationName
      if let first = state.next[name]?.first {
        state.next[name]?.removeFirst()
        return first
      }
      return state.always[name]
    }
    guard let responder else {
      report(UnexpectedCall(call: call))
      throw TransportError(.cannotConnect, wasSent: false)
    }
    return try await responder.response(call)
  }
}

/// A call without a response in the test.
nonisolated public struct UnexpectedCall: Error, Sendable {
  public let call: RecordedCall
}

nonisolated extension UnexpectedCall: CustomStringConvertible {
  public var description: String {
    "unexpected call of \(call): add a response with respond(to:with:)"
  }
}

/// A request that a ``MockTransport`` received. Its descriptions, also those of its parts, contain no secret
/// values.
nonisolated public struct RecordedCall: Sendable {
  /// The operation's name in the document; empty if the request is for no operation.
  public let operationName: String
  /// The complete request, with the credential.
  public let request: HTTPRequest
  /// The variables of the operation. For an operation with a connector, the body of the request. `null`
  /// without variables or body.
  public let variables: RedactedJSON

  init(_ request: HTTPRequest) {
    self.request = request
    operationName = request.operationName ?? ""
    let body = request.body.flatMap(JSON.init)
    variables = RedactedJSON(
      body?["variables"] ?? Self.parameter("variables", of: request) ?? body ?? .null)
  }

  /// A parameter of a query that was sent with GET.
  private static func parameter(_ name: String, of request: HTTPRequest) -> JSON? {
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
    let text = items?.first { $0.name == name }?.value
    return text.flatMap { JSON(Data($0.utf8)) }
  }

  /// The value of the header `Authorization`, to compare it.
  public var authorization: Secret? { request.headers["Authorization"].map { Secret($0) } }
}

nonisolated extension RecordedCall: CustomStringConvertible, CustomReflectable {
  public var description: String {
    operationName.isEmpty ? "\(request.method.rawValue) \(request.url.path)" : operationName
  }

  public var customMirror: Mirror {
    Mirror(self, children: ["operationName": operationName, "request": request])
  }
}
