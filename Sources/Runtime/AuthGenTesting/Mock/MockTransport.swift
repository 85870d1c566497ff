// A transport for tests: it answers by operation, and records what was sent.

import AuthGenRuntime
import Foundation

/// Answers the operations that a test foresees, in place of a server.
///
/// ```swift
/// let transport = MockTransport { Issue.record($0) }
/// transport.answer(SocialLinksQuery.self, with: .data(try .sample()))
/// let client = GraphQLClient(
///   ClientConfiguration(endpoint: MockTransport.endpoint), transport: transport)
/// ```
///
/// A call that was not foreseen fails twice: the caller gets a `TransportError`, and the test gets the
/// ``UnforeseenCall``, whichever task has made the call. With XCTest, write `MockTransport { XCTFail("\($0)") }`.
nonisolated public final class MockTransport: Transport {
  /// An endpoint for clients in tests. No request is sent to it.
  public static var endpoint: URL {
    URL(string: "https://mock.example/graphql") ?? URL(fileURLWithPath: "/")
  }

  fileprivate typealias Respond =
    @Sendable (RecordedCall) async throws(TransportError) -> HTTPResponse

  private struct State {
    var calls: [RecordedCall] = []
    /// The answers for one call each, by operation.
    var next: [String: [Respond]] = [:]
    /// The answer for all other calls, by operation.
    var always: [String: Respond] = [:]
  }

  private let state = Locked(State())
  private let clock: any Clock<Duration>
  private let report: @Sendable (UnforeseenCall) -> Void

  /// Creates a transport that foresees no call.
  ///
  /// - Parameters:
  ///   - clock: measures the delays of answers. Default: the system's clock.
  ///   - report: fails the test. It is called in the task that has made the call.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    unforeseen report: @escaping @Sendable (UnforeseenCall) -> Void
  ) {
    self.clock = clock
    self.report = report
  }

  // MARK: Answers

  /// Foresees one call for each answer, in this order. Answers of earlier calls of this method come first.
  public func answer<Operation: GraphQLOperation>(
    _ operation: Operation.Type, with answers: MockAnswer<Operation>...
  ) {
    let responses = answers.map { answer in respond { _ in answer } }
    state.withLock { $0.next[Operation.operationName, default: []] += responses }
  }

  /// Foresees any number of calls, after those with an answer of their own.
  public func answer<Operation: GraphQLOperation>(
    _ operation: Operation.Type, always answer: MockAnswer<Operation>
  ) {
    self.answer(operation) { _ in answer }
  }

  /// Foresees any number of calls, after those with an answer of their own.
  ///
  /// - Parameters:
  ///   - operation: the operation to answer.
  ///   - answer: returns the answer for a call, for example by its variables.
  public func answer<Operation: GraphQLOperation>(
    _ operation: Operation.Type,
    _ answer:
      @escaping @Sendable (RecordedCall) async throws(TransportError) -> MockAnswer<Operation>
  ) {
    let response = respond(answer)
    state.withLock { $0.always[Operation.operationName] = response }
  }

  private func respond<Operation>(
    _ answer:
      @escaping @Sendable (RecordedCall) async throws(TransportError) -> MockAnswer<Operation>
  ) -> Respond {
    { [clock] call throws(TransportError) in
      let answer = try await answer(call)
      if answer.delay > .zero {
        do {
          try await clock.sleep(for: answer.delay)
        } catch {
          throw TransportError(.cancelled, wasSent: true)
        }
      }
      return try answer.response.get()
    }
  }

  // MARK: What was sent

  /// All calls so far, also those that were not foreseen, in the order in which they arrived.
  public var calls: [RecordedCall] { state.withLock { $0.calls } }

  /// The calls of one operation.
  public func calls<Operation: GraphQLOperation>(of operation: Operation.Type) -> [RecordedCall] {
    calls.filter { $0.operationName == Operation.operationName }
  }

  /// The names of operations with answers that no call has used, sorted. Answers for any number of calls do not
  /// count.
  public var unusedAnswers: [String] {
    state.withLock { $0.next.filter { !$0.value.isEmpty }.keys.sorted() }
  }

  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let call = RecordedCall(request)
    let respond = state.withLock { state -> Respond? in
      state.calls.append(call)
      let name = call.operationName
      if let first = state.next[name]?.first {
        state.next[name]?.removeFirst()
        return first
      }
      return state.always[name]
    }
    guard let respond else {
      report(UnforeseenCall(call: call))
      throw TransportError(.cannotConnect, wasSent: false)
    }
    return try await respond(call)
  }
}

/// A call for which a test has no answer.
nonisolated public struct UnforeseenCall: Error, Sendable {
  public let call: RecordedCall
}

nonisolated extension UnforeseenCall: CustomStringConvertible {
  public var description: String {
    "unforeseen call of \(call): add an answer to the transport, as in answer(_:with:)"
  }
}

/// A request that a ``MockTransport`` received. Its descriptions, also those of its parts, contain no secret values.
nonisolated public struct RecordedCall: Sendable {
  /// The operation's name in the document; empty if the request is for no operation.
  public let operationName: String
  /// The complete request, with the credential.
  public let request: HTTPRequest
  /// The variables of the operation. For an operation with a connector, the body of the request. `null` without
  /// variables or body.
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
