// A misbehaving server on this machine, controlled by tests: it writes bytes, not HTTP.

package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Responds to HTTP requests on 127.0.0.1, on its own port, with the result of a function, until this value
/// is released.
package final class LoopbackServer: Sendable {
  /// A received request.
  package struct Request: Sendable {
    package let method: String
    /// The path and query.
    package let target: String
    /// By lower-case name.
    package let headers: [String: String]
    /// Empty if the server keeps no bodies.
    package let body: [UInt8]
    package let bodySize: Int

    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// One step of a response.
  package enum Step: Sendable {
    case send([UInt8])
    /// Repeats the same bytes.
    case flood([UInt8], times: Int)
    case wait(seconds: Double)
    /// Calls a function, which may wait.
    case call(@Sendable () -> Void)
    /// Closes the connection at once, including unsent bytes.
    case reset
  }

  package let port: Int
  private let listener: Int32

  package var url: URL {
    var components = URLComponents()
    components.scheme = "http"
    components.host = "127.0.0.1"
    components.port = port
    components.path = "/graphql"
    return components.url ?? URL(fileURLWithPath: "/")
  }

  package struct Failure: Error {
    let code = errno
  }

  /// - Parameters:
  ///   - keepsBodies: whether requests have their bodies. Default: true.
  ///   - respond: returns the response to a request.
  package init(
    keepsBodies: Bool = true, _ respond: @escaping @Sendable (Request) -> [Step]
  ) throws {
    let (listener, port) = try Self.bound()
    guard listen(listener, 128) == 0 else { throw Failure() }
    self.listener = listener
    self.port = port
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          // The thread that uses the descriptor closes it: otherwise its number could belong to another
          // server.
          #if canImport(Glibc)
            close(listener)
          #endif
          return
        }
        preventSignals(of: connection)
        Thread.detachNewThread {
          Connection(descriptor: connection, keepsBodies: keepsBodies).serve(respond)
        }
      }
    }
  }

  /// A port for a server that starts later. The system gives it to no other program on its own: it lies below
  /// the range of ports that Linux and Apple's systems choose from.
  package static func portForLater() throws -> Int {
    for _ in 1..<100 {
      guard let (socket, port) = try? bound(to: .random(in: 20_000..<32_768)) else { continue }
      close(socket)
      return port
    }
    throw Failure()
  }

  /// A socket on 127.0.0.1, with the requested port; for 0, the system chooses one.
  private static func bound(to port: UInt16 = 0) throws -> (socket: Int32, port: Int) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw Failure() }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      let failure = Failure()
      close(descriptor)
      throw failure
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  deinit {
    // Rejects connections from now on, and on Linux ends the wait for them.
    shutdown(listener, Int32(SHUT_RDWR))
    #if !canImport(Glibc)
      close(listener)
    #endif
  }

  /// A complete response of a correct server.
  package static func response(
    _ body: String, status: Int = 200, type: String = "application/json", headers: [String] = []
  ) -> [Step] {
    let head =
      ["HTTP/1.1 \(status) Whatever", "Content-Type: \(type)", "Connection: close"]
      + headers + ["Content-Length: \(body.utf8.count)", "", ""]
    return [.send(Array(head.joined(separator: "\r\n").utf8) + Array(body.utf8))]
  }
}

/// One connection, for one request.
private struct Connection {
  let descriptor: Int32
  let keepsBodies: Bool

  func serve(_ respond: (LoopbackServer.Request) -> [LoopbackServer.Step]) {
    defer { close(descriptor) }
    guard let request = read() else { return }
    for step in respond(request) {
      switch step {
      case .send(let bytes):
        guard sendAll(bytes, to: descriptor) else { return }
      case .flood(let bytes, let times):
        for _ in 0..<times {
          guard sendAll(bytes, to: descriptor) else { return }
        }
      case .wait(let seconds):
        usleep(UInt32(seconds * 1_000_000))
      case .call(let function):
        function()
      case .reset:
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        return
      }
    }
    // Unread data would turn the close into a reset.
    shutdown(descriptor, Int32(SHUT_WR))
    _ = receive()
  }

  private func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }

  private func read() -> LoopbackServer.Request? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while headEnd == nil {
      guard let more = receive() else { return nil }
      bytes += more
      headEnd = bytes.indices.first { bytes[$0...].starts(with: end) }
    }
    guard let headEnd else { return nil }
    let lines = String(decoding: bytes[..<headEnd], as: UTF8.self)
      .split(separator: "\r\n").map(String.init)
    let words = lines.first?.split(separator: " ").map(String.init) ?? []
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    var body = RequestBody(headers, keepsBytes: keepsBodies)
    var more: [UInt8]? = Array(bytes[(headEnd + end.count)...])
    while let bytes = more {
      body.add(bytes)
      if body.isComplete { break }
      more = receive()
    }
    guard body.isComplete else { return nil }
    return LoopbackServer.Request(
      method: words[0], target: words[1], headers: headers, body: body.bytes, bodySize: body.size)
  }
}

/// The body of a request, of a stated length.
private struct RequestBody {
  private(set) var bytes: [UInt8] = []
  private(set) var size = 0
  private let keepsBytes: Bool
  private let length: Int

  init(_ headers: [String: String], keepsBytes: Bool) {
    self.keepsBytes = keepsBytes
    length = headers["content-length"].flatMap { Int($0) } ?? 0
  }

  var isComplete: Bool { size >= length }

  mutating func add(_ received: [UInt8]) {
    if keepsBytes { bytes += received }
    size += received.count
  }
}
