// Writes to sockets. By default, a write to a closed connection causes the signal SIGPIPE, which would end
// all tests.

import Foundation

/// Makes writes to a socket fail without a signal if the other side has closed it. On Linux, each write has a
/// flag for that; see ``sendAll(_:to:)``.
///
/// - Parameter socket: a new socket. The system refuses the option for a connection that is closed already.
package func preventSignals(of socket: Int32) {
  #if canImport(Darwin)
    var isOn: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
  #endif
}

/// Sends all bytes over a socket for which ``preventSignals(of:)`` was called.
///
/// - Returns: false if the connection is closed.
@discardableResult
package func sendAll(_ bytes: [UInt8], to socket: Int32) -> Bool {
  #if canImport(Darwin)
    let flags: Int32 = 0
  #else
    let flags = Int32(MSG_NOSIGNAL)
  #endif
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
