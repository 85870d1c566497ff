// WebSockets, which carry messages in both directions.
// https://www.rfc-editor.org/rfc/rfc6455

public import AuthGenRuntime
public import Foundation

/// Opens WebSockets. `URLSessionTransport` is one. It is a class, because only clients with the same instance
/// share a connection.
nonisolated public protocol WebSocketTransport: AnyObject, Sendable {
  /// Opens a WebSocket.
  ///
  /// - Parameters:
  ///   - request: the URL with the scheme `wss`, or `ws` on this machine; the header fields, and the maximum
  ///     size of a message.
  ///   - subprotocol: the protocol that the server must choose, such as `graphql-transport-ws`.
  func open(
    _ request: HTTPRequest, subprotocol: String
  ) async throws(WebSocketFailure) -> any WebSocket
}

/// An open WebSocket. Releasing it closes it.
nonisolated public protocol WebSocket: Sendable {
  /// Sends a text.
  func send(_ text: String) async throws(WebSocketFailure)

  /// Waits for the next message.
  ///
  /// - Throws: ``WebSocketFailure/closed(code:)`` after the end of the connection.
  func receive() async throws(WebSocketFailure) -> WebSocketMessage

  /// Closes the connection, and sends a code from RFC 6455, section 7.4, or an application's own.
  func close(code: Int) async
}

nonisolated public enum WebSocketMessage: Sendable {
  case text(Data)
  case binary(Data)
}

nonisolated extension WebSocketMessage: RedactedDescription {
  /// The kind and the size.
  public var description: String {
    switch self {
    case .text(let data): "text (\(data.count) bytes)"
    case .binary(let data): "binary (\(data.count) bytes)"
    }
  }
}

/// Why a WebSocket cannot be opened, or has ended.
nonisolated public enum WebSocketFailure: Error, Sendable {
  /// The server closed the connection. The code is nil if it sent none.
  case closed(code: Int?)
  /// The server responded to the handshake with another status than 101.
  case refused(status: Int)
  /// The connection failed.
  case transport(TransportError)
  /// The platform has no WebSockets.
  case unsupported
}
