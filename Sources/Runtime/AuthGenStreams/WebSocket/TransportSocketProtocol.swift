// GraphQL over WebSocket, as a value: it receives messages, and returns actions.
// https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md

import AuthGenRuntime
import Foundation

/// The client's side of the protocol `graphql-transport-ws`.
nonisolated struct TransportSocketProtocol {
  static let name = "graphql-transport-ws"

  typealias ID = Int

  nonisolated enum Action {
    case send(String)
    /// Deliver a message to the reader of an operation.
    case deliver(StreamMessage, to: ID)
    /// Close the socket. No other action follows.
    case close(code: Int)
  }

  nonisolated private enum State {
    /// The server has not acknowledged the connection. Operations wait.
    case initialising
    case ready
    case closed
  }

  private var state = State.initialising
  private var lastID: ID = 0
  /// The operations under way.
  private(set) var operations: Set<ID> = []
  /// The messages that wait for the acknowledgement.
  private var waiting: [(id: ID, text: String)] = []
  private var awaitsPong = false
  /// Whether something has arrived since the last check.
  private var hasHeard = false

  // MARK: From the client

  /// The first message.
  ///
  /// - Parameter payload: its payload in JSON; nil for none.
  static func initialisation(payload: String?) -> String {
    #"{"type":"connection_init"\#(payload.map { #","payload":\#($0)"# } ?? "")}"#
  }

  /// Starts an operation. Its reader gets ``StreamMessage/opened`` when the server has acknowledged the
  /// connection.
  ///
  /// - Parameter payload: the operation in JSON, as in the body of a request over HTTP.
  mutating func subscribe(payload: String) -> (id: ID, actions: [Action]) {
    lastID += 1
    let text = #"{"id":"\#(lastID)","type":"subscribe","payload":\#(payload)}"#
    operations.insert(lastID)
    switch state {
    case .ready: return (lastID, [.deliver(.opened, to: lastID), .send(text)])
    case .initialising:
      waiting.append((lastID, text))
      return (lastID, [])
    case .closed: return (lastID, end(.closed(code: nil)))
    }
  }

  /// Ends an operation.
  mutating func complete(_ id: ID) -> [Action] {
    guard operations.remove(id) != nil else { return [] }
    if let index = waiting.firstIndex(where: { $0.id == id }) {
      waiting.remove(at: index)
      return []
    }
    guard case .ready = state else { return [] }
    return [.send(#"{"id":"\#(id)","type":"complete"}"#)]
  }

  /// Checks the connection. Call it once in each ``StreamPolicy/silenceLimit``.
  mutating func checkSilence() -> [Action] {
    defer { hasHeard = false }
    switch state {
    case .closed: return []
    case .initialising:
      return hasHeard ? [] : close(code: CloseCode.acknowledgementTimeout, failure: .timedOut)
    case .ready where hasHeard: return []
    case .ready where awaitsPong: return close(code: CloseCode.goingAway, failure: .timedOut)
    case .ready:
      awaitsPong = true
      return [.send(#"{"type":"ping"}"#)]
    }
  }

  // MARK: From the server

  /// - Returns: nothing after the end of the socket.
  mutating func receive(_ message: WebSocketMessage) -> [Action] {
    if case .closed = state { return [] }
    guard case .text(let json) = message,
      let envelope = try? JSONEnvelope(json),
      let type = envelope.string("type")
    else { return refuse() }
    hasHeard = true
    awaitsPong = false
    switch ExactString(type) {
    case "connection_ack": return acknowledge()
    case "ping": return [.send(#"{"type":"pong"}"#)]
    case "pong": return []
    case "next", "error", "complete":
      // Nothing is requested before the acknowledgement.
      guard case .ready = state, let id = envelope.string("id") else { return refuse() }
      return receive(type, id, envelope)
    default: return refuse()
    }
  }

  private mutating func acknowledge() -> [Action] {
    guard case .initialising = state else { return refuse() }
    state = .ready
    defer { waiting = [] }
    return waiting.flatMap { [.deliver(.opened, to: $0.id), .send($0.text)] }
  }

  private mutating func receive(
    _ type: String, _ text: String, _ envelope: JSONEnvelope
  ) -> [Action] {
    // The server may have sent it before it received the end.
    guard let id = ID(text), operations.contains(id), "\(id)" == text else { return [] }
    switch type {
    case "next":
      guard let payload = envelope["payload"] else { return refuse() }
      return [.deliver(.response(payload), to: id)]
    case "error":
      operations.remove(id)
      let errors = envelope.errors("payload")
      let failure = GraphQLError(
        message: "expected errors in the payload of the message \"error\", found none")
      return [.deliver(.errors(errors.isEmpty ? [failure] : errors), to: id)]
    default:
      operations.remove(id)
      return [.deliver(.complete, to: id)]
    }
  }

  /// Closes the socket after a message that the protocol does not have.
  private mutating func refuse() -> [Action] {
    close(code: CloseCode.invalidMessage, failure: .permanent(.invalidMessage))
  }

  /// Ends the operations after the end of the socket.
  mutating func end(_ failure: WebSocketFailure) -> [Action] {
    end(with: .closed(failure))
  }

  private mutating func close(code: Int, failure: StreamFailure) -> [Action] {
    end(with: .failed(failure)) + [.close(code: code)]
  }

  private mutating func end(with message: StreamMessage) -> [Action] {
    state = .closed
    defer { (operations, waiting) = ([], []) }
    return operations.sorted().map { .deliver(message, to: $0) }
  }
}

/// The codes with which sockets are closed (RFC 6455, section 7.4, and `graphql-transport-ws`).
nonisolated enum CloseCode {
  static let normal = 1000
  static let goingAway = 1001
  static let invalidMessage = 4400
  static let unauthorized = 4401
  static let acknowledgementTimeout = 4504

  /// Whether another connection may succeed, as the reference implementation of the protocol decides.
  static func isTemporary(_ code: Int) -> Bool {
    switch code {
    case 1000, 1001, 1005, 1006, 1012, 1013, 1014: true
    case 1000...1999: false
    // Bad response, internal client error, internal server error, bad request, unauthorized, forbidden,
    // subprotocol not acceptable, subscriber exists, too many initialisation requests.
    case 4004, 4005, 4400, 4401, 4403, 4406, 4409, 4429, 4500: false
    default: true
    }
  }
}

nonisolated extension StreamFailure {
  /// - Parameters:
  ///   - failure: the end of a socket, or of its handshake.
  ///   - rules: the signs of a refused credential, besides the code 4401 and the status 401.
  init(_ failure: WebSocketFailure, by rules: [RefusalRule]) {
    switch failure {
    case .closed(let code?)
    where code == CloseCode.unauthorized || rules.contains { $0.matches(closeCode: code) }:
      self = .refused(.closed(code: code))
    case .closed(let code?) where !CloseCode.isTemporary(code):
      self = .permanent(.closed(code: code))
    case .closed: self = .connectionLost
    case .refused(let status):
      let failure = HTTPFailure(status: status, mediaType: nil, bodySize: 0, retryAfter: nil)
      self.init(
        RequestError(
          .httpStatus(failure), progress: .responded, operationName: "", httpStatus: status),
        by: rules + [.status(401)])
    case .transport(let error):
      self.init(error)
    case .unsupported: self = .permanent(.webSocketsUnsupported)
    }
  }
}
