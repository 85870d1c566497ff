// One connection of a browser's to the listener, or of anybody's.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// It takes one request, answers it, and ends.
  struct LoopbackConnection {
    private enum Phase {
      case reading(LoopbackRequest)
      case answering(ArraySlice<UInt8>)
      /// All is sent. To close before the other side has read it could take it away again.
      case ending
      case over
    }

    let descriptor: Int32
    /// When it ends, whatever the other side does by then.
    private(set) var deadline: ContinuousClock.Instant
    private var phase = Phase.reading(LoopbackRequest())
    private let limits: LoopbackLimits

    init(_ descriptor: Int32, limits: LoopbackLimits) {
      self.descriptor = descriptor
      self.limits = limits
      deadline = .now + limits.requestTime
    }

    /// What to wait for.
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

    /// Does what can be done without waiting.
    ///
    /// - Returns: the redirect, where it has arrived. It is still to be answered.
    mutating func advance(at address: LoopbackAddress) -> URL? {
      switch phase {
      case .reading(var request):
        // One buffer at a time: the others' turn comes in between.
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

  /// What the listener puts up with.
  package struct LoopbackLimits: Sendable {
    /// From a connection's begin until its request is whole.
    package var requestTime = Duration.seconds(5)
    /// From a request's end until the other side has read the answer.
    package var answerTime = Duration.seconds(2)
    package var connections = 32

    package init() {}
  }
#endif
