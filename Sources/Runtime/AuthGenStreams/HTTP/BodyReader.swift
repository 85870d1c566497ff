// The messages in the body of an HTTP response.

import AuthGenRuntime
import Foundation

/// Reads the body of a response stream in its media type.
nonisolated struct BodyReader: Sendable {
  /// What the parts of a multipart body are.
  nonisolated enum Parts {
    /// The events of a subscription, each in a message.
    case events
    /// The parts of one response.
    case results
  }

  /// One of these two parsers reads the body; the other is nil. They are properties, and not cases of an
  /// enum, because taking one out of an enum would copy its unread bytes.
  private var events: EventStreamParser?
  private var multipart: MultipartParser?
  private let parts: Parts
  /// Whether the server has completed the operation.
  private var isComplete = false

  /// Whether the response has the media type of a stream.
  static func reads(_ headers: HTTPHeaders) -> Bool {
    ["text/event-stream", "multipart/mixed"].contains(headers.mediaType)
  }

  /// - Parameters:
  ///   - headers: the header fields of the response.
  ///   - parts: what the parts of a multipart body are.
  ///   - limit: the maximum size of a message, in bytes.
  /// - Returns: nil for a multipart response with an invalid boundary. A missing boundary is `-`, as in
  ///   Apollo Client.
  init?(_ headers: HTTPHeaders, _ parts: Parts, limit: Int) {
    self.parts = parts
    if headers.mediaType == "text/event-stream" {
      events = EventStreamParser(limit: limit)
    } else {
      guard
        let parser = MultipartParser(
          boundary: headers.boundary?.withoutSingleQuotes ?? "-", limit: limit)
      else { return nil }
      multipart = parser
    }
  }

  /// Delivers the messages until the end of the response.
  mutating func read(
    _ stream: HTTPResponseStream, into mailbox: Mailbox<StreamMessage>, _ silence: SilenceLimit?
  ) async {
    do throws(StreamFailure) {
      while let part = try await next(of: stream) {
        silence?.reset()
        let messages = try messages(part)
        for case .heartbeat in messages { silence?.heartbeat() }
        await mailbox.send(messages)
        if isComplete { return stream.cancel() }
      }
      mailbox.add(.failed(.connectionLost))
    } catch {
      mailbox.add(.failed(error))
    }
  }

  private func next(of stream: HTTPResponseStream) async throws(StreamFailure) -> Data? {
    do throws(TransportError) {
      return try await stream.next()
    } catch {
      if case .responseTooLarge(let limit) = error.reason {
        throw .permanent(.tooManyUnread(limit: limit))
      }
      throw StreamFailure(error)
    }
  }

  /// Reads a part of the body.
  mutating func messages(_ part: Data) throws(StreamFailure) -> [StreamMessage] {
    if let elements = try events?.parse(part) { return elements.compactMap { message($0) } }
    var messages: [StreamMessage] = []
    for element in try multipart?.parse(part) ?? [] { messages += try self.messages(element) }
    return messages
  }

  // MARK: GraphQL over server-sent events
  // https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md

  private mutating func message(_ element: EventStreamParser.Element) -> StreamMessage? {
    switch element {
    case .comment: return .heartbeat
    case .retry(let milliseconds): return .delay(.milliseconds(milliseconds))
    case .event(let type, let data, let id):
      switch ExactString(type) {
      case "complete":
        isComplete = true
        return .complete
      // Some servers leave out the type.
      case "next", "message": return data.isEmpty ? nil : .response(data, id: id)
      default: return nil
      }
    }
  }

  // MARK: Multipart HTTP
  // https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol

  private mutating func messages(
    _ element: MultipartParser.Element
  ) throws(StreamFailure) -> [StreamMessage] {
    guard case .part(let json) = element else {
      isComplete = true
      return [.complete]
    }
    if parts == .results {
      // An empty object is a heartbeat.
      return JSONText.members(of: json)?.isEmpty == true ? [.heartbeat] : [.response(json)]
    }
    let message: JSONEnvelope
    do throws(ResponseDecodingError) {
      message = try JSONEnvelope(json)
    } catch {
      throw .permanent(.request(.decoding(error)))
    }
    var messages: [StreamMessage] = []
    if let payload = message["payload"], !message.isNull("payload") {
      messages.append(.response(payload))
    }
    let errors = message.errors("errors")
    if !errors.isEmpty {
      isComplete = true
      messages.append(.errors(errors))
    }
    if message["payload"] == nil, messages.isEmpty { return [.heartbeat] }
    return messages
  }
}

nonisolated extension String {
  /// The text without the quotes that some servers use in place of double ones.
  fileprivate var withoutSingleQuotes: String {
    count > 2 && first == "'" && last == "'" ? String(dropFirst().dropLast()) : self
  }
}

nonisolated extension JSONEnvelope {
  /// The errors in a member.
  func errors(_ name: String) -> [GraphQLError] { [GraphQLError](json(name) ?? .null) }
}
