// The frames and the handshake of WebSockets: the examples and rules of RFC 6455.

import AuthGenRuntime
import Foundation
import Testing

@testable import AuthGenStreams

@Suite struct WebSocketFramesTests {
  private func parse(_ bytes: [UInt8], limit: Int = 100_000) throws -> [WebSocketContent] {
    var frames = WebSocketFrames(limit: limit)
    return try frames.parse(bytes)
  }

  /// Section 5.7.
  @Test func examplesOfTheSpecificationAreRead() throws {
    let hello = Array("Hello".utf8)
    #expect(try parse([0x81, 0x05] + hello) == [.text(hello)])
    #expect(
      WebSocketContent.text(hello).frame(mask: (0x37, 0xFA, 0x21, 0x3D))
        == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    #expect(
      try parse([0x01, 0x03] + Array("Hel".utf8) + [0x80, 0x02] + Array("lo".utf8))
        == [.text(hello)])
    #expect(try parse([0x89, 0x05] + hello) == [.ping(hello)])
    let long = [UInt8](repeating: 7, count: 256)
    #expect(try parse([0x82, 0x7E, 0x01, 0x00] + long) == [.binary(long)])
    let longer = [UInt8](repeating: 7, count: 65_536)
    #expect(
      try parse([0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + longer) == [.binary(longer)])
  }

  @Test func framesMayBeCutAnywhere() throws {
    let bytes: [UInt8] =
      [0x01, 0x03] + Array("Hel".utf8) + [0x8A, 0x00, 0x80, 0x02] + Array("lo".utf8)
      + [0x88, 0x02, 0x03, 0xE8]
    let expected: [WebSocketContent] = [
      .pong([]), .text(Array("Hello".utf8)), .close(code: 1000),
    ]
    for cut in bytes.indices {
      var frames = WebSocketFrames(limit: 100)
      let contents = try frames.parse(bytes[..<cut]) + frames.parse(bytes[cut...])
      #expect(contents == expected)
    }
  }

  private static let text = [UInt8](repeating: 65, count: 60)

  @Test(
    arguments: [
      ("a reserved bit", [0xC1, 0x00], 1002),
      ("a mask from a server", [0x81, 0x80, 0, 0, 0, 0], 1002),
      ("a reserved opcode", [0x83, 0x00], 1002), ("a continuation of nothing", [0x80, 0x00], 1002),
      ("a message inside a message", [0x01, 0x00, 0x81, 0x00], 1002),
      ("a control frame in parts", [0x09, 0x00], 1002),
      ("a long control frame", [0x89, 0x7E, 0, 200], 1002),
      ("half of a code", [0x88, 0x01, 0x03], 1002),
      ("a reason in invalid UTF-8", [0x88, 0x03, 0x03, 0xE8, 0xFF], 1007),
      ("a short length in two bytes", [0x81, 0x7E, 0, 5], 1002),
      ("a short length in eight", [0x81, 0x7F, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),
      ("invalid UTF-8", [0x81, 0x01, 0xFF], 1007),
      ("a long message", [0x81, 0x7E, 0x01, 0x00], 1009),
      ("a long message in parts", [0x01, 0x3C] + text + [0x80, 0x3C] + text, 1009),
      ("a length above 2^63", [0x81, 0x7F, 0xFF, 0, 0, 0, 0, 0, 0, 0], 1009),
    ] as [(String, [UInt8], Int)])
  func brokenRulesHaveTheirCodes(rule: String, bytes: [UInt8], code: Int) {
    var frames = WebSocketFrames(limit: 100)
    do throws(WebSocketFrames.Violation) {
      _ = try frames.parse(bytes)
      Issue.record("expected a violation")
    } catch {
      #expect(error.code == code, "\(rule)")
    }
  }

  @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000])
  func reservedCodeIsInNoFrame(code: Int) {
    brokenRulesHaveTheirCodes(
      rule: "a reserved code", bytes: [0x88, 0x02, UInt8(code >> 8), UInt8(code & 0xFF)],
      code: 1002)
  }

  @Test func bytesAfterTheCloseFrameAreIgnored() throws {
    var frames = WebSocketFrames(limit: 100)
    #expect(
      try frames.parse([0x88, 0x05, 0x0F, 0xA0] + Array("bye".utf8) + [0x81, 0x01, 65])
        == [.close(code: 4000)])
    #expect(try frames.parse([0xFF, 0xFF]) == [])
  }

  @Test(arguments: [0, 125, 126, 65_535, 65_536]) func sentFrameReadsBackWithoutItsMask(
    _ count: Int
  ) throws {
    let content = WebSocketContent.binary((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    var frame = content.frame(mask: (1, 2, 3, 4))
    #expect(frame[1] & 0x80 != 0)
    let head = frame.count - count - 4
    #expect(frame[head..<(head + 4)] == [1, 2, 3, 4])
    for index in 0..<count { frame[head + 4 + index] ^= UInt8(index % 4 + 1) }
    frame.removeSubrange(head..<(head + 4))
    frame[1] &= 0x7F
    #expect(try parse(frame) == [content])
  }

  // MARK: The handshake

  /// FIPS 180-4, and RFC 6455, section 1.3.
  @Test(arguments: [
    ("abc", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="), ("", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "hJg+RBw70m66rkqh+VEp5eVGcPE="),
    (String(repeating: "a", count: 1_000_000), "NKqXPNTE2qT2Husr260nMWU0AW8="),
    (
      "dGhlIHNhbXBsZSBub25jZQ==258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
      "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    ),
  ]) func publishedDigestsAreFound(message: String, digest: String) {
    #expect(Data(sha1(Array(message.utf8))).base64EncodedString() == digest)
  }

  private let handshake = WebSocketHandshake(
    key: "dGhlIHNhbXBsZSBub25jZQ==", subprotocol: "graphql-transport-ws")

  @Test(arguments: [
    ("ws://127.0.0.1:8000/graphql?a=b%20c", "GET /graphql?a=b%20c HTTP/1.1", "127.0.0.1:8000"),
    ("ws://localhost", "GET / HTTP/1.1", "localhost"),
    ("ws://[::1]:80/x", "GET /x HTTP/1.1", "[::1]:80"),
  ]) func handshakeIsThatOfTheSpecification(url: String, line: String, host: String) throws {
    let request = HTTPRequest(
      method: .get, url: try #require(URL(string: url)),
      headers: ["X-App": "Shop", "Host": "elsewhere", "Connection": "close"])
    #expect(
      handshake.text(request) == """
        \(line)\r
        connection: Upgrade\r
        host: \(host)\r
        sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r
        sec-websocket-protocol: graphql-transport-ws\r
        sec-websocket-version: 13\r
        upgrade: websocket\r
        x-app: Shop\r
        \r

        """)
  }

  @Test(arguments: [
    ("", "", "open"), ("HTTP/1.1 101", "HTTP/1.1 401", "refused 401"),
    ("HTTP/1.1 101", "HTTP/1.1 302", "redirected"), ("HTTP/1.1", "ICY", "1002"),
    ("Upgrade: websocket", "Upgrade: h2c", "1002"),
    ("Connection: keep-alive, Upgrade", "X: y", "1002"),
    ("K+xOo=", "K+xOp=", "1002"), ("Sec-WebSocket-Accept", "X", "1002"),
    ("graphql-transport-ws", "graphql-ws", "4406"), ("Sec-WebSocket-Protocol", "X", "4406"),
    ("X: y", "Sec-WebSocket-Extensions: permessage-deflate", "1002"), ("X: y", "no colon", "1002"),
  ]) func responseOpensAWebSocketOrFails(old: String, new: String, expected: String) {
    let head = """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: keep-alive, Upgrade\r
      Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
      Sec-WebSocket-Protocol: graphql-transport-ws\r
      X: y
      """
    let found =
      switch handshake.failure(old.isEmpty ? head : head.replacingOccurrences(of: old, with: new)) {
      case nil: "open"
      case .refused(let status)?: "refused \(status)"
      case .closed(let code)?: "\(code ?? 0)"
      case .transport?: "redirected"
      case .unsupported?: "unsupported"
      }
    #expect(found == expected)
  }
}
