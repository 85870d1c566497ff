// A server of WebSockets, as a transport.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation

@testable import AuthGenStreams

/// Responds to the messages of each socket with a function, and records them.
final class ScriptedSockets: WebSocketTransport {
  enum Reply: Sendable {
    case text(String)
    case close(Int)

    static let acknowledgement = Reply.text(#"{"type":"connection_ack"}"#)

    static func next(_ id: String, _ payload: String) -> Reply {
      .text(#"{"id":"\#(id)","type":"next","payload":\#(payload)}"#)
    }

    static func tick(_ id: String, _ count: Int) -> Reply {
      next(id, #"{"data":{"ticks":{"count":\#(count)}}}"#)
    }

    static func error(_ id: String, _ error: String) -> Reply {
      .text(#"{"id":"\#(id)","type":"error","payload":[\#(error)]}"#)
    }

    static func complete(_ id: String) -> Reply {
      .text(#"{"id":"\#(id)","type":"complete"}"#)
    }
  }

  /// One socket, as the server sees it.
  final class Socket: WebSocket {
    let number: Int
    let request: HTTPRequest
    private let respond: @Sendable (Socket, JSON) -> [Reply]
    private let incoming = Mailbox<Reply>(limit: .max, size: { _ in 0 })
    private let log = Shared<(messages: [JSON], code: Int?)>(([], nil))

    init(
      _ number: Int, _ request: HTTPRequest,
      _ respond: @escaping @Sendable (Socket, JSON) -> [Reply]
    ) {
      self.number = number
      self.request = request
      self.respond = respond
    }

    /// What the client has sent.
    var messages: [JSON] { log.withLock { $0.messages } }
    /// The code with which the client has closed the socket.
    var closeCode: Int? { log.withLock { $0.code } }

    func push(_ reply: Reply) { incoming.add(reply) }

    func send(_ text: String) async throws(WebSocketFailure) {
      guard let json = try? JSONDecoder().decode(JSON.self, from: Data(text.utf8)) else {
        throw .closed(code: 4400)
      }
      log.withLock { $0.messages.append(json) }
      for reply in respond(self, json) { push(reply) }
    }

    func receive() async throws(WebSocketFailure) -> WebSocketMessage {
      switch await incoming.next() {
      case .text(let text): return .text(Data(text.utf8))
      case .close(let code): throw .closed(code: code)
      case nil: throw .closed(code: nil)
      }
    }

    func close(code: Int) async {
      log.withLock { $0.code = code }
      incoming.close()
    }
  }

  private let all = Shared<[Socket]>([])
  private let respond: @Sendable (Socket, JSON) -> [Reply]

  init(_ respond: @escaping @Sendable (Socket, JSON) -> [Reply]) {
    self.respond = respond
  }

  /// A server that acknowledges, and does what a function says for each operation.
  static func acknowledging(
    _ subscribed: @escaping @Sendable (Socket, JSON) -> [Reply]
  ) -> ScriptedSockets {
    ScriptedSockets { socket, message in
      switch message.type {
      case "connection_init": [.acknowledgement]
      case "subscribe": subscribed(socket, message)
      default: []
      }
    }
  }

  var sockets: [Socket] { all.withLock { $0 } }
  /// The number of operations that were sent.
  var subscriptions: Int {
    sockets.reduce(0) { $0 + $1.messages.count { $0.type == "subscribe" } }
  }

  func open(
    _ request: HTTPRequest, subprotocol: String
  ) async throws(WebSocketFailure) -> any WebSocket {
    guard subprotocol == "graphql-transport-ws" else { throw .closed(code: 4406) }
    return all.withLock { all in
      let socket = Socket(all.count + 1, request, respond)
      all.append(socket)
      return socket
    }
  }
}

extension JSON {
  var type: String { self["type"]?.string ?? "" }
  var id: String { self["id"]?.string ?? "" }
}
