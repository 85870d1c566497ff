// The system's sockets for the listener. They do not block, are not inherited by child processes,
// and do not end the process if the client closes the connection.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  /// A failed system call.
  package struct SocketError: Error {
    package let code: Int32

    static var current: SocketError { SocketError(code: errno) }
  }

  /// The result of reading or writing.
  package enum SocketProgress: Hashable, Sendable {
    case bytes(Int)
    case notNow
    /// The client has closed the connection.
    case end
  }

  package enum Sockets {
    /// Listens on the loopback address, which no other machine can reach.
    ///
    /// - Parameter port: the port; 0 for any free port.
    /// - Returns: the socket and its port.
    static func listener(onIPv6: Bool, port: Int) throws(SocketError) -> (Int32, port: Int) {
      let descriptor = try open(onIPv6 ? AF_INET6 : AF_INET)
      do throws(SocketError) {
        // Otherwise an earlier login's connection keeps its port for a minute. Unlike SO_REUSEPORT,
        // this option does not let other programs listen there.
        try set(descriptor, SO_REUSEADDR)
        var storage = address(onIPv6: onIPv6, port: UInt16(port))
        var length = socklen_t(
          onIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &storage) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
              && getsockname(descriptor, $0, &length) == 0
          }
        }
        guard isListening else { throw .current }
        return (descriptor, Self.port(of: storage, onIPv6: onIPv6))
      } catch {
        close(descriptor)
        throw error
      }
    }

    /// Accepts a connection.
    ///
    /// - Returns: nil if no client is waiting.
    static func connection(from listener: Int32) throws(SocketError) -> Int32? {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        if [EAGAIN, EWOULDBLOCK, ECONNABORTED, EINTR].contains(errno) { return nil }
        throw .current
      }
      do throws(SocketError) {
        try prepare(connection)
      } catch {
        // The client has already closed the connection. This is not a failure of the listener.
        close(connection)
        return nil
      }
      return connection
    }

    /// Two connected sockets: one reads what is written to the other.
    package static func pair() throws(SocketError) -> (Int32, Int32) {
      var ends: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, streams, 0, &ends) == 0 else { throw .current }
      do throws(SocketError) {
        for end in ends { try prepare(end) }
      } catch {
        for end in ends { close(end) }
        throw error
      }
      return (ends[0], ends[1])
    }

    static func read(_ socket: Int32, _ buffer: inout [UInt8]) -> SocketProgress {
      let count = recv(socket, &buffer, buffer.count, 0)
      return count == 0 ? .end : progress(count)
    }

    package static func write(_ socket: Int32, _ bytes: ArraySlice<UInt8>) -> SocketProgress {
      progress(bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, sendingFlags) })
    }

    private static func progress(_ count: Int) -> SocketProgress {
      if count >= 0 { return .bytes(count) }
      return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .notNow : .end
    }

    static func endWriting(_ socket: Int32) {
      shutdown(socket, Int32(SHUT_WR))
    }

    static func endListening(_ socket: Int32) {
      // A child process that is being started also has the socket until it runs.
      shutdown(socket, Int32(SHUT_RDWR))
      close(socket)
    }
  }

  extension Sockets {
    #if canImport(Darwin)
      private static let streams = SOCK_STREAM
      private static let sendingFlags: Int32 = 0
    #elseif canImport(Glibc)
      private static let streams = Int32(
        SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      private static let sendingFlags = Int32(MSG_NOSIGNAL)
    #else
      private static let streams = Int32(SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK)
      private static let sendingFlags = Int32(MSG_NOSIGNAL)
    #endif

    private static func open(_ family: Int32) throws(SocketError) -> Int32 {
      let descriptor = socket(family, streams, 0)
      guard descriptor >= 0 else { throw .current }
      do throws(SocketError) {
        try prepare(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
      return descriptor
    }

    /// Sets the options that the system cannot set when it creates a socket.
    private static func prepare(_ descriptor: Int32) throws(SocketError) {
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
        fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
      else { throw .current }
      #if canImport(Darwin)
        try set(descriptor, SO_NOSIGPIPE)
      #endif
    }

    private static func set(_ descriptor: Int32, _ option: Int32) throws(SocketError) {
      var on: Int32 = 1
      let length = socklen_t(MemoryLayout<Int32>.size)
      guard setsockopt(descriptor, SOL_SOCKET, option, &on, length) == 0 else { throw .current }
    }

    /// 127.0.0.1, or ::1.
    private static func address(onIPv6: Bool, port: UInt16) -> sockaddr_storage {
      var storage = sockaddr_storage()
      withUnsafeMutableBytes(of: &storage) { bytes in
        if onIPv6 {
          var address = sockaddr_in6()
          address.sin6_family = sa_family_t(AF_INET6)
          address.sin6_port = port.bigEndian
          address.sin6_addr = in6addr_loopback
          bytes.storeBytes(of: address, as: sockaddr_in6.self)
        } else {
          var address = sockaddr_in()
          address.sin_family = sa_family_t(AF_INET)
          address.sin_port = port.bigEndian
          address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
          bytes.storeBytes(of: address, as: sockaddr_in.self)
        }
      }
      return storage
    }

    private static func port(of storage: sockaddr_storage, onIPv6: Bool) -> Int {
      withUnsafeBytes(of: storage) { bytes in
        let port =
          onIPv6
          ? bytes.load(as: sockaddr_in6.self).sin6_port : bytes.load(as: sockaddr_in.self).sin_port
        return Int(UInt16(bigEndian: port))
      }
    }
  }
#endif
