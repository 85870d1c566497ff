// One connection to the listener, from a browser or any other client.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  /// A connection that takes one request, answers it, and ends.
  struct LoopbackConnection {
    private enum Phase {
      case reading(LoopbackRequest)
      case answering(ArraySlice<UInt8>)
      /// All data is sent. Closing before the other side has read it could discard it.
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
      case .answering: Int32(POLLOUT)
      default: Int32(POLLIN)
      }
    }

    var isAnswered: Bool {
      switch phase {
      case .answering, .ending: true
      default: false
      }
    }

    var isOver: Bool {
      if case .over = phase { true } else { false }
    }

    /// Does everything that is possible without blocking.
    ///
    /// - Returns: the redirect, if it has arrived. It still needs an answer.
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
          case .refused(let answer): self.answer(answer)
          case .callback(let url): return url
          }
        }
      case .answering: send()
      case .ending:
        var buffer = [UInt8](repeating: 0, count: 4_096)
        if case .end = Sockets.read(descriptor, &buffer) { phase = .over }
      case .over: break
      }
      return nil
    }

    mutating func answer(_ answer: LoopbackAnswer) {
      phase = .answering(answer.bytes[...])
      deadline = .now + limits.answerTime
      send()
    }

    /// Ends the connection without an answer.
    mutating func end() {
      phase = .over
    }

    private mutating func send() {
      guard case .answering(let rest) = phase else { return }
      switch Sockets.write(descriptor, rest) {
      case .notNow: break
      case .end: phase = .over
      case .bytes(let count):
        let rest = rest.dropFirst(count)
        phase = .answering(rest)
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
    /// From the end of a request until the other side has read the answer. Default: 2 seconds.
    package var answerTime = Duration.seconds(2)
    package var connections = 32
    /// How many redirects that do not belong to the login are answered. Default: 32.
    package var unexpectedRedirects = 32

    package init() {}
  }
#endif
