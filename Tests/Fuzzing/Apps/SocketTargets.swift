// Fuzzes WebSockets: their frames, and the messages of subscriptions.

import AuthGenRuntime
import Foundation

@testable import AuthGenStreams

extension Target {
  /// What happens to a socket, one event in each line: a subscription `+`, its end `-1`, a silence `.`, a
  /// binary message `#`, the end of the socket `!1000`; any other line is a message of the server.
  static func runSocket(_ input: [UInt8]) {
    var socket = ObservedSocket()
    for line in input.split(separator: .lineFeed, maxSplits: 200) {
      let rest = String(decoding: line.dropFirst(), as: UTF8.self)
      switch line.first {
      case UInt8(ascii: "+"): socket.subscribe()
      case UInt8(ascii: "-"): socket.complete(Int(rest) ?? 0)
      case UInt8(ascii: "."): socket.observe { $0.checkSilence() }
      case UInt8(ascii: "#"): socket.observe { $0.receive(.binary(Data(line))) }
      case UInt8(ascii: "!"):
        socket.observe { $0.end(.closed(code: Int(rest))) }
        socket.hasEnded()
      default:
        socket.observe { $0.receive(.text(Data(line))) }
      }
    }
    socket.observe { $0.end(.closed(code: nil)) }
    socket.hasEnded()
  }

  /// The frames of a server. The cuts between them make no difference, and what is read is sent to be read
  /// equal.
  static func readFrames(_ input: [UInt8]) {
    let limit = 150
    let whole = contents(of: [input[...]], limit)
    for cut in [1, input.count / 3, input.count / 2, input.count - 1] where cut >= 0 {
      requireEqual(whole, contents(of: [input.prefix(cut), input.dropFirst(cut)], limit))
    }
    requireEqual(whole, contents(of: input.indices.map { input[$0...$0] }, limit))
    for content in whole.contents {
      require(content.size <= limit, "a message is above the limit")
      let frame = content.frame(mask: (input[0], 0x5A, input.last ?? 0, 0))
      let read = contents(of: [unmasked(frame)[...]], limit)
      require(read.contents == [content], "a sent frame reads differently")
    }
  }

  private typealias Frames = (contents: [WebSocketContent], code: Int?)

  private static func contents(of parts: [ArraySlice<UInt8>], _ limit: Int) -> Frames {
    var frames = WebSocketFrames(limit: limit)
    var contents: [WebSocketContent] = []
    do throws(WebSocketFrames.Violation) {
      for part in parts { contents += try frames.parse(part) }
      return (contents, nil)
    } catch {
      return (contents, error.code)
    }
  }

  /// A violation leaves out the contents before it in its part.
  private static func requireEqual(_ whole: Frames, _ pieces: Frames) {
    require(whole.code == pieces.code, "pieces change whether the frames are valid")
    require(
      whole.code == nil
        ? whole.contents == pieces.contents : pieces.contents.starts(with: whole.contents),
      "pieces change the contents")
  }

  /// The frame of a client as a server sends it (RFC 6455, section 5.3).
  private static func unmasked(_ frame: [UInt8]) -> [UInt8] {
    require(frame[1] & 0x80 != 0, "a frame has no mask")
    let start =
      switch frame[1] & 0x7F {
      case 126: 4
      case 127: 10
      default: 2
      }
    let mask = frame[start..<(start + 4)]
    let payload = frame[(start + 4)...].enumerated().map { $1 ^ mask[start + $0 % 4] }
    return [frame[0], frame[1] & 0x7F] + frame[2..<start] + payload
  }
}

extension WebSocketContent {
  fileprivate var size: Int {
    switch self {
    case .text(let bytes), .binary(let bytes), .ping(let bytes), .pong(let bytes): bytes.count
    case .close: 2
    }
  }
}

/// The client's side of the protocol, and what its actions have done.
private struct ObservedSocket {
  private enum Operation {
    /// The reader waits.
    case waiting
    /// The reader knows that the socket is open.
    case opened
    case sent
    /// The server, the client or the socket has ended it.
    case ended
  }

  private var state = TransportSocketProtocol()
  private var operations: [Int: Operation] = [:]
  private var isClosed = false

  mutating func subscribe() {
    let (id, actions) = state.subscribe(payload: "{}")
    require(operations[id] == nil, "an identifier is used again")
    operations[id] = .waiting
    perform(actions)
    require(!isClosed || operations[id] == .ended, "an operation waits on a closed socket")
  }

  /// The client ends an operation.
  mutating func complete(_ id: Int) {
    let before = operations[id]
    let actions = state.complete(id)
    require(actions.count == (before == .sent ? 1 : 0), "the end is sent once, if there is one")
    if before == .sent { perform(actions) }
    if before != nil { operations[id] = .ended }
  }

  mutating func observe(
    _ event: (inout TransportSocketProtocol) -> [TransportSocketProtocol.Action]
  ) {
    perform(event(&state))
  }

  /// The socket has no operations any more.
  mutating func hasEnded() {
    isClosed = true
    require(state.operations.isEmpty, "an ended socket has operations")
    require(operations.values.allSatisfy { $0 == .ended }, "an operation has no end")
  }

  private mutating func perform(_ actions: [TransportSocketProtocol.Action]) {
    for action in actions {
      switch action {
      case .send(let text): send(text)
      case .deliver(let message, let id): deliver(message, to: id)
      case .close:
        require(!isClosed, "a socket is closed twice")
        hasEnded()
      }
    }
    let active = operations.filter { $0.value != .ended }
    require(state.operations == Set(active.keys), "the operations differ")
  }

  private mutating func send(_ text: String) {
    require(!isClosed, "a closed socket gets \(text)")
    guard let message = try? JSONDecoder().decode(JSON.self, from: Data(text.utf8)) else {
      fatalError("not JSON: \(text)")
    }
    let id = message["id"]?.string.flatMap { Int($0) } ?? 0
    switch message["type"]?.string {
    case "subscribe":
      require(operations[id] == .opened, "an operation is opened twice, or without its reader")
      operations[id] = .sent
    case "complete":
      require(operations[id] == .sent, "the end of an operation that the server does not know")
      operations[id] = .ended
    case "ping", "pong": break
    default: require(false, "an unknown message: \(text)")
    }
  }

  private mutating func deliver(_ message: StreamMessage, to id: Int) {
    guard let operation = operations[id] else { fatalError("an unknown operation") }
    require(operation != .ended, "a message follows the end")
    switch message {
    case .opened:
      require(operation == .waiting, "an operation is opened twice")
      operations[id] = .opened
    case .response: require(operation == .sent, "a response precedes its request")
    case .errors, .complete:
      require(operation == .sent, "the end precedes the request")
      operations[id] = .ended
    case .failed, .closed: operations[id] = .ended
    case .heartbeat, .delay, .refused, .credentialChanged, .successor:
      require(false, "another message")
    }
  }
}
