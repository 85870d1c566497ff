// The results of an operation that has more than one, such as a subscription. This body of a response
//
//     event: next
//     data: {"data":{"ticks":{"count":1}}}
//
//     event: complete
//     data:
//
// gives one StreamEvent.response, whose count is 1, and ends the sequence.

public import AuthGenRuntime

/// The events of a subscription in the server's order, or the values of a result that grows.
///
/// ```swift
/// for try await event in shop.orderChanged(id: id) {
///   if let order = event.data?.orderChanged { show(order) }
/// }
/// ```
///
/// A query with `@defer` or `@stream` has a first value, and another one after each part of the result. Each
/// value contains all parts so far:
///
/// ```swift
/// for try await update in client.updates(of: ReportQuery()) {
///   if let report = update.data?.report { show(report) }
/// }
/// ```
///
/// Each iteration is a subscription or call of its own. It begins with the first element that the loop asks
/// for. Leaving the loop, or cancelling its task, ends it. The sequence ends when the server completes the
/// subscription or the result.
///
/// **Lost connections.** The stream connects again after a lost connection, and after a time without a sign
/// of the server. A subscription also moves to a new connection when the session gets a new credential. If
/// the server cannot resume, the stream delivers ``StreamEvent/reconnected``: events may be missing, and the
/// app reads the current state with a query. A query's result starts again. Mutations, and queries that send
/// a secret, are not sent again: the sequence throws.
///
/// **Back pressure.** Events that the loop has not read yet are kept, up to
/// ``StreamPolicy/maximumUnreadSize``. With more, the sequence throws
/// ``StreamError/Reason/tooManyUnread(limit:)``. It never skips an event.
///
/// **Sessions.** Each connection has the session's current credential. The sequence throws
/// ``StreamError/Reason/sessionEnded(_:)`` when the session ends, and delivers no event after that.
///
/// https://spec.graphql.org/September2025/#sec-Subscription
nonisolated public struct ResponseStream<Data: ResponseObject>: AsyncSequence, Sendable {
  public typealias Element = StreamEvent<Data>

  /// Starts one iteration, and returns the function that reads its next event.
  private let begin: @Sendable () -> () async throws -> StreamEvent<Data>?

  init<Operation: GraphQLOperation>(_ call: StreamCall<Operation>) where Operation.Data == Data {
    begin = {
      var reader = ResponseReader(call)
      return { try await reader.next() }
    }
  }

  /// Creates a stream with the elements of another sequence, for example for tests.
  public init<Events: AsyncSequence & Sendable>(_ events: Events)
  where Events.Element == StreamEvent<Data> {
    begin = {
      var iterator = events.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(read: begin()) }

  nonisolated public struct Iterator: AsyncIteratorProtocol {
    fileprivate let read: () async throws -> StreamEvent<Data>?

    /// Returns the next event; nil when the server has completed the subscription.
    ///
    /// - Throws: ``StreamError``, or `CancellationError` if the task is cancelled. The sequence ends with it.
    public mutating func next() async throws -> StreamEvent<Data>? { try await read() }
  }
}

/// An event of a ``ResponseStream``.
nonisolated public enum StreamEvent<Data: ResponseObject>: Sendable {
  /// The server's event: data, errors, or both.
  case response(GraphQLResponse<Data>)
  /// The connection was replaced, and the server cannot resume. Events of that moment may be missing. If the
  /// session has a new credential, they may also arrive twice: once on each connection. A query's result
  /// starts again.
  case reconnected

  /// The event's data; nil if it has none, and for ``reconnected``.
  public var data: Data? { response?.data }

  /// The event's errors; empty for ``reconnected``.
  public var errors: [GraphQLError] { response?.errors ?? [] }

  /// The event as the server sent it; nil for ``reconnected``.
  public var response: GraphQLResponse<Data>? {
    if case .response(let response) = self { response } else { nil }
  }
}
