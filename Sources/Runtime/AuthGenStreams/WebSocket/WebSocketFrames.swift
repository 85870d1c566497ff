// The frames of WebSockets, as a client sends and reads them.
// https://www.rfc-editor.org/rfc/rfc6455#section-5

import Foundation

/// A message, or the content of a control frame.
nonisolated enum WebSocketContent: Equatable, Sendable {
  case text([UInt8])
  case binary([UInt8])
  case ping([UInt8])
  case pong([UInt8])
  case close(code: Int?)
}

/// Reads the frames of a server.
nonisolated struct WebSocketFrames: Sendable {
  /// The server broke a rule of the protocol. The code is that with which the client closes (section 7.4.1).
  nonisolated struct Violation: Error, Equatable {
    let code: Int
  }

  private var bytes: [UInt8] = []
  /// The opcode and content of a message whose last frame is not here yet.
  private var message: (opcode: UInt8, payload: [UInt8])?
  /// Whether the server has closed the connection. What follows is ignored (section 1.4).
  private var isClosed = false
  private let limit: Int

  /// - Parameter limit: the maximum size of a message, in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Adds bytes, and returns what is complete with them.
  mutating func parse(_ added: some Sequence<UInt8>) throws(Violation) -> [WebSocketContent] {
    if isClosed { return [] }
    bytes += added
    var contents: [WebSocketContent] = []
    var start = 0
    while !isClosed, let frame = try frame(at: start) {
      if let content = try content(frame) { contents.append(content) }
      start = frame.payload.upperBound
    }
    bytes.removeFirst(start)
    return contents
  }

  nonisolated private struct Frame {
    let isLast: Bool
    let opcode: UInt8
    let payload: Range<Int>
  }

  /// Section 5.2.
  private func frame(at start: Int) throws(Violation) -> Frame? {
    guard bytes.count - start >= 2 else { return nil }
    let (first, second) = (bytes[start], bytes[start + 1])
    // Reserved bits, and a mask, which only clients use.
    guard first & 0x70 == 0, second & 0x80 == 0 else { throw Violation(code: 1002) }
    let opcode = first & 0x0F
    let isControl = opcode >= 8
    guard [0, 1, 2, 8, 9, 10].contains(opcode),
      !isControl || first & 0x80 != 0 && second <= 125
    else { throw Violation(code: 1002) }
    var head = 2
    var length = Int(second)
    if length >= 126 {
      let size = length == 126 ? 2 : 8
      guard bytes.count - start >= 2 + size else { return nil }
      var long: UInt64 = 0
      for byte in bytes[(start + 2)..<(start + 2 + size)] { long = long << 8 | UInt64(byte) }
      // The form of a length is the shortest one.
      guard long > (length == 126 ? 125 : 0xFFFF) else { throw Violation(code: 1002) }
      guard long <= UInt64(limit) else { throw Violation(code: 1009) }
      (head, length) = (2 + size, Int(long))
    }
    guard length <= limit || isControl else { throw Violation(code: 1009) }
    guard bytes.count - start - head >= length else { return nil }
    return Frame(
      isLast: first & 0x80 != 0, opcode: opcode,
      payload: (start + head)..<(start + head + length))
  }

  private mutating func content(_ frame: Frame) throws(Violation) -> WebSocketContent? {
    let payload = bytes[frame.payload]
    switch frame.opcode {
    case 8:
      isClosed = true
      return .close(code: try Self.code(Array(payload)))
    case 9: return .ping(Array(payload))
    case 10: return .pong(Array(payload))
    case 0:
      guard message != nil else { throw Violation(code: 1002) }
      guard payload.count <= limit - (message?.payload.count ?? 0) else {
        throw Violation(code: 1009)
      }
      message?.payload += payload
    default:
      guard message == nil else { throw Violation(code: 1002) }
      message = (frame.opcode, Array(payload))
    }
    guard frame.isLast, let complete = message else { return nil }
    message = nil
    if complete.opcode == 2 { return .binary(complete.payload) }
    guard String(bytes: complete.payload, encoding: .utf8) != nil else {
      throw Violation(code: 1007)
    }
    return .text(complete.payload)
  }

  /// Section 5.5.1.
  private static func code(_ payload: [UInt8]) throws(Violation) -> Int? {
    if payload.isEmpty { return nil }
    guard payload.count >= 2 else { throw Violation(code: 1002) }
    guard String(bytes: payload.dropFirst(2), encoding: .utf8) != nil else {
      throw Violation(code: 1007)
    }
    let code = Int(payload[0]) << 8 | Int(payload[1])
    // Section 7.4: no frame has a reserved code, or one that only a program reports.
    guard [1000...1003, 1007...1014, 3000...4999].contains(where: { $0.contains(code) }) else {
      throw Violation(code: 1002)
    }
    return code
  }
}

nonisolated extension WebSocketContent {
  /// The content as one frame of a client.
  ///
  /// - Parameter mask: four random bytes (section 5.3).
  func frame(mask: (UInt8, UInt8, UInt8, UInt8)) -> [UInt8] {
    let (opcode, payload): (UInt8, [UInt8]) =
      switch self {
      case .text(let bytes): (1, bytes)
      case .binary(let bytes): (2, bytes)
      case .ping(let bytes): (9, bytes)
      case .pong(let bytes): (10, bytes)
      case .close(let code): (8, code.map { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] } ?? [])
      }
    var frame = [0x80 | opcode]
    switch payload.count {
    case ...125: frame.append(0x80 | UInt8(payload.count))
    case ...0xFFFF:
      frame.append(0x80 | 126)
      frame += [UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      frame.append(0x80 | 127)
      frame += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    let mask = [mask.0, mask.1, mask.2, mask.3]
    frame += mask
    frame += payload.enumerated().map { $1 ^ mask[$0 % 4] }
    return frame
  }
}
