// One request to the server behind a proxy, over its own connection.

import AuthGenTestSupport
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of a server's response, and what the oracle needs to know about them.
struct ServerResponse {
  let bytes: [UInt8]
  let status: Int
  /// The refresh token that the response issues.
  let refreshToken: String?

  /// Sends a request, and reads the response to its end.
  ///
  /// - Returns: nil if the server does not respond.
  init?(to request: LoopbackServer.Request, port: Int) {
    guard let connection = Self.connect(to: port) else { return nil }
    defer { close(connection) }
    guard sendAll(Self.bytes(of: request), to: connection) else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += buffer.prefix(count)
    }
    self.init(bytes)
  }

  private init?(_ bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\r\n")
    guard parts.count == 2, let line = lines.first,
      let status = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    self.bytes = bytes
    self.status = status
    // Without the sizes of chunks, which are around an object.
    let json = parts[1].drop { $0 != "{" }
    let object = json.lastIndex(of: "}").map { json[...$0] } ?? ""
    let body = try? JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any]
    refreshToken = body?["refresh_token"] as? String
  }

  /// The request as it is forwarded: with the client's own `Host`, and for one response.
  private static func bytes(of request: LoopbackServer.Request) -> [UInt8] {
    let headers = request.headers.filter { $0.key != "connection" }.map { "\($0): \($1)" }
    let head = ["\(request.method) \(request.target) HTTP/1.1", "Connection: close"] + headers
    return Array((head + ["", ""]).joined(separator: "\r\n").utf8) + request.body
  }

  private static func connect(to port: Int) -> Int32? {
    #if canImport(Glibc)
      let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let start = Glibc.connect
    #else
      let connection = socket(AF_INET, SOCK_STREAM, 0)
      let start = Darwin.connect
    #endif
    guard connection >= 0 else { return nil }
    preventSignals(of: connection)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        start(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result == 0 { return connection }
    close(connection)
    return nil
  }
}
