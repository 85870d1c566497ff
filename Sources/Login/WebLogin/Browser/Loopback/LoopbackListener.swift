// Waits for one redirect, on a thread of its own.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import AuthGenSessions
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

  /// A listener that only this machine reaches, until it has got a redirect, is ended, or is let go.
  /// Its port is free again before anybody learns of the end.
  final class LoopbackListener: Sendable {
    typealias Outcome = Result<URL, WebAuthenticationError>

    /// What the thread shares with those who wait for it.
    struct State {
      /// Whether a redirect may come: none can before the page was opened.
      var isAwaited = false
      var deadline: ContinuousClock.Instant?
      /// The first one set. The thread then closes everything.
      var outcome: Outcome?
      var isClosed = false
      var waiter: CheckedContinuation<Outcome, Never>?
      /// What wakes the thread; nil once it has closed it.
      var waker: Int32?
    }

    let port: Int
    private let state: Locked<State>
    private let closed: DispatchSemaphore

    /// - Parameters:
    ///   - host: `[::1]` for IPv6, anything else for IPv4.
    ///   - port: 0 for any that is free.
    init(
      host: String, port: Int, path: String, limits: LoopbackLimits
    ) throws(WebAuthenticationError) {
      do throws(SocketError) {
        let (socket, port) = try Sockets.listen(onIPv6: host == "[::1]", port: port)
        let alarm: (reader: Int32, writer: Int32)
        do throws(SocketError) {
          alarm = try Sockets.pair()
        } catch {
          close(socket)
          throw error
        }
        let state = Locked(State(waker: alarm.writer))
        let closed = DispatchSemaphore(value: 0)
        self.port = port
        self.state = state
        self.closed = closed
        // The thread knows nothing of the listener, which would never be let go else.
        let address = LoopbackAddress(host: host, port: port, path: path)
        Thread.detachNewThread {
          var loop = LoopbackLoop(
            socket: socket, alarm: alarm.reader, address: address, limits: limits, state: state)
          loop.run { closed.signal() }
        }
      } catch {
        throw error.code == EADDRINUSE ? .portInUse(port) : .other(code: Int(error.code))
      }
    }

    deinit {
      end(with: .failure(.cancelled))
      // Whoever comes next may want the same port. The thread blocks nowhere, so that takes no time.
      _ = closed.wait(timeout: .now() + 1)
    }

    /// From here on, a redirect is taken.
    ///
    /// - Returns: false where it is awaited already, or all is over.
    func begin(for time: Duration) -> Bool {
      state.withLock { state in
        guard !state.isAwaited, state.outcome == nil else { return false }
        state.isAwaited = true
        state.deadline = .now + time
        state.wake()
        return true
      }
    }

    /// How it has ended, with everything closed.
    func outcome() async -> Outcome {
      await withCheckedContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          if state.isClosed { return state.outcome ?? .failure(.cancelled) }
          state.waiter = continuation
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }

    /// Ends it, unless it has ended.
    func end(with outcome: Outcome) {
      state.withLock { state in
        guard state.outcome == nil else { return }
        state.outcome = outcome
        state.wake()
      }
    }
  }

  extension LoopbackListener.State {
    /// With the lock held: the thread closes what is written to.
    fileprivate func wake() {
      if let waker { _ = Sockets.write(waker, [0]) }
    }
  }
#endif
