// WebSockets to a server on this machine, for systems whose URLSession has none.
// https://www.rfc-editor.org/rfc/rfc6455

import AuthGenRuntime
package import AuthGenStreams
import AuthGenWebSocketFrames
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opens WebSockets to 127.0.0.1, without TLS. It does not check `Sec-WebSocket-Accept`, which protects from caches
/// between client and server.
package final class LoopbackWebSockets: WebSocketTransport {
  package init() {}

  package func open(
    _ request: HTTPRequest, subprotocol: String
  ) async throws(WebSocketFailure) -> any WebSocket {
    let socket = try LoopbackWebSocket(
      port: request.url.port ?? 80, limit: request.maximumResponseSize)
    try await socket.shakeHands(request, subprotocol)
    return socket
  }
}

/// One connection. A thread of its own reads it.
private final class LoopbackWebSocket: WebSocket {
  private enum Event: Sendable {
    case head(status: Int, subprotocol: String?)
    case message(WebSocketMessage)
    case end(WebSocketFailure)
  }

  private let descriptor: Int32
  private let events: AsyncStream<Event>
  private let sender: AsyncStream<Event>.Continuation
  private let writing = NSLock()

  init(port: Int, limit: Int) throws(WebSocketFailure) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    (events, sender) = AsyncStream.makeStream()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      throw .transport(TransportError(.cannotConnect, wasSent: false))
    }
    Thread.detachNewThread { [descriptor, sender, weak self] in
      Self.read(descriptor, sender, limit: limit) { self?.write($0) }
      end(descriptor)
    }
  }

  deinit {
    // Ends the thread, which closes the descriptor.
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Section 4.1.
  func shakeHands(_ request: HTTPRequest, _ subprotocol: String) async throws(WebSocketFailure) {
    let key = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    var lines = [
      "GET \(request.url.path) HTTP/1.1", "Host: 127.0.0.1:\(request.url.port ?? 80)",
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Protocol: \(subprotocol)",
    ]
    for name in request.headers.names { lines.append("\(name): \(request.headers[name] ?? "")") }
    write(Array((lines + ["", ""]).joined(separator: "\r\n").utf8))
    guard case .head(let status, let chosen) = try await next() else {
      throw .transport(TransportError(.connectionLost, wasSent: true))
    }
    guard status == 101 else { throw .refused(status: status) }
    guard chosen == subprotocol else { throw .closed(code: 4406) }
  }

  func send(_ text: String) async throws(WebSocketFailure) {
    write(WebSocketContent.text(Array(text.utf8)).frame(mask: Self.mask))
  }

  func receive() async throws(WebSocketFailure) -> WebSocketMessage {
    guard case .message(let message) = try await next() else { throw .closed(code: nil) }
    return message
  }

  func close(code: Int) async {
    write(WebSocketContent.close(code: code).frame(mask: Self.mask))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func next() async throws(WebSocketFailure) -> Event {
    // One task reads at a time.
    var iterator = events.makeAsyncIterator()
    switch await iterator.next() {
    case .end(let failure)?: throw failure
    case let event?: return event
    case nil: throw .closed(code: nil)
    }
  }

  private static var mask: (UInt8, UInt8, UInt8, UInt8) {
    let bits = UInt32.random(in: 0 ... .max)
    return (
      UInt8(bits & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits >> 16 & 0xFF), UInt8(bits >> 24)
    )
  }

  private func write(_ bytes: [UInt8]) {
    writing.lock()
    defer { writing.unlock() }
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { transmit(descriptor, $0, flags) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  // MARK: Reading

  private static func read(
    _ descriptor: Int32, _ events: AsyncStream<Event>.Continuation, limit: Int,
    answer: ([UInt8]) -> Void
  ) {
    defer { events.finish() }
    var head: [UInt8]? = []
    var frames = WebSocketFrames(limit: limit)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      var bytes = buffer[..<count]
      if var known = head {
        known += bytes
        guard let end = known.firstRange(of: Array("\r\n\r\n".utf8)) else {
          head = known
          continue
        }
        events.yield(event(String(decoding: known[..<end.lowerBound], as: UTF8.self)))
        bytes = known[end.upperBound...]
        head = nil
      }
      do throws(WebSocketFrames.Violation) {
        for content in try frames.parse(bytes) {
          switch content {
          case .text(let bytes): events.yield(.message(.text(Data(bytes))))
          case .binary(let bytes): events.yield(.message(.binary(Data(bytes))))
          case .ping(let bytes): answer(WebSocketContent.pong(bytes).frame(mask: mask))
          case .pong: break
          case .close(let code):
            events.yield(.end(.closed(code: code)))
            answer(WebSocketContent.close(code: code).frame(mask: mask))
            return
          }
        }
      } catch {
        answer(WebSocketContent.close(code: error.code).frame(mask: mask))
        events.yield(.end(.closed(code: error.code)))
        return
      }
    }
  }

  private static func event(_ head: String) -> Event {
    let lines = head.components(separatedBy: "\r\n")
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
    let subprotocol = lines.dropFirst().first {
      $0.lowercased().hasPrefix("sec-websocket-protocol:")
    }
    return .head(
      status: status ?? 0,
      subprotocol: subprotocol?.split(separator: ":").last.map {
        $0.trimmingCharacters(in: .whitespaces)
      })
  }
}

// Functions of the system, whose names methods have too.

private func end(_ descriptor: Int32) { close(descriptor) }

private func transmit(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, flags)
}
