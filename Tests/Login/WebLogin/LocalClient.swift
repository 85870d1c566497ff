// A client for listeners on this machine, such as a browser. It writes bytes, not HTTP.

import AuthGenTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to a port of this machine, closed with this value.
final class LocalClient: Sendable {
  private let descriptor: Int32

  struct Refused: Error {}

  /// - Parameter address: an IPv4 address, or `::1`.
  init(port: Int, address: String = "127.0.0.1") throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let onIPv6 = address.contains(":")
    descriptor = socket(onIPv6 ? AF_INET6 : AF_INET, stream, 0)
    preventSignals(of: descriptor)
    // A test without a response fails instead of waiting.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    let length = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
    guard Self.connect(descriptor, UInt16(port).bigEndian, address, onIPv6: onIPv6) else {
      throw Refused()
    }
  }

  /// The connection of a browser that is redirected to a port.
  @discardableResult
  static func redirected(
    _ target: String = "/callback?code=abc&state=xyz", port: Int
  ) throws -> LocalClient {
    let client = try LocalClient(port: port)
    client.send(redirect(target, port: port))
    return client
  }

  deinit {
    close(descriptor)
  }

  private static func connect(
    _ descriptor: Int32, _ port: in_port_t, _ text: String, onIPv6: Bool
  ) -> Bool {
    func connect<Address>(_ address: inout Address) -> Bool {
      let length = socklen_t(MemoryLayout<Address>.size)
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          #if canImport(Glibc)
            Glibc.connect(descriptor, $0, length) == 0
          #else
            Darwin.connect(descriptor, $0, length) == 0
          #endif
        }
      }
    }
    if onIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port
      inet_pton(AF_INET6, text, &address.sin6_addr)
      return connect(&address)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port
    inet_pton(AF_INET, text, &address.sin_addr)
    return connect(&address)
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) { sendAll(bytes, to: descriptor) }

  /// Receives everything until the server closes the connection.
  func receive() -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else {
        if count < 0, errno == EAGAIN {
          Issue.record("no data was received, and the connection is open")
        }
        return String(decoding: all, as: UTF8.self)
      }
      all += buffer.prefix(count)
    }
  }

  /// The response's status, or nil without a response.
  func status() -> Int? {
    let words = receive().split(separator: " ", maxSplits: 2)
    return words.count > 1 ? Int(words[1]) : nil
  }
}
