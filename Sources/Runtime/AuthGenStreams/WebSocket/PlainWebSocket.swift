// WebSockets without TLS, for Linux.
// https://www.rfc-editor.org/rfc/rfc6455

#if canImport(Glibc) || canImport(Musl)
  import AuthGenRuntime
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// A WebSocket over a TCP connection, without TLS. It reads from the connection only during ``receive()``.
  nonisolated final class PlainWebSocket: WebSocket {
    nonisolated private struct Reading {
      /// The response to the handshake; nil after its end.
      var head: [UInt8]? = []
      var frames: WebSocketFrames
      /// What is read and not received yet, the last first.
      var contents: [WebSocketContent] = []
    }

    private let descriptor: Int32
    private let state: Locked<Reading>
    // Blocking system calls run on these queues, not on Swift's threads.
    private let reading = DispatchQueue(label: "authgen.websocket.read")
    private let writing = DispatchQueue(label: "authgen.websocket.write")

    private init(_ descriptor: Int32, limit: Int) {
      self.descriptor = descriptor
      state = Locked(Reading(frames: WebSocketFrames(limit: limit)))
    }

    deinit {
      release(descriptor)
    }

    /// Opens a WebSocket.
    static func open(
      _ request: HTTPRequest, subprotocol: String
    ) async throws(WebSocketFailure) -> PlainWebSocket {
      let (host, port) = (request.url.host() ?? "", request.url.port ?? 80)
      let descriptor: Int32? = await withCheckedContinuation { continuation in
        DispatchQueue(label: "authgen.websocket.connect").async {
          continuation.resume(returning: connection(to: host, port))
        }
      }
      guard let descriptor else { throw .transport(TransportError(.cannotConnect, wasSent: false)) }
      let socket = PlainWebSocket(descriptor, limit: request.maximumResponseSize)
      let handshake = WebSocketHandshake(subprotocol: subprotocol)
      try await socket.write(Array(handshake.text(request).utf8))
      if let failure = handshake.failure(try await socket.head()) { throw failure }
      return socket
    }

    // MARK: Messages

    func send(_ text: String) async throws(WebSocketFailure) {
      try await write(WebSocketContent.text(Array(text.utf8)).frame(mask: Self.mask))
    }

    func receive() async throws(WebSocketFailure) -> WebSocketMessage {
      while true {
        switch state.withLock({ $0.contents.popLast() }) {
        case .text(let bytes): return .text(Data(bytes))
        case .binary(let bytes): return .binary(Data(bytes))
        case .ping(let bytes):
          try await write(WebSocketContent.pong(bytes).frame(mask: Self.mask))
        case .pong: break
        case .close(let code):
          await close(code: code ?? CloseCode.normal)
          throw .closed(code: code)
        case nil: try await read()
        }
      }
    }

    func close(code: Int) async {
      try? await write(WebSocketContent.close(code: code).frame(mask: Self.mask))
      shutDown()
    }

    private static var mask: (UInt8, UInt8, UInt8, UInt8) {
      let bits = UInt32.random(in: 0 ... .max)
      return (
        UInt8(bits & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits >> 16 & 0xFF), UInt8(bits >> 24)
      )
    }

    // MARK: The connection

    /// Waits for the server's response to the handshake.
    private func head() async throws(WebSocketFailure) -> String {
      while true {
        let head = state.withLock { state -> String? in
          guard let bytes = state.head, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
          else { return nil }
          state.head = nil
          // What follows belongs to the first frame.
          try? Self.add(bytes[end.upperBound...], to: &state)
          return String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        }
        if let head { return head }
        guard state.withLock({ $0.head?.count ?? 0 <= WebSocketHandshake.maximumHeadSize }) else {
          throw .closed(code: 1002)
        }
        try await read()
      }
    }

    private static func add(
      _ bytes: some Sequence<UInt8>, to state: inout Reading
    ) throws(WebSocketFrames.Violation) {
      if state.head == nil {
        state.contents = (try state.frames.parse(bytes)).reversed() + state.contents
      } else {
        state.head? += bytes
      }
    }

    /// Reads what arrives next. If the task is cancelled, closes the connection.
    private func read() async throws(WebSocketFailure) {
      let result = await waiting(on: reading) { socket in
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket.descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return Result<Void, WebSocketFailure>.failure(.closed(code: nil)) }
        return socket.state.withLock { state in
          Result { () throws(WebSocketFrames.Violation) in
            try Self.add(buffer[..<count], to: &state)
          }.mapError { .closed(code: $0.code) }
        }
      }
      guard case .failure(let failure) = result else { return }
      if case .closed(let code?) = failure { await close(code: code) }
      throw failure
    }

    private func write(_ bytes: [UInt8]) async throws(WebSocketFailure) {
      let isSent = await waiting(on: writing) { socket in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { transmit(socket.descriptor, $0) }
          guard count > 0 else { return false }
          rest = rest.dropFirst(count)
        }
        return true
      }
      guard isSent else { throw .transport(TransportError(.connectionLost, wasSent: true)) }
    }

    private func waiting<Value: Sendable>(
      on queue: DispatchQueue, _ body: @escaping @Sendable (PlainWebSocket) -> Value
    ) async -> Value {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          queue.async { continuation.resume(returning: body(self)) }
        }
      } onCancel: {
        shutDown()
      }
    }

    /// Ends all waits.
    private func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Connects to the first address of a host that responds.
    ///
    /// - Returns: the descriptor of the connection; nil if no address responds.
    private static func connection(to host: String, _ port: Int) -> Int32? {
      var hints = addrinfo()
      #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      #else
        hints.ai_socktype = SOCK_STREAM
      #endif
      var first: UnsafeMutablePointer<addrinfo>?
      // The URL of an IPv6 address has brackets.
      let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      guard getaddrinfo(name, "\(port)", &hints, &first) == 0 else { return nil }
      defer { freeaddrinfo(first) }
      for address in sequence(first: first, next: { $0?.pointee.ai_next }) {
        guard let address = address?.pointee else { break }
        let descriptor = socket(
          address.ai_family, address.ai_socktype | closeOnExec, address.ai_protocol)
        guard descriptor >= 0 else { continue }
        if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
          var isOn: Int32 = 1
          setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
          return descriptor
        }
        release(descriptor)
      }
      return nil
    }

    #if canImport(Glibc)
      private static var closeOnExec: Int32 { Int32(SOCK_CLOEXEC.rawValue) }
    #else
      private static var closeOnExec: Int32 { SOCK_CLOEXEC }
    #endif
  }

  // Functions of the system, whose names methods have too.

  nonisolated private func release(_ descriptor: Int32) { close(descriptor) }

  nonisolated private func transmit(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  }
#endif
