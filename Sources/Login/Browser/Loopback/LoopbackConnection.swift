// One connection to the listener, from a browser or any other client.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  /// A connection that reads one request, sends one response, and ends.
  struct LoopbackConnection {
    private enum Phase {
      case reading(LoopbackRequest)
      case responding(ArraySlice<UInt8>)
      /// All data is sent. If the client has not read it yet, closing could discard it.
      case ending
      case over
    }

    let descriptor: Int32
    /// When the connection ends, in any state.
    private(set) var deadline: ContinuousClock.Instant
    private var phase = Phase.reading(LoopbackRequest())
    private let limits: LoopbackLimits

    init(_ descriptor: Int32, limits: LoopbackLimits) {
      self.descriptor = descriptor
      self.limits = limits
      deadline = .now + limits.requestTime
    }

    /// The events to wait for.
    var events: Int32 {
      switch phase {
      case .responding: Int32(POLLOUT)
      default: Int32(POLLIN)
      }
    }

    var hasResponse: Bool {
      switch phase {
      case .responding, .ending: true
      default: false
      }
    }

    var isOver: Bool {
      if case .over = phase { true } else { false }
    }

    /// Does everything that is possible without blocking.
    ///
    /// - Returns: the redirect, if it has arrived. The caller sends the response.
    mutating func advance(at address: LoopbackAddress) -> URL? {
      switch phase {
      case .reading(var request):
        // One buffer at a time, so that other connections get their turn.
        var buffer = [UInt8](repeating: 0, count: 4_096)
        switch Sockets.read(descriptor, &buffer) {
        case .notNow: return nil
        case .end: phase = .over
        case .bytes(let count):
          switch request.verdict(adding: buffer.prefix(count), at: address) {
          case nil: phase = .reading(request)
          case .refused(let response): respond(with: response)
          case .callback(let url): return url
          }
        }
      case .responding: send()
      case .ending:
        var buffer = [UInt8](repeating: 0, count: 4_096)
        if case .end = Sockets.read(descriptor, &buffer) { phase = .over }
      case .over: break
      }
      return nil
    }

    mutating func respond(with response: LoopbackResponse) {
      phase = .responding(response.bytes[...])
      deadline = .now + limits.responseTime
      send()
    }

    /// Ends the connection without a response.
    mutating func end() {
      phase = .over
    }

    private mutating func send() {
      guard case .responding(let rest) = phase else { return }
      switch Sockets.write(descriptor, rest) {
      case .notNow: break
      case .end: phase = .over
      case .bytes(let count):
        let rest = rest.dropFirst(count)
        phase = .responding(rest)
        if rest.isEmpty {
          Sockets.endWriting(descriptor)
          phase = .ending
        }
      }
    }
  }

  /// The listener's limits.
  package struct LoopbackLimits: Sendable {
    /// From the start of a connection until its request is complete. Default: 5 seconds.
    package var requestTime = Duration.seconds(5)
    /// From the end of a request until the client has read the response. Default: 2 seconds.
    package var responseTime = Duration.seconds(2)
    package var connections = 32
    /// The number of redirects of other logins that get a response. Default: 32.
    package var unexpectedRedirects = 32

    package init() {}
  }
#endif
